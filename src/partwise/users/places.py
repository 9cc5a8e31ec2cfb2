"""Places that links name, and the nodes that overlap them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import FormatError
from partwise.geometry.element_names import path_repairs
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.kernels.hitting import Progress
from partwise.kernels.intervals import lay_out, overlapping
from partwise.kernels.paths import positions
from partwise.kernels.probability import sums
from partwise.kernels.ragged import distinct, distinct_sets, offsets_from_owners, owners, ranges
from partwise.messages import Note
from partwise.tables.columns import ABSENT, first
from partwise.tables.names import Names
from partwise.tables.paths import completed
from partwise.users.graph import Graph

if TYPE_CHECKING:
    from partwise.files.parsing.place_tables import PlaceTable
    from partwise.tables.names import MergedNames


class LocatedPlaces(NamedTuple):
    """Places of a file as vertices, and as nodes where the evaluation knows their documents."""

    n: int
    """Number of vertices; places that are one node are one vertex."""
    vertex: Ints
    """Vertex of each place of the file."""
    vertices: Ints
    """Vertices whose places may be nodes, ascending."""
    columns: tuple[Ints, Ints, Ints, Ints, Ints]
    """Document, start, end, row and name of each of them, as nodes have them."""

    def nodes(self, space: Space) -> Nodes:
        """Vertices in documents of the evaluation, as nodes."""
        return Nodes(space, *self.columns)

    def find(self, nodes: Nodes) -> Ints:
        """Vertex of each node, -1 where the file does not name it."""
        rows = np.flatnonzero(np.isin(self.columns[0], nodes.doc))
        number = self.nodes(nodes.space).take(rows).joined(nodes).numbered()[1]
        of_number = np.full(int(number.max(initial=0)) + 1, ABSENT, np.int64)
        of_number[number[: rows.size]] = self.vertices[rows]
        return of_number[number[rows.size :]]


def located(table: PlaceTable, space: Space) -> LocatedPlaces:
    """Find the places of a file; FormatError for one that the structure does not have."""
    columns = (table.start, table.end, np.full(table.doc.size, ABSENT, np.int64), table.element)
    start, end, row, element = (column.copy() for column in columns)
    trees, doc = space.trees, _numbers(space.docs, table.docs)[table.doc]
    if trees is not None:
        code = trees.documents(table.docs)[table.doc]
        rows = np.flatnonzero((code >= 0) & ((element >= 0) | (start < 0)))
        row[rows] = trees.find(code[rows], table.elements, element[rows].astype(np.int32))
        if space.lenient:
            row = _completed(table, space, code, row)
        if (place := first((row < 0) & (code >= 0) & (element >= 0))) is not None:
            document = table.docs[int(table.doc[place])]
            path = table.elements[int(element[place])]
            problem = f"no element {path} in document {document}"
            raise FormatError(table.file, table.line_of(place), problem, "Take the line out")
        element[row >= 0] = ABSENT
        if space.structure is not None:
            start[row >= 0] = space.structure.start[row[row >= 0]]
            end[row >= 0] = space.structure.end[row[row >= 0]]
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
    vertices, where = np.unique(vertex[inside], return_index=True)
    first_nodes = nodes.take(where)
    return LocatedPlaces(
        int(vertex.max(initial=-1)) + 1,
        vertex,
        vertices,
        (first_nodes.doc, first_nodes.start, first_nodes.end, first_nodes.row, first_nodes.name),
    )


def _numbers(merged: MergedNames, names: Names) -> Ints:
    """Find the number of each name in the space, -1 where nobody has it."""
    code = merged.codes_in(names)
    number = np.full(len(names), ABSENT, np.int64)
    number[code[code >= 0]] = np.flatnonzero(code >= 0)
    return number


def _end_in_documents(nodes: Nodes, *, bare: Flags) -> None:
    """Clip whole documents and passages to the length of their documents, in place."""
    length = nodes.space.length(nodes.doc)
    whole = bare & (nodes.row < 0) & (nodes.start < 0)
    nodes.start[whole], nodes.end[whole] = 0, length[whole]
    past = bare & (nodes.row < 0) & (length >= 0) & (nodes.end > length)
    nodes.start[past] = np.minimum(nodes.start, length)[past]
    nodes.end[past] = length[past]
    recognise(nodes)


def _completed(table: PlaceTable, space: Space, code: Ints, row: Ints) -> Ints:
    """Find elements whose steps lack ``[n]`` as the first of their name, where they are."""
    trees, rows = space.trees, row.copy()
    missing = np.flatnonzero((row < 0) & (code >= 0) & (table.element >= 0))
    paths = [completed(table.elements[name]) for name in table.element[missing].tolist()]
    loose = np.array([place for place, path in zip(missing, paths, strict=True) if path], np.int64)
    names = Names.of(dict.fromkeys(path for path in paths if path))
    if trees is None or not loose.size:
        return rows
    element = np.array([names.index[path] for path in paths if path], np.int32)
    rows[loose] = trees.find(code[loose], names, element)
    if n := int((rows[loose] >= 0).sum()):
        space.say(Note(path_repairs(n), subject=table.file))
    return rows


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
    _, first_row, which = np.unique(number, return_index=True, return_inverse=True)
    vertex: Ints = np.argsort(np.argsort(first_row, kind="stable"), kind="stable")[which]
    return vertex


# -- touching ------------------------------------------------------------------------------


def is_whole(nodes: Nodes) -> Flags:
    """Mask of whole documents, bool[n_nodes]."""
    structure = nodes.space.structure
    root = np.zeros(len(nodes), np.bool_)
    if structure is not None:
        root = (nodes.row >= 0) & (nodes.of_structure(structure.parent, 0) < 0)
    length = nodes.space.length(nodes.doc)
    passage = ~nodes.is_element & (nodes.start == 0) & ((nodes.end < 0) | (nodes.end == length))
    whole: Flags = root | passage
    return whole


def touches(x: Nodes, y: Nodes) -> Flags:
    """Mask of aligned nodes of one document that share a character.

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


