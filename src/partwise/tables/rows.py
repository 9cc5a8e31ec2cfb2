"""The columns that runs, assessments and inventories share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.messages import plural
from partwise.tables.columns import ABSENT, Coded, ColumnNames, freeze
from partwise.tables.missing import Missing
from partwise.tables.names import EMPTY, Names
from partwise.tables.row_lines import RowLines


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
    encoding: str = "utf-8"
    missing: Missing = "error"
    columns: ColumnNames | None = None
    whole_table: Mapping[str, bool] | None = None
    """What rows of the table say of which this one holds some topics; None: all are here."""

    def holds(self, what: str, here: Any) -> bool:
        """Tell whether any row of the whole table says something; `here`: whether one of these."""
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
