"""Vega-Lite charts: style, panels and heat maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any, Literal

from partwise.errors import UsageError
from partwise.files.atomic import write_bytes

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
"""Address of the Vega-Lite schema, in every specification."""
IMAGES = ("png", "svg", "pdf")
SUFFIXES = (".png", ".svg", ".pdf", ".json")
"""File name suffixes of charts; ``.json`` is the specification itself."""


def drawn(spec: dict[str, Any], name: str, *, scale: float = 2.0) -> bytes:
    """Return a chart in the format of the file name's suffix; nothing is fetched."""
    import json

    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{name}: a chart is written as {', '.join(SUFFIXES)}")
    if suffix == ".json":
        return json.dumps(spec, indent=1).encode()
    import vl_convert

    if suffix == ".svg":
        svg: str = vl_convert.vegalite_to_svg(spec)
        return svg.encode()
    if suffix == ".pdf":
        pdf: bytes = vl_convert.vegalite_to_pdf(spec)
        return pdf
    png: bytes = vl_convert.vegalite_to_png(spec, scale=scale)
    return png


def save(spec: dict[str, Any], target: str) -> None:
    """Draw a chart into a file."""
    write_bytes(target, drawn(spec, target))


def drawings(chart: Callable[[], dict[str, Any]]) -> dict[str, Callable[[], bytes]]:
    """Return image format -> function that draws the chart in it."""
    return {kind: partial(_drawn, chart, kind) for kind in IMAGES}


def _drawn(chart: Callable[[], dict[str, Any]], kind: str) -> bytes:
    return drawn(chart(), f"chart.{kind}")


Spec = dict[str, Any]
Theme = Literal["light", "dark", "print"]

SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "stroke")
DASHES = ([1, 0], [7, 4], [2, 4], [9, 3, 2, 3], [12, 4], [4, 2], [1, 3])
MAX_STYLES = len(SHAPES)
"""Maximum number of runs with their own colour and mark; further ones are grey."""

_LABEL = 13.0
"""Minimum distance in pixels of the names at the ends of lines."""


@dataclass(frozen=True)
class Palette:
    """Colours of a theme."""

    page: str
    ink: str
    """Text, axes and marks."""
    muted: str
    """Subtitles, and runs beyond `MAX_STYLES`."""
    rule: str
    soft: str
    """Lines of axes, and the grid behind."""
    better: str
    worse: str
    runs: tuple[str, ...]
    kinds: tuple[str, ...]
    """New, repeated, padding, irrelevant, not used."""
    losses: tuple[str, ...]
    """Shown, then the causes of loss in their order."""


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
        (_BLACK,) * MAX_STYLES,
        (_BLACK, "#606060", "#c8c8c8", "#949494", "#ffffff"),
        (_BLACK, "#303030", "#505050", "#c8c8c8", "#707070", "#a0a0a0", "#ffffff"),
    ),
}


