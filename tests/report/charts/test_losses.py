"""The picture of losses."""

from __future__ import annotations

from tests.losses.test_table import one

from partwise.geometry.inventory import Limit
from partwise.losses.table import Losses
from partwise.report.chart_kinds import shares
from partwise.report.charts import drawn

AMOUNTS = {"relevant": 10, "shown": 5, "lost.cutting": 3, "lost.ranking": 2}


def test_a_bar_of_each_run_adds_up():
    runs = one(AMOUNTS, run="a"), one({"relevant": 4, "shown": 4}, run="b")
    spec = shares(Losses(runs, ("t",), Limit(k=3)))
    rows = spec["data"]["values"]

    assert [(row["run"], row["what"], row["share"]) for row in rows] == [
        ("a", "shown", 0.5),
        ("a", "cutting", 0.3),
        ("a", "ranking", 0.2),
        ("b", "shown", 1.0),
    ]
    assert spec["title"] == "first 3 parts: shown, and who lost the rest"
    assert "limit: 3 parts" in spec["encoding"]["color"]["sort"]
    assert b"run: b; what: shown" in drawn(spec, "chart.svg")
