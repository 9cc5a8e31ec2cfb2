"""Lying bars of equal length, divided by kind: where a budget went, who lost what."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from partwise.report.charts.style import Frame, Spec

WIDTH, STEP = 560, 30
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
            "width": frame.width or WIDTH,
            "height": {"step": STEP} if frame.height is None else frame.height,
            "data": {"values": rows},
            "encoding": {"y": {"field": "run", "type": "nominal", "title": None, "sort": [*runs]}},
            "layer": [{"mark": bar, "encoding": ends}, *texts],
        }
    )


def _is_dark(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140
