"""Charts of curves, topics, shares of losses, and correlations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.lab.correlate import Correlation
from partwise.lab.fidelity import Fidelity
from partwise.lab.reliability import MeasureReliability, Reliability
from partwise.lab.reliability_criteria import LEAST
from partwise.losses.breakdown import LOST
from partwise.messages import plural
from partwise.report.charts import (
    MAX_STYLES,
    SCHEMA,
    Frame,
    Spec,
    dodge_labels,
    error_bars,
    heat_map,
    insertion_curves,
    panels,
    run_scales,
    swap_curves,
)
from partwise.report.losses import cause_text, limit_text

if TYPE_CHECKING:
    from partwise.losses.table import Losses


WIDTH, HEIGHT = 560, 320
_MARKS = 7
"""Marks on a line; more would hide it."""


@dataclass(frozen=True)
class Axis:
    """Quantitative axis: title, Vega-Lite scale and ticks."""

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
    """Data of a line chart, one line per run.

    Parameters
    ----------
    runs : sequence of str
        Names, in the order given.
    x : sequence of float
        Positions of the points, shared by all lines.
    y : sequence of sequences
        Values of each run; None where undefined.
    ideal : sequence, optional
        A grey line that no run can pass.
    rule : float, optional
        Position of a vertical dashed line.
    coloured : sequence of int, optional
        Runs with their own colour and mark. Default: the first seven.
    """

    runs: Sequence[str]
    x: Sequence[float]
    y: Sequence[Sequence[float | None]]
    ideal: Sequence[float | None] | None = None
    rule: float | None = None
    coloured: Sequence[int] | None = None

    @property
    def distinct_runs(self) -> list[int]:
        """Runs with their own colour and mark, in the order given."""
        candidates = range(len(self.runs)) if self.coloured is None else sorted(self.coloured)
        return list(candidates)[:MAX_STYLES]

    def rows(self, run: int) -> list[Spec]:
        """Return the points of a run; some of them carry its mark."""
        pairs = zip(self.x, self.y[run], strict=True)
        defined = [(x, y) for x, y in pairs if y is not None]
        step = max(1, -(-len(defined) // _MARKS))
        return [
            {"run": self.runs[run], "x": x, "y": y, "mark": (index + run) % step == 0}
            for index, (x, y) in enumerate(defined)
        ]


def curve_chart(curves: Curves, x: Axis, y: Axis, frame: Frame) -> Spec:
    """Return a line chart, labelled at the ends of lines, or with a legend for many runs."""
    height = frame.height or HEIGHT
    place = {"x": x.encoding("x"), "y": y.encoding("y")}
    distinct = curves.distinct_runs
    rows = {run: curves.rows(run) for run in range(len(curves.runs))}
    others = [row for run, points in rows.items() if run not in distinct for row in points]
    layers: list[Spec] = []
    if others:
        grey = {"type": "line", "color": frame.palette.rule, "strokeWidth": 0.7}
        layers.append(_layer(others, grey, {**place, "detail": {"field": "run"}}))
    if curves.ideal is not None:
        layers += _ideal(curves, place, frame)
    if curves.rule is not None:
        rule = {"type": "rule", "strokeDash": [4, 4], "color": frame.palette.muted}
        layers.append(_layer([{"x": curves.rule}], rule, {"x": place["x"]}))
    layers += _lines([rows[run] for run in distinct], place, frame, legend=bool(others))
    if not others:
        layers += _names([rows[run] for run in distinct], place, frame, height)
    size = {"width": frame.width or WIDTH, "height": height}
    return frame.around({**size, "layer": layers})


def _lines(points: Sequence[list[Spec]], place: Spec, frame: Frame, *, legend: bool) -> list[Spec]:
    names = [rows[0]["run"] for rows in points if rows]
    last = sorted((rows for rows in points if rows), key=lambda rows: -rows[-1]["y"])
    scales = run_scales(names, frame.palette)
    run: Spec = {"field": "run", "type": "nominal", "title": None}
    # the legend follows the last values; the same words in each layer, or Vega drops them all
    legend_settings = {
        "values": [rows[0]["run"] for rows in last],
        "symbolType": "stroke",
        "symbolSize": 120,
    }
    seen: Spec = {"legend": legend_settings if legend else None}
    colour = {**run, "scale": scales["color"], **seen}
    dash = {**run, "scale": scales["strokeDash"], **seen}
    shape = {**run, "scale": scales["shape"], "legend": None}
    rows = [row for run_rows in points for row in run_rows]
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
    apart = dodge_labels([row["y"] for row in ends], low, high, height)
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


STACKED_WIDTH, STEP = 560, 30
_PRINTED = 0.05
"""Shares from which a number fits into its piece."""


def stacked_bars(
    runs: Sequence[str],
    kinds: dict[str, str],
    shares: Sequence[Sequence[float]],
    *,
    what: str,
    frame: Frame,
) -> Spec:
    """Return horizontal 100 % stacked bars, one per run.

    Parameters
    ----------
    runs : sequence of str
        A row each.
    kinds : dict
        The pieces of a bar in their fixed order, with their colours.
    shares : sequence of sequences
        By run and kind, in [0, 1].
    what : str
        Title of the axis: what 100 % stands for.
    frame : Frame
        Title, size and theme.
    """
    p = frame.palette
    rows = [
        {"run": run, "kind": kind, "share": share, "from": end - share, "to": end}
        | {"middle": end - share / 2, "print": share >= _PRINTED, "white": _is_dark(kinds[kind])}
        for run, run_shares in zip(runs, shares, strict=True)
        for kind, share, end in zip(kinds, run_shares, accumulate(run_shares), strict=True)
    ]
    x: Spec = {"type": "quantitative", "title": what, "scale": {"domain": [0, 1]}}
    x |= {"axis": {"format": "%", "tickCount": 5}}
    scale = {"domain": list(kinds), "range": list(kinds.values())}
    legend = {"orient": "top", "columns": 4, "symbolStrokeColor": p.muted, "offset": 6}
    colour = {"field": "kind", "type": "nominal", "scale": scale, "title": None, "legend": legend}
    bar = {"type": "bar", "stroke": p.muted, "strokeWidth": 0.8, "height": {"band": 0.78}}
    ends = {"x": {**x, "field": "from"}, "x2": {"field": "to"}, "color": colour}
    number = {"field": "share", "type": "quantitative", "format": ".0%"}
    texts = [
        {
            "transform": [{"filter": f"datum.print && datum.white === {white}"}],
            "mark": {"type": "text", "color": letters, "fontSize": 11},
            "encoding": {"x": {**x, "field": "middle"}, "text": number},
        }
        for white, letters in (("true", "#ffffff"), ("false", "#16171a"))
    ]
    return frame.around(
        {
            "width": frame.width or STACKED_WIDTH,
            "height": {"step": STEP} if frame.height is None else frame.height,
            "data": {"values": rows},
            "encoding": {"y": {"field": "run", "type": "nominal", "title": None, "sort": [*runs]}},
            "layer": [{"mark": bar, "encoding": ends}, *texts],
        }
    )


def _is_dark(colour: str) -> bool:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


TOPICS_WIDTH, TOPICS_HEIGHT = 360, 220


@dataclass(frozen=True)
class Paired:
    """Values of a run and of the baseline on the topics where both are defined."""

    run: str
    topics: Sequence[str]
    baseline: Sequence[float]
    values: Sequence[float]
    """Values of baseline and run, one per topic."""
    mean: float
    low: float | None
    high: float | None
    """Mean difference and the ends of its interval; None without one."""


def difference_bars(pairs: Sequence[Paired], *, measure: str, lower: bool, frame: Frame) -> Spec:
    """Return the differences of each run to the baseline, sorted, with their mean as a band."""
    p = frame.palette

    def panel(run: str, _: list[Spec]) -> Spec:
        pair = next(pair for pair in pairs if pair.run == run)
        y = {"type": "quantitative", "title": f"difference in {measure}"}
        x: Spec = {"type": "ordinal", "title": f"{run}: topics by difference", "axis": {}}
        x["axis"] = {"labels": False, "ticks": False, "domain": False, "grid": False}
        good, bad = (p.worse, p.better) if lower else (p.better, p.worse)
        colour = {"condition": {"test": "datum.difference > 0", "value": good}, "value": bad}
        bars = {
            "mark": {"type": "bar"},
            "encoding": {
                "x": {**x, "field": "at"},
                "y": {**y, "field": "difference"},
                "color": colour,
                "tooltip": {"field": "topic"},
            },
        }
        mean = [{"mean": pair.mean, "low": pair.low, "high": pair.high}]
        line = {"mark": {"type": "rule", "strokeDash": [6, 3]}, "data": {"values": mean}}
        layers: list[Spec] = [bars, {**line, "encoding": {"y": {**y, "field": "mean"}}}]
        if pair.low is not None:
            band = {"type": "rect", "opacity": 0.22, "color": p.muted}
            ends = {"y": {**y, "field": "low"}, "y2": {"field": "high"}}
            layers.insert(0, {"mark": band, "data": {"values": mean}, "encoding": ends})
        return {"height": frame.height or TOPICS_HEIGHT, "layer": layers}

    rows = []
    for pair in pairs:
        both = zip(pair.topics, pair.baseline, pair.values, strict=True)
        gaps = sorted(((value - base, topic) for topic, base, value in both), reverse=True)
        rows += [
            {"measure": pair.run, "at": index, "topic": topic, "difference": gap}
            for index, (gap, topic) in enumerate(gaps)
        ]
    return frame.around(panels(rows, panel, width=frame.width or TOPICS_WIDTH))


def scatter_panels(
    pairs: Sequence[Paired], *, baseline: str, reach: tuple[float, float], frame: Frame
) -> Spec:
    """Return a square scatter plot per run, a dot per topic; x is the baseline's value."""
    p = frame.palette
    side = frame.width or 300
    scale = {"domain": list(reach), "nice": False}

    def panel(run: str, _: list[Spec]) -> Spec:
        x = {"type": "quantitative", "title": baseline, "scale": scale}
        y = {"type": "quantitative", "title": run, "scale": scale}
        line = [{"x": reach[0], "y": reach[0]}, {"x": reach[1], "y": reach[1]}]
        place = {"x": {**x, "field": "x"}, "y": {**y, "field": "y"}}
        size: Spec = {"field": "topics", "type": "quantitative", "title": "topics"}
        size |= {"scale": {"domain": [1, max(2, max_topics)], "rangeMin": 30, "rangeMax": 400}}
        size |= {
            "legend": {"values": sorted({1, max_topics}), "format": "d"} if max_topics > 1 else None
        }
        diagonal = {"type": "line", "strokeDash": [4, 4], "color": p.muted, "strokeWidth": 1}
        dots = {"type": "point", "filled": True, "opacity": 0.75, "color": p.runs[0]}
        return {
            "height": side,
            "layer": [
                {"mark": diagonal, "data": {"values": line}, "encoding": place},
                {"mark": dots, "encoding": {**place, "size": size}},
            ],
        }

    rows: list[Spec] = []
    max_topics = 1
    for pair in pairs:
        places: dict[tuple[float, float], int] = {}
        for place in zip(pair.baseline, pair.values, strict=True):
            places[place] = places.get(place, 0) + 1
        rows += [{"measure": pair.run, "x": x, "y": y, "topics": n} for (x, y), n in places.items()]
    max_topics = max((row["topics"] for row in rows), default=1)
    return frame.around(panels(rows, panel, width=side))


