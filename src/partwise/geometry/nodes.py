"""Nodes: elements, and passages treated as one unit, as readers move between them.

Two nodes are the same when document and element agree or, for passages, document, start and
end. A passage is an element when its extent is that of one element and of no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import PartwiseError, TableError, UsageError
from partwise.geometry.base import Memo
from partwise.kernels.ragged import AlignedColumns
from partwise.tables.columns import ABSENT, first
from partwise.tables.lengths import Inventory
from partwise.tables.names import EMPTY
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from partwise.geometry.resolution import Trees
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.names import MergedNames, Names
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure


class Space:
    """The documents in which readers move, and what is known of their insides.

    Parameters
    ----------
    docs, elements : MergedNames
        Documents and element names of all tables. Names tell elements apart where there is
        no structure. Documents past the last number are ones that nobody named.
    trees : Trees, optional
        The element trees.
    length : callable, optional
        Lengths of named documents, -1 where not known.
    mean_length : callable, optional
        Mean length of the documents of the collection, None where it is not known.
    memo : Memo, optional
        Keeps what user models make once; nothing in it may refer to the space.
    say : callable, optional
        Called with the text of a note.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        Reduction of document names; those of files must follow.
    lenient : bool
        Keep elements that the structure does not have instead of refusing them.
    parts : callable, optional
        Finds all parts that could have been returned in a space; None where nobody lists them.
    tables : sequence of Run, Qrels or Inventory
        Where the names come from, for messages.
    topics : Names, optional
        The topics, as models of one's own are told.
    shared : Memo, optional
        Keeps what serves all runs that meet the same tables.
    step : callable, optional
        Progress callback. Called with a one-line message.
    """

    def __init__(
        self,
        docs: MergedNames,
        elements: MergedNames,
        *,
        trees: Trees | None = None,
        doc_ids: DocIds | None = None,
        lenient: bool = False,
        parts: Callable[[Space], Nodes | None] | None = None,
        length: Callable[[Names], Ints] | None = None,
        mean_length: Callable[[], float | None] | None = None,
        memo: Memo | None = None,
        say: Callable[[str], None] | None = None,
        tables: Sequence[Run | Qrels | Inventory] = (),
        topics: Names | None = None,
        shared: Memo | None = None,
        step: Callable[[str], None] | None = None,
    ) -> None:
        self.docs = docs
        self.elements = elements
        self.trees = trees
        self.doc_ids = doc_ids
        self.lenient = lenient
        self._parts = parts
        self.mean_length = mean_length or (lambda: None)
        self._length = length
        self.memo = Memo() if memo is None else memo
        self.say = say or (lambda _text: None)
        self.tables = tables
        self.topics = EMPTY if topics is None else topics
        self.shared = Memo() if shared is None else shared
        self.step = step

    @property
    def structure(self) -> Structure | None:
        """The elements of the documents, if loaded."""
        return None if self.trees is None else self.trees.structure

    @property
    def parts(self) -> Nodes | None:
        """All parts that could have been returned, by document; None where nobody lists them."""
        columns = self._part_columns
        return None if columns is None else Nodes(self, *columns)

    @cached_property
    def _part_columns(self) -> tuple[Ints, Ints, Ints, Ints, Ints] | None:
        """Columns of the parts: nodes would refer to the space, and neither would be freed."""
        nodes = None if self._parts is None else self._parts(self)
        if nodes is None:
            return None
        return (nodes.doc, nodes.start, nodes.end, nodes.row, nodes.name)

    def length(self, doc: Ints) -> Ints:
        """Length of documents, -1 where it is not known."""
        return self._lengths[np.minimum(doc, self._lengths.size - 1)]

    @cached_property
    def _lengths(self) -> Ints:
        lengths = np.full(self.docs.size + 1, ABSENT, np.int64)
        if self._length is not None:
            for names, numbers in zip(self.docs.dictionaries, self.docs.numbers, strict=True):
                lengths[numbers] = self._length(names)
        return lengths

    def in_structure(self, doc: Ints) -> Ints:
        """Code of documents in the structure, -1 where it does not hold them."""
        return self._codes[np.minimum(doc, self._codes.size - 1)]

    @cached_property
    def _codes(self) -> Ints:
        if self.trees is None:
            return np.full(self.docs.size + 1, ABSENT, np.int64)
        return np.append(self.docs.codes_in(self.trees.structure.docs), ABSENT)

    def document(self, number: int) -> str:
        """Name of a document."""
        return self.docs[number] if number < self.docs.size else "(not judged)"

    def row_of(
        self, nodes: Nodes, index: int, column: str | None = None
    ) -> tuple[Run | Qrels | Inventory, int] | None:
        """Return table and row of the first row that names a node, or else its document.

        Tables with `column` are preferred.
        """
        document = self.document(int(nodes.doc[index]))
        near = None
        having = [table for table in self.tables if column in getattr(table, "extra", ())]
        for table in having or self.tables:
            rows = table.doc == table.docs.index.get(document, len(table.docs))
            exact = rows & (table.start == nodes.start[index]) & (table.end == nodes.end[index])
            exact &= (nodes.end[index] >= 0) | (table.element < 0)  # without a place names tell
            if nodes.is_element[index] and len(table.elements):
                code = table.elements.index.get(nodes.place(index), len(table.elements))
                exact |= rows & (table.element == code)
            if (row := first(exact)) is not None:
                return table, row
            begins = rows & (table.start == nodes.start[index]) & (table.start >= 0)
            row = first(begins) if begins.any() else first(rows)
            near = near or (None if row is None else (table, row))
        return near

    def at_node(
        self, nodes: Nodes, index: int, problem: str, column: str | None = None
    ) -> PartwiseError:
        """Return an error about a node, located at the first row that names it."""
        located = self.row_of(nodes, index, column)
        if located is None:
            return UsageError(problem)
        return RowsError(located[0].source, [(located[1], problem)])

    def at_element(self, doc: int, name: int, problem: str) -> TableError:
        """Return an error about an element, located at the first row that names it."""
        document, element = self.document(doc), self.elements[name]
        for table in self.tables:
            rows = table.doc == table.docs.index.get(document, len(table.docs))
            named = [code for code, text in enumerate(table.elements) if text == element]
            has_element = (
                np.isin(table.element, named) if table.element.size else np.zeros_like(rows)
            )
            if not isinstance(table, Inventory):
                trees = (tree.split("|") for tree in table.trees)
                inside = [code for code, parts in enumerate(trees) if element in parts]
                has_element |= np.isin(table.tree, inside)
            if (row := first(rows & has_element)) is not None:
                return RowsError(table.source, [(row, problem)])
        return TableError(None, problem)


@dataclass(frozen=True, eq=False)
class Nodes(AlignedColumns):
    """Nodes of documents."""

    space: Space
    """The documents."""
    doc: Ints
    """Number of the document in the space."""
    start: Ints
    end: Ints
    """Extent in code points; -1 where it is not known."""
    row: Ints
    """Row of the element in the structure; -1 for passages and without a structure."""
    name: Ints
    """Without a structure: number of the element's name; -1 for passages."""

    @property
    def size(self) -> Ints:
        """Characters; -1 where the extent is not known."""
        return np.where(self.end < 0, ABSENT, self.end - self.start)

    @property
    def is_element(self) -> Flags:
        """Elements, as opposed to passages."""
        element: Flags = (self.row >= 0) | (self.name >= 0)
        return element

    def place(self, index: int) -> str:
        """Return path, name or offsets of a node; an empty text for a whole document."""
        if self.row[index] >= 0 and self.space.trees is not None:
            return self.space.trees.paths(self.row[index : index + 1])[0]
        if self.name[index] >= 0:
            return self.space.elements[int(self.name[index])]
        return f"{self.start[index]}..{self.end[index]}" if self.end[index] >= 0 else ""

    def of_structure(self, column: NDArray[Any], absent: int = ABSENT) -> NDArray[Any]:
        """Return the entries of a structure's column, `absent` for other nodes."""
        if not column.size:
            return np.full(self.row.size, absent, column.dtype)
        return np.where(self.row >= 0, column[np.maximum(self.row, 0)], absent)

    def numbered(self) -> tuple[Nodes, Ints]:
        """Return the distinct nodes, and the number of each node among them. O(n log n).

        Numbers follow document, element and extent, whatever other nodes are there.
        """
        element = self.is_element
        columns = (
            np.where(element, ABSENT, self.end),
            np.where(element, ABSENT, self.start),
            self.name,
            self.row,
            self.doc,
        )
        order = np.lexsort((-self.end, *columns))  # of equal elements one with an extent first
        opens = np.ones(order.size, np.bool_)
        opens[1:] = False
        for column in columns:
            ranged = column[order]
            opens[1:] |= ranged[1:] != ranged[:-1]
        number = np.empty(order.size, np.int64)
        number[order] = np.cumsum(opens) - 1
        distinct = self.take(order[opens])
        self._check_extents(distinct, number)
        return distinct, number

    def among(self, others: Nodes) -> Flags:
        """Mask of the nodes that are among `others`."""
        number = others.joined(self).numbered()[1]
        return np.isin(number[len(others) :], number[: len(others)])

    def _check_extents(self, distinct: Nodes, number: Ints) -> None:
        """Raise RowsError if two rows give one element different extents."""
        differs = (self.name >= 0) & (self.end >= 0)
        differs &= (self.end != distinct.end[number]) | (self.start != distinct.start[number])
        if (index := first(differs)) is not None:
            same_node = int(number[index])
            name = self.space.elements[int(self.name[index])]
            doc = self.space.document(self.doc[index])
            problem = (
                f"element {name} of document {doc} is {self.start[index]}..{self.end[index]} "
                f"in one row, {distinct.start[same_node]}..{distinct.end[same_node]} in another"
            )
            raise self.space.at_node(self, index, problem)


def recognise(nodes: Nodes) -> None:
    """Give passages that are exactly one element the element's row, in place."""
    trees = nodes.space.trees
    passages = np.flatnonzero(~nodes.is_element & (nodes.start >= 0))
    if trees is None or not passages.size:
        return
    inside = nodes.space.in_structure(nodes.doc[passages])
    passages = passages[(inside >= 0) & (nodes.end[passages] > nodes.start[passages])]
    inside = nodes.space.in_structure(nodes.doc[passages])
    around = trees.around(inside, nodes.start[passages], nodes.end[passages])
    passages, around = passages[around >= 0], around[around >= 0]
    s = trees.structure
    parent = s.parent[around]
    exact = (s.start[around] == nodes.start[passages]) & (s.end[around] == nodes.end[passages])
    twin = (parent >= 0) & (s.start[parent] == s.start[around]) & (s.end[parent] == s.end[around])
    alone = exact & ~twin
    nodes.row[passages[alone]] = around[alone]
