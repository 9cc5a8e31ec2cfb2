"""Topic by topic: differences to the baseline, and one run against another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from partwise.report.charts.panels import panels
from partwise.report.charts.style import Frame, Spec

WIDTH, HEIGHT = 360, 220


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
        return {"height": frame.height or HEIGHT, "layer": layers}

    rows = []
    for pair in pairs:
        both = zip(pair.topics, pair.baseline, pair.values, strict=True)
        gaps = sorted(((value - base, topic) for topic, base, value in both), reverse=True)
        rows += [
            {"measure": pair.run, "at": at, "topic": topic, "difference": gap}
            for at, (gap, topic) in enumerate(gaps)
        ]
    return frame.around(panels(rows, panel, width=frame.width or WIDTH))


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