_BAR = 26
"""Height of a run."""

_COLOURS = ("#1b6ca8", "#9e9e9e", "#6d4c41", "#c9c9c9", "#e07b00", "#8e5ea2", "#c62828")
"""Colours of the text shown and of each cause of loss, in their order."""


def shares(losses: Losses) -> dict[str, Any]:
    """Return a stacked bar per run: share of the relevant text shown, and lost by each cause."""
    labels = ["shown", *(cause_text(key, losses.limit) for key in LOST)]
    keys = ["shown", *(f"lost.{key}" for key in LOST)]
    rows = [
        {"run": run.run, "what": what, "order": index, "share": run.mean[key]}
        for run in losses.runs
        for index, (what, key) in enumerate(zip(labels, keys, strict=True))
        if run.mean[key]
    ]
    names = [run.run for run in losses.runs]
    colour: dict[str, Any] = {"field": "what", "type": "nominal", "title": None, "sort": labels}
    colour |= {"scale": {"domain": labels, "range": list(_COLOURS)}}
    axis: dict[str, Any] = {"format": ".0%"}
    share: dict[str, Any] = {"field": "share", "type": "quantitative", "axis": axis}
    share |= {"title": "relevant text, mean over topics", "scale": {"domain": [0, 1]}}
    return {
        "$schema": SCHEMA,
        "title": f"first {limit_text(losses.limit)}: shown, and who lost the rest",
        "data": {"values": rows},
        "width": 480,
        "height": {"step": _BAR},
        "mark": "bar",
        "encoding": {
            "x": share,
            "y": {"field": "run", "type": "nominal", "title": None, "sort": names},
            "color": colour,
            "order": {"field": "order", "type": "quantitative"},
        },
    }


