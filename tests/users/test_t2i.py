from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.users.places import elements, from_first, passages

from partwise.errors import ParameterError
from partwise.users.t2i import T2I


def test_t2i_reads_on_from_the_start():
    nodes = passages((100, 200), (100, 110), (105, 300), (106, 120), (90, 101), (90, 100), (99, 99))

    # exactly n ahead counts; who enters inside y has seen it; what ended before has not
    assert from_first(T2I(5), nodes) == [1, 1, 0, 1, 0, 0]
    assert from_first(T2I(0), nodes) == [1, 0, 0, 1, 0, 0]
    assert from_first(T2I(n=3, unit="words"), elements(2, 3, 4)) == [1, 0]


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 6), st.integers(0, 9))
def test_somebody_who_reads_character_by_character(enter, start, size, n):
    # y is seen where its first character is among those read on, or where one enters inside it
    met = start in range(enter, enter + n + 1) or enter in range(start + 1, start + size)

    assert from_first(T2I(n), passages((enter, enter + 3), (start, start + size))) == [met]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (T2I, "T2I needs n"),
        (lambda: T2I(-1), "n must be a whole number of at least 0"),
        (lambda: T2I(2.5), "n must be a whole number"),
    ],
)
def test_how_far_is_a_whole_number(make, words):
    with pytest.raises(ParameterError, match=words):
        make()
