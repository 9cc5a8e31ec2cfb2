"""Runs and assessments from the columns that callers hand over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.messages import Note
from partwise.tables.checks import first, offsets_checked
from partwise.tables.columns import (
    ABSENT,
    Coded,
    ColumnNames,
    constant_text,
    encode,
    plain,
    real_numbers,
    same_size,
    used_names,
    whole_numbers,
)
from partwise.tables.frames import named_columns, need
from partwise.tables.missing import (
    Missing,
    check_missing,
    is_empty,
    left_out,
    moved_up,
    relevant,
    twice_answered,
)
from partwise.tables.names import EMPTY, Names
from partwise.tables.part_ids import ids_are_documents, texts_of, with_places
from partwise.tables.qrels import Qrels, scale_of
from partwise.tables.rows import text_columns
from partwise.tables.run import Run
from partwise.tables.run_names import run_names, several_runs
from partwise.tables.schema import KINDS, PLACES, What, our_names
from partwise.tables.text_lengths import other_lengths


class _Columns:
    """Columns of one table under our names, read and of one length.

    Parameters
    ----------
    what : {'run', 'qrels'}
        What the table is.
    given : mapping
        The columns, under any names.
    columns : mapping of str to str, optional
        Our names to those of `given`.
    """

    def __init__(self, what: What, given: Mapping[str, Any], columns: ColumnNames | None) -> None:
        self.what: What = what
        self.given, self.notes = named_columns(what, given, columns, "topic")
        need(self.given, "doc" if "id" not in self.given else "topic")
        self.given.setdefault("doc", [None] * len(self.given["topic"]))
        kinds = {name: KINDS[what].get(name) for name in self.given}
        self.wholes = {n: whole_numbers(self.given[n], n) for n, k in kinds.items() if k == "whole"}
        self.reals = {n: real_numbers(self.given[n], n) for n, k in kinds.items() if k == "real"}
        self.texts = {
            name: Coded(*encode(self.given[name], name, optional=name != "topic"))
            for name, kind in kinds.items()
            if kind == "text" and name != "run"
        }
        self.extra = {n: plain(self.given[n], n) for n, k in kinds.items() if k is None}
        sized: dict[str, NDArray[Any]] = {n: text.codes for n, text in self.texts.items()}
        self.size = same_size(sized | self.wholes | self.reals | self.extra)
        self.has_id = np.zeros(self.size, np.bool_)
        self.named = np.zeros(self.size, np.bool_)
        if "id" in self.extra:
            self.has_id = ~is_empty(self.extra["id"])
            self._name_by_id()

    def _name_by_id(self) -> None:
        """Let ids stand for documents in rows that have no other."""
        self.named = self.has_id & (self.texts["doc"].codes < 0)
        if not self.named.any():
            return
        doc, ids = self.texts["doc"], texts_of(self.extra["id"])
        index = dict(doc.names.index)
        codes = doc.codes.copy()
        for row in np.flatnonzero(self.named).tolist():
            codes[row] = index.setdefault(ids[row], len(index))
        self.texts["doc"] = Coded(codes, Names.of(index))

    def text(self, name: str) -> Coded:
        """Return a column of text, all absent where there is none."""
        return self.texts.get(name) or Coded(np.full(self.size, ABSENT, np.int32), EMPTY)

    def real(self, name: str) -> NDArray[np.float64]:
        """Return a column of numbers, all absent where there is none."""
        return self.reals.get(name, np.full(self.size, np.nan))

    def blank(self) -> NDArray[np.bool_]:
        """Rows that hold a topic and nothing else."""
        blank: NDArray[np.bool_] = self.texts["doc"].codes < 0
        if not blank.any():
            return blank
        for name, text in self.texts.items():
            blank = blank & ((text.codes < 0) | (name == "topic"))
        for whole in self.wholes.values():
            blank = blank & (whole < 0)
        for real in self.reals.values():
            blank = blank & np.isnan(real)
        for extra in self.extra.values():
            blank = blank & is_empty(extra)
        return blank

    def unplaced(self) -> NDArray[np.bool_]:
        """Rows without a place, where a column would say one."""
        names = [name for name in PLACES[self.what] if name in self.given]
        bare = np.full(self.size, bool(names))
        for name in names:
            bare &= (self.texts[name].codes if name in self.texts else self.wholes[name]) < 0
        return bare

    def find(self, bare: NDArray[np.bool_], inventory: Any) -> None:
        """Leave rows that have an id to the inventory, or say that ids stand for documents."""
        if inventory is not None:
            bare &= ~self.has_id
        elif self.named.any():
            self.notes.append(ids_are_documents(int(self.named.sum())))

    def unlike(self, start: Ints, end: Ints) -> list[Note]:
        """Warn of texts that are not as long as their spans."""
        return other_lengths(self.extra, start, end, lambda row: f"row {row}")

    def complete(self, name: str, absent: NDArray[np.bool_]) -> None:
        """Refuse a column that is there for some rows only."""
        if (row := first(absent)) is not None:
            raise TableError(row, f"{name} is missing" + (" or not a number" * (name != "rank")))


def run_from(
    given: Mapping[str, Any],
    *,
    name: str | None,
    answered: Iterable[str],
    missing: Missing,
    columns: ColumnNames | None,
    inventory: Any = None,
) -> Run:
    """Build a run; see `Run.from_columns`."""
    check_missing(missing)
    table = _Columns("run", given, columns)
    blank = table.blank()
    topic, doc = table.texts["topic"], table.texts["doc"]
    if (row := first((doc.codes < 0) & ~blank)) is not None:
        raise TableError(row, "doc is missing")
    start, end = offsets_checked(table.wholes, table.size, run=True)
    keys = _ranking_keys(table, blank)
    bare = table.unplaced() & ~blank
    table.find(bare, inventory)
    moved = moved_up(topic.codes, keys, bare) if missing == "skip" and bare.any() else 0
    out = blank | left_out(bare, missing, table.notes, moved)
    topics = _answered(topic, blank, list(answered), "answered")
    kept = np.flatnonzero(~out) if out.any() else slice(None)
    labels = table.given.get("run")
    called = name or constant_text(labels) or "run"
    run = Run(
        name=called,
        **text_columns(
            topic=Coded(topic.codes[kept], topics),
            doc=used_names(doc.take(kept)),
            element=table.text("element").take(kept),
            tree=table.text("tree").take(kept),
        ),
        start=start[kept],
        end=end[kept],
        score=table.reals["score"][kept] if "score" in table.reals else None,
        rank=table.wholes["rank"][kept] if "rank" in table.wholes else None,
        distance=table.reals["distance"][kept] if "distance" in table.reals else None,
        tokens=table.wholes["tokens"][kept] if "tokens" in table.wholes else None,
        extra={label: column[kept] for label, column in table.extra.items()},
        notes=(
            *table.notes,
            *several_runs(run_names(labels), called),
            *_ordering(table),
            *table.unlike(start, end),
        ),
        missing=missing,
    )
    return with_places(run, inventory, missing=missing)


def _ranking_keys(table: _Columns, blank: NDArray[np.bool_]) -> list[NDArray[Any]]:
    """Return what ranks the rows, first things first; each is there for all rows or for none."""
    keys: list[NDArray[Any]] = []
    for label, sign in (("score", -1), ("distance", 1)):
        if label in table.reals:
            table.complete(label, np.isnan(table.reals[label]) & ~blank)
            keys.append(sign * table.reals[label])
    if "rank" in table.wholes:
        table.complete("rank", (table.wholes["rank"] < 0) & ~blank)
        keys.insert("score" in table.reals, table.wholes["rank"])
    return keys


def _ordering(table: _Columns) -> list[str]:
    """Say what orders a run by distances."""
    if "distance" not in table.reals:
        return []
    before = [name for name in ("score", "rank") if name in table.given]
    if before:
        return [f"both {before[0]} and distance: {before[0]} orders the run"]
    return ["ordered by distance, smallest first"]


def _answered(
    topic: Coded, blank: NDArray[np.bool_], more: list[str], option: Literal["answered", "judged"]
) -> Names:
    """Return all topics; refuse one that has parts and is said to have none (E36)."""
    judged = option == "judged"
    parts = np.zeros(len(topic.names), bool)
    parts[topic.codes[~blank]] = True
    wrong = blank & parts[topic.codes] if topic.codes.size else blank
    if (row := first(wrong)) is not None:
        code = int(topic.codes[row])
        there = int(np.argmax((topic.codes == code) & ~blank))
        raise TableError(row, twice_answered(topic.names[code], f"row {there}", judged=judged))
    index = topic.names.index
    for name in more:
        if not isinstance(name, str) or not name:
            raise TableError(None, f"{option}: {name!r} is not a topic")
        if name in index and parts[index[name]]:
            there = int(np.argmax(topic.codes == index[name]))
            said = twice_answered(name, f"row {there}", judged=judged).replace(" here", "")
            raise TableError(None, f"{option}: {said}")
    new = [name for name in dict.fromkeys(more) if name not in index]
    return Names.of([*topic.names, *new]) if new else topic.names


def qrels_from(
    given: Mapping[str, Any],
    *,
    scale: Any,
    missing: Missing,
    columns: ColumnNames | None,
    inventory: Any = None,
    judged: Iterable[str] = (),
) -> Qrels:
    """Build assessments; see `Qrels.from_columns`."""
    check_missing(missing)
    table = _Columns("qrels", given, columns)
    ranked = [name for name in ("score", "rank") if name in our_names(table.extra)]
    if ranked and not table.reals:
        problem = f"has the column {ranked[0]} and no grade: a run, not assessments"
        raise TableError(None, f"{problem}. Use grade for what was judged")
    topic, doc = table.texts["topic"], table.texts["doc"]
    blank = table.blank()
    if (row := first((doc.codes < 0) & ~blank)) is not None:
        raise TableError(row, "doc is missing")
    start, end = offsets_checked(table.wholes, table.size, run=False)
    bare = table.unplaced() & ~(table.real("grade") <= 0) & ~blank
    listed = table.named.copy() if inventory is None else table.has_id.copy()
    table.find(bare, inventory)
    out = blank | left_out(bare, missing, table.notes)
    topics = _answered(topic, blank, list(judged), "judged")
    if missing == "document" and bare.any() and "e" not in table.reals:
        table.reals["grade"] = relevant(table.real("grade"), bare)
    element, tree, assessor = (table.text(n) for n in ("element", "tree", "assessor"))
    placed = (start >= 0) | (element.codes >= 0) | (tree.codes >= 0)
    if "e" not in table.reals and (listed & ~placed).any():
        table.reals["grade"] = relevant(table.real("grade"), listed & ~placed)
    silent = ~placed & np.isnan(table.real("grade")) & np.isnan(table.real("e")) & ~out
    if (row := first(silent)) is not None:
        document = doc.names[doc.codes[row]]
        raise TableError(row, f"document {document} has neither a grade nor a span or element")
    if scale is None and "s" in table.reals:
        scale = scale_of(table.given["s"])
    kept = np.flatnonzero(~out) if out.any() else slice(None)
    numbers: dict[str, Any] = {
        n: table.wholes[n][kept] for n in ("bep", "length") if n in table.wholes
    }
    numbers |= {label: column[kept] for label, column in table.reals.items()}
    said = (*table.notes, *table.unlike(start, end))
    qrels = Qrels(
        **text_columns(topic=Coded(topic.codes[kept], topics), doc=used_names(doc.take(kept))),
        **text_columns(element=element.take(kept), tree=tree.take(kept)),
        **text_columns(assessor=assessor.take(kept)),
        start=start[kept],
        end=end[kept],
        scale=scale,
        extra={label: column[kept] for label, column in table.extra.items()},
        notes=tuple(Note.read(note).of("assessments") for note in said),
        missing=missing,
        **numbers,
    )
    return with_places(qrels, inventory, missing=missing)
