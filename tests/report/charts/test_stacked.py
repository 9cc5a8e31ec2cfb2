"""Lying bars divided by kind."""

from __future__ import annotations

import pytest

from partwise.report.chart_kinds import stacked_bars
from partwise.report.charts import Frame, drawn

KINDS = {"dark": "#000000", "bright": "#ffffff", "rest": "#888888"}


@pytest.fixture
def spec():
    shares = [[0.5, 0.48, 0.02], [0.0, 0.0, 1.0]]
    return stacked_bars(["one", "two"], KINDS, shares, what="share", frame=Frame("T"))


def test_pieces_lie_side_by_side_in_the_order_of_kinds(spec):
    rows = [row for row in spec["data"]["values"] if row["run"] == "one"]
    assert [row["kind"] for row in rows] == list(KINDS)
    assert [(row["from"], row["to"]) for row in rows] == [
        (0.0, 0.5),
        (0.5, pytest.approx(0.98)),
        (pytest.approx(0.98), pytest.approx(1.0)),
    ]


def test_shares_are_printed_where_they_fit_and_can_be_read(spec):
    svg = drawn(spec, "c.svg").decode()
    assert ">50%</text>" in svg
    assert ">48%</text>" in svg
    assert ">2%</text>" not in svg
    white = {row["kind"]: row["white"] for row in spec["data"]["values"]}
    assert white == {"dark": True, "bright": False, "rest": True}


def test_runs_stand_in_the_order_given(spec):
    assert spec["encoding"]["y"]["sort"] == ["one", "two"]
    svg = drawn(spec, "c.svg").decode()
    assert svg.index(">one<") < svg.index(">two<")
