"""Spans of rows: from offsets, elements and whole documents."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import SHOWN_PROBLEMS, PartwiseError
from partwise.geometry.resolution import Trees
from partwise.kernels.ragged import distinct
from partwise.messages import Notes
from partwise.tables.columns import ABSENT, is_absent
from partwise.tables.names import Names
from partwise.tables.problems import MissingOffsetsError, RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure


# An *element* cell names one of
#
# - an element path, ``/article[1]/sec[2]``: its extent;
# - a range of points, ``POINT POINT`` (in runs the columns element and last): from the first to
#   the last, where a point is a path or lies inside a text node (`partwise.geometry.resolution`).
#
# A *tree* is a set of elements joined by ``|``. It has one place in the text when its elements nest
# or touch, so that together they show one span; a tree that shows separate pieces has none, and
# character measures refuse it rather than count text that it does not show.

Places = tuple[Ints, Ints]

LOST = -2
"""Start of an element that cannot be found."""


def extents(
    table: Run | Qrels,
    rows: Ints,
    structure: Structure | None,
    notes: Notes | None = None,
) -> Places:
    """Start and end of rows, elements resolved; -1 for a whole document.

    RowsError names the rows that cannot be placed.
    """
    start, end = located(table, rows, structure, notes)
    lost = rows[start == LOST]
    if lost.size:
        raise _refusal(table, lost, structure)
    return start, end


def located(
    table: Run | Qrels,
    rows: Ints,
    structure: Structure | None,
    notes: Notes | None = None,
) -> Places:
    """Start and end of rows: -1 for a whole document, -2 where an element is not found."""
    start, end = table.start[rows], table.end[rows]
    if not len(table.elements) and not len(table.trees):
        return start, end
    unplaced = start < 0
    by_element = np.flatnonzero(unplaced & (table.element[rows] >= 0))
    by_tree = np.flatnonzero(unplaced & (table.element[rows] < 0) & (table.tree[rows] >= 0))
    if not by_element.size and not by_tree.size:
        return start, end
    start, end = start.copy(), end.copy()
    start[by_element] = start[by_tree] = LOST
    if structure is not None:
        from partwise.geometry.resolution import Trees  # files of spans alone need none

        finder = _Finder(table, Trees(structure), Notes() if notes is None else notes)
        start[by_element], end[by_element] = finder.elements(rows[by_element])
        start[by_tree], end[by_tree] = finder.trees(rows[by_tree])
    return start, end


class _Finder:
    """Looks up the elements of one table."""

    def __init__(self, table: Run | Qrels, trees: Trees, notes: Notes) -> None:
        self._table = table
        self._trees = trees
        self._notes = notes
        from partwise.geometry.resolution import KeyedPaths

        self._paths = KeyedPaths.of(table.elements)
        self._docs = trees.documents(table.docs)

    def elements(self, rows: Ints) -> Places:
        """Extents of elements and of ranges of points."""
        table, structure = self._table, self._trees.structure
        doc, first = self._docs[table.doc[rows]], table.element[rows]
        node = self._trees.find_keys(doc, self._paths, first)
        last = getattr(table, "last", None)
        tail = first if last is None else np.where(last[rows] >= 0, last[rows], first)
        until = np.where(tail == first, node, self._trees.find_keys(doc, self._paths, tail))
        start, end = structure.start[node], structure.end[until]
        lost = (node < 0) | (until < 0) | (end < start)
        lost |= (until < node) & (end <= start)  # the last element stands before the first
        start, end = np.where(lost, LOST, start), np.where(lost, LOST, end)
        pointed = np.flatnonzero(self._paths.bad[first] | self._paths.bad[tail])
        if pointed.size:
            start[pointed], end[pointed] = self._points(
                rows[pointed], first[pointed], tail[pointed]
            )
        return start, end

    def _points(self, rows: Ints, first: NDArray[np.int32], tail: NDArray[np.int32]) -> Places:
        from partwise.geometry.resolution import Points, ranges_of

        table = self._table
        spans = ranges_of(table.elements, first, tail)
        stripped = table.extra.get("whitespace")
        strip = np.zeros(rows.size, np.bool_)
        if stripped is not None:
            strip = np.asarray(stripped[rows] == "strip", np.bool_)
        points = Points(self._trees, self._notes)
        start, end = points.extents(self._docs[table.doc[rows]], spans, strip)
        lost = (start < 0) | (end < start)
        return np.where(lost, LOST, start), np.where(lost, LOST, end)

    def trees(self, rows: Ints) -> Places:
        """Extents of trees whose elements show one span."""
        table, structure = self._table, self._trees.structure
        members = [tree.split("|") for tree in table.trees]
        names = Names.of(dict.fromkeys(path for paths in members for path in paths))
        code = np.array([names.index[path] for paths in members for path in paths], np.int32)
        offsets = np.cumsum([0, *(len(paths) for paths in members)])
        tree = table.tree[rows]
        count = np.diff(offsets)[tree]
        owner = np.repeat(np.arange(rows.size), count)
        place = np.arange(owner.size) - np.repeat(np.cumsum(count) - count, count)
        element = code[offsets[tree][owner] + place]
        node = self._trees.find(self._docs[table.doc[rows]][owner], names, element)
        order = np.lexsort((structure.start[node], owner))
        owner, node = owner[order], node[order]
        return _hulls(owner, rows.size, node, structure)


def _hulls(owner: Ints, n: int, node: Ints, structure: Structure) -> Places:
    """First start and last end of each owner's nodes, LOST where they leave a gap."""
    start, end = structure.start[node], structure.end[node]
    low = np.full(n, np.iinfo(np.int64).max)
    high = np.full(n, ABSENT, np.int64)
    np.minimum.at(low, owner, start)
    np.maximum.at(high, owner, end)
    lost = np.zeros(n, np.bool_)
    lost[owner[node < 0]] = True
    # starts ascend within an owner: what was reached before a node is the greatest end so far
    axis = owner * (1 + int(end.max(initial=0)))
    reach = np.maximum.accumulate(end + axis) - axis
    gap = (owner[1:] == owner[:-1]) & (start[1:] > reach[:-1])
    lost[owner[1:][gap]] = True
    return np.where(lost, LOST, low), np.where(lost, LOST, high)


