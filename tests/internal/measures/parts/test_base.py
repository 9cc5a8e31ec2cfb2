"""Tables behind measures of parts: hits in the run, and hits among all parts that exist."""

from __future__ import annotations

import numpy as np

from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.measures.parts import Hit, Share
from partwise.tables.lengths import Inventory
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def view(**columns):
    gold = Qrels.from_columns(
        topic=["t", "u", "v"], doc=["A", "A", "B"], start=[10, 40, 0], end=[20, 60, 5], **columns
    )
    run = Run.from_columns(
        topic=["t", "t", "u"], doc=["A", "A", "A"], start=[0, 15, 0], end=[12, 30, 9],
        rank=[1, 2, 1],
    )  # fmt: skip
    chunks = Inventory.from_columns(doc=["A", "A", "A"], start=[0, 25, 50], end=[25, 50, 75])
    return View(Assessments(gold), run, inventory=chunks)


def test_a_part_is_a_hit_by_itself():
    known, hits = Hit().hits(view())
    assert hits.tolist() == [True, True, False]
    assert known.n_spans.tolist() == [1, 1, 1]
    assert Hit(min=Share(0.5)).hits(view())[1].tolist() == [False, True, False]
    assert (Hit(min=5) @ 1).hits(view())[1].tolist() == [False, True, False]


def test_alternatives_are_hit_like_spans():
    _, hits = Hit().hits(view(alternative=["x", "y", "z"]))
    assert hits.tolist() == [True, True, False]


def test_parts_that_exist_are_counted_as_hits_once():
    hits, n_spans = Hit().best_hits(view())
    assert hits.tolist() == [3, 2, 0]  # for t also the two parts of the run
    assert n_spans.tolist() == [1, 1, 1]


def test_the_best_is_any_hit():
    assert Hit().any_hit(view()).tolist() == [1.0, 1.0, 0.0]
    none = view(grade=[1, 1, 0])
    assert np.isnan(Hit().any_hit(none)).tolist() == [False, False, True]


def test_one_part_that_exists_is_enough():
    # 0..25 of A alone holds all that t wants; halves of what u wants, and nothing of B
    assert Hit(min=Share(1.0)).any_hit(view()).tolist() == [1, 0, 0]
