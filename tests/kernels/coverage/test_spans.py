"""Most spans found by k intervals, against all subsets."""

from itertools import combinations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from partwise.kernels.coverage import Spans, most_found, overlaps_before
from partwise.kernels.coverage import _SpanChains as _Chains


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
    monkeypatch.setattr("partwise.kernels.coverage._AT_ONCE", 7)
    parts = [(i, i + 3) for i in range(0, 20, 2)]
    spans = [(0, 5, 5), (6, 11, 4), (12, 20, 5)]
    best, sizes = _Chains._best, set()

    def noted(self, rows):
        sizes.add(rows.size)
        return best(self, rows)

    monkeypatch.setattr(_Chains, "_best", noted)
    assert [fast(parts, spans, k) for k in range(1, 7)] == [
        best_of_all(parts, spans, k) for k in range(1, 7)
    ]
    assert sizes == {1}
    monkeypatch.setattr("partwise.kernels.coverage._AT_ONCE", 40)
    fast(parts, spans, 3)
    assert sizes == {1, 4}


def test_overlaps_are_seen_past_a_neighbour():
    assert overlaps_before(np.array([0, 1, 4]), np.array([9, 2, 5])).tolist() == [False, True, True]
    found = overlaps_before(np.array([0, 1, 4, 9, 10]), np.array([2, 3, 5, 12, 11]))
    assert found.tolist() == [False, True, False, False, True]


def test_a_span_whose_rest_is_just_enough_is_found():
    assert fast([(2, 6), (7, 9)], [(0, 4, 2)], 1) == 1
    assert fast([(3, 6), (7, 9)], [(0, 4, 2)], 1) == 0


def test_a_further_interval_adds_what_it_finds():
    spans = [(0, 2, 2), (2, 4, 2), (4, 6, 2), (6, 8, 2)]

    assert [fast([(0, 4), (3, 5), (4, 8)], spans, k) for k in (1, 2)] == [2, 4]


def test_an_interval_that_ends_behind_the_last_span():
    spans = [(0, 4, 4), (6, 8, 2)]

    assert [fast([(0, 3), (2, 5), (4, 9), (8, 12)], spans, k) for k in (1, 2, 3)] == [1, 1, 2]


def test_chains_that_do_not_exist_find_nothing():
    # four intervals find the span, and no fewer
    parts = [(0, 1), (2, 3), (4, 5), (6, 7)]

    assert [fast(parts, [(0, 8, 4)], k) for k in (1, 2, 3, 4)] == [0, 0, 0, 1]


def test_a_chain_goes_on_with_later_intervals_alone():
    parts = [(0, 1), (4, 6), (8, 14), (16, 17), (18, 19)]
    spans = [(4, 6, 2), (8, 10, 2), (10, 12, 2), (12, 14, 2), (16, 17, 1), (18, 19, 1)]

    assert [fast(parts, spans, k) for k in (1, 2, 3)] == [3, 4, 5]