@dataclass(frozen=True)
class Frame:
    """Title, size and theme of a chart.

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


def dodge_labels(values: Sequence[float], low: float, high: float, height: float) -> list[float]:
    """Move labels apart so that none covers another; they keep their order and stay in the plot.

    `values`, `low` and `high` are in the units of the axis; `height` is in pixels.

    Examples
    --------
    >>> dodge_labels([0.5, 0.5], 0.0, 1.0, 130.0)
    [0.45, 0.55]
    """
    gap = (high - low) * _LABEL / height

    def inside(total: float, n: int) -> float:
        """Centre of n labels: the mean of their positions, moved until all fit in the plot."""
        room = gap * (n - 1) / 2
        return min(max(total / n, low + room), max(high - room, low + room))

    groups: list[tuple[float, list[int]]] = []
    for i in sorted(range(len(values)), key=lambda i: values[i]):
        total, members = values[i], [i]
        while groups:
            previous_total, before = groups[-1]
            apart = inside(total, len(members)) - inside(previous_total, len(before))
            # A group at the edge is pushed back over its neighbour: both become one.
            if apart >= gap * (len(before) + len(members)) / 2:
                break
            groups.pop()
            total, members = total + previous_total, before + members
        groups.append((total, members))
    positions = [0.0] * len(values)
    for total, members in groups:
        centre = inside(total, len(members))
        for place, i in enumerate(members):
            positions[i] = round(centre + gap * (place - (len(members) - 1) / 2), 12)
    return positions


Row = dict[str, Any]

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
        Above the panels.
    domain : tuple of float, optional
        Ends of the axis; around the bars when None.
    """
    scale: Spec = {"zero": False} if domain is None else {"domain": list(domain), "nice": False}

    def panel(measure: str, measure_rows: list[Row]) -> Spec:
        order = [row["run"] for row in sorted(measure_rows, key=lambda row: -row["mean"])]
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
        Above the panels.
    """
    counts = sorted({row["count"] for row in rows})
    ticks = counts if len(counts) <= _ALL_TICKS else [n for n in counts if _is_round(n)]
    places = list(dict.fromkeys(row["where"] for row in rows))
    dashes = [[1, 0], [6, 4]]

    def panel(measure: str, measure_rows: list[Row]) -> Spec:
        shares = all(0 <= row["mean"] <= 1 for row in measure_rows)  # panels can be compared then
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

    defined_rows = [row for row in rows if row["mean"] is not None]
    return panels(defined_rows, panel, title=title)


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

    def panel(measure: str, measure_rows: list[Row]) -> Spec:
        bins = [f"{low:g}" for low in sorted({row["low"] for row in measure_rows})]
        kinds = ["counted", "fitted"]
        kind = {"field": "kind", "type": "nominal", "title": "rate"}
        sizes = sorted({row["size"] for row in measure_rows})
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
    """Return rows in which the fitted part of each curve begins at its last counted point.

    Fitted rates at smaller sizes are left out: they would draw a second curve.
    """
    drawn_rows = [row | {"difference": f"{row['low']:g}", "dot": True} for row in rows]
    drawn_rows = [row for row in drawn_rows if row["rate"] is not None]
    last = {(r["measure"], r["low"]): r for r in drawn_rows if r["kind"] == "counted"}
    ends = {key: row["size"] for key, row in last.items()}
    drawn_rows = [
        row
        for row in drawn_rows
        if row["kind"] == "counted" or row["size"] > ends.get((row["measure"], row["low"]), 0)
    ]
    fitted = {(r["measure"], r["low"]) for r in drawn_rows if r["kind"] == "fitted"}
    joints = [row | {"kind": "fitted", "dot": False} for key, row in last.items() if key in fitted]
    return [*drawn_rows, *joints]


def panels(
    rows: Sequence[Row],
    panel: Callable[[str, list[Row]], Spec],
    *,
    title: str = "",
    width: int = _WIDTH,
) -> Spec:
    """Return a grid of panels, one per measure, without an empty cell."""
    parts = []
    for measure in dict.fromkeys(row["measure"] for row in rows):
        measure_rows = [row for row in rows if row["measure"] == measure]
        parts.append(
            {"data": {"values": measure_rows}, "width": width, **panel(measure, measure_rows)}
        )
    n = len(parts)
    columns = n if n <= 3 else next((k for k in (2, 3) if n % k == 0), 1)
    spec: Spec = {"$schema": SCHEMA, "concat": parts, "columns": columns}
    return spec | ({"title": {"text": title, "anchor": "middle"}} if title else {})


def _is_round(number: int) -> bool:
    text = str(number)
    return text[0] in "0125" and not text[1:].strip("0")


_CELL = 34
_DIVERGING = ("#c04c08", "#ffffff", "#1f6fb4")
"""Vermilion, white and blue, for -1, 0 and 1."""


def heat_map(
    names: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    title: str,
    unit: str = "Kendall's tau",
    bold: Sequence[Sequence[bool]] | None = None,
) -> dict[str, Any]:
    """Return a heat map of a square table with the numbers in its cells.

    Parameters
    ----------
    names : sequence of str
        Rows and columns.
    values : nested sequence
        In [-1, 1]; None is an empty cell.
    title : str
        Above the map.
    unit : str
        Title of the colour legend.
    bold : nested sequence of bool, optional
        Numbers that stand out.
    """
    cells = [
        {"row": row, "column": column, "value": values[r][c], "bold": bool(bold and bold[r][c])}
        for r, row in enumerate(names)
        for c, column in enumerate(names)
        if values[r][c] is not None
    ]
    axis: dict[str, Any] = {"type": "nominal", "sort": list(names), "title": None}
    place = {
        "x": {**axis, "field": "column", "axis": {"labelAngle": -45, "labelOverlap": False}},
        "y": {**axis, "field": "row"},
    }
    colour = {
        "field": "value",
        "type": "quantitative",
        "scale": {"domain": [-1, 0, 1], "range": list(_DIVERGING), "interpolate": "rgb"},
        "title": unit,
    }
    dark = {"test": "abs(datum.value) > 0.6", "value": "white"}
    number = {"field": "value", "type": "quantitative", "format": ".2f"}
    text = {"text": number, "color": {"condition": dark, "value": "black"}}
    return {
        "$schema": SCHEMA,
        "title": title,
        "data": {"values": cells},
        "width": {"step": _CELL},
        "height": {"step": _CELL},
        "encoding": place,
        "layer": [
            {"mark": "rect", "encoding": {"color": colour}},
            *(
                {
                    "transform": [{"filter": f"{sign}datum.bold"}],
                    "mark": {"type": "text", "fontSize": 10, "fontWeight": weight},
                    "encoding": text,
                }
                for sign, weight in (("!", "normal"), ("", "bold"))
            ),
        ],
    }
