"""Charts of the lab as Vega-Lite specifications, and their rendering without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from partwise.errors import UsageError

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"

SUFFIXES = (".png", ".svg", ".pdf", ".json")
"""What a chart can be written as; ``.json`` is the specification itself."""

_CELL = 34


def heat_map(
    names: Sequence[str], values: Sequence[Sequence[float | None]], *, title: str = "Kendall's tau"
) -> dict[str, Any]:
    """Return a heat map of a square table with the numbers in its cells.

    Parameters
    ----------
    names : sequence of str
        Rows and columns.
    values : nested sequence
        In [-1, 1]; None is an empty cell.
    title : str
        What the numbers are.
    """
    cells = [
        {"row": row, "column": column, "value": values[r][c]}
        for r, row in enumerate(names)
        for c, column in enumerate(names)
        if values[r][c] is not None
    ]
    axis: dict[str, Any] = {"type": "nominal", "sort": list(names), "title": None}
    place = {
        "x": {**axis, "field": "column", "axis": {"labelAngle": -45}},
        "y": {**axis, "field": "row"},
    }
    colour = {
        "field": "value",
        "type": "quantitative",
        "scale": {"domain": [-1, 1], "scheme": "redblue"},
        "title": title,
    }
    dark = {"test": "abs(datum.value) > 0.6", "value": "white"}
    number = {"field": "value", "type": "quantitative", "format": ".2f"}
    text = {"text": number, "color": {"condition": dark, "value": "black"}}
    return {
        "$schema": SCHEMA,
        "data": {"values": cells},
        "width": {"step": _CELL},
        "height": {"step": _CELL},
        "encoding": place,
        "layer": [
            {"mark": "rect", "encoding": {"color": colour}},
            {"mark": {"type": "text", "fontSize": 10}, "encoding": text},
        ],
    }


def error_bars(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the spread of each run's mean, one panel per measure.

    Parameters
    ----------
    rows : sequence of dict
        ``run``, ``measure``, ``mean``, ``min`` and ``max``.
    """
    run: dict[str, Any] = {"field": "run", "type": "nominal", "title": None}
    run |= {"sort": {"field": "mean", "order": "descending"}}
    low = {"field": "min", "type": "quantitative", "title": "value", "scale": {"zero": False}}
    bar = {"mark": "rule", "encoding": {"x": run, "y": low, "y2": {"field": "max"}}}
    point: dict[str, Any] = {"mark": {"type": "point", "filled": True}}
    point |= {"encoding": {"x": run, "y": {**low, "field": "mean"}}}
    return _panels(rows, [bar, point])


def curves(
    rows: Sequence[dict[str, Any]],
    *,
    x: str,
    y: str,
    by: str,
    titles: dict[str, str],
    dash: str | None = None,
    ordered: bool = False,
) -> dict[str, Any]:
    """Return lines of `y` against `x`, one per value of `by`, one panel per measure.

    Parameters
    ----------
    rows : sequence of dict
        ``measure`` and the three fields; points without a value are left out.
    x, y, by : str
        Fields.
    titles : dict
        What to write for each field.
    dash : str, optional
        Field whose values are told apart by dashes.
    ordered : bool
        The values of `by` have an order, and get colours in order.
    """
    shown = [row for row in rows if row[y] is not None]
    encoding: dict[str, Any] = {
        "x": {"field": x, "type": "quantitative", "title": titles[x]},
        "y": {"field": y, "type": "quantitative", "title": titles[y]},
        "color": {"field": by, "type": "nominal", "title": titles[by], "sort": None},
    }
    if ordered:
        encoding["color"] |= {"type": "ordinal", "scale": {"scheme": "viridis"}}
    if dash is not None:
        encoding["strokeDash"] = {"field": dash, "type": "nominal", "title": titles[dash]}
    return _panels(shown, [{"mark": {"type": "line", "point": True}, "encoding": encoding}])


def _panels(rows: Sequence[dict[str, Any]], layers: list[dict[str, Any]]) -> dict[str, Any]:
    order = list(dict.fromkeys(row["measure"] for row in rows))
    facet = {"field": "measure", "type": "nominal", "title": None, "sort": order}
    return {
        "$schema": SCHEMA,
        "data": {"values": list(rows)},
        "facet": facet,
        "columns": 2,
        "resolve": {"scale": {"y": "independent", "x": "independent"}},
        "spec": {"layer": layers, "width": 300, "height": 200},
    }


def drawn(spec: dict[str, Any], name: str, *, scale: float = 2.0) -> bytes:
    """Return a chart in the format that the file's name asks for; nothing is fetched."""
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
