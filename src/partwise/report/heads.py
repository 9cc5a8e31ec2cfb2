"""The first rows of tables, for those who look at one."""

from __future__ import annotations

from typing import Any

import numpy as np

from partwise.report.grid import Grid
from partwise.report.sheets import Sheet
from partwise.tables.rows import taken_rows
from partwise.tables.structure.table import Structure

ROWS = 5


def head(table: Any) -> Sheet:
    """Return the size of a table and its first rows."""
    columns = _of_structure(table) if isinstance(table, Structure) else _of_rows(table)
    names = list(columns)
    lines = list(zip(*columns.values(), strict=True))
    rows = [
        (str(cells[0]), [_cell(cell) for cell in cells[1:]], [False] * (len(names) - 1))
        for cells in lines
    ]
    return Sheet(repr(table), Grid(names[0], names[1:], rows))


def _of_rows(table: Any) -> dict[str, list[Any]]:
    first = taken_rows(table, np.arange(min(ROWS, len(table)), dtype=np.int64))
    frame = first.to_frame().head(ROWS)
    return {name: frame[name].to_list() for name in frame.columns}


def _of_structure(table: Structure) -> dict[str, list[Any]]:
    rows = slice(0, ROWS)
    return {
        "doc": [table.docs[code] for code in table.doc[rows].tolist()],
        "tag": [table.tags[code] for code in table.tag[rows].tolist()],
        "start": table.start[rows].tolist(),
        "end": table.end[rows].tolist(),
    }


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
