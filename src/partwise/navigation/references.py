"""From what rows of tables name to nodes, and to trees of nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import UsageError, quote
from partwise.geometry.assessments.elements import refuse
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.resolve.spans import LOST, extents, located
from partwise.geometry.stated_sizes import stated_sizes
from partwise.kernels.distinct import distinct
from partwise.kernels.ragged import offsets_from_lengths, ranges
from partwise.navigation.node_sets import NodeSets
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names

if TYPE_CHECKING:
    from partwise.geometry.resolve.trees import Trees
    from partwise.tables.lengths import Inventory
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


@dataclass(frozen=True, eq=False)
class NodeReferences:
    """How rows of a table name nodes."""

    table: Run | Qrels | Inventory
    """The rows; it gives their offsets."""
    row: Ints
    doc: Ints
    """Row of the table, number of the document."""
    elements: Names
    """Element names."""
    element: Ints
    """Code of the element; -1 = absent."""
    number: Ints
    """Number in the space of each element name."""
    member: bool = False
    """Rows name members of trees: their offsets are not those of the row."""

    def offsets(self) -> tuple[Ints, Ints]:
        """Offsets as the rows give them; -1 = absent."""
        table = self.table
        if self.member:
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


def named_nodes(space: Space, references: NodeReferences) -> Nodes:
    """Nodes that rows name.

    A row without offsets and element is the root element or, without a structure, the
    passage ``[0, length)``; a range of elements, or of points in them, is a passage.
    """
    start, end = references.offsets()
    size = references.row.size
    nodes = Nodes(space, references.doc, start, end, _none(size), _none(size))
    if space.trees is None:
        names = np.append(references.number, ABSENT)[references.element]
        nodes.name[:] = np.where(references.ranged, ABSENT, names)
        _stretch(nodes, references, np.flatnonzero(references.ranged & (start < 0)))
    else:
        _resolve(nodes, references, space.trees)
    whole = (nodes.start < 0) & (references.element < 0)
    nodes.end[whole] = space.length(references.doc[whole])
    nodes.start[whole] = 0
    recognise(nodes)
    return nodes


def _none(size: int) -> Ints:
    return np.full(size, ABSENT, np.int64)


def _resolve(nodes: Nodes, references: NodeReferences, trees: Trees) -> None:
    """Find elements and whole documents in the structure, in place; refuse what is not there."""
    structure, ranged = trees.structure, references.ranged
    asked = np.flatnonzero(~ranged & ((references.element >= 0) | (nodes.start < 0)))
    inside = nodes.space.in_structure(nodes.doc[asked])
    found = trees.find(inside, references.elements, references.element[asked].astype(np.int32))
    at, row = asked[found >= 0], found[found >= 0]
    nodes.row[at] = row
    nodes.start[at], nodes.end[at] = structure.start[row], structure.end[row]
    missing = asked[(found < 0) & (references.element[asked] >= 0)]
    elsewhere = missing[nodes.start[missing] >= 0]  # the row's offsets do not save its element
    open_ = np.append(missing[nodes.start[missing] < 0], np.flatnonzero(ranged & (nodes.start < 0)))
    lost = np.union1d(_stretch(nodes, references, open_), elsewhere)
    if lost.size and not nodes.space.lenient:
        refuse(references.table, distinct(references.row[lost]), trees)  # type: ignore[arg-type]
    # What a lenient reader keeps without a place is told apart by name and covers nothing.
    nodes.name[lost] = references.number[references.element[lost]]
    nodes.start[lost] = nodes.end[lost] = 0


def _stretch(nodes: Nodes, references: NodeReferences, at: Ints) -> Ints:
    """Give ranges and points their span, in place; return those that have none."""
    if not at.size or references.member or not hasattr(references.table, "topics"):
        return at
    table: Run | Qrels = references.table  # type: ignore[assignment]
    start, end = located(table, references.row[at], nodes.space.structure)
    if nodes.space.trees is None and (start == LOST).any():
        extents(table, references.row[at], None)  # says what to give
    placed = start != LOST
    nodes.start[at[placed]], nodes.end[at[placed]] = start[placed], end[placed]
    without: Ints = at[~placed]
    return without


# -- trees ---------------------------------------------------------------------------------


def tree_members(trees: Names) -> tuple[Names, Ints, Ints]:
    """Distinct elements of all trees; offsets and codes of the elements of each tree."""
    known: dict[str, int] = {}
    codes: list[int] = []
    length: list[int] = []
    for text in trees:
        paths = [path for path in text.split("|") if path]
        if not paths:
            raise UsageError(f"tree {quote(text)} names no element")
        codes += [known.setdefault(path, len(known)) for path in paths]
        length.append(len(paths))
    offsets = offsets_from_lengths(np.array(length, np.int64))
    return Names.of(known), offsets, np.array(codes, np.int64)


def named_trees(
    space: Space,
    table: Run | Qrels,
    rows: Ints,
    doc: Ints,
    *,
    members: tuple[Names, Ints, Ints],
    numbers: tuple[Ints, Ints],
) -> NodeSets:
    """Nodes of rows: one, or those of the tree that the row names."""
    names, offsets, codes = members
    none = np.full(rows.size, ABSENT, np.int64)
    tree = np.where(table.element[rows] < 0, table.tree[rows], ABSENT)
    one = np.flatnonzero(tree < 0)
    element = table.element[rows[one]].astype(np.int64)
    single = NodeReferences(table, rows[one], doc[one], table.elements, element, numbers[0])
    several = np.flatnonzero(tree >= 0)
    at, inner = ranges(offsets[tree[several]], offsets[tree[several] + 1])
    owner = np.repeat(several, np.diff(inner))
    many = NodeReferences(table, rows[owner], doc[owner], names, codes[at], numbers[1], member=True)
    nodes = named_nodes(space, single).joined(named_nodes(space, many))
    owner = np.concatenate((one, owner))
    order = np.argsort(owner, kind="stable")
    length = np.bincount(owner, minlength=rows.size)
    nothing, stated = np.zeros(rows.size), stated_sizes(table, rows)
    return NodeSets(none, nodes.take(order), offsets_from_lengths(length), nothing, stated)
