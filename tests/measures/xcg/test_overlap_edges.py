"""Edge cases of Overlap."""

from __future__ import annotations

import pytest
from tests.reference.element_tables import run_of, structure_of, view_of
from tests.reference.exact_elements import Elements

from partwise.errors import UsageError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.measures.xcg.overlap import Overlap
from partwise.tables.qrels import Qrels

TREES = Elements([None, 0, 0], [20, 10, 10])


def test_by_hand():
    # ranks: child, other child, root, child again
    view = view_of(TREES, [({}, [1, 2, 0, 1])])

    assert Overlap().values(view) == [1]
    assert (Overlap @ 2).values(view) == [0]
    assert Overlap(direction="seen").values(view) == [2 / 4]
    assert (Overlap(direction="seen") @ 3).values(view) == pytest.approx([1 / 3])


def test_the_cutoff_counts_results_present():
    view = view_of(TREES, [({}, [1, 0])])

    assert (Overlap @ 20).values(view) == [1]


def test_empty_lists_and_passages():
    view = view_of(TREES, [({}, []), ({}, [None, None])])

    assert Overlap().values(view).tolist() == [0, 0]


def test_needs_no_grades_of_elements():
    qrels = Qrels.from_columns(topic=["t0"], doc=["d0"], grade=[0])
    judged = Assessments(qrels, structure=structure_of(TREES))
    view = View(judged, run_of(TREES, [({}, [1, 0])]), order="rank")

    assert Overlap().values(view) == [1]


def test_needs_the_structure():
    qrels = Qrels.from_columns(topic=["t0"], doc=["d0"], grade=[0])
    view = View(Assessments(qrels), run_of(TREES, [({}, [1, 0])]), order="rank")

    with pytest.raises(UsageError, match="Use structure="):
        Overlap().values(view)
