from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.users.places import elements, from_first, passages

from partwise.errors import ParameterError
from partwise.users.reading import Reads

SPANS = st.tuples(st.integers(0, 15), st.integers(0, 6)).map(lambda p: (p[0], p[0] + p[1]))


def test_reads_the_share_of_the_target():
    nodes = passages((100, 200), (190, 230), (0, 300), (120, 130), (200, 210), (150, 150))

    assert from_first(Reads(), nodes) == [0.25, 100 / 300, 1, 0, 0]
    assert from_first(Reads(min=0.25), nodes) == [1, 1, 1, 0, 0]
    assert from_first(Reads(min=0.3), nodes) == [0, 1, 1, 0, 0]


def test_in_words():
    # the section of 6 words shows all of its paragraph; the paragraph half of the section
    assert from_first(Reads(unit="words"), elements(1, 2)) == [1]
    assert from_first(Reads(unit="words"), elements(2, 1)) == [0.5]


@given(SPANS, SPANS)
def test_the_share_in_characters(x, y):
    shown = len(set(range(*x)) & set(range(*y)))

    assert from_first(Reads(), passages(x, y)) == [shown / max(y[1] - y[0], 1)]


@pytest.mark.parametrize("least", [0, 1.1, -0.5])
def test_a_threshold_is_a_share(least):
    with pytest.raises(ParameterError, match="min must be a number above 0 and at most 1"):
        Reads(min=least)
    assert from_first(Reads(min=1), passages((0, 5), (0, 5), (0, 6))) == [1, 0]
