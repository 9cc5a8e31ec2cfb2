"""Parts that are named by an id: an inventory says where in which document they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import SHOWN_PROBLEMS, FormatError, quote
from partwise.messages import Note, Notes
from partwise.spelling import spelt
from partwise.tables.columns import ABSENT, decode, encode, is_absent
from partwise.tables.problems import rows_error
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import moved_up
from partwise.tables.rows import taken_rows
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.lengths import Inventory
    from partwise.tables.row_rules import Missing

Table = TypeVar("Table", Run, Qrels)
HINT = (
    "Use --missing document to keep such rows as whole documents, or --missing skip to leave "
    "them out"
)


IDS_HINT = (
    "use --inventory FILE if rows name chunks by their ids (and --columns id=doc where these "
    "stand for documents)"
)
"""Advice about whole documents that may be chunks."""


def ids_are_documents(count: int) -> Note:
    """Note on ids that stand for documents because no inventory places them."""
    template = "{n:part} known by {n:its id|their ids} only, which stand for documents and change "
    return Note(template + f"with the next chunking. {spelt('Use --inventory FILE')}", n=count)


def noted(table: Table, *notes: Note) -> Table:
    """Return a table with more notes; those of runs get the name of the run when they are shown."""
    if isinstance(table, Qrels) and table.source is None:
        notes = tuple(note.of("assessments") for note in notes)
    return replace(table, notes=(*table.notes, *notes))


class PartIds:
    """Parts of an inventory by id.

    Parameters
    ----------
    inventory : Inventory
        With ids; parts may lack one.

    Raises
    ------
    FormatError
        Where the inventory has no ids, or one of two parts.
    """

    def __init__(self, inventory: Inventory) -> None:
        source = inventory.source or "inventory"
        if inventory.id is None:
            raise FormatError(source, None, "no column id, by which parts are found")
        self.inventory = inventory
        names = texts_of(inventory.id)
        self.index = {name: at for at, name in zip(range(len(names)), names, strict=True) if name}
        if len(self.index) == len(names):
            return
        columns = (inventory.doc, inventory.start, inventory.end, inventory.element)
        places = list(zip(*(column.tolist() for column in columns), strict=True))
        for at, name in enumerate(names):
            last = self.index.get(name, at)
            if places[last] != places[at]:
                both = f"{self._said(at)} and {self._said(last)}"
                said = f"id {quote(name)} is that of two parts, {both}"
                raise FormatError(source, None, said)

    def rows(self, ids: Sequence[str]) -> Ints:
        """Return the part of each id, -1 where there is none."""
        get = self.index.get
        return np.fromiter((get(name, ABSENT) for name in ids), np.int64, len(ids))

    def _said(self, part: int) -> str:
        parts = self.inventory
        doc, start = parts.docs[int(parts.doc[part])], int(parts.start[part])
        if start >= 0:
            return f"{doc}[{start}:{parts.end[part]}]"
        element = int(parts.element[part])
        return doc if element < 0 else f"{doc} {parts.elements[element]}"

    def refuse_others(self, table: Run | Qrels, ids: Sequence[str], part: Ints) -> None:
        """Raise an error about rows that contradict the inventory."""
        parts, known = self.inventory, part >= 0
        at = np.where(known, part, 0)
        where = np.append(parts.docs.codes_in(table.docs), ABSENT)
        other = where[parts.doc[at]] != table.doc if len(parts) else known
        named = _named_by_id(table, ids)
        spans = (table.start >= 0) & (parts.start[at] >= 0)
        moved = spans & ((table.start != parts.start[at]) | (table.end != parts.end[at]))
        bad = known & ((other & ~named) | moved)
        if not bad.any():
            return
        rows = np.flatnonzero(bad)
        docs = table.docs
        problems = []
        for row in rows[:SHOWN_PROBLEMS].tolist():
            span = f"[{table.start[row]}:{table.end[row]}]" if table.start[row] >= 0 else ""
            here = f"{docs[int(table.doc[row])]}{span}"
            there = self._said(int(part[row]))
            problems.append((row, f"the inventory places {ids[row]} at {there}, the row at {here}"))
        raise rows_error(table, problems, rows.size)


def texts_of(ids: NDArray[Any] | Sequence[Any]) -> list[str]:
    """Ids as text, "" where there is none; whole numbers that a gap made floats stay whole."""
    cells = ids.tolist() if isinstance(ids, np.ndarray) else list(ids)
    if set(map(type, cells)) <= {str}:
        return cells
    whole = [int(c) if isinstance(c, float) and c.is_integer() else c for c in cells]
    return ["" if is_absent(cell) else str(cell) for cell in whole]


def _named_by_id(table: Run | Qrels, ids: Sequence[str]) -> Flags:
    """Rows whose document is unknown: the id stands in its place."""
    named = zip(decode(table.doc, table.docs), ids, strict=True)
    return np.fromiter((doc == name for doc, name in named), np.bool_, len(ids))


def of_run(inventory: Any, name: str | None) -> Any:
    """Return the inventory of a run (None: of the assessments), of one for all or of several."""
    if not isinstance(inventory, Mapping):
        return inventory
    return inventory.get(name, inventory.get(None))


def with_places(
    table: Table, inventory: Any, *, missing: Missing = "error", docs_are_ids: bool | None = None
) -> Table:
    """Give rows that name a part by its ``id`` the place of that part.

    Parameters
    ----------
    table : Run or Qrels
        Rows with a place keep it; where they have an id too, the inventory has to agree.
    inventory : Inventory, or mapping of run names to them
        None and an inventory without ids place nothing.
    missing : {'error', 'document', 'skip'}
        What becomes of rows whose part the inventory does not have. Judged rows that are not
        relevant may stay.
    docs_are_ids : bool, optional
        The column doc holds ids where there is no column id. Default: in dictionaries whose names
        are ids of the inventory and none of its documents.

    Raises
    ------
    RowsError
        For parts that the inventory does not have, or has elsewhere.
    """
    chosen = of_run(inventory, table.name if isinstance(table, Run) else None)
    if chosen is None or isinstance(chosen, Run):
        return table
    id_column: Any = table.extra.get("id")
    bare = (table.start < 0) & (table.element < 0) & (table.tree < 0)
    if id_column is None:
        if docs_are_ids is False or (docs_are_ids is None and not _are_ids(table, chosen)):
            return table
        named = zip(decode(table.doc, table.docs), bare.tolist(), strict=True)
        id_column = [name if alone else None for name, alone in named]
    ids = texts_of(id_column)
    if chosen.id is None and not (bare & _named_by_id(table, ids)).any():
        return table
    from partwise.tables.part_texts import other_texts

    parts = PartIds(chosen)
    part = parts.rows(ids)
    parts.refuse_others(table, ids, part)
    lost = bare & (part < 0)
    if isinstance(table, Qrels):
        lost &= ~(table.grade <= 0)
    if lost.any() and missing == "error":
        rows = np.flatnonzero(lost)
        problem = "part {} is not in the inventory. " + spelt(HINT)
        problems = [
            (row, problem.format(quote(ids[row]))) for row in rows[:SHOWN_PROBLEMS].tolist()
        ]
        raise rows_error(table, problems, rows.size)
    placed = np.flatnonzero(bare & (part >= 0))
    done = _placed(table, chosen, placed, part[placed])
    notes = Notes()
    notes.extend(other_texts(done, chosen, ids, placed, part[placed]))
    notes.add("{n:part} found by id in the inventory", n=placed.size)
    return _without(noted(done, *notes), lost, missing)


def _are_ids(table: Run | Qrels, inventory: Inventory) -> bool:
    """Return whether the names of a dictionary are ids of parts, and none a document."""
    if table.format != "dictionary" or inventory.id is None:
        return False
    names = table.docs.tolist()
    ids, documents = set(texts_of(inventory.id)), inventory.docs.index
    return any(name in ids for name in names) and not any(name in documents for name in names)


def _without(table: Table, lost: Flags, missing: Missing) -> Table:
    """Leave out rows whose part is unknown, where the user wants that."""
    if missing != "skip" or not lost.any():
        return table
    moved = 0
    if isinstance(table, Run):
        keys: list[NDArray[Any]] = [-table.score] if table.score is not None else []
        keys += [table.rank] if table.rank is not None else []
        moved = moved_up(table.topic, keys, lost)
    template = "{n:row} left out: {n:its part is|their parts are} not in the inventory"
    template += "; {moved:part} moved up" if moved else ""
    note = Note(template, n=int(lost.sum()), moved=moved)
    return noted(taken_rows(table, np.flatnonzero(~lost)), note)


def _placed(table: Table, inventory: Inventory, rows: Ints, part: Ints) -> Table:
    """Put the document and the place of parts into rows."""
    if not rows.size:
        return table
    docs = np.array(table.docs.tolist(), dtype=np.dtypes.StringDType())[table.doc]
    docs[rows] = np.array(inventory.docs.tolist(), dtype=np.dtypes.StringDType())[
        inventory.doc[part]
    ]
    doc, names = encode(docs.tolist(), "doc")
    start, end = table.start.copy(), table.end.copy()
    start[rows], end[rows] = inventory.start[part], inventory.end[part]
    changed: dict[str, Any] = {"docs": names, "doc": doc, "start": start, "end": end}
    if (inventory.element[part] >= 0).any():
        index = dict(table.elements.index)
        paths = [*inventory.elements.tolist(), ""]
        codes = [index.setdefault(path, len(index)) if path else ABSENT for path in paths]
        element = table.element.copy()
        element[rows] = np.array(codes, np.int32)[inventory.element[part]]
        changed |= {"elements": type(table.elements).of(index), "element": element}
    if isinstance(table, Run) and inventory.tokens is not None:
        tokens = np.full(len(table), ABSENT) if table.tokens is None else table.tokens.copy()
        tokens[rows] = np.where(tokens[rows] < 0, inventory.tokens[part], tokens[rows])
        changed["tokens"] = tokens
    return replace(table, **changed)