class SourceSets(NamedTuple):
    """Distinct sets of vertices that the pairs leave."""

    set_of_pair: Ints
    """Index of the set that each pair leaves."""
    member: Ints
    owner: Ints
    """Vertices of the sets, and the set of each."""


class TouchedPlaces:
    """Places of a file that nodes touch; nodes that touch the same ones have one set of them.

    Parameters
    ----------
    nodes : Nodes
        Results and what is wanted.
    places : LocatedPlaces
        Places of the file.
    """

    def __init__(self, nodes: Nodes, places: LocatedPlaces) -> None:
        node, place = _touching(nodes, places.nodes(nodes.space))
        touching = distinct(node)
        offsets = offsets_from_owners(np.searchsorted(touching, node), touching.size)
        self.offsets, self.members, which = distinct_sets(places.vertices[place], offsets)
        self.set_of = np.full(len(nodes), ABSENT, np.int64)
        """Set of each node, -1 where it touches nothing."""
        self.set_of[touching] = which

    def any_of(self, vertices: Flags) -> Flags:
        """Nodes that touch one of some vertices."""
        has_vertex = np.zeros(self.offsets.size, np.bool_)  # the last one stands for no set
        has_vertex[owners(self.offsets)[vertices[self.members]]] = True
        return has_vertex[self.set_of]

    def members_of(self, nodes: Flags) -> Ints:
        """Vertices that some nodes touch."""
        sets = distinct(self.set_of[nodes])
        return self._members(sets[sets >= 0])[0]

    def reach(self, graph: Graph, x: Ints, y: Ints) -> Reals:
        """Chance of getting from each set to another by a listed link, in one go."""
        return self._chances(x, y, partial(self._reached, graph))

    def visits(self, graph: Graph, x: Ints, y: Ints, progress: Progress | None = None) -> Reals:
        """Chance of ever getting from each set to another by steps, at least one."""
        return self._chances(x, y, partial(self._visited, graph, progress))

    def _chances(self, x: Ints, y: Ints, between: Callable[[SourceSets, Ints], Reals]) -> Reals:
        """Ask for the pairs in which both touch something; the others have no chance."""
        out = np.zeros(x.size)
        pair = np.flatnonzero((x >= 0) & (y >= 0))
        if pair.size:
            sets, set_of_pair = np.unique(x[pair], return_inverse=True)
            out[pair] = between(SourceSets(set_of_pair, *self._members(sets)), y[pair])
        return out

    def _reached(self, graph: Graph, leaving: SourceSets, goal_sets: Ints) -> Reals:
        set_of_pair, member, owner = leaving
        low, high = np.searchsorted(graph.source, (member, member + 1))
        edge, offsets = ranges(low, high)
        n = np.int64(graph.n)
        with np.errstate(divide="ignore"):
            log = np.log1p(-graph.chance[edge])
        key, which = np.unique(
            np.repeat(owner, np.diff(offsets)) * n + graph.target[edge], return_inverse=True
        )
        total = np.append(sums(which, log, key.size), 0.0)
        goal, pair = self._members(goal_sets)
        unseen = sums(pair, total[positions(key, set_of_pair[pair] * n + goal)], set_of_pair.size)
        return -np.expm1(unseen)

    def _visited(
        self, graph: Graph, progress: Progress | None, leaving: SourceSets, goal_sets: Ints
    ) -> Reals:
        set_of_pair, member, owner = leaving
        out, n_sets = np.zeros(set_of_pair.size), int(set_of_pair.max()) + 1
        origin, slot = np.unique(member, return_inverse=True)
        source, target, step = graph.moves()
        edges = np.flatnonzero(np.isin(source, origin))
        source, target, step = np.searchsorted(origin, source[edges]), target[edges], step[edges]
        standing, which = np.unique(target, return_inverse=True)
        order = np.argsort(goal_sets, kind="stable")
        sets, head = np.unique(goal_sets[order], return_index=True)
        learned = 0
        for done, rows in enumerate(np.split(order, head[1:])):
            if done == learned:
                learned += self._learn(graph, sets, learned, progress)
            goals = self.members[self.offsets[sets[done]] : self.offsets[sets[done] + 1]]
            h = graph.visits_any(standing, goals)[which]
            reached = np.minimum(sums(source, step * h, origin.size), 1.0)
            with np.errstate(divide="ignore"):
                unseen = sums(owner, np.log1p(-reached[slot]), n_sets)
            out[rows] = -np.expm1(unseen[set_of_pair[rows]])
        return out

    def _learn(self, graph: Graph, sets: Ints, done: int, progress: Progress | None) -> int:
        """Solve for the goals of the next sets together; return the number of sets."""
        n_goals = np.cumsum((self.offsets[sets + 1] - self.offsets[sets])[done:])
        n_sets = max(1, int(np.searchsorted(n_goals, graph.at_once, "right")))

        def tell(goal: int, goals: int) -> None:
            if progress is not None:
                progress(done + goal * n_sets // goals, sets.size)

        if n_goals[n_sets - 1] <= graph.at_once:
            graph.learn(self._members(sets[done : done + n_sets])[0], tell)
        else:  # too many goals in one set: they are made one
            tell(0, 1)
        return n_sets

    def _members(self, sets: Ints) -> tuple[Ints, Ints]:
        """Members of sets, and the position of the set of each."""
        rows, offsets = ranges(self.offsets[sets], self.offsets[sets + 1])
        return self.members[rows], owners(offsets)


def _touching(nodes: Nodes, places: Nodes) -> tuple[Ints, Ints]:
    """All pairs of a node and a place of its document that share a character, by node.

    Documents lie one after the other on one axis. Behind the text of each there is one more
    character for every name, which only the whole document shares with the element of that name;
    an entry point is the character that it stands before.
    """
    theirs = np.flatnonzero(np.isin(places.doc, nodes.doc))
    inside = np.flatnonzero(np.isin(nodes.doc, places.doc))
    inner, places = nodes.take(inside), places.take(theirs)
    docs = distinct(places.doc)
    extent = np.ones(docs.size, np.int64)
    for each in (inner, places):
        np.maximum.at(extent, np.searchsorted(docs, each.doc), each.end + 1)
    n_names = max(int(each.name.max(initial=-1)) for each in (inner, places)) + 1
    axis = docs, lay_out(extent + n_names), extent, n_names
    low, high = _on_axis(inner, *axis)
    start, end = _on_axis(places, *axis)
    order = np.argsort(start, kind="stable")
    node, place = overlapping(low, high, start[order], end[order])
    return inside[node], theirs[order[place]]


def _on_axis(nodes: Nodes, docs: Ints, axis: Ints, extent: Ints, n_names: int) -> tuple[Ints, Ints]:
    row = np.searchsorted(docs, nodes.doc)
    whole, placed = is_whole(nodes), nodes.end >= 0
    name = extent[row] + np.maximum(nodes.name, 0)
    start = np.where(whole, 0, np.where(placed, nodes.start, name))
    end = np.where(placed, np.maximum(nodes.end, nodes.start + 1), name + 1)
    end = np.where(whole, extent[row] + n_names, end)
    return axis[row] + start, axis[row] + end
