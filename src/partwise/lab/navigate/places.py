"""Where observed readers were, and all the places to which they could have gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import FormatError, UsageError
from partwise.files.formats.links import LinkTable
from partwise.files.formats.routes import RouteTable
from partwise.geometry.nodes import Nodes, Space
from partwise.geometry.resolve.trees import Trees
from partwise.kernels.ragged import distinct, ranges
from partwise.tables.checks import first
from partwise.tables.lengths import Inventory
from partwise.tables.merged_names import MergedNames
from partwise.tables.names import EMPTY, Names
from partwise.tables.structure.table import Structure


@dataclass(frozen=True, eq=False)
class Steps:
    """The observed steps between numbered places, in the order of the file."""

    places: Nodes
    """The universe: each place once, document by document."""
    route: Ints
    source: Ints
    target: Ints
    """Route of each step, and the places that it leaves and goes to."""

    def __len__(self) -> int:
        return self.route.size

    def take(self, at: Ints) -> Steps:
        """Return some of the steps."""
        return Steps(self.places, self.route[at], self.source[at], self.target[at])

    def words(self, at: int) -> str:
        """Say from where to where a step leads."""
        return f"{self._place(int(self.source[at]))} -> {self._place(int(self.target[at]))}"

    def _place(self, at: int) -> str:
        document = self.places.space.document(int(self.places.doc[at]))
        return f"{document} {self.places.place(at)}".rstrip()


def observed(
    routes: RouteTable,
    files: Sequence[LinkTable | RouteTable],
    structure: Structure | None,
    inventory: Inventory | None = None,
) -> Steps:
    """Find the steps of the routes among all places that readers could have gone to.

    With a structure these are the elements of the documents in the routes, else the places
    that the routes and the files of the models name. The inventory only tells which parts are
    neighbours.
    """
    if structure is None:
        visits, places = _named(routes, files, inventory)
    else:
        visits, places = _elements(routes, structure, inventory)
    if len(places) < 2:
        hint = "Models are compared by where readers went: use routes of two places or more"
        raise FormatError(routes.file, None, "there is only one place", hint)
    here = np.flatnonzero(~routes.last)
    if not here.size:
        hint = "A route is a document and two places or more"
        raise FormatError(routes.file, None, "no route has a second place", hint)
    return Steps(places, routes.route[here], visits[here], visits[here + 1])


def _named(
    routes: RouteTable, files: Sequence[LinkTable | RouteTable], inventory: Inventory | None
) -> tuple[Ints, Nodes]:
    """Places by their names; the number of each visit comes first."""
    tables = (routes, *files)
    docs = MergedNames(*(table.docs for table in tables), _docs(inventory))
    elements = MergedNames(*(table.elements for table in tables))
    rows = [
        (
            docs.numbers[at][table.doc],
            np.where(table.element >= 0, -1, np.where(table.start < 0, 0, table.start)),
            np.where(table.element >= 0, -1, table.end),
            np.append(elements.numbers[at], -1)[table.element],
        )
        for at, table in enumerate(tables)
    ]
    doc, start, end, name = (np.concatenate(column) for column in zip(*rows, strict=True))
    unknown = np.full(doc.size, -1, np.int64)
    space = Space(docs, elements, parts=_parts(inventory))
    places, number = Nodes(space, doc, start, end, unknown, name).numbered()
    return number[: routes.doc.size], places


def _docs(inventory: Inventory | None) -> Names:
    return EMPTY if inventory is None else inventory.docs


def _parts(inventory: Inventory | None) -> Callable[[Space], Nodes] | None:
    """Return what finds the parts of the inventory, whose documents a space has last."""
    if inventory is None:
        return None
    if (at := first(inventory.end < 0)) is not None:
        document = inventory.docs[int(inventory.doc[at])]
        problem = f"a part of document {document} has no offsets, and neighbours are told by them"
        raise UsageError(f"{inventory.source or 'inventory'}: {problem}")
    return partial(_listed_parts, inventory)


def _listed_parts(inventory: Inventory, space: Space) -> Nodes:
    none = np.full(len(inventory), -1, np.int64)
    doc = space.docs.numbers[-1][inventory.doc]
    start, end = (column.astype(np.int64) for column in (inventory.start, inventory.end))
    return Nodes(space, doc, start, end, none, none).numbered()[0]


def _elements(
    routes: RouteTable, structure: Structure, inventory: Inventory | None
) -> tuple[Ints, Nodes]:
    """Elements of the documents in the routes; the number of each visit comes first."""
    trees = Trees(structure)
    code = trees.documents(routes.docs)[routes.doc]
    row = trees.find(code, routes.elements, routes.element.astype(np.int32))
    row[(routes.element < 0) & (routes.start >= 0)] = -1  # a passage is no element
    if (at := first(row < 0)) is not None:
        document, element = routes.docs[int(routes.doc[at])], int(routes.element[at])
        if code[at] < 0:
            problem = f"document {document} is not in the structure"
        elif element < 0:
            problem = f"no element {routes.words(at)}"
        else:
            problem = f"no element {routes.elements[element]} in document {document}"
        raise FormatError(routes.file, routes.line_of(at), problem, "Take the line out")
    inside = distinct(code)
    rows = ranges(structure.offsets[inside], structure.offsets[inside + 1])[0]
    docs = MergedNames(structure.docs, _docs(inventory))
    mean = float(structure.length.mean())
    parts = _parts(inventory)
    space = Space(docs, MergedNames(), trees=trees, mean_length=lambda: mean, parts=parts)
    none = np.full(rows.size, -1, np.int64)
    doc = docs.numbers[0][structure.doc[rows]]
    order = np.argsort(doc, kind="stable")
    rows, doc = rows[order], doc[order]
    places = Nodes(space, doc, structure.start[rows], structure.end[rows], rows, none)
    number = np.full(len(structure.start), -1, np.int64)
    number[rows] = np.arange(rows.size)
    return number[row], places


def chosen_routes(table: RouteTable, chosen: Flags) -> RouteTable:
    """Return the routes of a table for which `chosen` holds."""
    kept = chosen[table.route]
    names = ("doc", "element", "start", "end", "route", "line")
    columns = {name: getattr(table, name)[kept] for name in names}
    return replace(table, **columns)