def _refusal(table: Run | Qrels, lost: Ints, structure: Structure | None) -> PartwiseError:
    """Return the error for rows without a place."""
    if structure is None:
        row = int(lost[0])
        named = table.element[row] >= 0
        texts, code = (table.elements, table.element) if named else (table.trees, table.tree)
        what = f"{'element' if named else 'tree'} {texts[code[row]]}"
        return MissingOffsetsError(table.source, row, what)
    from partwise.geometry.resolution import Trees, why_not

    trees = Trees(structure)
    first_rows = lost[:SHOWN_PROBLEMS].tolist()
    problems = [(row, why_not(table, row, trees)) for row in first_rows]
    return RowsError(table.source, problems, lost.size)


def resolve_run(run: Run, structure: Structure) -> Run:
    """Return the run with the offsets of its elements and trees filled in.

    Elements stay named. RowsError names the rows that cannot be placed.
    """
    notes = Notes()
    start, end = extents(run, np.arange(len(run)), structure, notes)
    return replace(run, start=start, end=end, notes=(*run.notes, *notes))


def resolve_qrels(qrels: Qrels, structure: Structure) -> Qrels:
    """Return the assessments with offsets for highlighted elements and entry points.

    Elements and trees that nobody graded are highlights: they become spans. Graded ones stay
    what they are. Entry points given as paths (``bep_path``) become offsets.
    """
    notes = Notes()
    qrels = with_entry_points(qrels, structure)
    graded = ~(np.isnan(qrels.grade) & np.isnan(qrels.e) & np.isnan(qrels.s))
    rows = np.flatnonzero((qrels.start < 0) & ~graded & ((qrels.element >= 0) | (qrels.tree >= 0)))
    start, end = qrels.start.copy(), qrels.end.copy()
    element, tree = qrels.element.copy(), qrels.tree.copy()
    start[rows], end[rows] = extents(qrels, rows, structure, notes)
    element[rows] = tree[rows] = ABSENT
    changed: dict[str, Any] = {"start": start, "end": end, "element": element, "tree": tree}
    return replace(qrels, **changed, notes=(*qrels.notes, *notes))


def with_entry_points(qrels: Qrels, structure: Structure | None) -> Qrels:
    """Return the assessments with best entry points as offsets where they are paths."""
    paths = qrels.extra.get("bep_path")
    if paths is None or structure is None:
        return qrels
    texts = [str(path or "") for path in paths.tolist()]
    names = Names.of(text for text in dict.fromkeys(texts) if text)
    code = np.array([names.index.get(text, ABSENT) for text in texts], np.int32)
    rows = np.flatnonzero((code >= 0) & (qrels.bep < 0))
    points = replace(
        qrels, elements=names, element=code, start=np.full(len(qrels), ABSENT, np.int64)
    )
    start, _ = extents(points, rows, structure)
    bep = qrels.bep.copy()
    bep[rows] = start
    return replace(qrels, bep=bep)


# ``s[3]`` is the third element called ``s`` in document order, wherever in the tree it stands;
# ``p[6] p[8]`` goes from one to another. Characters inside paragraphs become offsets in the
# document.

Table = TypeVar("Table", bound="Run | Qrels")

COUNTED = frozenset({"kilt", "scifact", "fever", "hotpot"})
"""Formats whose elements are counted and no paths."""

_CELL = re.compile(r"([^\[\] ]+)\[([1-9][0-9]*)\](?: \1\[([1-9][0-9]*)\])?")
_CHARACTERS = ("start_character", "end_character")


class _Cell(NamedTuple):
    """Counted elements of a cell: tag, first and last number."""

    tag: str
    first: int
    last: int


