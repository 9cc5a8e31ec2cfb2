"""Named columns of any origin on the way to a table, with words for what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import PartwiseError
from partwise.tables.columns import Coded
from partwise.tables.names import EMPTY
from partwise.tables.problems import BROKEN, Origin, Problems, Said, before_start, empty_span
from partwise.tables.row_rules import is_empty
from partwise.tables.rows import RowLines
from partwise.tables.schema import PLACES, What

OFFSETS = frozenset(
    {"start", "end", "length", "bep", "from_start", "from_end", "to_start", "to_end"}
)
"""Columns that count characters of a document."""


def stand_in(name: str) -> str | None:
    """Return what stands for a refused name, so that the row is not said to lack it."""
    return "?" if name in ("topic", "doc") else None


@dataclass
class Table:
    """Columns of a file or in memory, absent cells as code -1, number -1 or NaN.

    Parameters
    ----------
    source : Origin
        The file, or memory.
    format : str, optional
        Format of the file.
    size : int
        Number of rows.
    texts, wholes, reals : dict
        Known columns, by kind.
    extra : dict
        Unknown columns.
    lines : RowLines
        Number of each row in the file, or in memory from 0.
    problems : Problems
        What is wrong so far.
    decimal : frozenset of str
        Columns of numbers of which at least one is written with a decimal point.
    notes : tuple of str
        What was noticed.
    """

    source: Origin
    format: str | None
    size: int
    texts: dict[str, Coded]
    wholes: dict[str, NDArray[np.int64]]
    reals: dict[str, NDArray[np.float64]]
    extra: dict[str, NDArray[Any]]
    lines: RowLines
    problems: Problems
    decimal: frozenset[str] = frozenset()
    notes: tuple[str, ...] = field(default=())

    def say(self, bad: NDArray[np.bool_], say: Callable[[int], Said]) -> None:
        """Note a problem of each row where `bad` holds; `say` is asked by row."""
        if bad.any():
            self.problems.at_rows(np.flatnonzero(bad), self.lines, say)

    def need(self, *names: str) -> None:
        """Note rows without a needed cell; raise an error if the column is not there."""
        columns = {**self.texts, **self.wholes, **self.reals}
        missing = [name for name in names if name not in columns]
        if missing:
            self.problems.refuse()
            raise self._lacking(missing)
        for name in names:
            column = self.texts[name].codes if name in self.texts else self.wholes[name]
            self._missing(name, column == -1)

    def _lacking(self, missing: list[str], hint: str | None = None) -> PartwiseError:
        """Return the error about columns that are not there."""
        columns = ", ".join([*self.texts, *self.wholes, *self.reals, *self.extra])
        lacks = f"column{'s' if len(missing) > 1 else ''} {' and '.join(missing)}"
        return self.source.error(None, f"no {lacks} (available: {columns})", hint)

    def _missing(self, name: str, absent: NDArray[np.bool_]) -> None:
        self.say(absent, lambda _: f"{name} is missing")

    def whole(self, name: str) -> NDArray[np.int64]:
        """Return a column of whole numbers, all absent where the table has none."""
        column = self.wholes.get(name)
        return np.full(self.size, -1) if column is None else column

    def real(self, name: str) -> NDArray[np.float64]:
        """Return a column of numbers, all absent where the table has none."""
        column = self.reals.get(name)
        return np.full(self.size, np.nan) if column is None else column

    def text(self, name: str) -> Coded:
        """Return a column of text, all absent where the table has none."""
        column = self.texts.get(name)
        return Coded(np.full(self.size, -1, np.int32), EMPTY) if column is None else column

    def spans(self, *, run: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return start and end after checking them; in runs ``length`` may stand for ``end``."""
        start, end = self.whole("start"), self.whole("end")
        whole = (start != BROKEN) & (end != BROKEN)
        if run and "length" in self.wholes:
            length = self.wholes["length"]
            whole &= length != BROKEN
            self.say(whole & (length >= 0) & (start < 0), lambda _: "length without start")
            whole &= (length < 0) | (start >= 0)
            implied = np.where((start >= 0) & (length >= 0), start + length, -1)
            self.say(
                (end >= 0) & (implied >= 0) & (end != implied),
                lambda row: f"end {end[row]} is not start + length = {implied[row]}",
            )
            end = np.where(end >= 0, end, implied)
        self._refuse_half("end", whole & (start >= 0) & (end < 0))
        self._refuse_half("start", whole & (start < 0) & (end >= 0))
        self.say(whole & (start >= 0) & (end < 0), lambda _: "start without end")
        self.say(whole & (start < 0) & (end >= 0), lambda _: "end without start")
        both = (start >= 0) & (end >= 0)
        self.say(both & (end < start), lambda row: before_start(end[row], start[row]))
        if not run:
            self.say(both & (end == start), lambda row: empty_span(int(start[row])))
        return start, end

    def _refuse_half(self, other: str, half: NDArray[np.bool_]) -> None:
        """Raise one error for all rows if a column of the spans is not there."""
        if self.in_memory or {other, "length"} & self.wholes.keys() or not half.any():
            return
        raise self._lacking([other], f"Use --columns {other}=NAME")

    def unplaced(self, what: What) -> NDArray[np.bool_] | None:
        """Rows that lie nowhere; None where no column would say a place."""
        names = [name for name in PLACES[what] if name in self.texts or name in self.wholes]
        if not names:
            return None
        placed = np.zeros(self.size, bool)
        for name in names:
            column = self.texts[name].codes if name in self.texts else self.wholes[name]
            placed |= column != -1
        return ~placed

    def blank(self, *but: str) -> NDArray[np.bool_]:
        """Rows in which only the cells of some columns hold anything."""
        empty = np.ones(self.size, bool)
        for name, text in self.texts.items():
            if name not in but:
                empty &= text.codes == -1
        for name, whole in self.wholes.items():
            if name not in but:
                empty &= whole == -1
        for name, real in self.reals.items():
            if name not in but:
                empty &= np.isnan(real)
        if empty.any():
            for column in self.extra.values():
                empty &= is_empty(column)
        return empty

    def taken(self, rows: NDArray[np.int64]) -> Table:
        """Return a table of some rows; it shares problems and the names of columns."""
        return replace(
            self,
            size=rows.size,
            texts={name: Coded(c.codes[rows], c.names) for name, c in self.texts.items()},
            wholes={name: column[rows] for name, column in self.wholes.items()},
            reals={name: column[rows] for name, column in self.reals.items()},
            extra={name: column[rows] for name, column in self.extra.items()},
            lines=self.lines.take(rows),
        )

    def complete(self, name: str) -> Any:
        """Return a column of numbers that all rows have; None where no row of a file has one."""
        column: Any = self.reals.get(name, self.wholes.get(name))
        if column is None:
            return None
        absent = np.isnan(column) if name in self.reals else column == -1
        if absent.all() and not self.in_memory:
            return None
        number = " or not a number" if self.in_memory and name in self.reals else ""
        self.say(absent, lambda _: f"{name} is missing{number}")
        return column

    def graded(self, rows: NDArray[np.bool_]) -> Table:
        """Return a table in which ungraded rows of a subset are relevant, as spans are."""
        grade = self.real("grade")
        relevant = np.where(rows & np.isnan(grade), 1.0, grade)
        return replace(self, reals=self.reals | {"grade": relevant})

    def with_text(self, name: str, column: Coded) -> Table:
        """Return a table with another column of text."""
        return replace(self, texts=self.texts | {name: column})

    @property
    def in_memory(self) -> bool:
        """True if the rows come from no file."""
        return self.source.name is None
