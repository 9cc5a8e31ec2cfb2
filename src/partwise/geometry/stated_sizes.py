"""Sizes that tables state where offsets are not known: the column ``size``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.errors import quote
from partwise.geometry.limits import MOST
from partwise.tables.columns import ABSENT
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


def stated_sizes(table: Run | Qrels, rows: Ints) -> Ints:
    """Characters that the column ``size`` gives the part of each row, -1 where it gives none."""
    column = table.extra.get("size")
    if column is None:
        return np.full(rows.size, ABSENT, np.int64)
    text = np.array(["" if cell is None else str(cell) for cell in column[rows].tolist()])
    cells, which = np.unique(text, return_inverse=True)
    known = np.full(cells.size, ABSENT, np.int64)
    for number, cell in enumerate(cells.tolist()):
        if cell.lower() in ("", "nan"):
            continue
        try:
            size = float(cell)
        except ValueError:
            size = ABSENT
        if not 0 <= size < MOST or size % 1:
            row = int(rows[np.argmax(which == number)])
            problem = f"size {quote(cell)} is not a number of characters"
            raise RowsError(table.source, [(row, problem)])
        known[number] = int(size)
    return known[which]
