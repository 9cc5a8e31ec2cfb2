"""Worked values of unseen text, on a root (30 characters) with leaves 1 (10) and 2 (20).

GRPngR@k is the recall and GRPngP@k the precision after k results.
"""

from __future__ import annotations

from fractions import Fraction
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.measures.worlds import value
from tests.reference.element_tables import (
    extents,
    highlight_view_of,
    view_of,
    view_without_structure,
)
from tests.reference.exact_elements import Elements

import partwise as pw

TREES = Elements([None, 0, 0], [30, 10, 20])
SMALL = Elements([None, 0, 0], [3, 1, 2])


def values(name, view, depth):
    """Values of a measure after each of the first results."""
    return [value(f"{name}@{k}", view) for k in range(1, depth + 1)]


def share(ranked, grades, trees=TREES):
    """Recall and precision after each result."""
    view = view_of(trees, [(grades, list(ranked))])
    return values("GRPngR", view, len(ranked)), values("GRPngP", view, len(ranked))


def test_by_hand():
    # 1 has e 3 and s 2, 2 has e 1 and s 3
    recall, precision = share([1, 2], {1: (3, 2), 2: (1, 3)})

    assert recall == pytest.approx([3 / 4, 1])
    assert precision == pytest.approx([2 / 3, (10 * 2 / 3 + 20) / 30])


def test_text_that_was_seen_earns_nothing():
    # of the root's 30 characters 10 were seen in 1: two thirds are new
    recall, precision = share([1, 0, 1], {0: (3, 1), 1: (3, 3)})

    assert recall == pytest.approx([1 / 2, (1 + 2 / 3) / 2, (1 + 2 / 3) / 2])
    assert precision == pytest.approx([1, (10 + 20 / 3) / 30, (10 + 20 / 3) / 30])


@pytest.mark.parametrize("grade", [(3, 3), (1, 3)])
def test_results_that_nobody_judged(grade):
    # the only assessed element is all there is to find, whatever its exhaustivity
    recall, precision = share([2, 1], {1: grade})

    assert recall == pytest.approx([0, 1])
    assert precision == pytest.approx([0, 10 / 30])


def test_an_element_of_one_character():
    recall, precision = share([1, 2], {1: (3, 3)}, SMALL)

    assert recall == pytest.approx([1, 1])
    assert precision == pytest.approx([1, 1 / 3])


def test_ranks_past_the_end_and_topics_without_grades():
    view = view_of(TREES, [({1: (3, 2), 2: (1, 3)}, [1, 2]), ({}, [1, 2])])

    for rank, recall in ((1, 3 / 4), (2, 1), (9, 1)):
        case, ungraded = (pw.GRPngR @ rank).values(view)
        assert case == pytest.approx(recall)
        assert isnan(ungraded)


def test_levels_of_recall():
    # 3/4 after rank 1 with precision 2/3, 1 after rank 2 with 80/90
    view = view_of(TREES, [({1: (3, 2), 2: (1, 3)}, [1, 2])])

    assert value("GRPng@0.75", view) == pytest.approx(2 / 3)
    assert value("GRPng@0.76", view) == pytest.approx(80 / 90)
    assert value("GRPng@1.0", view) == pytest.approx(80 / 90)


@pytest.mark.parametrize("measure", ["GRPng@0.5", "GRPngR@1", "GRPngP@1"])
def test_grades_and_trees_are_needed(measure):
    name = measure.partition("@")[0]
    with pytest.raises(pw.MissingAssessmentError) as caught:
        value(measure, highlight_view_of(TREES, [([(0, 0, 10)], [1])]))
    assert f"{name} needs elements graded 0 to 3 in e and s" in str(caught.value)
    assert "highlighted text" in str(caught.value)
    with pytest.raises(pw.PartwiseError, match=name):
        value(measure, view_without_structure(TREES, [({1: (3, 2)}, [1])]))


DEEP = Elements([None, 0, 1, 1, 0, 4, 4], [61, 23, 7, 11, 31, 13, 17])


def slow_shares(grades, ranked):
    """Recall and precision after each result, from sets of characters."""
    text = [set(range(*place)) for place in extents(DEEP)]
    seen, recall, precision = set(), [Fraction(0)], [Fraction(0)]
    for c in ranked:
        new, (e, s) = text[c] - seen, grades.get(c, (0, 0))
        seen |= new
        recall.append(recall[-1] + Fraction(e * len(new), 3 * len(text[c])))
        precision.append(precision[-1] + Fraction(s * len(new), 3))
    whole = Fraction(sum(e for e, _ in grades.values()), 3)
    read = [len(set().union(*(text[c] for c in ranked[:k]))) for k in range(1, len(ranked) + 1)]
    shares = [p / n for p, n in zip(precision[1:], read, strict=True)]
    return [float(r / whole) for r in recall[1:]], [float(p) for p in shares]


@given(
    st.dictionaries(
        st.integers(0, 6), st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from([2, 3, 3])),
        min_size=1,
    ),
    st.lists(st.integers(0, 6), min_size=1, max_size=9),
)  # fmt: skip
def test_shares_of_any_ranking(grades, ranked):
    recall, precision = share(ranked, grades, DEEP)

    slow_recall, slow_precision = slow_shares(grades, ranked)
    assert recall == pytest.approx(slow_recall)
    assert precision == pytest.approx(slow_precision)
    assert max(*recall, *precision) <= 1
