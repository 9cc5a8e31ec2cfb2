"""Where parts and judgements lie when they name an element instead of offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, UsageError
from partwise.geometry.trees import Trees
from partwise.tables.rows import first

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure import Structure

Places = tuple[NDArray[np.int64], NDArray[np.int64]]

LOST = -2
"""Start of an element that cannot be found."""


def extents(table: Run | Qrels, rows: NDArray[np.int64], structure: Structure | None) -> Places:
    """Start and end of rows, elements resolved; -1 for a whole document.

    TableError names the first row that cannot be placed.
    """
    start, end = located(table, rows, structure)
    lost = start == LOST
    if (at := first(lost)) is not None:
        raise _problem(table, int(rows[at]), structure)
    return start, end


def located(table: Run | Qrels, rows: NDArray[np.int64], structure: Structure | None) -> Places:
    """Start and end of rows: -1 for a whole document, -2 where an element is not found."""
    start, end = table.start[rows], table.end[rows]
    if not len(table.elements) and not len(table.trees):
        return start, end
    unplaced = (start < 0) & ((table.element[rows] >= 0) | (table.tree[rows] >= 0))
    asked = np.flatnonzero(unplaced)
    if not asked.size:
        return start, end
    start, end = start.copy(), end.copy()
    start[asked] = LOST
    if structure is not None:
        asked = asked[table.element[rows[asked]] >= 0]
        start[asked], end[asked] = _elements(table, rows[asked], structure)
    return start, end


def _elements(table: Run | Qrels, rows: NDArray[np.int64], structure: Structure) -> Places:
    trees = Trees(structure)
    doc = trees.documents(table.docs)[table.doc[rows]]
    node = trees.find(doc, table.elements, table.element[rows])
    tail = node
    last = getattr(table, "last", None)
    if last is not None:
        tail = np.where(last[rows] >= 0, trees.find(doc, table.elements, last[rows]), node)
    start, end = structure.start[node], structure.end[tail]
    lost = (node < 0) | (tail < 0) | (end < start)
    return np.where(lost, LOST, start), np.where(lost, LOST, end)


def _problem(table: Run | Qrels, row: int, structure: Structure | None) -> Exception:
    """Say why a row has no place."""
    if table.tree[row] >= 0:
        return TableError(row, "a tree of elements has no single place in the text")
    if structure is None:
        what = "the run returns" if hasattr(table, "ranked") else "the assessments name"
        return UsageError(f"{what} elements without offsets. Give --structure FILE")
    name = table.docs[table.doc[row]]
    if name not in structure.docs.index:
        return TableError(row, f"document {name} is not in the structure")
    return TableError(row, f"no element {table.elements[table.element[row]]} in document {name}")
