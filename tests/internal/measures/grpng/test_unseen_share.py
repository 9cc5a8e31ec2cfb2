"""Recall and precision of unseen text, on a root (30 characters) with leaves 1 and 2."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.element_tables import (
    extents,
    highlight_view_of,
    view_of,
    view_without_structure,
)
from tests.reference.exact_elements import Elements

from partwise.errors import MissingAssessmentError, PartwiseError
from partwise.measures.grpng import unseen_share

TREES = Elements([None, 0, 0], [30, 10, 20])


def share(run, grades):
    return unseen_share(view_of(TREES, [(grades, list(run)), ({}, list(run))]), "GRPng")


def test_by_hand():
    # 1 has e 3 and s 2, 2 has e 1 and s 3
    found = share([1, 2], {1: (3, 2), 2: (1, 3)})

    assert found.recall.height[:2].tolist() == pytest.approx([3 / 4, 1])
    assert found.precision.height[:2].tolist() == pytest.approx([2 / 3, (10 * 2 / 3 + 20) / 30])
    assert found.defined.tolist() == [True, False]


def test_text_that_was_seen_earns_nothing():
    # of the root's 30 characters 10 were seen in 1: two thirds are new
    found = share([1, 0, 1], {0: (3, 1), 1: (3, 3)})

    recall = [1 / 2, (1 + 2 / 3) / 2, (1 + 2 / 3) / 2]
    assert found.recall.height[:3].tolist() == pytest.approx(recall)
    precision = [1, (10 + 20 / 3) / 30, (10 + 20 / 3) / 30]
    assert found.precision.height[:3].tolist() == pytest.approx(precision)


def test_results_that_nobody_judged():
    found = share([2, 1], {1: (3, 3)})

    assert found.recall.height[:2].tolist() == pytest.approx([0, 1])
    assert found.precision.height[:2].tolist() == pytest.approx([0, 10 / 30])


def test_curves_at_a_rank_of_each_topic():
    found = share([1, 2], {1: (3, 2), 2: (1, 3)})

    for rank, recall in ((0, 0), (1, 3 / 4), (2, 1), (9, 1)):
        values = found.at(found.recall, np.array([rank, rank]))
        assert values.tolist() == pytest.approx([recall, math.nan], nan_ok=True)


def test_shares_are_made_once():
    view = view_of(TREES, [({1: (3, 2)}, [1])])

    assert unseen_share(view, "GRPng") is unseen_share(view, "GRPngR")


def test_grades_are_needed():
    view = highlight_view_of(TREES, [([(0, 0, 10)], [1])])

    with pytest.raises(MissingAssessmentError) as caught:
        unseen_share(view, "GRPng")
    assert "GRPng needs elements graded 0 to 3 in e and s" in str(caught.value)
    assert "highlighted text" in str(caught.value)


def test_element_trees_are_needed():
    with pytest.raises(PartwiseError, match="GRPng"):
        unseen_share(view_without_structure(TREES, [({1: (3, 2)}, [1])]), "GRPng")


def test_one_element_of_the_least_exhaustivity():
    found = share([2, 1], {1: (1, 3)})

    assert found.defined.tolist() == [True, False]
    assert found.recall.height[:2].tolist() == [0, 1]
    assert found.precision.height[:2].tolist() == pytest.approx([0, 10 / 30])


def test_an_element_of_one_character():
    small = Elements([None, 0, 0], [3, 1, 2])
    found = unseen_share(view_of(small, [({1: (3, 3)}, [1, 2])]), "GRPng")

    assert found.recall.height.tolist() == pytest.approx([1, 1])
    assert found.precision.height.tolist() == pytest.approx([1, 1 / 3])


DEEP = Elements([None, 0, 1, 1, 0, 4, 4], [61, 23, 7, 11, 31, 13, 17])


def slow_shares(grades, run):
    """Recall and precision after each result, from sets of characters."""
    text = [set(range(*place)) for place in extents(DEEP)]
    seen, recall, precision = set(), [Fraction(0)], [Fraction(0)]
    for c in run:
        new, (e, s) = text[c] - seen, grades.get(c, (0, 0))
        seen |= new
        recall.append(recall[-1] + Fraction(e * len(new), 3 * len(text[c])))
        precision.append(precision[-1] + Fraction(s * len(new), 3))
    whole = Fraction(sum(e for e, _ in grades.values()), 3)
    read = [len(set().union(*(text[c] for c in run[:k]))) for k in range(1, len(run) + 1)]
    shares = [p / n for p, n in zip(precision[1:], read, strict=True)]
    return [float(r / whole) for r in recall[1:]], [float(p) for p in shares]


@given(
    st.dictionaries(
        st.integers(0, 6), st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from([2, 3, 3])),
        min_size=1,
    ),
    st.lists(st.integers(0, 6), min_size=1, max_size=9),
)  # fmt: skip
def test_shares_of_any_ranking(grades, run):
    found = unseen_share(view_of(DEEP, [(grades, run)]), "GRPng")

    recall, precision = slow_shares(grades, run)
    assert found.recall.height.tolist() == pytest.approx(recall)
    assert found.precision.height.tolist() == pytest.approx(precision)
    assert max(*found.recall.height, *found.precision.height) <= 1