_CURVES = 6
"""Differences that the chart of swap rates shows unless all are asked for."""

_PLACES = {"between": "after the first result", "before": "before the first result"}


def heat(correlation: Correlation) -> dict[str, Any]:
    """Return the heat map of Kendall's tau."""
    title = f"agreement of measures about {plural(len(correlation.runs), 'run')}"
    return heat_map(
        correlation.measures,
        correlation.to_dict()["tau"],
        title=title,
        bold=(correlation.p < correlation.alpha).tolist(),
    )


def insertions(fidelity: Fidelity) -> dict[str, Any]:
    """Return means against the number of inserted non-relevant results."""
    rows = [row | {"where": _PLACES[row["where"]]} for row in fidelity.to_dict()["insertions"]]
    return insertion_curves(rows, title="the ideal run with non-relevant results inserted")


def swaps(reliability: Reliability, *, all_bins: bool = False) -> dict[str, Any]:
    """Return swap rates against topic-set size, or the spread where there are none.

    Rates of fewer than `LEAST` comparisons are noise and left out, as are bins that hold so few
    at every size. Of the others six are drawn, those with rates at most sizes.
    """
    saved = reliability.to_dict()
    drawn_bins = {row.measure: _drawn_bins(row, all_bins=all_bins) for row in reliability.measures}
    rows = [
        {**row, "kind": kind}
        for kind, name in (("counted", "swaps"), ("fitted", "extrapolated"))
        for row in saved[name]
        if row["low"] in drawn_bins[row["measure"]] and row.get("pairs", LEAST) >= LEAST
    ]
    if not any(row["rate"] is not None for row in rows):
        return spread(reliability)
    return swap_curves(rows)


