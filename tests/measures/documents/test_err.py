"""ERR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, graded, value

import partwise as pw


def test_by_hand():
    # A at rank 3 satisfies with 1/16, C at rank 5 with 7/16
    assert value("ERR", graded()) == pytest.approx(1 / 16 / 3 + 15 / 16 * 7 / 16 / 5)
    assert value("ERR@4", graded()) == pytest.approx(1 / 16 / 3)
    assert value("ERR(top=3)", graded("C")) == pytest.approx(7 / 8)


def test_spans_without_grades_count_one():
    assert value("ERR", documents()) == pytest.approx(1 / 16 / 2 + 15 / 16 * 1 / 16 / 4)


def test_a_grade_above_the_scale_is_refused():
    with pytest.raises(pw.UsageError, match=r"document C has the grade 3.* Use ERR\(top=3\)"):
        value("ERR(top=2)", graded())


def test_edges():
    undefined, empty = edges("ERR", graded())
    assert isnan(undefined)
    assert empty == 0


def test_every_topic_begins_with_a_reader():
    qrels = {"s": {"x": 1, "y": 1}, "t": {"x": 1}, "u": {"y": 1}}
    run = {topic: {"x": 2.0, "y": 1.0} for topic in qrels}
    together = pw.evaluate(qrels, run, ["ERR(top=1)"]).table[0, 0].tolist()

    # a document of the only grade satisfies half of the readers who come to it
    assert together == pytest.approx([1 / 2 + 1 / 2 * 1 / 2 / 2, 1 / 2, 1 / 2 / 2])
