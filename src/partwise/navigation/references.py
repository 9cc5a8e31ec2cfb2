"""From what rows of tables name to nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.assessments.elements import refuse
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.resolve.spans import LOST, extents, located
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.geometry.resolve.trees import Trees
    from partwise.tables.lengths import Inventory
    from partwise.tables.names import Names
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


@dataclass(frozen=True, eq=False)
class NodeReferences:
    """How rows of a table name nodes.

    Parameters
    ----------
    table : Run, Qrels or Inventory
        The rows; it gives their offsets.
    row, doc : ndarray of int64
        Row of the table, number of the document.
    elements : Names
        Element names.
    element : ndarray of int64
        Code of the element; -1 = absent.
    number : ndarray of int64
        Number in the space of each element name.
    member : bool
        Rows name members of trees: their offsets are not those of the row.
    """

    table: Run | Qrels | Inventory
    row: Ints
    doc: Ints
    elements: Names
    element: Ints
    number: Ints
    member: bool = False

    def offsets(self) -> tuple[Ints, Ints]:
        """Offsets as the rows give them; -1 = absent."""
        table = self.table
        if self.member or not table.start.size:  # a compact run has whole documents only
            return _none(self.row.size), _none(self.row.size)
        return table.start[self.row].astype(np.int64), table.end[self.row].astype(np.int64)

    @property
    def ranged(self) -> Flags:
        """Rows that name a range of elements."""
        last = getattr(self.table, "last", None)
        if last is None or self.member:
            return np.zeros(self.row.size, np.bool_)
        ranged: Flags = (last[self.row] >= 0) & (last[self.row] != self.table.element[self.row])
        return ranged


def named_nodes(space: Space, naming: NodeReferences) -> Nodes:
    """Nodes that rows name.

    A row without offsets and element is the root element or, without a structure, the
    passage ``[0, length)``; a range of elements, or of points in them, is a passage.
    """
    start, end = naming.offsets()
    size = naming.row.size
    nodes = Nodes(space, naming.doc, start, end, _none(size), _none(size))
    if space.trees is None:
        names = np.append(naming.number, ABSENT)[naming.element]
        nodes.name[:] = np.where(naming.ranged, ABSENT, names)
        _stretch(nodes, naming, np.flatnonzero(naming.ranged & (start < 0)))
    else:
        _resolve(nodes, naming, space.trees)
    whole = (nodes.start < 0) & (naming.element < 0)
    nodes.end[whole] = space.length(naming.doc[whole])
    nodes.start[whole] = 0
    recognise(nodes)
    return nodes


def _none(size: int) -> Ints:
    return np.full(size, ABSENT, np.int64)


def _resolve(nodes: Nodes, naming: NodeReferences, trees: Trees) -> None:
    """Find elements and whole documents in the structure, in place; refuse what is not there."""
    structure, ranged = trees.structure, naming.ranged
    asked = np.flatnonzero(~ranged & ((naming.element >= 0) | (nodes.start < 0)))
    inside = nodes.space.in_structure(nodes.doc[asked])
    found = trees.find(inside, naming.elements, naming.element[asked].astype(np.int32))
    at, row = asked[found >= 0], found[found >= 0]
    nodes.row[at] = row
    nodes.start[at], nodes.end[at] = structure.start[row], structure.end[row]
    missing = asked[(found < 0) & (naming.element[asked] >= 0)]
    open_ = np.append(missing[nodes.start[missing] < 0], np.flatnonzero(ranged & (nodes.start < 0)))
    lost = np.union1d(_stretch(nodes, naming, open_), missing[nodes.start[missing] >= 0])
    if lost.size and not nodes.space.lenient:
        refuse(naming.table, np.unique(naming.row[lost]), trees)  # type: ignore[arg-type]
    # What a lenient reader keeps without a place is told apart by name and covers nothing.
    nodes.name[lost] = naming.number[naming.element[lost]]
    nodes.start[lost] = nodes.end[lost] = 0


def _stretch(nodes: Nodes, naming: NodeReferences, at: Ints) -> Ints:
    """Give ranges and points their span, in place; return those that have none."""
    if not at.size or naming.member or not hasattr(naming.table, "topics"):
        return at
    table: Run | Qrels = naming.table  # type: ignore[assignment]
    start, end = located(table, naming.row[at], nodes.space.structure)
    if nodes.space.trees is None and (start == LOST).any():
        extents(table, naming.row[at], None)  # says what to give
    placed = start != LOST
    nodes.start[at[placed]], nodes.end[at[placed]] = start[placed], end[placed]
    without: Ints = at[~placed]
    return without
