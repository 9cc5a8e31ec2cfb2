"""SRP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges

import partwise as pw


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # e1 holds no assessed node of its own; e3 was seen with .16, e4 with .11
    assert value(f"SRP(nav={nav})@2", toy()) == pytest.approx(0.84 / 2)
    assert value(f"SRP(nav={nav})", toy()) == pytest.approx(1.73 / 3)


def test_a_repeated_tree_gains_nothing():
    assert value("SRP(nav=NoNav)@2", toy("e3", "e3")) == 1 / 2


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"SRP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0


def test_lists_shorter_than_the_cutoff():
    assert value("SRP(nav=NoNav)", toy("e3")) == 1
    assert value("SRP(nav=NoNav)@4", toy("e3")) == 1 / 4
    assert edges("SRP(nav=NoNav)@2", toy())[1] == 0


def test_topics_are_summed_apart():
    wanted = {"topic": ["s", "t", "t", "u"], "element": ["e3", "e3", "e4", "e3"]}
    ends = {"start": [0] * 4, "end": [30, 30, 20, 30]}
    qrels = pw.Qrels.from_columns(doc=["d"] * 4, grade=[1] * 4, **wanted, **ends)
    run = pw.Run.from_columns(
        topic=["s", "t", "t", "t"], doc=["d"] * 4, element=["e3", "e1", "e3", "e4"],
        rank=[1, 1, 2, 3], start=[0] * 4, length=[30, 100, 30, 20],
    )  # fmt: skip
    view = pw.View.of(qrels, run)

    assert pw.parse("SRP(nav=NoNav)").values(view).tolist() == pytest.approx([1 / 1, 2 / 3, 0])
    assert pw.parse("SRP(nav=NoNav)@4").values(view).tolist() == pytest.approx([1 / 4, 2 / 4, 0])
