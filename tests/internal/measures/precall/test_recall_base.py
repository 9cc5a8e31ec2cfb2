"""Relevance found down a ranking of elements, on a root with three leaves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.reference.element_tables import view_of, view_without_structure
from tests.reference.exact_elements import Elements

from partwise.errors import PartwiseError
from partwise.language.fields import AUTO
from partwise.measures.precall import recall_base

TREES = Elements([None, 0, 0, 0], [30, 10, 10, 10])
GRADES = {1: (3, 3), 2: (2, 2)}
"""gen: 1 and .5."""


def base(run, ranks=None, grades=None):
    topics = [(GRADES if grades is None else grades, run), ({}, run)]
    # overlap plays no part, and so the trees are not needed
    view = view_without_structure(TREES, topics, None if ranks is None else [ranks, ranks])
    return recall_base(view, AUTO, "Precall")


def test_values_found_down_the_ranking():
    found = base([3, 1, 1, 2])

    # a repeated element counts nothing
    assert found.found.height[:4].tolist() == [0, 1, 1, 1.5]
    assert found.new[:4].tolist() == [True, True, False, True]
    assert found.total.tolist() == pytest.approx([1.5, math.nan], nan_ok=True)


def test_overlap_plays_no_part():
    found = base([1, 0], grades={0: (1, 1), 1: (3, 3)})

    assert found.found.height[:2].tolist() == [1, 1.25]
    assert found.total[0] == 1.25


def test_the_first_results_only():
    found = base([3, 1, 2])

    cut = found.top(2)
    assert cut.found.height.tolist() == [0, 1, 0, 0]
    assert cut.found.offsets.tolist() == [0, 2, 4]
    assert (cut.new.size, cut.tied.size) == (4, 4)
    assert cut.total[0] == 1.5  # the recall-base stays the topic's
    assert found.top(None) is found
    assert found.top(9).found.height.tolist() == found.found.height.tolist()


def test_tied_results_may_be_one_rank():
    found = base([3, 1, 2], [1, 1, 2])

    assert found.tied[:3].tolist() == [False, True, False]
    ranks, seen = found.ranks("expected")
    assert (ranks.height[:2].tolist(), seen[:2].tolist()) == ([1, 1.5], [2, 3])
    ranks, seen = found.ranks("order")  # the place in the document breaks the tie
    assert (ranks.height[:3].tolist(), seen[:3].tolist()) == ([1, 1, 1.5], [1, 2, 3])


def test_precision_at_recall_levels():
    # all of 1.5 is found with the third result, of which .5 is relevant and .5 is not; before it
    # stood 1 that is relevant and 1 that is not
    values = base([3, 1, 2]).precision(np.array([1.0]), None, "order")

    assert values[0].tolist() == pytest.approx([1.5 / (1.5 + 1 + 0.5 * 0.5 / (0.5 + 1))])
    assert np.isnan(values[1]).all()


def test_levels_that_are_not_reached():
    missing = base([3, 1])

    assert missing.precision(np.array([1.0]), None, "order")[0].tolist() == [0]
    # of 4 elements 2 were not returned: a last rank with .5 relevant and 1.5 not relevant
    last = missing.precision(np.array([1.0]), 4, "order")
    assert last[0].tolist() == pytest.approx([1.5 / (1.5 + 1 + 0.5 * 1.5 / (0.5 + 1))])


def test_bases_are_made_once():
    view = view_of(TREES, [(GRADES, [1])])

    assert recall_base(view, AUTO, "Precall") is recall_base(view, "gen", "APrecall")
    assert recall_base(view, "strict", "Precall").total.tolist() == [1]
    with pytest.raises(PartwiseError, match=r"Precall\(quant=spec\)"):
        recall_base(view, "spec", "Precall")
