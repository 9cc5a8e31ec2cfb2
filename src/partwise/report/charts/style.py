"""Looks that all charts share: colours, marks and dashes of runs, and the frame around a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from partwise.report.charts.drawing import SCHEMA

Spec = dict[str, Any]
Theme = Literal["light", "dark", "print"]

SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "stroke")
DASHES = ([1, 0], [7, 4], [2, 4], [9, 3, 2, 3], [12, 4], [4, 2], [1, 3])
MOST = len(SHAPES)
"""Runs that are told apart; further ones are grey."""

_LABEL = 13.0
"""Least distance in pixels of the names at the ends of lines."""


@dataclass(frozen=True)
class Palette:
    """Colours of a theme."""

    page: str
    ink: str
    """Text, axes and marks."""
    muted: str
    """Subtitles, and runs beyond those that are told apart."""
    rule: str
    soft: str
    """Lines of axes, and the grid behind."""
    better: str
    worse: str
    runs: tuple[str, ...]
    kinds: tuple[str, ...]
    """New, repeated, padding, irrelevant, not used."""
    losses: tuple[str, ...]
    """Shown, then the culprits in their order."""


_BLACK = "#000000"
PALETTES: dict[Theme, Palette] = {
    "light": Palette(
        *("#ffffff", "#1c1d20", "#5a5e66", "#b9b6ae", "#efede7", "#0b6e4f", "#b3320f"),
        ("#1f6fb4", "#c04c08", "#00766a", "#86469f", "#b02a63", "#6b6500", "#515c68"),
        ("#0b7a5f", "#d9a219", "#c3c8cf", "#6c737d", "#ffffff"),
        ("#0b7a5f", "#1c1d20", "#86469f", "#c3c8cf", "#d9a219", "#1f6fb4", "#f2c9b3"),
    ),
    "dark": Palette(
        *("#1b1e24", "#ececef", "#a6abb5", "#565d6a", "#252932", "#5fd0a5", "#ff9c7d"),
        ("#6db1f0", "#ff9a5a", "#4fcbb7", "#cf9ce6", "#f58cb6", "#d0c84c", "#aeb8c4"),
        ("#35b08f", "#e3b23c", "#596170", "#8b93a0", "#1b1e24"),
        ("#35b08f", "#ececef", "#cf9ce6", "#596170", "#e3b23c", "#6db1f0", "#7a3d22"),
    ),
    "print": Palette(
        *("#ffffff", _BLACK, _BLACK, "#b0b0b0", "#e6e6e6", "#404040", "#a0a0a0"),
        (_BLACK,) * MOST,
        (_BLACK, "#606060", "#c8c8c8", "#949494", "#ffffff"),
        (_BLACK, "#303030", "#505050", "#c8c8c8", "#707070", "#a0a0a0", "#ffffff"),
    ),
}


@dataclass(frozen=True)
class Frame:
    """What stands around a chart.

    Parameters
    ----------
    title : str
        Above it, at the left.
    subtitle : str
        Measure, topics, what bars are.
    width, height : int, optional
        Of the plot itself, in pixels.
    theme : {'light', 'dark', 'print'}
        Print is black on white.
    """

    title: str
    subtitle: str = ""
    width: int | None = None
    height: int | None = None
    theme: Theme = "light"

    @property
    def palette(self) -> Palette:
        """Colours of the theme."""
        return PALETTES[self.theme]

    def around(self, spec: Spec) -> Spec:
        """Return the whole specification."""
        title: Spec = {"text": self.title, "anchor": "start", "frame": "bounds", "offset": 14}
        if self.subtitle:
            title["subtitle"] = self.subtitle
        inner = {key: value for key, value in spec.items() if key not in ("$schema", "title")}
        return {"$schema": SCHEMA, "title": title, **inner, "config": self._config()}

    def _config(self) -> Spec:
        p = self.palette
        text = {"labelColor": p.ink, "titleColor": p.ink, "titleFontWeight": 500}
        axis = {**text, "gridColor": p.soft, "domainColor": p.rule, "tickColor": p.rule}
        return {
            "background": p.page,
            "padding": 14,
            "font": "sans-serif",
            "view": {"stroke": None},
            "title": {"color": p.ink, "subtitleColor": p.muted, "fontSize": 15},
            "axis": {**axis, "labelLimit": 200, "labelFontSize": 11, "titleFontSize": 12},
            "axisX": {"labelFlush": False, "labelOverlap": "greedy"},
            "legend": {**text, "labelLimit": 220},
            "text": {"color": p.ink},
            "rule": {"color": p.ink},
            "point": {"color": p.ink},
            "header": {"labelColor": p.ink, "titleColor": p.ink},
        }


def run_scales(names: Sequence[str], palette: Palette) -> dict[str, Spec]:
    """Return the scales of colour, dash and shape of runs, in the order given."""
    n = len(names)
    domain = list(names)
    return {
        "color": {"domain": domain, "range": list(palette.runs[:n])},
        "strokeDash": {"domain": domain, "range": [list(dash) for dash in DASHES[:n]]},
        "shape": {"domain": domain, "range": list(SHAPES[:n])},
    }


def pushed_apart(values: Sequence[float], low: float, high: float, height: float) -> list[float]:
    """Move labels so that none covers another; their order stays, and they stay in the plot.

    Examples
    --------
    >>> pushed_apart([0.5, 0.5], 0.0, 1.0, 130.0)
    [0.45, 0.55]
    """
    gap = (high - low) * _LABEL / height

    def inside(total: float, n: int) -> float:
        """Centre of n labels: the mean of their places, so that all of them stay in the plot."""
        room = gap * (n - 1) / 2
        return min(max(total / n, low + room), max(high - room, low + room))

    groups: list[tuple[float, list[int]]] = []
    for i in sorted(range(len(values)), key=lambda i: values[i]):
        total, members = values[i], [i]
        while groups:
            other, before = groups[-1]
            apart = inside(total, len(members)) - inside(other, len(before))
            # A group at the edge is pushed back over its neighbour: both become one.
            if apart >= gap * (len(before) + len(members)) / 2:
                break
            groups.pop()
            total, members = total + other, before + members
        groups.append((total, members))
    found = [0.0] * len(values)
    for total, members in groups:
        centre = inside(total, len(members))
        for place, i in enumerate(members):
            found[i] = round(centre + gap * (place - (len(members) - 1) / 2), 12)
    return found
