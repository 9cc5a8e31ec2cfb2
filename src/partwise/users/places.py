"""Where the places that a file names are among the nodes of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import FormatError
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.resolve.element_names import path_repairs
from partwise.messages import Note
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names
from partwise.tables.paths import completed

if TYPE_CHECKING:
    from partwise.files.parsing.place_tables import PlaceTable
    from partwise.tables.merged_names import MergedNames


class LocatedPlaces(NamedTuple):
    """Places of a file as vertices, and as nodes where the evaluation knows their documents."""

    n: int
    """How many vertices there are; places that are one node are one vertex."""
    vertex: Ints
    """Vertex of each place of the file."""
    known: Ints
    """Vertices whose places may be nodes, ascending."""
    columns: tuple[Ints, Ints, Ints, Ints, Ints]
    """Document, start, end, row and name of each of them, as nodes have them."""

    def nodes(self, space: Space) -> Nodes:
        """Return the known vertices as nodes."""
        return Nodes(space, *self.columns)

    def find(self, nodes: Nodes) -> Ints:
        """Vertex of each node, -1 where the file does not name it."""
        mine = np.flatnonzero(np.isin(self.columns[0], nodes.doc))
        number = self.nodes(nodes.space).take(mine).joined(nodes).numbered()[1]
        of_number = np.full(int(number.max(initial=0)) + 1, ABSENT, np.int64)
        of_number[number[: mine.size]] = self.known[mine]
        return of_number[number[mine.size :]]


def located(table: PlaceTable, space: Space) -> LocatedPlaces:
    """Find the places of a file; FormatError for one that the structure does not have."""
    columns = (table.start, table.end, np.full(table.doc.size, ABSENT, np.int64), table.element)
    start, end, row, element = (column.copy() for column in columns)
    trees, doc = space.trees, _numbers(space.docs, table.docs)[table.doc]
    if trees is not None:
        code = trees.documents(table.docs)[table.doc]
        asked = np.flatnonzero((code >= 0) & ((element >= 0) | (start < 0)))
        row[asked] = trees.find(code[asked], table.elements, element[asked].astype(np.int32))
        if space.lenient:
            row = _completed(table, space, code, row)
        if (at := first((row < 0) & (code >= 0) & (element >= 0))) is not None:
            document, path = table.docs[int(table.doc[at])], table.elements[int(element[at])]
            problem = f"no element {path} in document {document}"
            raise FormatError(table.file, table.line_of(at), problem, "Take the line out")
        element[row >= 0] = ABSENT
        start[row >= 0], end[row >= 0] = (column[row[row >= 0]] for column in _extents(space))
    inside = np.flatnonzero(doc >= 0)
    name = _numbers(space.elements, table.elements)
    # names that nobody uses get numbers of their own: the whole document touches them
    name = np.where(name < 0, space.elements.size + np.arange(name.size), name)
    nodes = Nodes(
        space,
        doc[inside],
        start[inside],
        end[inside],
        row[inside],
        np.append(name, ABSENT)[element[inside]],
    )
    _end_in_documents(nodes, bare=element[inside] < 0)
    row[inside], start[inside], end[inside] = nodes.row, nodes.start, nodes.end
    vertex = _merged(table.doc, row, element, start, end)
    known, where = np.unique(vertex[inside], return_index=True)
    kept = nodes.take(where)
    return LocatedPlaces(
        int(vertex.max(initial=-1)) + 1,
        vertex,
        known,
        (kept.doc, kept.start, kept.end, kept.row, kept.name),
    )


def _extents(space: Space) -> tuple[Ints, Ints]:
    structure = space.structure
    none = np.empty(0, np.int64)
    return (none, none) if structure is None else (structure.start, structure.end)


def _numbers(merged: MergedNames, names: Names) -> Ints:
    """Find the number of each name in the space, -1 where nobody has it."""
    code = merged.codes_in(names)
    number = np.full(len(names), ABSENT, np.int64)
    number[code[code >= 0]] = np.flatnonzero(code >= 0)
    return number


def _end_in_documents(nodes: Nodes, *, bare: Flags) -> None:
    """Let whole documents and passages be as those of runs are, in place."""
    length = nodes.space.length(nodes.doc)
    whole = bare & (nodes.row < 0) & (nodes.start < 0)
    nodes.start[whole], nodes.end[whole] = 0, length[whole]
    past = bare & (nodes.row < 0) & (length >= 0) & (nodes.end > length)
    nodes.start[past] = np.minimum(nodes.start, length)[past]
    nodes.end[past] = length[past]
    recognise(nodes)


def _completed(table: PlaceTable, space: Space, code: Ints, row: Ints) -> Ints:
    """Find elements whose steps lack ``[n]`` as the first of their name, where they are."""
    trees, found = space.trees, row.copy()
    missing = np.flatnonzero((row < 0) & (code >= 0) & (table.element >= 0))
    paths = [completed(table.elements[at]) for at in table.element[missing].tolist()]
    loose = np.array([at for at, path in zip(missing, paths, strict=True) if path], np.int64)
    names = Names.of(dict.fromkeys(path for path in paths if path))
    if trees is None or not loose.size:
        return found
    element = np.array([names.index[path] for path in paths if path], np.int32)
    found[loose] = trees.find(code[loose], names, element)
    if n := int((found[loose] >= 0).sum()):
        space.say(Note(path_repairs(n), subject=table.file))
    return found


def _merged(doc: Ints, row: Ints, element: Ints, start: Ints, end: Ints) -> Ints:
    """Vertex of each place, in the order in which the file numbers them."""
    named = (row >= 0) | (element >= 0)
    keys = (np.where(named, ABSENT, end), np.where(named, ABSENT, start), element, row, doc)
    order = np.lexsort(keys)
    opens = np.ones(order.size, np.bool_)
    opens[1:] = False
    for key in keys:
        opens[1:] |= np.diff(key[order]) != 0
    number = np.empty(order.size, np.int64)
    number[order] = np.cumsum(opens) - 1
    _, at, which = np.unique(number, return_index=True, return_inverse=True)
    vertex: Ints = np.argsort(np.argsort(at, kind="stable"), kind="stable")[which]
    return vertex


# -- touching ------------------------------------------------------------------------------


def is_whole(nodes: Nodes) -> Flags:
    """Whole documents."""
    structure = nodes.space.structure
    root = np.zeros(len(nodes), np.bool_)
    if structure is not None:
        root = (nodes.row >= 0) & (nodes.of_structure(structure.parent, 0) < 0)
    length = nodes.space.length(nodes.doc)
    passage = ~nodes.is_element & (nodes.start == 0) & ((nodes.end < 0) | (nodes.end == length))
    whole: Flags = root | passage
    return whole


def touches(x: Nodes, y: Nodes) -> Flags:
    """Tell whether aligned nodes of one document share a character.

    A whole document touches every place of it; an entry point what it lies in.
    """
    placed = (x.end >= 0) & (y.end >= 0)
    shared = np.maximum(x.start, y.start) < np.minimum(x.end, y.end)
    at_x = (x.start == x.end) & (y.start <= x.start) & (x.start < y.end)
    at_y = (x.start == x.end) & (y.start == x.start) & (y.end == y.start)
    at_y |= (y.start == y.end) & (x.start <= y.start) & (y.start < x.end)
    named = (x.name >= 0) & (x.name == y.name)
    touched: Flags = is_whole(x) | is_whole(y) | (placed & (shared | at_x | at_y)) | named
    return touched
