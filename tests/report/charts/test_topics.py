"""Charts with something for every topic."""

from __future__ import annotations

from partwise.report.chart_kinds import Paired, difference_bars, scatter_panels
from partwise.report.charts import PALETTES, Frame, drawn

PAIR = Paired("b", ["t1", "t2", "t3"], [0.0, 0.5, 1.0], [1.0, 0.5, 0.2], 0.07, -0.1, 0.2)
ALONE = Paired("c", ["t1"], [0.5], [0.4], -0.1, None, None)


def colours(lower):
    spec = difference_bars([PAIR], measure="M", lower=lower, frame=Frame("T"))
    bars = next(one for one in spec["concat"][0]["layer"] if one["mark"]["type"] == "bar")
    return bars["encoding"]["color"]["condition"]["value"], bars["encoding"]["color"]["value"]


def test_differences_are_sorted_with_their_mean_as_a_band():
    spec = difference_bars([PAIR, ALONE], measure="M", lower=False, frame=Frame("T"))
    panel, other = spec["concat"]
    assert [row["topic"] for row in panel["data"]["values"]] == ["t1", "t2", "t3"]
    assert [row["difference"] for row in panel["data"]["values"]] == [1.0, 0.0, -0.8]
    assert [one["mark"]["type"] for one in panel["layer"]] == ["rect", "bar", "rule"]
    assert [one["mark"]["type"] for one in other["layer"]] == ["bar", "rule"]
    assert drawn(spec, "c.svg")


def test_worse_is_worse_whichever_way_a_measure_goes():
    light = PALETTES["light"]
    assert colours(lower=False) == (light.better, light.worse)
    assert colours(lower=True) == (light.worse, light.better)


def test_topics_in_one_place_are_one_larger_dot():
    twice = Paired("b", ["t1", "t2", "t3"], [1.0, 1.0, 0.0], [1.0, 1.0, 0.5], 0.0, None, None)
    spec = scatter_panels([twice], baseline="a", reach=(0.0, 1.0), frame=Frame("T"))
    (panel,) = spec["concat"]
    assert [(r["x"], r["y"], r["topics"]) for r in panel["data"]["values"]] == [
        (1.0, 1.0, 2),
        (0.0, 0.5, 1),
    ]
    dots = panel["layer"][1]["encoding"]
    assert dots["x"]["title"] == "a"
    assert dots["y"]["title"] == "b"
    assert dots["size"]["legend"]["values"] == [1, 2]
    assert drawn(spec, "c.svg")
