"""The heat map of a square table of numbers from -1 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from partwise.report.charts.drawing import SCHEMA

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
        What stands above the map.
    unit : str
        What the numbers are.
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
