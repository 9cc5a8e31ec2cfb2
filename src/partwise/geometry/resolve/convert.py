"""Elements to spans and back, for whole runs and assessments.

Nothing is guessed: a span becomes an element only in the way that the caller names, and what has
no counterpart is refused with the row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import SHOWN_PROBLEMS, UsageError
from partwise.geometry.resolve.points import points_at
from partwise.geometry.resolve.spans import resolve_qrels, resolve_run, with_entry_points
from partwise.geometry.resolve.trees import Trees
from partwise.messages import Notes
from partwise.tables.columns import ABSENT, encode
from partwise.tables.names import EMPTY
from partwise.tables.qrels import Qrels
from partwise.tables.row_errors import RowsError
from partwise.tables.rows import taken_rows
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure

Table = TypeVar("Table", Run, Qrels)

How = Literal["exact", "around", "inside", "leaves"]
HOWS: tuple[str, ...] = get_args(How)


def with_offsets(table: Table, structure: Structure) -> Table:
    """Fill in the offsets of elements and trees; they stay named."""
    if isinstance(table, Run):
        return resolve_run(table, structure)
    qrels = with_entry_points(table, structure)
    spans = resolve_qrels(qrels, structure)
    return replace(qrels, start=spans.start, end=spans.end, notes=spans.notes)


def as_spans(table: Table, structure: Structure, *, whole: bool = False) -> Table:
    """Replace elements and trees by their spans.

    Whole documents stay whole; with `whole` those of a run become spans too, where the structure
    has them. In assessments only what is highlighted becomes a span; graded elements stay
    elements. Lengths of documents are filled in.
    """
    if isinstance(table, Run):
        run = resolve_run(table, structure)
        if whole:
            run = _documents_as_spans(run, structure)
        nothing = np.full(len(run), ABSENT, np.int32)
        return replace(run, elements=EMPTY, element=nothing, last=None, trees=EMPTY, tree=nothing)
    qrels = resolve_qrels(table, structure)
    code = Trees(structure).documents(qrels.docs)[qrels.doc]
    known = np.append(structure.length, ABSENT)[code]
    extra = {k: v for k, v in qrels.extra.items() if k not in ("bep_path", "whitespace")}
    length = np.where(qrels.length >= 0, qrels.length, known)
    return _tidied(replace(qrels, length=length, extra=extra))


def _documents_as_spans(run: Run, structure: Structure) -> Run:
    code = Trees(structure).documents(run.docs)[run.doc]
    bare = (run.start < 0) & (code >= 0)
    length = np.append(structure.length, ABSENT)[code]
    return replace(run, start=np.where(bare, 0, run.start), end=np.where(bare, length, run.end))


def as_elements(table: Table, structure: Structure, how: How, *, lossy: bool = False) -> Table:
    """Replace spans by elements.

    Parameters
    ----------
    table : Run or Qrels
        Rows that name elements, trees or whole documents stay as they are.
    structure : Structure
        The elements.
    how : {'exact', 'around', 'inside', 'leaves'}
        The element with exactly this extent (of several the deepest); the smallest element around
        the span; the largest elements inside it; the elements without children inside it. The
        last two make several rows of one, with its score and rank.
    lossy : bool
        Drop spans that hold no element instead of refusing them.
    """
    if how not in HOWS:
        raise UsageError(f"spans become elements by {', '.join(HOWS)}, not {how!r}")
    trees = Trees(structure)
    rows = np.flatnonzero((table.start >= 0) & (table.element < 0) & (table.tree < 0))
    doc = trees.documents(table.docs)[table.doc[rows]]
    start, end = table.start[rows], table.end[rows]
    if how in ("exact", "around"):
        node = trees.around(doc, start, end)
        _refuse_unplaced(table, rows, (start, end), node, trees, exact=how == "exact")
        return _named(table, rows, node, np.arange(rows.size + 1), trees)
    find = trees.largest_inside if how == "inside" else trees.leaves_inside
    node, offsets = find(doc, start, end)
    empty = np.diff(offsets) == 0
    if empty.any() and not lossy:
        problems = [
            (int(rows[at]), f"no element lies inside {start[at]}..{end[at]}")
            for at in np.flatnonzero(empty)[:SHOWN_PROBLEMS].tolist()
        ]
        raise RowsError(table.source, problems, int(empty.sum()))
    return _named(table, rows, node, offsets, trees)


def _refuse_unplaced(
    table: Run | Qrels,
    rows: Ints,
    span: tuple[Ints, Ints],
    node: Ints,
    trees: Trees,
    *,
    exact: bool,
) -> None:
    s = trees.structure
    start, end = span
    lost = node < 0
    if exact:
        lost |= (s.start[node] != start) | (s.end[node] != end)
    problems = []
    for at in np.flatnonzero(lost)[:SHOWN_PROBLEMS].tolist():
        name = table.docs[table.doc[rows[at]]]
        code = s.docs.index.get(name)
        if code is None:
            said = f"document {name} is not in the structure"
        elif node[at] < 0:
            said = f"{start[at]}..{end[at]} passes the end of document {name} ({s.length[code]:,})"
        else:
            around = trees.paths(node[at : at + 1])[0]
            said = f"no element is exactly {start[at]}..{end[at]} (around it is {around})"
        problems.append((int(rows[at]), said))
    if problems:
        raise RowsError(table.source, problems, int(lost.sum()))


def _named(table: Table, rows: Ints, node: Ints, offsets: Ints, trees: Trees) -> Table:
    """Put elements in the place of rows; row i gets the nodes offsets[i]:offsets[i + 1]."""
    count = np.ones(len(table), np.int64)
    count[rows] = np.diff(offsets)
    source = np.repeat(np.arange(len(table)), count)
    changed = np.zeros(len(table), np.bool_)
    changed[rows] = True
    new = changed[source]
    distinct, place = np.unique(node, return_inverse=True)
    added, names = encode(trees.paths(distinct), "element") if distinct.size else (place, EMPTY)
    taken = taken_rows(table, source)
    notes = Notes(taken.notes)
    empty = np.flatnonzero(np.diff(offsets) == 0)
    if empty.size:
        notes.add(
            "{kept} of {n:span} became {new:element}; {lost} left out "
            "(no element inside; first: row {row})",
            kept=rows.size - empty.size,
            n=rows.size,
            new=new.sum(),
            lost=empty.size,
            row=str(rows[empty[0]]),
        )
    elif int(new.sum()) != rows.size:
        notes.add("{n:span} became {new:element}", n=rows.size, new=new.sum())
    return replace(_renamed(taken, new, names, added[place]), notes=tuple(notes))


def _renamed(table: Table, rows: Ints | Flags, names: Iterable[str], which: NDArray[Any]) -> Table:
    """Return a table in which rows are the elements of these names and no spans any more."""
    known = dict(table.elements.index)
    codes = np.array([known.setdefault(name, len(known)) for name in names], np.int32)
    element, start, end = table.element.copy(), table.start.copy(), table.end.copy()
    element[rows] = codes[which]
    start[rows] = end[rows] = ABSENT
    elements = type(table.elements).of(known)
    return replace(table, elements=elements, element=element, start=start, end=end)


def as_points(qrels: Qrels, structure: Structure) -> Qrels:
    """Replace highlighted spans and entry points by points in text nodes, as X-Rai names them."""
    trees = Trees(structure)
    rows = np.flatnonzero((qrels.start >= 0) & (qrels.element < 0) & (qrels.tree < 0))
    low = _points(qrels, rows, qrels.start[rows], trees, ahead=0)
    high = _points(qrels, rows, qrels.end[rows], trees, ahead=-1)
    cells = [f"{a} {b}" for a, b in zip(low, high, strict=True)]
    named = _renamed(qrels, rows, cells, np.arange(rows.size))
    grade, extra = qrels.grade.copy(), dict(qrels.extra)
    grade[rows[grade[rows] == 1]] = np.nan  # highlighted, no more: what else has a grade keeps it
    entries = np.flatnonzero(qrels.bep >= 0)
    if entries.size and "bep_path" not in extra:
        paths = np.full(len(qrels), "", np.dtypes.StringDType())
        paths[entries] = _points(qrels, entries, qrels.bep[entries], trees, ahead=0)
        extra["bep_path"] = paths
    return replace(
        named,
        grade=grade,
        bep=np.full(len(qrels), ABSENT, np.int64),
        length=np.full(len(qrels), ABSENT, np.int64),
        extra=extra,
    )


def _points(qrels: Qrels, rows: Ints, position: Ints, trees: Trees, *, ahead: int) -> list[str]:
    """Name the point at each position by the text node of the character there, or before it."""
    doc = trees.documents(qrels.docs)[qrels.doc[rows]]
    at = position + ahead
    node = trees.around(doc, at, at + 1)
    _refuse_unplaced(qrels, rows, (at, at + 1), node, trees, exact=False)
    number, start = points_at(trees.structure, node, at)
    paths = trees.paths(node)
    offsets = (position - start).tolist()
    return [
        f"{path}/text()[{n}].{k}"
        for path, n, k in zip(paths, number.tolist(), offsets, strict=True)
    ]


def graded_elements(qrels: Qrels) -> Flags:
    """Mark rows that grade an element or a tree: no highlights."""
    named = (qrels.element >= 0) | (qrels.tree >= 0)
    graded: Flags = ~(np.isnan(qrels.grade) & np.isnan(qrels.e) & np.isnan(qrels.s))
    return named & graded


def _tidied(qrels: Qrels) -> Qrels:
    """Forget names of elements that no row uses."""
    if (qrels.element >= 0).any() or (qrels.tree >= 0).any():
        return qrels
    return replace(qrels, elements=EMPTY, trees=EMPTY)
