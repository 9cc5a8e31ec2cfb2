"""Tables whose rows have quotes in place of offsets, located while they are read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError, PartwiseError, TableError, UsageError
from partwise.files.source import buffered, stem_of
from partwise.messages import Note, Notes, plural
from partwise.spelling import spelt
from partwise.tables.columns import constant_text
from partwise.tables.lengths import Inventory
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import KINDS, our_names
from partwise.texts.locate import located
from partwise.texts.place import Placed, place
from partwise.texts.rows import (
    ABSENT,
    WRONG,
    NamedRows,
    QuoteRows,
    column_names,
    quotes_of_others,
    rows_of,
)
from partwise.texts.verification import As, QuoteReader, Table, What
from partwise.texts.verify import refuse_unplaced

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.texts import Texts

_KINDS: dict[What, As] = {"run": "run", "qrels": "qrels", "inventory": "chunks"}
_TABLES: dict[What, Any] = {"run": Run, "qrels": Qrels, "inventory": Inventory}
_NAMES: dict[What, str] = {"run": "run", "qrels": "assessments", "inventory": "inventory"}
_PLACES = frozenset({"start", "element", "tree"})


@dataclass(frozen=True)
class QuotedTables:
    """Locates quotes of tables that are read."""

    asked: QuoteReader
    """How the user wants it."""
    texts: Texts
    """The documents."""
    inventory: Any = None
    """Where parts lie that rows name by their id; see `QuoteReader.read`."""

    def read(self, what: What, given: Any, read: Callable[[Any], Table]) -> Table:
        """Return a table with places; see `QuoteReader.read`."""
        place = buffered(given) if isinstance(given, str) else given  # a pipe is read once
        quoted = quotes_of_others(place, what, self.asked.encoding)
        if quoted is not None:
            return self._located(what, quoted)  # type: ignore[no-any-return]
        names = our_names(_names(place), self.asked.columns)
        if "text" not in names:
            return read(place)
        found: Table | None
        if self.asked.trust == "text" or not names & _PLACES:
            found = self._located(what, place)
            return read(place) if found is None else found  # type: ignore[no-any-return]
        try:
            return read(place)
        except PartwiseError:
            found = self._located(what, place)
            if found is None:
                raise
            return found  # type: ignore[no-any-return]

    def _located(self, what: What, given: Any) -> Any:
        """Locate the quotes of a table; None where it has none that need a place."""
        table = isinstance(given, Run | Qrels | Inventory)
        rows = rows_of(given, columns=self.asked.columns, encoding=self.asked.encoding)
        trust = None if table else self.asked.trust
        if trust != "text":
            _refuse_negative(rows)
        named = NamedRows.of(rows, self.inventory, _run_name(rows) if what == "run" else None)
        needed = _needed(rows, trust, what) & (named.known <= (trust == "text"))
        if not needed.any():
            return None
        if what == "inventory" and self.asked.how.unit not in (None, "codepoint"):
            hint = "Use partwise locate to give them places first"
            raise UsageError(
                f"--unit {self.asked.how.unit}: the inventory has texts without offsets. {hint}"
            )
        hidden = [
            text if use else ""
            for text, use in zip(rows.texts("text"), needed.tolist(), strict=True)
        ]
        shown = named.filled() if trust == "text" else named.unnamed()
        shown = replace(shown, columns=shown.columns | {"text": hidden})
        bare = self.asked.missing != "error" or bool(named.known.any())
        # offsets without a text are converted when all tables are verified, if their unit is named
        convert = trust == "text" and self.asked.how.unit is None
        how = replace(self.asked.how, kind=_KINDS[what], trust="text", bare=bare, convert=convert)
        placed = place(shown, self.texts, how)
        placed.rows = rows
        if self.asked.missing != "skip":
            lost = [
                row for row in np.flatnonzero(needed).tolist() if placed.answers[row][0].start < 0
            ]
            refuse_unplaced(placed, lost, _NAMES[what])
        # where the text decides it may put a row elsewhere than the inventory does
        inventory = None if what == "inventory" or trust == "text" else self.inventory
        return self._table(what, placed, needed, inventory)

    def _table(self, what: What, placed: Placed, needed: NDArray[np.bool_], inventory: Any) -> Any:
        """Build the table, with what there is to say of its quotes."""
        rows = placed.rows
        frame = _typed(located(placed, self.texts).table, what, rows)
        frame = frame.drop([name for name in ("given_start", "given_end") if name in frame.columns])
        frame = _unsaid(frame)
        more: dict[str, Any] = {"missing": self.asked.missing}
        if what == "run":
            more["name"] = _run_name(rows)
        if inventory is not None:
            more["inventory"] = inventory
        try:
            table = _TABLES[what].from_frame(frame, **more)
        except TableError as bad:
            raise _with_line(bad, rows, frame) from None
        notes = [*_notes(placed, needed), *rows.notes]
        about = rows.source or _NAMES[what]
        if what != "run":
            notes = [Note.read(note).of(about) for note in notes]
        changed: dict[str, Any] = {"source": rows.source, "notes": (*notes, *table.notes)}
        return replace(table, **changed)


def _names(given: Any) -> list[str]:
    """Return the names of the columns of a table, none where it has none."""
    if isinstance(given, Run | Qrels | Inventory):
        placed = [name for name in ("start", "element", "tree") if _some(given, name)]
        return [*given.extra, *placed] if hasattr(given, "extra") else []
    if isinstance(given, str | os.PathLike):
        return [] if os.path.isdir(given) else column_names(given)  # noqa: PTH112
    if isinstance(given, list | tuple):
        return list(dict.fromkeys(name for row in given for name in row))
    return [str(name) for name in getattr(given, "columns", ())]


def _run_name(rows: QuoteRows) -> str | None:
    """Name a run by its label, else by its file."""
    labels = rows.columns.get("run")
    name = constant_text(labels) if labels is not None else None
    return name or (stem_of(rows.source) if rows.source else None)


def _some(table: Any, name: str) -> bool:
    return bool((getattr(table, name, np.empty(0)) >= 0).any())


def _needed(rows: QuoteRows, trust: str | None, what: What) -> NDArray[np.bool_]:
    """Tell which rows have a quote and need a place; a start without an end is only a hint."""
    quoted = np.array([text != "" for text in rows.texts("text")], bool)
    if trust == "text":
        return quoted
    start = rows.offsets("start")
    for name in ("element", "tree"):
        quoted &= np.array([cell == "" for cell in rows.texts(name)], bool)
    half = rows.offsets("end") == ABSENT
    if what == "run":  # where it is the length of the part
        half &= rows.offsets("length") == ABSENT
    unplaced: NDArray[np.bool_] = quoted & ((start == ABSENT) | half)
    return unplaced


def _refuse_negative(rows: QuoteRows) -> None:
    """Refuse offsets that splitters write where they found nothing."""
    wrong = np.flatnonzero(rows.offsets("start") == WRONG).tolist()
    if wrong:
        hint = spelt("Use --trust text to place such rows by their text")
        count = plural(len(wrong), "such row")
        said = f"start {rows.columns['start'][wrong[0]]} is no offset ({count}). {hint}"
        raise rows.error([(wrong[0], said)], 1)


def _unsaid(frame: pl.DataFrame) -> pl.DataFrame:
    """Say nothing of rows that have neither quote nor place: they may only name their topic."""
    import polars as pl

    told = pl.col("status").is_not_null() | pl.col("start").is_not_null()
    return frame.with_columns(pl.when(told).then(name).alias(name) for name in ("places", "by"))


def _typed(frame: pl.DataFrame, what: What, rows: QuoteRows) -> pl.DataFrame:
    """Read numbers of text files as numbers."""
    import polars as pl

    for name, kind in KINDS[what].items():
        if kind == "text" or name not in frame.columns or frame[name].dtype != pl.String:
            continue
        given = frame[name].replace("", None)
        cast = given.cast(pl.Int64 if kind == "whole" else pl.Float64, strict=False)
        bad = (given.is_not_null() & cast.is_null()).arg_max()
        if bad is not None and given[bad] is not None and cast[bad] is None:
            number = "a whole number" if kind == "whole" else "a number"
            raise rows.error([(bad, f'{name} "{given[bad]}" is not {number}')], 1)
        frame = frame.with_columns(cast.alias(name))
    return frame


def _with_line(bad: TableError, rows: QuoteRows, frame: pl.DataFrame) -> PartwiseError:
    """Say in which file a row is wrong; rows and pieces of quotes count alike up to there."""
    if rows.source is None:
        return bad
    if isinstance(bad, RowsError):  # counts the rows of the table that was made
        told = (doc or name for doc, name in zip(frame["doc"], frame["id"], strict=True))
        if frame.height == rows.size and all(told):
            return cast("PartwiseError", rows.error(bad.problems, bad.total))
        return FormatError(rows.source, None, bad.problem)
    if bad.row is None or rows.lines is None or bad.row >= rows.size:
        return FormatError(rows.source, None, bad.problem)
    return FormatError(rows.source, rows.lines.of(bad.row), bad.problem)


def _notes(placed: Placed, needed: NDArray[np.bool_]) -> Notes:
    """Say how many quotes were located, and how."""
    counts = dict.fromkeys(("exact", "normalised", "fuzzy", "ambiguous"), 0)
    flagged = 0
    for row in np.flatnonzero(needed).tolist():
        answers = placed.answers[row]
        flagged += any(one.changed for one in answers)
        if answers[0].start >= 0:
            counts[str(max((one.status for one in answers), key=list(counts).index))] += 1
    notes = Notes()
    notes.warn("{n:quote} {n:was|were} located with changed digits or negations", n=flagged)
    done = sum(counts.values())
    said = ", ".join(f"{n:,} {status}" for status, n in counts.items() if n)
    listed = f" ({said})" if said else ""
    total = int(needed.sum())
    notes.add(f"located {done:,} of {{total:quote}}{{listed}}", total=total, listed=listed)
    notes.extend(note for note in placed.notes if "without text" not in note)
    return notes
