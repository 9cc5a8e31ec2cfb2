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
from partwise.lab.reliability.data import MeasureReliability, Reliability
from partwise.lab.reliability.swaps import LEAST
from partwise.losses.culprits import LOST
from partwise.messages import plural
from partwise.report.charts import (
    MOST,
    SCHEMA,
    Frame,
    Spec,
    error_bars,
    heat_map,
    insertion_curves,
    panels,
    pushed_apart,
    run_scales,
    swap_curves,
)
from partwise.report.losses import culprit_words, words_of

if TYPE_CHECKING:
    from partwise.losses.table import Losses


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
    """Return a bar for each run.

    Parameters
    ----------
    runs : sequence of str
        A row each.
    kinds : dict
        The pieces of a bar in their fixed order, with their colours.
    shares : sequence of sequences
        By run and kind, in [0, 1].
    what : str
        What the whole bar is.
    frame : Frame
        Around the chart.
    """
    p = frame.palette
    rows = [
        {"run": run, "kind": kind, "share": share, "from": end - share, "to": end}
        | {"middle": end - share / 2, "print": share >= _PRINTED, "white": _is_dark(kinds[kind])}
        for run, mine in zip(runs, shares, strict=True)
        for kind, share, end in zip(kinds, mine, accumulate(mine), strict=True)
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
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


TOPICS_WIDTH, TOPICS_HEIGHT = 360, 220


@dataclass(frozen=True)
class Paired:
    """A run beside the baseline, on the topics where both are defined."""

    run: str
    """Its name."""
    topics: Sequence[str]
    """Ids."""
    baseline: Sequence[float]
    values: Sequence[float]
    """What both reach."""
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
            {"measure": pair.run, "at": at, "topic": topic, "difference": gap}
            for at, (gap, topic) in enumerate(gaps)
        ]
    return frame.around(panels(rows, panel, width=frame.width or TOPICS_WIDTH))


def scatter_panels(
    pairs: Sequence[Paired], *, baseline: str, reach: tuple[float, float], frame: Frame
) -> Spec:
    """Return a square for each run: a dot for each topic, the baseline's value along."""
    p = frame.palette
    side = frame.width or 300
    scale = {"domain": list(reach), "nice": False}

    def panel(run: str, _: list[Spec]) -> Spec:
        x = {"type": "quantitative", "title": baseline, "scale": scale}
        y = {"type": "quantitative", "title": run, "scale": scale}
        line = [{"x": reach[0], "y": reach[0]}, {"x": reach[1], "y": reach[1]}]
        place = {"x": {**x, "field": "x"}, "y": {**y, "field": "y"}}
        size: Spec = {"field": "topics", "type": "quantitative", "title": "topics"}
        size |= {"scale": {"domain": [1, max(2, most)], "rangeMin": 30, "rangeMax": 400}}
        size |= {"legend": {"values": sorted({1, most}), "format": "d"} if most > 1 else None}
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
    most = 1
    for pair in pairs:
        places: dict[tuple[float, float], int] = {}
        for place in zip(pair.baseline, pair.values, strict=True):
            places[place] = places.get(place, 0) + 1
        rows += [{"measure": pair.run, "x": x, "y": y, "topics": n} for (x, y), n in places.items()]
    most = max((row["topics"] for row in rows), default=1)
    return frame.around(panels(rows, panel, width=side))


_BAR = 26
"""Height of a run."""

_COLOURS = ("#1b6ca8", "#9e9e9e", "#6d4c41", "#c9c9c9", "#e07b00", "#8e5ea2", "#c62828")
"""Of what is shown and of each culprit, in their order."""


def shares(found: Losses) -> dict[str, Any]:
    """Return a bar for each run: the share of the relevant text shown, and lost to each culprit."""
    words = ["shown", *(culprit_words(key, found.limit) for key in LOST)]
    keys = ["shown", *(f"lost.{key}" for key in LOST)]
    rows = [
        {"run": run.run, "what": what, "order": at, "share": run.mean[key]}
        for run in found.runs
        for at, (what, key) in enumerate(zip(words, keys, strict=True))
        if run.mean[key]
    ]
    names = [run.run for run in found.runs]
    colour: dict[str, Any] = {"field": "what", "type": "nominal", "title": None, "sort": words}
    colour |= {"scale": {"domain": words, "range": list(_COLOURS)}}
    axis: dict[str, Any] = {"format": ".0%"}
    share: dict[str, Any] = {"field": "share", "type": "quantitative", "axis": axis}
    share |= {"title": "relevant text, mean over topics", "scale": {"domain": [0, 1]}}
    return {
        "$schema": SCHEMA,
        "title": f"first {words_of(found.limit)}: shown, and who lost the rest",
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


def heat(found: Correlation) -> dict[str, Any]:
    """Return the heat map of Kendall's tau."""
    title = f"agreement of measures about {plural(len(found.runs), 'run')}"
    return heat_map(
        found.measures, found.to_dict()["tau"], title=title, bold=(found.p < found.alpha).tolist()
    )


def insertions(found: Fidelity) -> dict[str, Any]:
    """Return means against the number of inserted non-relevant results."""
    rows = [row | {"where": _PLACES[row["where"]]} for row in found.to_dict()["insertions"]]
    return insertion_curves(rows, title="the ideal run with non-relevant results inserted")


def swaps(found: Reliability, *, all_bins: bool = False) -> dict[str, Any]:
    """Return swap rates against topic-set size, or the spread where there are none.

    Rates of fewer than `LEAST` comparisons are noise and left out, as are bins that hold so few
    at every size. Of the others six are drawn, those with rates at most sizes.
    """
    saved = found.to_dict()
    shown = {row.measure: _shown(row, all_bins=all_bins) for row in found.measures}
    rows = [
        {**row, "kind": kind}
        for kind, name in (("counted", "swaps"), ("fitted", "extrapolated"))
        for row in saved[name]
        if row["low"] in shown[row["measure"]] and row.get("pairs", LEAST) >= LEAST
    ]
    if not any(row["rate"] is not None for row in rows):
        return spread(found)
    return swap_curves(rows)


def _shown(row: MeasureReliability, *, all_bins: bool) -> set[float]:
    if row.swaps is None:
        return set()
    bins = np.flatnonzero(row.swaps.shown)
    if not all_bins:
        sizes = (row.swaps.pairs >= LEAST).sum(axis=0)[bins]
        bins = bins[np.argsort(-sizes, kind="stable")[:_CURVES]]
    return {row.swaps.edges[at] for at in bins.tolist()}


def spread(found: Reliability) -> dict[str, Any]:
    """Return the mean of each run with its least and greatest value over the variants."""
    title = f"mean, least and greatest over {plural(found.variants, 'variant')}"
    rows = [row for row in found.to_dict()["runs"] if row["mean"] is not None]
    return error_bars(rows, title=title)


def taus(found: Reliability) -> dict[str, Any]:
    """Return the mean tau of each measure with its least and greatest value over the variants."""
    others = max((row.taus.size for row in found.measures), default=0)
    title = f"mean, least and greatest tau over {plural(others, 'variant')}"
    rows = [
        {**row, "run": row["measure"], "measure": "tau with the official ranking"}
        for row in found.to_dict()["tau"]
        if row["mean"] is not None
    ]
    least = min((row["min"] for row in rows), default=1.0)
    return error_bars(rows, title=title, domain=(min(0.9, math.floor(10 * least) / 10), 1.0))
