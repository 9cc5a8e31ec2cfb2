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
from partwise.texts.verify import check_placed

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

    options: QuoteReader
    """Options of reading."""
    texts: Texts
    """The documents."""
    inventory: Any = None
    """Places of the parts that rows name by their id; see `QuoteReader.read`."""

    def read(self, what: What, table: Any, read: Callable[[Any], Table]) -> Table:
        """Return a table with places; see `QuoteReader.read`."""
        place = buffered(table) if isinstance(table, str) else table  # a pipe is read once
        quoted = quotes_of_others(place, what, self.options.encoding)
        if quoted is not None:
            return self._located(what, quoted)  # type: ignore[no-any-return]
        names = our_names(_names(place), self.options.columns)
        if "text" not in names:
            return read(place)
        located_table: Table | None
        if self.options.trust == "text" or not names & _PLACES:
            located_table = self._located(what, place)
            return read(place) if located_table is None else located_table  # type: ignore[no-any-return]
        try:
            return read(place)
        except PartwiseError:
            located_table = self._located(what, place)
            if located_table is None:
                raise
            return located_table  # type: ignore[no-any-return]

    def _located(self, what: What, source: Any) -> Any:
        """Locate the quotes of a table; None where it has none that need a place."""
        table = isinstance(source, Run | Qrels | Inventory)
        rows = rows_of(source, columns=self.options.columns, encoding=self.options.encoding)
        trust = None if table else self.options.trust
        if trust != "text":
            _check_offsets(rows)
        named = NamedRows.of(rows, self.inventory, _run_name(rows) if what == "run" else None)
        needed = _needed(rows, trust, what) & (named.is_placed <= (trust == "text"))
        if not needed.any():
            return None
        if what == "inventory" and self.options.how.unit not in (None, "codepoint"):
            hint = "Use partwise locate to give them places first"
            raise UsageError(
                f"--unit {self.options.how.unit}: the inventory has texts without offsets. {hint}"
            )
        hidden = [
            text if use else ""
            for text, use in zip(rows.texts("text"), needed.tolist(), strict=True)
        ]
        visible_rows = named.filled() if trust == "text" else named.unnamed()
        visible_rows = replace(visible_rows, columns=visible_rows.columns | {"text": hidden})
        bare = self.options.missing != "error" or bool(named.is_placed.any())
        # offsets without a text are converted when all tables are verified, if their unit is named
        convert = trust == "text" and self.options.how.unit is None
        how = replace(self.options.how, kind=_KINDS[what], trust="text", bare=bare, convert=convert)
        placed = place(visible_rows, self.texts, how)
        placed.rows = rows
        if self.options.missing != "skip":
            lost = [
                row for row in np.flatnonzero(needed).tolist() if placed.answers[row][0].start < 0
            ]
            check_placed(placed, lost, _NAMES[what])
        # where the text decides it may put a row elsewhere than the inventory does
        inventory = None if what == "inventory" or trust == "text" else self.inventory
        return self._table(what, placed, needed, inventory)

    def _table(self, what: What, placed: Placed, needed: NDArray[np.bool_], inventory: Any) -> Any:
        """Build the table, with notes on its quotes."""
        rows = placed.rows
        frame = _typed(located(placed, self.texts).table, what, rows)
        frame = frame.drop([name for name in ("given_start", "given_end") if name in frame.columns])
        frame = _unsaid(frame)
        options: dict[str, Any] = {"missing": self.options.missing}
        if what == "run":
            options["name"] = _run_name(rows)
        if inventory is not None:
            options["inventory"] = inventory
        try:
            table = _TABLES[what].from_frame(frame, **options)
        except TableError as bad:
            raise _with_line(bad, rows, frame) from None
        notes = [*_notes(placed, needed), *rows.notes]
        about = rows.source or _NAMES[what]
        if what != "run":
            notes = [Note.read(note).of(about) for note in notes]
        changed: dict[str, Any] = {"source": rows.source, "notes": (*notes, *table.notes)}
        return replace(table, **changed)


