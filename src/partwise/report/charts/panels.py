"""Charts of the lab with one panel per measure, as Vega-Lite specifications."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from partwise.report.charts.drawing import SCHEMA

Row = dict[str, Any]
Spec = dict[str, Any]

_WIDTH = 360
_HEIGHT = 200
_BAR = 18
"""Height of a run in the chart of spreads."""

_ALL_TICKS = 9
"""Counts that are all labelled; of more, only 0 and 1, 2 and 5 times a power of ten."""


def error_bars(
    rows: Sequence[Row], *, title: str, domain: tuple[float, float] | None = None
) -> Spec:
    """Return the spread of each run's mean, one panel per measure, runs below each other.

    Parameters
    ----------
    rows : sequence of dict
        ``run``, ``measure``, ``mean``, ``min`` and ``max``.
    title : str
        What the bars are.
    domain : tuple of float, optional
        Ends of the axis; around the bars when None.
    """
    scale: Spec = {"zero": False} if domain is None else {"domain": list(domain), "nice": False}

    def panel(measure: str, mine: list[Row]) -> Spec:
        order = [row["run"] for row in sorted(mine, key=lambda row: -row["mean"])]
        run: Spec = {"field": "run", "type": "nominal", "title": None, "sort": order}
        run |= {"axis": {"labelLimit": 240}}
        value: Spec = {"type": "quantitative", "title": measure, "scale": scale}
        bar = {"x": {**value, "field": "min"}, "x2": {"field": "max"}, "y": run}
        return {
            "height": {"step": _BAR},
            "layer": [
                {"mark": "rule", "encoding": bar},
                {
                    "mark": {"type": "point", "filled": True, "opacity": 1},
                    "encoding": {"x": {**value, "field": "mean"}, "y": run},
                },
            ],
        }

    return panels(rows, panel, title=title)


def insertion_curves(rows: Sequence[Row], *, title: str) -> Spec:
    """Return means against the number of inserted results, one panel per measure.

    Parameters
    ----------
    rows : sequence of dict
        ``measure``, ``where``, ``count`` and ``mean``; ``where`` as the legend shows it.
    title : str
        What stands above the panels.
    """
    counts = sorted({row["count"] for row in rows})
    ticks = counts if len(counts) <= _ALL_TICKS else [n for n in counts if _is_round(n)]
    places = list(dict.fromkeys(row["where"] for row in rows))
    dashes = [[1, 0], [6, 4]]

    def panel(measure: str, mine: list[Row]) -> Spec:
        shares = all(0 <= row["mean"] <= 1 for row in mine)  # panels can be compared then
        legend: Spec = {"field": "where", "type": "nominal", "title": "inserted"}
        legend |= {"legend": {"symbolType": "stroke", "symbolSize": 300}}
        encoding: Spec = {
            "x": {
                "field": "count",
                "type": "quantitative",
                "title": "non-relevant results inserted",
                "scale": {"type": "symlog", "nice": False},
                "axis": {"values": ticks, "format": "d", "labelFlush": False},
            },
            "y": {
                "field": "mean",
                "type": "quantitative",
                "title": f"mean {measure}",
                "scale": {"domain": [0, 1]} if shares else {},
            },
            "color": {**legend, "scale": {"domain": places}},
            # equal curves lie on each other: the first is seen through the gaps of the second
            "strokeDash": {**legend, "scale": {"domain": places, "range": dashes}},
        }
        line = {"mark": {"type": "line", "strokeWidth": 2}, "encoding": encoding}
        point = {name: encoding[name] for name in ("x", "y", "color")}
        dots = [  # a shape by data would put its symbols into the legend of the lines
            {
                "transform": [{"filter": {"field": "where", "equal": where}}],
                "mark": {"type": "point", "filled": True, "opacity": 1, "shape": shape},
                "encoding": point,
            }
            for where, shape in zip(places, ("circle", "square"), strict=False)
        ]
        return {"height": _HEIGHT, "layer": [line, *dots]}

    shown = [row for row in rows if row["mean"] is not None]
    return panels(shown, panel, title=title)


def swap_curves(rows: Sequence[Row]) -> Spec:
    """Return swap rates against the number of topics: one curve a bin, one panel a measure.

    Counted rates are filled dots on a line; fitted ones are hollow on a dashed line that goes
    on from the last counted one.

    Parameters
    ----------
    rows : sequence of dict
        ``measure``, ``low`` (lower end of the bin), ``size``, ``rate`` and ``kind``, which is
        ``counted`` or ``fitted``; bins and sizes ascending.
    """

    def panel(measure: str, mine: list[Row]) -> Spec:
        bins = [f"{low:g}" for low in sorted({row["low"] for row in mine})]
        kinds = ["counted", "fitted"]
        kind = {"field": "kind", "type": "nominal", "title": "rate"}
        sizes = sorted({row["size"] for row in mine})
        ticks = [n for n in sizes if _is_round(n) or n == sizes[-1]]
        x: Spec = {"field": "size", "type": "quantitative", "title": "topics"}
        x |= {"scale": {"type": "log", "domain": [sizes[0], max(sizes[-1], sizes[0] + 1)]}}
        x |= {"axis": {"values": ticks, "format": "d"}}
        y: Spec = {"field": "rate", "type": "quantitative", "title": "swap rate"}
        y |= {"axis": {"format": "%"}}
        colour: Spec = {"field": "difference", "type": "ordinal", "title": "difference from"}
        colour |= {"sort": bins, "scale": {"domain": bins, "scheme": "blues"}}
        dash = {**kind, "scale": {"domain": kinds, "range": [[1, 0], [4, 4]]}}
        place = {"x": x, "y": y, "color": colour}
        line = {"type": "line", "strokeJoin": "round"}
        five = {
            "mark": {"type": "rule", "strokeDash": [2, 2]},
            "data": {"values": [{"rate": 0.05}]},
        }
        layers: list[Spec] = [
            {"mark": line, "encoding": {**place, "strokeDash": dash}},
            {**five, "encoding": {"y": y}},
        ]
        for name, inside in (("counted", {"filled": True}), ("fitted", {"fill": "white"})):
            chosen = [{"filter": f"datum.dot && datum.kind === '{name}'"}]
            dot = {"type": "point", "opacity": 1, **inside}
            layers.append({"mark": dot, "transform": chosen, "encoding": place})
        title = f"{measure}: swap rate by number of topics"
        return {"title": title, "height": _HEIGHT, "layer": layers}

    spec = panels(_continued(rows), panel)
    return spec | {"resolve": {"scale": {"color": "independent"}}}  # bins differ by measure


def _continued(rows: Sequence[Row]) -> list[Row]:
    """Let the fitted part of each curve begin at its last counted point.

    What is fitted at smaller sizes stands in the table; here it would be a second curve.
    """
    shown = [row | {"difference": f"{row['low']:g}", "dot": True} for row in rows]
    shown = [row for row in shown if row["rate"] is not None]
    last = {(r["measure"], r["low"]): r for r in shown if r["kind"] == "counted"}
    ends = {at: row["size"] for at, row in last.items()}
    shown = [
        row
        for row in shown
        if row["kind"] == "counted" or row["size"] > ends.get((row["measure"], row["low"]), 0)
    ]
    fitted = {(r["measure"], r["low"]) for r in shown if r["kind"] == "fitted"}
    joints = [row | {"kind": "fitted", "dot": False} for at, row in last.items() if at in fitted]
    return [*shown, *joints]


def panels(
    rows: Sequence[Row],
    panel: Callable[[str, list[Row]], Spec],
    *,
    title: str = "",
    width: int = _WIDTH,
) -> Spec:
    """Put a panel for each measure beside or below each other, without a hole."""
    parts = []
    for measure in dict.fromkeys(row["measure"] for row in rows):
        mine = [row for row in rows if row["measure"] == measure]
        parts.append({"data": {"values": mine}, "width": width, **panel(measure, mine)})
    n = len(parts)
    columns = n if n <= 3 else next((k for k in (2, 3) if n % k == 0), 1)
    spec: Spec = {"$schema": SCHEMA, "concat": parts, "columns": columns}
    return spec | ({"title": {"text": title, "anchor": "middle"}} if title else {})


def _is_round(number: int) -> bool:
    text = str(number)
    return text[0] in "0125" and not text[1:].strip("0")
