"""Parts that are named by an id: an inventory says where in which document they lie."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import SHOWN_PROBLEMS, FormatError, quote
from partwise.geometry.resolve.convert import taken_rows
from partwise.messages import Notes
from partwise.spelling import spelt
from partwise.tables.columns import ABSENT, encode, is_absent
from partwise.tables.qrels import Qrels
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.lengths import Inventory
    from partwise.tables.missing import Missing

Table = TypeVar("Table", Run, Qrels)
HINT = (
    "Use --missing document to keep such rows as whole documents, or --missing skip to leave "
    "them out"
)


def with_places(table: Table, inventory: Inventory, *, missing: Missing = "error") -> Table:
    """Give rows without a place that of the part they name, by ``id`` or in the place of ``doc``.

    Parameters
    ----------
    table : Run or Qrels
        Rows with a place stay as they are.
    inventory : Inventory
        With ids.
    missing : {'error', 'document', 'skip'}
        What becomes of rows whose part the inventory does not have. Judged rows that are not
        relevant may stay.

    Raises
    ------
    RowsError
        For parts that the inventory does not have, or has in another document.
    """
    bare = np.flatnonzero((table.start < 0) & (table.element < 0) & (table.tree < 0))
    given = table.extra.get("id")
    docs = table.docs.tolist()
    named = [docs[code] for code in table.doc[bare].tolist()]
    ids = named if given is None else _texts(given[bare])
    index = _index(inventory)
    part = np.array([index.get(name, ABSENT) for name in ids], np.int64)
    lost = part < 0
    if isinstance(table, Qrels):
        lost &= ~(table.grade[bare] <= 0)
    if lost.any() and missing == "error":
        said = [f"part {quote(name)} is not in the inventory. {spelt(HINT)}" for name in ids]
        raise _refusal(table, bare, lost, said)
    if given is not None:
        _refuse_others(table, inventory, bare, part, named)
    found = bare[part >= 0]
    done = _placed(table, inventory, found, part[part >= 0])
    notes = Notes(done.notes)
    notes.add("{n:part} found by id in the inventory", n=found.size)
    done = replace(done, notes=tuple(notes))
    if missing != "skip":
        return done
    kept = np.ones(len(table), np.bool_)
    kept[bare[lost]] = False
    notes.add(
        "{n:row} left out: {n:its part is|their parts are} not in the inventory", n=lost.sum()
    )
    return replace(taken_rows(done, np.flatnonzero(kept)), notes=tuple(notes))


def _index(inventory: Inventory) -> dict[str, int]:
    """Part of each id; an id is that of one part."""
    source = inventory.source or "inventory"
    if inventory.id is None:
        raise FormatError(source, None, "no column id, by which parts are found")
    places = list(
        zip(
            inventory.doc.tolist(),
            inventory.start.tolist(),
            inventory.end.tolist(),
            inventory.element.tolist() or [ABSENT] * len(inventory),
            strict=True,
        )
    )
    index: dict[str, int] = {}
    for at, name in enumerate(_texts(inventory.id)):
        before = index.setdefault(name, at)
        if name and places[before] != places[at]:
            raise FormatError(source, None, f"id {quote(name)} is that of two parts")
    index.pop("", None)
    return index


def _texts(ids: NDArray[Any]) -> list[str]:
    """Ids as text, "" where there is none; whole numbers that a gap made floats stay whole."""
    return [
        "" if is_absent(cell) else f"{cell:.0f}" if _is_whole(cell) else str(cell)
        for cell in ids.tolist()
    ]


def _is_whole(cell: object) -> bool:
    return isinstance(cell, float) and cell.is_integer()


def _refusal(table: Run | Qrels, rows: Ints, bad: Flags, said: list[str]) -> RowsError:
    at = np.flatnonzero(bad)
    problems = [(int(rows[n]), said[n]) for n in at[:SHOWN_PROBLEMS].tolist()]
    return RowsError(table.source, problems, at.size)


def _refuse_others(
    table: Run | Qrels, inventory: Inventory, bare: Ints, part: Ints, named: list[str]
) -> None:
    """Refuse rows whose part the inventory has in another document."""
    docs = inventory.docs.tolist()
    there = ["" if at < 0 else docs[inventory.doc[at]] for at in part.tolist()]
    pairs = list(zip(there, named, strict=True))
    other = np.array([bool(mine) and mine != doc for mine, doc in pairs], np.bool_)
    if other.any():
        said = [f"its part is of document {a} in the inventory, not of {b}" for a, b in pairs]
        raise _refusal(table, bare, other, said)


def _placed(table: Table, inventory: Inventory, rows: Ints, part: Ints) -> Table:
    """Put the document and the place of parts into rows."""
    docs = np.array(table.docs.tolist(), dtype=np.dtypes.StringDType())[table.doc]
    docs[rows] = np.array(inventory.docs.tolist(), dtype=np.dtypes.StringDType())[
        inventory.doc[part]
    ]
    doc, names = encode(docs.tolist(), "doc")
    start, end = table.start.copy(), table.end.copy()
    start[rows], end[rows] = inventory.start[part], inventory.end[part]
    changed: dict[str, Any] = {"docs": names, "doc": doc, "start": start, "end": end}
    if inventory.element.size and (inventory.element[part] >= 0).any():
        known = dict(table.elements.index)
        paths = [*inventory.elements.tolist(), ""]
        codes = [known.setdefault(path, len(known)) if path else ABSENT for path in paths]
        element = table.element.copy()
        element[rows] = np.array(codes, np.int32)[inventory.element[part]]
        changed |= {"elements": type(table.elements).of(known), "element": element}
    return replace(table, **changed)
