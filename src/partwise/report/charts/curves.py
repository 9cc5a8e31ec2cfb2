"""A line for each run: reading curves, gain, precision and effort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from partwise.report.charts.style import MOST, Frame, Spec, pushed_apart, run_scales

WIDTH, HEIGHT = 560, 320
_MARKS = 7
"""Marks on a line; more would hide it."""


@dataclass(frozen=True)
class Axis:
    """An axis: what it says, and its scale."""

    title: str
    scale: Spec = field(default_factory=dict)
    ticks: Spec = field(default_factory=dict)

    def encoding(self, name: str) -> Spec:
        """Return the encoding of a field."""
        inner: Spec = {"field": name, "type": "quantitative", "title": self.title}
        return inner | {"scale": {"nice": False, **self.scale}, "axis": self.ticks}


SHARE = Axis("", {"domain": [0, 1]}, {"format": "%"})
"""An axis of shares; the title is set by the chart."""


@dataclass(frozen=True)
class Curves:
    """The lines of a chart.

    Parameters
    ----------
    runs : sequence of str
        Names, in the order given.
    x : sequence of float
        Where every line has its points.
    y : sequence of sequences
        Values of each run; None where undefined.
    ideal : sequence, optional
        A grey line that no run can pass.
    rule : float, optional
        Where a dashed line stands upright.
    coloured : sequence of int, optional
        Runs that are told apart; default: the first seven.
    """

    runs: Sequence[str]
    x: Sequence[float]
    y: Sequence[Sequence[float | None]]
    ideal: Sequence[float | None] | None = None
    rule: float | None = None
    coloured: Sequence[int] | None = None

    @property
    def shown(self) -> list[int]:
        """Runs that are told apart, in the order given."""
        every = range(len(self.runs)) if self.coloured is None else sorted(self.coloured)
        return list(every)[:MOST]

    def rows(self, run: int) -> list[Spec]:
        """Return the points of a run; some of them carry its mark."""
        pairs = zip(self.x, self.y[run], strict=True)
        defined = [(x, y) for x, y in pairs if y is not None]
        step = max(1, -(-len(defined) // _MARKS))
        return [
            {"run": self.runs[run], "x": x, "y": y, "mark": (at + run) % step == 0}
            for at, (x, y) in enumerate(defined)
        ]


def curve_chart(curves: Curves, x: Axis, y: Axis, frame: Frame) -> Spec:
    """Return the lines, labelled at their ends, or with a legend where there are many."""
    height = frame.height or HEIGHT
    place = {"x": x.encoding("x"), "y": y.encoding("y")}
    shown = curves.shown
    rows = {run: curves.rows(run) for run in range(len(curves.runs))}
    others = [row for run, points in rows.items() if run not in shown for row in points]
    layers: list[Spec] = []
    if others:
        grey = {"type": "line", "color": frame.palette.rule, "strokeWidth": 0.7}
        layers.append(_layer(others, grey, {**place, "detail": {"field": "run"}}))
    if curves.ideal is not None:
        layers += _ideal(curves, place, frame)
    if curves.rule is not None:
        rule = {"type": "rule", "strokeDash": [4, 4], "color": frame.palette.muted}
        layers.append(_layer([{"x": curves.rule}], rule, {"x": place["x"]}))
    layers += _lines([rows[run] for run in shown], place, frame, legend=bool(others))
    if not others:
        layers += _names([rows[run] for run in shown], place, frame, height)
    size = {"width": frame.width or WIDTH, "height": height}
    return frame.around({**size, "layer": layers})


def _lines(points: Sequence[list[Spec]], place: Spec, frame: Frame, *, legend: bool) -> list[Spec]:
    given = [rows[0]["run"] for rows in points if rows]
    last = sorted((rows for rows in points if rows), key=lambda rows: -rows[-1]["y"])
    scales = run_scales(given, frame.palette)
    run: Spec = {"field": "run", "type": "nominal", "title": None}
    # the legend follows the last values; the same words in each layer, or Vega drops them all
    told = {"values": [rows[0]["run"] for rows in last], "symbolType": "stroke", "symbolSize": 120}
    seen: Spec = {"legend": told if legend else None}
    colour = {**run, "scale": scales["color"], **seen}
    dash = {**run, "scale": scales["strokeDash"], **seen}
    shape = {**run, "scale": scales["shape"], "legend": None}
    rows = [row for one in points for row in one]
    line = {"type": "line", "strokeWidth": 2, "strokeJoin": "round"}
    dot = {"type": "point", "filled": True, "opacity": 1, "size": 50}
    marked = [row for row in rows if row["mark"]]
    return [
        _layer(rows, line, {**place, "color": colour, "strokeDash": dash}),
        _layer(marked, dot, {**place, "color": colour, "shape": shape}),
    ]


def _names(points: Sequence[list[Spec]], place: Spec, frame: Frame, height: int) -> list[Spec]:
    """Write the name of each run at the end of its line."""
    lines = [rows for rows in points if rows]
    if not lines:
        return []
    ends = [rows[-1] for rows in lines]
    low, high = place["y"]["scale"].get("domain") or _reach(lines)
    apart = pushed_apart([row["y"] for row in ends], low, high, height)
    rows = [{"run": row["run"], "y": y} for row, y in zip(ends, apart, strict=True)]
    scale = run_scales([row["run"] for row in ends], frame.palette)["color"]
    text = {"type": "text", "align": "left", "dx": 8, "limit": 170, "fontSize": 11}
    encoding = {
        "x": {"value": "width"},
        "y": place["y"],
        "text": {"field": "run"},
        "color": {"field": "run", "type": "nominal", "scale": scale, "legend": None},
    }
    return [_layer(rows, text, encoding)]


def _reach(lines: Sequence[list[Spec]]) -> tuple[float, float]:
    values = [row["y"] for rows in lines for row in rows]
    return min(0.0, *values), max(*values, 1e-9)


def _ideal(curves: Curves, place: Spec, frame: Frame) -> list[Spec]:
    pairs = zip(curves.x, curves.ideal or (), strict=True)
    rows = [{"x": x, "y": y} for x, y in pairs if y is not None]
    grey = frame.palette.muted
    line = _layer(rows, {"type": "line", "color": grey, "strokeWidth": 1}, place)
    text = {"type": "text", "align": "left", "dx": 8, "color": grey, "text": "ideal"}
    return [line, _layer(rows[-1:], text, {**place, "x": {"value": "width"}})]


def _layer(rows: Sequence[Spec], mark: Spec, encoding: dict[str, Any]) -> Spec:
    return {"data": {"values": list(rows)}, "mark": mark, "encoding": encoding}
