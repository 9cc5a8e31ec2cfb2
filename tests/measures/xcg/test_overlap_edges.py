"""Edge cases of Overlap."""

from __future__ import annotations

import pytest
from tests.reference.element_tables import run_of, structure_of, view_of
from tests.reference.exact_elements import Elements

import partwise as pw
from partwise.measures import Overlap

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
    qrels = pw.Qrels.from_columns(topic=["t0"], doc=["d0"], grade=[0])
    run = run_of(TREES, [({}, [1, 0])])
    view = pw.View.of(qrels, run, structure=structure_of(TREES), order="rank")

    assert Overlap().values(view) == [1]


def test_needs_the_structure():
    qrels = pw.Qrels.from_columns(topic=["t0"], doc=["d0"], grade=[0])
    view = pw.View.of(qrels, run_of(TREES, [({}, [1, 0])]), order="rank")

    with pytest.raises(pw.UsageError, match="Use structure="):
        Overlap().values(view)