def _names(source: Any) -> list[str]:
    """Return the names of the columns of a table, none where it has none."""
    if isinstance(source, Run | Qrels | Inventory):
        placed = [name for name in ("start", "element", "tree") if _any_row(source, name)]
        return [*source.extra, *placed] if hasattr(source, "extra") else []
    if isinstance(source, str | os.PathLike):
        return [] if os.path.isdir(source) else column_names(source)  # noqa: PTH112
    if isinstance(source, list | tuple):
        return list(dict.fromkeys(name for row in source for name in row))
    return [str(name) for name in getattr(source, "columns", ())]


def _run_name(rows: QuoteRows) -> str | None:
    """Name a run by its label, else by its file."""
    labels = rows.columns.get("run")
    name = constant_text(labels) if labels is not None else None
    return name or (stem_of(rows.source) if rows.source else None)


def _any_row(table: Any, name: str) -> bool:
    return bool((getattr(table, name, np.empty(0)) >= 0).any())


def _needed(rows: QuoteRows, trust: str | None, what: What) -> NDArray[np.bool_]:
    """Return a mask of the rows with a quote that need a place; a start alone is a hint."""
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


def _check_offsets(rows: QuoteRows) -> None:
    """Raise RowsError for invalid offsets, which splitters write if they find nothing."""
    wrong = np.flatnonzero(rows.offsets("start") == WRONG).tolist()
    if wrong:
        hint = spelt("Use --trust text to place such rows by their text")
        count = plural(len(wrong), "such row")
        problem = f"start {rows.columns['start'][wrong[0]]} is no offset ({count}). {hint}"
        raise rows.error([(wrong[0], problem)], 1)


def _unsaid(frame: pl.DataFrame) -> pl.DataFrame:
    """Clear the columns places and by of rows with neither quote nor place."""
    import polars as pl

    has_content = pl.col("status").is_not_null() | pl.col("start").is_not_null()
    return frame.with_columns(
        pl.when(has_content).then(name).alias(name) for name in ("places", "by")
    )


def _typed(frame: pl.DataFrame, what: What, rows: QuoteRows) -> pl.DataFrame:
    """Read numbers of text files as numbers."""
    import polars as pl

    for name, kind in KINDS[what].items():
        if kind == "text" or name not in frame.columns or frame[name].dtype != pl.String:
            continue
        cells = frame[name].replace("", None)
        cast = cells.cast(pl.Int64 if kind == "whole" else pl.Float64, strict=False)
        bad = (cells.is_not_null() & cast.is_null()).arg_max()
        if bad is not None and cells[bad] is not None and cast[bad] is None:
            number = "a whole number" if kind == "whole" else "a number"
            raise rows.error([(bad, f'{name} "{cells[bad]}" is not {number}')], 1)
        frame = frame.with_columns(cast.alias(name))
    return frame


def _with_line(bad: TableError, rows: QuoteRows, frame: pl.DataFrame) -> PartwiseError:
    """Return the error with file and line, where rows of table and file correspond."""
    if rows.source is None:
        return bad
    if isinstance(bad, RowsError):  # counts the rows of the table that was made
        ids = (doc or name for doc, name in zip(frame["doc"], frame["id"], strict=True))
        if frame.height == rows.size and all(ids):
            return cast("PartwiseError", rows.error(bad.problems, bad.total))
        return FormatError(rows.source, None, bad.problem)
    if bad.row is None or rows.lines is None or bad.row >= rows.size:
        return FormatError(rows.source, None, bad.problem)
    return FormatError(rows.source, rows.lines.of(bad.row), bad.problem)


def _notes(placed: Placed, needed: NDArray[np.bool_]) -> Notes:
    """Return notes on the numbers of located quotes by status."""
    counts = dict.fromkeys(("exact", "normalised", "fuzzy", "ambiguous"), 0)
    flagged = 0
    for row in np.flatnonzero(needed).tolist():
        answers = placed.answers[row]
        flagged += any(answer.changed for answer in answers)
        if answers[0].start >= 0:
            counts[str(max((answer.status for answer in answers), key=list(counts).index))] += 1
    notes = Notes()
    notes.warn("{n:quote} {n:was|were} located with changed digits or negations", n=flagged)
    done = sum(counts.values())
    counted = ", ".join(f"{n:,} {status}" for status, n in counts.items() if n)
    listed = f" ({counted})" if counted else ""
    total = int(needed.sum())
    notes.add(f"located {done:,} of {{total:quote}}{{listed}}", total=total, listed=listed)
    notes.extend(note for note in placed.notes if "without text" not in note)
    return notes