def _drawn_bins(row: MeasureReliability, *, all_bins: bool) -> set[float]:
    if row.swaps is None:
        return set()
    bins = np.flatnonzero(row.swaps.shown)
    if not all_bins:
        sizes = (row.swaps.pairs >= LEAST).sum(axis=0)[bins]
        bins = bins[np.argsort(-sizes, kind="stable")[:_CURVES]]
    return {row.swaps.edges[index] for index in bins.tolist()}


def spread(reliability: Reliability) -> dict[str, Any]:
    """Return the mean of each run with its least and greatest value over the variants."""
    title = f"mean, least and greatest over {plural(reliability.variants, 'variant')}"
    rows = [row for row in reliability.to_dict()["runs"] if row["mean"] is not None]
    return error_bars(rows, title=title)


def taus(reliability: Reliability) -> dict[str, Any]:
    """Return the mean tau of each measure with its least and greatest value over the variants."""
    others = max((row.taus.size for row in reliability.measures), default=0)
    title = f"mean, least and greatest tau over {plural(others, 'variant')}"
    rows = [
        {**row, "run": row["measure"], "measure": "tau with the official ranking"}
        for row in reliability.to_dict()["tau"]
        if row["mean"] is not None
    ]
    lowest = min((row["min"] for row in rows), default=1.0)
    return error_bars(rows, title=title, domain=(min(0.9, math.floor(10 * lowest) / 10), 1.0))