def with_counted(table: Table, structure: Structure) -> Table:
    """Return a table of such a format with the elements or offsets that the structure has.

    Raises
    ------
    RowsError
        For documents and elements that the structure does not have, and characters
        beyond their paragraph.
    """
    rows = np.flatnonzero(table.element >= 0)
    if not rows.size:
        return table
    trees = Trees(structure)
    matches = [_CELL.fullmatch(name) for name in table.elements.tolist()]
    cells = [None if m is None else _Cell(m[1], int(m[2]), int(m[3] or m[2])) for m in matches]
    of_row = [cells[code] for code in table.element[rows].tolist()]
    doc = trees.documents(table.docs)[table.doc[rows]]
    first, last = (_nth(structure, doc, of_row, which) for which in ("first", "last"))
    _check_elements(table, structure, rows, doc, np.minimum(first, last))
    characters = [_numbers(table, key, rows) for key in _CHARACTERS]
    inside = (characters[0] >= 0) & (characters[1] >= 0)
    whole = (first == last) & ~inside
    start, end = table.start.copy(), table.end.copy()
    begin, stop = structure.start[first], structure.end[last]
    start[rows[~whole]] = np.where(inside, begin + characters[0], begin)[~whole]
    end[rows[~whole]] = np.where(inside, structure.start[last] + characters[1], stop)[~whole]
    beyond = inside & (end[rows] > stop)
    if beyond.any():
        template = "characters {} to {} pass the end of their paragraph"
        raise _error(
            table, rows, beyond, lambda index: template.format(*(c[index] for c in characters))
        )
    paths = trees.paths(first[whole])
    index = {path: code for code, path in enumerate(dict.fromkeys(paths))}
    element = np.full(len(table), ABSENT, np.int32)
    element[rows[whole]] = [index[path] for path in paths]
    changed: dict[str, Any] = {"elements": Names.of(index), "element": element}
    return replace(table, start=start, end=end, **changed)


def _nth(structure: Structure, doc: Ints, cells: list[_Cell | None], which: str) -> Ints:
    """Row of each counted element in the structure, -1 where there is none."""
    nodes = np.full(doc.size, -1, np.int64)
    number = np.array([0 if cell is None else getattr(cell, which) for cell in cells], np.int64)
    tags = np.array([-1 if c is None else structure.tags.index.get(c.tag, -1) for c in cells])
    for tag in distinct(tags[tags >= 0]).tolist():
        rows = np.flatnonzero((tags == tag) & (doc >= 0))
        named = np.flatnonzero(structure.tag == tag)
        low = np.searchsorted(named, structure.offsets[doc[rows]])
        high = np.searchsorted(named, structure.offsets[doc[rows] + 1])
        index = low + number[rows] - 1
        exists = index < high
        nodes[rows[exists]] = named[index[exists]]
    return nodes


def _numbers(table: Run | Qrels, key: str, rows: Ints) -> Ints:
    """Return a column of numbers that is kept as it came, -1 where there is none."""
    column = table.extra.get(key)
    if column is None:
        return np.full(rows.size, -1, np.int64)
    cells = column[rows].tolist()
    numbers = [-1 if is_absent(cell) or not isinstance(cell, int) else cell for cell in cells]
    return np.array(numbers, np.int64)


def _check_elements(
    table: Run | Qrels, structure: Structure, rows: Ints, doc: Ints, node: Ints
) -> None:
    names = table.elements.tolist()

    def say(index: int) -> str:
        row = int(rows[index])
        name, document = names[table.element[row]], table.docs[int(table.doc[row])]
        if doc[index] < 0:
            return f"document {document} is not in the structure"
        tag = name.partition("[")[0]
        code = structure.tags.index.get(tag, -1)
        doc_nodes = slice(*structure.offsets[doc[index] : doc[index] + 2])
        count = int((structure.tag[doc_nodes] == code).sum())
        return f"no element {name} in document {document} (it has {count:,} {tag})"

    bad = node < 0
    if bad.any():
        raise _error(table, rows, bad, say)


def _error(table: Run | Qrels, rows: Ints, bad: Any, say: Any) -> RowsError:
    wrong_rows = np.flatnonzero(bad)
    problems = [(int(rows[n]), say(n)) for n in wrong_rows[:SHOWN_PROBLEMS].tolist()]
    return RowsError(table.source, problems, wrong_rows.size)


def trees_as_elements(table: Table) -> Table:
    """Name trees of one element in the column of elements; the table itself without any."""
    trees = table.trees.tolist()
    single = [code for code, tree in enumerate(trees) if "|" not in tree]
    if not single or table.tree.size != table.element.size:
        return table
    element_codes = {name: code for code, name in enumerate(table.elements.tolist())}
    element_of = np.full(len(trees) + 1, ABSENT, np.int32)  # the last: rows without a tree
    for code in single:
        element_of[code] = element_codes.setdefault(trees[code], len(element_codes))
    element = element_of[table.tree]
    return replace(
        table,
        elements=Names.of(element_codes),
        element=np.where(element >= 0, element, table.element).astype(table.element.dtype),
        tree=np.where(element >= 0, ABSENT, table.tree).astype(table.tree.dtype),
    )
