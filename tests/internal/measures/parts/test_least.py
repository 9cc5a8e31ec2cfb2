"""Amount of a span that is enough, as a parameter."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.language.parser import parse
from partwise.measures import Hit
from partwise.measures.parts import EXPECTED, HALF, Share, exact, least


def test_whole_numbers_count_characters_and_decimals_are_shares():
    assert least(3) == 3
    assert least(0.3) == Share(0.3)
    assert least(1.0) == Share(1.0) != least(1)
    assert least(HALF) == HALF


@pytest.mark.parametrize("value", [0, -1, 0.0, 1.5, -0.5, float("nan"), True, "3", None])
def test_what_is_enough_of_nothing(value):
    with pytest.raises(ValueError, match="a whole number of characters of at least 1") as caught:
        least(value)
    assert str(caught.value) == EXPECTED


def test_shares_are_the_decimals_that_were_written():
    assert exact(Share(0.1)) == Fraction(1, 10) != Fraction(0.1)
    assert exact(Share(1.0)) == 1
    assert exact(7) == 7


@given(st.floats(min_value=1e-9, max_value=1.0) | st.integers(1, 10**6))
def test_a_parameter_prints_as_it_was_written(value):
    measure = Hit(min=value) @ 5

    assert parse(repr(measure)) == measure
    assert exact(parse(repr(measure)).min) == exact(least(value))
