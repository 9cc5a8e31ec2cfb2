"""SRPRUM, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges

import partwise as pw


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # ESRR reaches 1 at rank 3, .5 at rank 2
    assert value(f"SRPRUM(nav={nav})", toy()) == pytest.approx(1.73 / 3)
    assert value(f"SRPRUM(r=0.5, nav={nav})", toy()) == pytest.approx(0.95 / 2)


def test_a_list_that_never_satisfies():
    assert value("SRPRUM(nav=NoNav)", toy("e1", "e3")) == 1 / 2
    assert value("SRPRUM(nav=NoNav, unreached=zero)", toy("e1", "e3")) == 0


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"SRPRUM(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0


def test_topics_that_stop_unsatisfied_are_counted():
    # t reaches recall 1, nothing can be reached in u, nothing is returned for v
    qrels = pw.Qrels.from_columns(
        topic=["t", "u", "v"], doc=["d"] * 3, element=["e3"] * 3, grade=[1, 0, 1]
    )
    run = pw.Run.from_columns(topic=["t", "u"], doc=["d"] * 2, element=["e3"] * 2)
    results = pw.evaluate(qrels, run, ["SRPRUM(nav=NoNav)"])

    note = "run: 1 topic does not reach the recall that SRPRUM(nav=NoNav) asks for"
    assert note in results.notes


def test_lists_of_one_result():
    assert value("SRPRUM(nav=NoNav)", toy("e3")) == 1
    assert value("SRPRUM(nav=NoNav)", toy("e1")) == 0


def test_a_recall_is_reached_when_it_comes_within_the_slack():
    """C is the first rank with ESRR >= r - 1e-9; e1 is no hit, e3 is one of two."""
    assert value("SRPRUM(r=1e-9, nav=NoNav)", toy()) == 0  # 0 is reached at rank 1
    assert value("SRPRUM(r=2e-9, nav=NoNav)", toy()) == 1 / 2
