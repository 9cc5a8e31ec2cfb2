"""Columns that runs, assessments and inventories share, and the line numbers of their rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.messages import plural
from partwise.tables.columns import ABSENT, Coded, freeze
from partwise.tables.names import EMPTY, Names

if TYPE_CHECKING:
    from partwise.tables.row_rules import Missing
from typing import Literal


def no_codes() -> NDArray[np.int32]:
    """Codes that were not given."""
    return np.empty(0, np.int32)


def no_counts() -> NDArray[np.int64]:
    """Offsets or counts that were not given."""
    return np.empty(0, np.int64)


def no_reals() -> NDArray[np.float64]:
    """Numbers that were not given."""
    return np.empty(0, np.float64)


@dataclass(frozen=True, eq=False, kw_only=True)
class PlacedRows:
    """Rows that each name a place in a document, as frozen columns of one length.

    A column that is not given holds nothing in any row: -1, or NaN for numbers.
    """

    docs: Names
    doc: NDArray[np.int32]
    start: NDArray[np.int64] = field(default_factory=no_counts)
    end: NDArray[np.int64] = field(default_factory=no_counts)
    elements: Names = EMPTY
    element: NDArray[np.int32] = field(default_factory=no_codes)
    source: str | None = None
    notes: tuple[str, ...] = ()
    lines: RowLines | None = None
    """Line of each row in its file; None where there is none, or rows became others."""

    def __post_init__(self) -> None:
        if self.lines is not None and len(self.lines) != self.doc.size:
            object.__setattr__(self, "lines", None)
        for column in fields(self):
            values = getattr(self, column.name)
            if isinstance(values, np.ndarray):
                if not values.size:
                    nothing = np.nan if values.dtype.kind == "f" else ABSENT
                    values = np.full(len(self), nothing, values.dtype)
                object.__setattr__(self, column.name, freeze(values))

    def __len__(self) -> int:
        return self.doc.size

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the lines: they may hold the whole file."""
        return {**self.__dict__, "lines": None}


@dataclass(frozen=True, eq=False, kw_only=True)
class TopicRows(PlacedRows):
    """Rows of many topics; a topic may have none."""

    topics: Names
    topic: NDArray[np.int32]
    trees: Names = EMPTY
    tree: NDArray[np.int32] = field(default_factory=no_codes)
    extra: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    format: str | None = None
    missing: Missing = "error"
    whole_table: Mapping[str, bool] | None = None
    """Facts of the whole table where this one holds some of its topics; None: it holds all."""

    def holds(self, what: str, here: Any) -> bool:
        """Return whether any row of the whole table states a fact; `here`: one of these does."""
        return bool(here if self.whole_table is None else self.whole_table[what])

    def _idle_topics(self) -> list[str]:
        """Topics without rows."""
        idle = np.ones(len(self.topics), bool)
        idle[self.topic] = False
        return [self.topics[code] for code in np.flatnonzero(idle).tolist()]

    def _sizes(self, rows: str) -> str:
        return f"{plural(len(self), rows)}, {plural(len(self.topics), 'topic')}"


Rows = TypeVar("Rows", bound=TopicRows)


def taken_rows(table: Rows, rows: NDArray[np.int64]) -> Rows:
    """Return some rows of a table, in that order; a row may be taken several times."""
    size = len(table)
    columns: dict[str, Any] = {}
    for column in fields(table):
        value = getattr(table, column.name)
        if isinstance(value, np.ndarray) and value.size == size:
            columns[column.name] = value[rows]
    columns["extra"] = {name: cells[rows] for name, cells in table.extra.items()}
    columns["lines"] = None if table.lines is None else table.lines.take(rows)
    return replace(table, **columns)


def text_columns(**columns: Coded) -> dict[str, Any]:
    """Return text columns as a table takes them: the names as `docs`, the codes as `doc`."""
    names = {f"{label}s": column.names for label, column in columns.items()}
    return {**names, **{label: column.codes for label, column in columns.items()}}


@dataclass(frozen=True, eq=False)
class RowLines:
    """Number of each row in its file, from 1.

    Parameters
    ----------
    numbers : range or ndarray of int64
        A range where the rows stand in consecutive lines.
    unit : {'line', 'row'}
        What is counted: rows in files that have no lines (Parquet). Default: line.
    files : tuple of str
        Names of the files of a folder or archive. Default: all rows are of one file.
    file : ndarray of int64, optional
        Position in `files` of the file of each row.
    """

    numbers: range | NDArray[np.int64]
    unit: Literal["line", "row"] = "line"
    files: tuple[str, ...] = ()
    file: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    def of(self, row: int) -> int:
        """Return the number of a row."""
        return int(self.numbers[row])

    def line(self, row: int) -> int | None:
        """Return the line of a row; None in a file that has no lines."""
        return self.of(row) if self.unit == "line" else None

    def words(self, row: int) -> str:
        """Return ``line 4`` or ``row 3``."""
        return f"{self.unit} {self.of(row)}"

    def path(self, row: int) -> str:
        """Return the path to a row inside a nested file; empty in a table."""
        del row
        return ""

    @property
    def in_one_file(self) -> bool:
        """True if the numbers are lines of the one file of the table."""
        return self.unit == "line" and not self.files

    def place(self, row: int) -> tuple[str, int]:
        """Return file and line of a row of several files."""
        return self.files[0 if self.file is None else int(self.file[row])], self.of(row)

    def array(self) -> NDArray[np.int64]:
        """Return the numbers of all rows."""
        numbers = self.numbers
        if isinstance(numbers, range):
            return np.arange(numbers.start, numbers.stop, dtype=np.int64)
        return numbers

    def take(self, rows: NDArray[np.int64]) -> RowLines:
        """Return the numbers of a subset of the rows."""
        file = None if self.file is None else self.file[rows]
        return RowLines(self.array()[rows], self.unit, self.files, file)
