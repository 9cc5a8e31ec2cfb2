"""Elements that files only count: the third sentence of a document, its sixth paragraph.

``s[3]`` is the third element called ``s`` in document order, wherever in the tree it stands;
``p[6] p[8]`` goes from one to another. Characters inside paragraphs become offsets in the document.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from partwise._typing import Ints
from partwise.errors import SHOWN_PROBLEMS
from partwise.geometry.resolve.trees import Trees
from partwise.kernels.ragged import distinct
from partwise.tables.columns import ABSENT, is_absent
from partwise.tables.names import Names
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure

Table = TypeVar("Table", bound="Run | Qrels")

COUNTED = frozenset({"kilt", "scifact", "fever", "hotpot"})
"""Formats whose elements are counted and no paths."""

_CELL = re.compile(r"([^\[\] ]+)\[([1-9][0-9]*)\](?: \1\[([1-9][0-9]*)\])?")
_CHARACTERS = ("start_character", "end_character")


class _Cell(NamedTuple):
    """What an element cell counts: a name, and the first and last number."""

    tag: str
    first: int
    last: int


def with_counted(table: Table, structure: Structure) -> Table:
    """Return a table of such a format with the elements or offsets that the structure has.

    Raises
    ------
    RowsError
        For documents and elements that the structure does not have (E11, E10), and characters
        beyond their paragraph.
    """
    rows = np.flatnonzero(table.element >= 0)
    if not rows.size:
        return table
    trees = Trees(structure)
    found = [_CELL.fullmatch(name) for name in table.elements.tolist()]
    cells = [None if m is None else _Cell(m[1], int(m[2]), int(m[3] or m[2])) for m in found]
    of_row = [cells[code] for code in table.element[rows].tolist()]
    doc = trees.documents(table.docs)[table.doc[rows]]
    first, last = (_nth(structure, doc, of_row, which) for which in ("first", "last"))
    _refuse(table, structure, rows, doc, np.minimum(first, last))
    characters = [_numbers(table, key, rows) for key in _CHARACTERS]
    inside = (characters[0] >= 0) & (characters[1] >= 0)
    whole = (first == last) & ~inside
    start, end = table.start.copy(), table.end.copy()
    begin, stop = structure.start[first], structure.end[last]
    start[rows[~whole]] = np.where(inside, begin + characters[0], begin)[~whole]
    end[rows[~whole]] = np.where(inside, structure.start[last] + characters[1], stop)[~whole]
    beyond = inside & (end[rows] > stop)
    if beyond.any():
        said = "characters {} to {} pass the end of their paragraph"
        raise _error(table, rows, beyond, lambda at: said.format(*(c[at] for c in characters)))
    paths = trees.paths(first[whole])
    index = {path: code for code, path in enumerate(dict.fromkeys(paths))}
    element = np.full(len(table), ABSENT, np.int32)
    element[rows[whole]] = [index[path] for path in paths]
    changed: dict[str, Any] = {"elements": Names.of(index), "element": element}
    return replace(table, start=start, end=end, **changed)


def _nth(structure: Structure, doc: Ints, cells: list[_Cell | None], which: str) -> Ints:
    """Row of each counted element in the structure, -1 where there is none."""
    found = np.full(doc.size, -1, np.int64)
    number = np.array([0 if cell is None else getattr(cell, which) for cell in cells], np.int64)
    tags = np.array([-1 if c is None else structure.tags.index.get(c.tag, -1) for c in cells])
    for tag in distinct(tags[tags >= 0]).tolist():
        mine = np.flatnonzero((tags == tag) & (doc >= 0))
        named = np.flatnonzero(structure.tag == tag)
        low = np.searchsorted(named, structure.offsets[doc[mine]])
        high = np.searchsorted(named, structure.offsets[doc[mine] + 1])
        at = low + number[mine] - 1
        there = at < high
        found[mine[there]] = named[at[there]]
    return found


def _numbers(table: Run | Qrels, key: str, rows: Ints) -> Ints:
    """Return a column of numbers that is kept as it came, -1 where there is none."""
    column = table.extra.get(key)
    if column is None:
        return np.full(rows.size, -1, np.int64)
    cells = column[rows].tolist()
    kept = [-1 if is_absent(cell) or not isinstance(cell, int) else cell for cell in cells]
    return np.array(kept, np.int64)


def _refuse(table: Run | Qrels, structure: Structure, rows: Ints, doc: Ints, node: Ints) -> None:
    names = table.elements.tolist()

    def say(at: int) -> str:
        row = int(rows[at])
        name, document = names[table.element[row]], table.docs[int(table.doc[row])]
        if doc[at] < 0:
            return f"document {document} is not in the structure"
        tag = name.partition("[")[0]
        code = structure.tags.index.get(tag, -1)
        mine = slice(*structure.offsets[doc[at] : doc[at] + 2])
        count = int((structure.tag[mine] == code).sum())
        return f"no element {name} in document {document} (it has {count:,} {tag})"

    bad = node < 0
    if bad.any():
        raise _error(table, rows, bad, say)


def _error(table: Run | Qrels, rows: Ints, bad: Any, say: Any) -> RowsError:
    at = np.flatnonzero(bad)
    problems = [(int(rows[n]), say(n)) for n in at[:SHOWN_PROBLEMS].tolist()]
    return RowsError(table.source, problems, at.size)
