"""Most spans found by k intervals, against all subsets."""

from itertools import combinations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from partwise.kernels.coverage.spans import Spans, most_found, overlapping


def found_by(choice, spans):
    """Count spans of which the chosen intervals together cover enough, position by position."""
    covered = {p for low, high in choice for p in range(low, high)}
    return sum(len(covered & set(range(low, high))) >= need for low, high, need in spans)


def best_of_all(parts, spans, k):
    most = min(k, len(parts))
    choices = (c for j in range(most + 1) for c in combinations(parts, j))
    return max(found_by(choice, spans) for choice in choices)


def fast(parts, spans, k):
    columns = np.array(parts, np.int64).reshape(-1, 2)
    goals = Spans(*np.array(spans, np.int64).reshape(-1, 3).T)
    return most_found(columns[:, 0], columns[:, 1], goals, k)


@st.composite
def cases(draw):
    spans, at = [], 0
    for _ in range(draw(st.integers(1, 5))):
        at += draw(st.integers(0, 2))
        size = draw(st.integers(1, 6))
        spans.append((at, at + size, draw(st.integers(1, size))))
        at += size
    place = st.integers(0, at)
    some = st.tuples(place, place).filter(lambda p: p[0] < p[1])
    return draw(st.lists(some, max_size=7)), spans, draw(st.integers(1, 4))


@given(cases())
@example(([(0, 3), (2, 5), (5, 8)], [(0, 4, 4), (4, 8, 3)], 2))
def test_no_choice_finds_more(case):
    parts, spans, k = case
    assert fast(parts, spans, k) == best_of_all(parts, spans, k)


def test_a_start_on_the_open_span_does_not_outweigh_a_found_one():
    # two chains end in the long span: one has found the first span, one has covered more
    spans = [(0, 4, 4), (4, 12, 8)]
    parts = [(0, 6), (3, 9), (6, 12)]
    assert [fast(parts, spans, k) for k in (1, 2, 3)] == [1, 2, 2]


def test_an_open_span_that_is_found_already_counts_once():
    spans = [(0, 3, 3), (3, 9, 2)]
    parts = [(0, 5), (4, 8), (8, 9)]
    assert [fast(parts, spans, k) for k in (1, 2, 3)] == [2, 2, 2]


def test_without_a_limit_all_intervals_are_shown():
    assert fast([(0, 2), (2, 4)], [(0, 4, 4)], None) == 1
    assert fast([(0, 2)], [(0, 4, 4)], None) == 0
    assert fast([], [(0, 4, 1)], 3) == 0


def test_many_intervals_are_compared_in_blocks(monkeypatch):
    monkeypatch.setattr("partwise.kernels.coverage.spans._AT_ONCE", 7)
    parts = [(i, i + 3) for i in range(0, 20, 2)]
    spans = [(0, 5, 5), (6, 11, 4), (12, 20, 5)]
    assert [fast(parts, spans, k) for k in range(1, 7)] == [
        best_of_all(parts, spans, k) for k in range(1, 7)
    ]


def test_overlaps_are_seen_past_a_neighbour():
    assert overlapping(np.array([0, 1, 4]), np.array([9, 2, 5])).tolist() == [False, True, True]


def test_a_span_whose_rest_is_just_enough_is_found():
    assert fast([(2, 6), (7, 9)], [(0, 4, 2)], 1) == 1
    assert fast([(3, 6), (7, 9)], [(0, 4, 2)], 1) == 0
