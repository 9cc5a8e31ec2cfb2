from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.users.places import elements, from_first, passages

from partwise.errors import ParameterError
from partwise.users.reading import Window

SPANS = st.tuples(st.integers(0, 15), st.integers(0, 6)).map(lambda p: (p[0], p[0] + p[1]))


def test_window_sees_what_it_meets():
    nodes = passages((100, 200), (199, 300), (200, 300), (0, 100), (0, 101), (150, 150))

    assert from_first(Window(), nodes) == [1, 0, 0, 1, 0]
    assert from_first(Window(before=1, after=1), nodes) == [1, 1, 1, 1, 0]
    assert from_first(Window(after=1), nodes)[1:3] == [1, 0]


def test_in_words():
    # p[1] has words 0..3, p[2] 3..6, sec[2] 6..10
    assert from_first(Window(unit="words"), elements(2, 3, 4)) == [0, 0]
    assert from_first(Window(after=1, unit="words"), elements(2, 3, 4)) == [1, 0]
    assert from_first(Window(before=4, unit="words"), elements(4, 2, 3)) == [1, 1]


@given(SPANS.filter(lambda s: s[0] < s[1]), SPANS, st.integers(0, 4), st.integers(0, 4))
def test_meets_is_a_character_in_common(x, y, before, after):
    seen = set(range(x[0] - before, x[1] + after))

    met = bool(seen & set(range(*y)))
    assert from_first(Window(before=before, after=after), passages(x, y)) == [met]


@pytest.mark.parametrize("more", [{"before": -1}, {"after": -1}, {"after": 1.5}])
def test_how_much_is_read_around(more):
    with pytest.raises(ParameterError, match=f"{next(iter(more))} must be a whole number"):
        Window(**more)
