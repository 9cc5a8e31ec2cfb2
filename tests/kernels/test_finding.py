"""Intervals found by others, against the definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.intervals import finds_any, found_together, merge, need

spans = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=8)


def ends(pairs):
    start = np.array([a for a, _ in pairs], np.int64)
    return start, start + np.array([n for _, n in pairs], np.int64)


@given(parts=spans, goals=spans, least=st.integers(1, 14) | st.fractions(Fraction(1, 9), 1))
def test_against_the_definition(parts, goals, least):
    start, end = ends(parts)
    low, high = merge(*ends(goals))
    needed = need(high - low, least)
    text = [set(range(a, b)) for a, b in zip(start, end, strict=True)]
    goal = [set(range(a, b)) for a, b in zip(low, high, strict=True)]

    alone = [any(len(t & g) >= n for g, n in zip(goal, needed, strict=True)) for t in text]
    assert finds_any(start, end, low, high, needed).tolist() == alone
    every = set().union(*text)
    together = [len(every & g) >= n for g, n in zip(goal, needed, strict=True)]
    assert found_together(start, end, low, high, needed).tolist() == together


def test_needs():
    size = np.array([1, 10, 50])
    assert need(size, 20).tolist() == [1, 10, 20]
    assert need(size, Fraction("0.7")).tolist() == [1, 7, 35]
    assert need(size, Fraction("0.01")).tolist() == [1, 1, 1]
    huge = np.array([2**53 + 1])
    assert need(huge, Fraction("0.70000000000000007")).tolist() == [
        -(-int(huge[0]) * 70000000000000007 // 10**17)
    ]


def test_goals_that_stick_out_and_goals_that_lie_inside():
    def finds(start, end, *goals):
        low, high = np.array(goals).T
        return finds_any(np.array([start]), np.array([end]), low, high, high - low).tolist()

    assert finds(4, 9, (0, 5), (8, 12)) == [False]
    assert finds(4, 10, (0, 5), (6, 8), (9, 14)) == [True]
    assert finds(5, 9, (0, 5), (8, 12)) == [False]
