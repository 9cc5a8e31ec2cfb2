"""A line for each run."""

from __future__ import annotations

from partwise.report.chart_kinds import SHARE, Axis, Curves, curve_chart
from partwise.report.charts import DASHES, Frame, drawn


def chart(n, **more):
    names = [f"run {i}" for i in range(n)]
    y = [[0.1 * (i % 9), 0.5, 0.05 * (i % 20)] for i in range(n)]
    return curve_chart(Curves(names, [1, 2, 3], y, **more), Axis("x"), SHARE, Frame("T"))


def layer(spec, kind):
    return [one for one in spec["layer"] if one["mark"]["type"] == kind]


def test_few_runs_are_named_at_the_ends_of_their_lines():
    spec = chart(3)
    (names,) = layer(spec, "text")
    assert [row["run"] for row in names["data"]["values"]] == ["run 0", "run 1", "run 2"]
    (line,) = layer(spec, "line")
    assert line["encoding"]["color"]["legend"] is None
    assert line["encoding"]["strokeDash"]["scale"]["range"] == list(map(list, DASHES[:3]))
    svg = drawn(spec, "c.svg").decode()
    assert all(f">run {i}</text>" in svg for i in range(3))


def test_many_runs_have_a_legend_in_the_order_of_the_last_values():
    spec = chart(9)
    assert layer(spec, "text") == []
    grey, line = layer(spec, "line")
    assert {row["run"] for row in grey["data"]["values"]} == {"run 7", "run 8"}
    told = line["encoding"]["color"]["legend"]["values"]
    assert told == [f"run {i}" for i in (6, 5, 4, 3, 2, 1, 0)]
    (dots,) = layer(spec, "point")
    assert dots["encoding"]["color"] == line["encoding"]["color"]
    assert ">run 6</text>" in drawn(spec, "c.svg").decode()


def test_undefined_values_are_left_out():
    y = [[None, 0.5, 0.6], [None, None, None]]
    spec = curve_chart(Curves(["a", "b"], [1, 2, 3], y), Axis("x"), SHARE, Frame("T"))
    (line,) = layer(spec, "line")
    assert [(row["run"], row["x"]) for row in line["data"]["values"]] == [("a", 2), ("a", 3)]
    assert drawn(spec, "c.svg")


def test_nothing_defined_is_still_a_chart():
    spec = curve_chart(Curves(["a"], [1], [[None]]), Axis("x"), Axis("y"), Frame("T"))
    assert drawn(spec, "c.svg")


def test_the_ideal_and_the_rule():
    spec = chart(2, ideal=[0.9, 0.9, 1.0], rule=2)
    assert layer(spec, "rule")[0]["data"]["values"] == [{"x": 2}]
    grey = layer(spec, "line")[0]
    assert [row["y"] for row in grey["data"]["values"]] == [0.9, 0.9, 1.0]
    assert ">ideal</text>" in drawn(spec, "c.svg").decode()


def test_marks_are_few_and_every_line_has_one():
    x = list(range(100))
    curves = Curves(["a", "b"], x, [[0.5] * 100, [0.4] * 100])
    for run in (0, 1):
        marked = [row for row in curves.rows(run) if row["mark"]]
        assert 1 <= len(marked) <= 7
