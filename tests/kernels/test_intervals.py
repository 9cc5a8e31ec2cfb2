from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels import intervals

PAIRS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda p: (p[0], p[0] + p[1])), max_size=9
)


def column(values):
    return np.array(list(values), np.int64)


def characters(pairs):
    return {c for a, b in pairs for c in range(a, b)}


def merged(pairs):
    return intervals.merge(column(a for a, _ in pairs), column(b for _, b in pairs))


def test_documents_lie_side_by_side_with_a_gap():
    assert intervals.lay_out(column([3, 0, 2])).tolist() == [0, 4, 5, 8]


@given(PAIRS)
def test_merge_keeps_every_character_once(pairs):
    start, end = merged(pairs)

    assert characters(zip(start.tolist(), end.tolist(), strict=True)) == characters(pairs)
    assert (start < end).all()
    assert (start[1:] > end[:-1]).all()  # disjoint, and touching ones joined


@given(PAIRS, st.lists(st.integers(-5, 60), max_size=9))
def test_covered_before_counts_characters(pairs, x):
    text = characters(pairs)

    found = intervals.covered_before(column(x), *merged(pairs))
    assert found.tolist() == [sum(c < position for c in text) for position in x]
    is_inside = intervals.inside(column(x), *merged(pairs))
    assert is_inside.tolist() == [position in text for position in x]


@given(PAIRS, st.lists(st.integers(0, 60), max_size=9).map(sorted))
def test_cut_splits_at_each_border(pairs, borders):
    start, end = intervals.cut(*merged(pairs), column(borders))

    pieces = list(zip(start.tolist(), end.tolist(), strict=True))
    assert characters(pieces) == characters(pairs)
    assert sum(b - a for a, b in pieces) == len(characters(pairs))
    assert all(a < b for a, b in pieces)
    assert not any(a < border < b for a, b in pieces for border in borders)
    expected = len(merged(pairs)[0]) + len({c for c in borders if {c - 1, c} <= characters(pairs)})
    assert len(pieces) == expected


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 20), st.integers(0, 6)), max_size=12))
def test_union_of_each_owner(rows):
    owner, start, size = np.array(rows, np.int64).reshape(-1, 3).T
    held = {}
    for who, low, n in rows:
        held.setdefault(who, set()).update(range(low, low + n))
    who, low, high = intervals.merge_by(owner, start, start + size)
    found = {}
    for one, a, b in zip(who.tolist(), low.tolist(), high.tolist(), strict=True):
        assert a < b
        assert not found.setdefault(one, set()) & set(range(a, b))
        found[one] |= set(range(a, b))
    assert found == {one: text for one, text in held.items() if text}
    assert (np.diff(who) >= 0).all()
