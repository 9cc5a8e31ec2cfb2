"""Tables whose rows have quotes in place of offsets, located while they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError, PartwiseError, TableError, UsageError
from partwise.files.paths import buffered
from partwise.files.source import stem_of
from partwise.messages import Note, Notes, plural
from partwise.spelling import spelt
from partwise.tables.columns import constant_text
from partwise.tables.lengths import Inventory
from partwise.tables.missing import Missing
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import KINDS, our_names
from partwise.texts.how import How
from partwise.texts.located import located
from partwise.texts.place import Placed, place
from partwise.texts.quote_errors import refuse_unplaced
from partwise.texts.rows import (
    ABSENT,
    WRONG,
    As,
    QuoteRows,
    column_names,
    quotes_of_others,
    rows_of,
)

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.texts import Texts

What = Literal["run", "qrels", "inventory"]
Table = TypeVar("Table", bound=Any)

_KINDS: dict[What, As] = {"run": "run", "qrels": "qrels", "inventory": "chunks"}
_TABLES: dict[What, Any] = {"run": Run, "qrels": Qrels, "inventory": Inventory}
_NAMES: dict[What, str] = {"run": "run", "qrels": "assessments", "inventory": "inventory"}
_PLACES = frozenset({"start", "element", "tree"})


@dataclass(frozen=True)
class QuoteReader:
    """Locates quotes of tables that are read; without texts everything is read as it is.

    Parameters
    ----------
    texts : Texts or None
        The documents.
    how : How
        How quotes are located.
    trust : {'text', 'offsets'}, optional
        What is right where offsets do not fit their text; by default such a table is refused.
    missing : {'error', 'document', 'skip'}
        What a row without a place is.
    columns : mapping of str to str, optional
        Our names of columns to those of the tables.
    encoding : str
        Encoding of files.
    """

    texts: Texts | None = None
    how: How = field(default_factory=How)
    trust: str | None = None
    missing: Missing = "error"
    columns: Mapping[str, str] | None = None
    encoding: str = "utf-8"

    def read(self, what: What, given: Any, read: Callable[[Any], Table]) -> Table:
        """Return a table with places: what `read` returns, unless quotes have to be located.

        Parameters
        ----------
        what : {'run', 'qrels', 'inventory'}
            What the table is.
        given : path, frame or table
            Where it comes from.
        read : callable
            Reads it as if there were no quotes.
        """
        if self.texts is None:
            return read(given)
        place = buffered(given) if isinstance(given, str) else given  # a pipe is read once
        quoted = quotes_of_others(place, what, self.encoding)
        if quoted is not None:
            return self._located(what, quoted)  # type: ignore[no-any-return]
        names = our_names(_names(place), self.columns)
        if "text" not in names:
            return read(place)
        found: Table | None
        if self.trust == "text" or not names & _PLACES:
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
        rows = rows_of(given, columns=self.columns, encoding=self.encoding)
        trust = None if table else self.trust
        if trust != "text":
            _refuse_negative(rows)
        needed = _needed(rows, trust)
        if not needed.any() or self.texts is None:
            return None
        if what == "inventory" and self.how.unit not in (None, "codepoint"):
            hint = "Use partwise locate to give them places first"
            raise UsageError(
                f"--unit {self.how.unit}: the inventory has texts without offsets. {hint}"
            )
        hidden = [
            text if use else ""
            for text, use in zip(rows.texts("text"), needed.tolist(), strict=True)
        ]
        shown = replace(rows, columns=rows.columns | {"text": hidden})
        bare = self.missing != "error"
        # offsets without a text are converted when all tables are verified, if their unit is named
        convert = trust == "text" and self.how.unit is None
        how = replace(self.how, kind=_KINDS[what], trust="text", bare=bare, convert=convert)
        placed = place(shown, self.texts, how)
        placed.rows = rows
        if self.missing != "skip":
            lost = [
                row for row in np.flatnonzero(needed).tolist() if placed.answers[row][0].start < 0
            ]
            refuse_unplaced(placed, lost, _NAMES[what])
        return self._table(what, placed, needed)

    def _table(self, what: What, placed: Placed, needed: NDArray[np.bool_]) -> Any:
        """Build the table, with what there is to say of its quotes."""
        rows = placed.rows
        frame = _typed(located(placed, self.texts or {}).table, what, rows)  # type: ignore[arg-type]
        frame = frame.drop([name for name in ("given_start", "given_end") if name in frame.columns])
        frame = _unsaid(frame)
        more: dict[str, Any] = {"missing": self.missing}
        if what == "run":
            labels = rows.columns.get("run")
            name = constant_text(labels) if labels is not None else None
            more["name"] = name or (stem_of(rows.source) if rows.source else None)
        try:
            table = _TABLES[what].from_frame(frame, **more)
        except TableError as bad:
            raise _with_line(bad, rows) from None
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


def _some(table: Any, name: str) -> bool:
    return bool((getattr(table, name, np.empty(0)) >= 0).any())


def _needed(rows: QuoteRows, trust: str | None) -> NDArray[np.bool_]:
    """Tell which rows have a quote and need a place."""
    quoted = np.array([text != "" for text in rows.texts("text")], bool)
    if trust == "text":
        return quoted
    start = rows.offsets("start")
    for name in ("element", "tree"):
        quoted &= np.array([cell == "" for cell in rows.texts(name)], bool)
    unplaced: NDArray[np.bool_] = quoted & (start == ABSENT)
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


def _with_line(bad: TableError, rows: QuoteRows) -> PartwiseError:
    """Say in which file a row is wrong; rows and pieces of quotes count alike up to there."""
    if rows.source is None:
        return bad
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
