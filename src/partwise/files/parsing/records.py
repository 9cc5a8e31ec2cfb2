"""Rows of the nested JSON of other tools, collected with their paths in the file."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from partwise.errors import quote
from partwise.files.options import Reading, table_options
from partwise.files.parsing.json_columns import (
    JsonColumn,
    TextColumn,
    column_of,
    table_of_columns,
)
from partwise.files.parsing.json_document import (
    JsonDocument,
    JsonPaths,
    Path,
    Place,
    json_lines,
    kind_words,
    path_words,
    wrong_shape,
)
from partwise.files.source import Source
from partwise.messages import Notes
from partwise.tables.building import qrels_of, run_of
from partwise.tables.problems import Problems
from partwise.tables.qrels import Qrels
from partwise.tables.rows import RowLines
from partwise.tables.run import Run
from partwise.tables.schema import KINDS, What
from partwise.tables.table import Table

_HEAD = 4096


class Records:
    """A table of ours that grows while the JSON of others is read.

    Parameters
    ----------
    source : Source
        The file.
    what : {'run', 'qrels', 'inventory'}
        What the table is.
    format_ : str
        Name of the format.
    """

    def __init__(self, source: Source, what: What, format_: str) -> None:
        self.source, self.format = source, format_
        self.problems = Problems(source)
        self.notes = Notes()
        self._kinds = KINDS[what]
        self._columns: dict[str, JsonColumn] = {}
        self._lines = array("q")
        self._paths: list[Path] = []
        self._topics: dict[int, Place] = {}
        self._document: JsonDocument | None = None

    def __len__(self) -> int:
        return len(self._lines) or len(self._paths)

    # -- going through the file ------------------------------------------------------------------

    def root(self, *keys: str) -> dict[str, Any]:
        """Return the one object that the file is; it has these keys."""
        self._document = JsonDocument(self.source)
        value = self._document.value
        if not isinstance(value, dict):
            raise wrong_shape(self.source, value, "an object", self.format)
        for key in keys:
            if key not in value:
                problem, hint = f'no key "{key}"', f"See partwise formats {self.format}"
                raise self.source.error(None, problem, hint)
        return value

    def lines(self) -> Iterator[tuple[Place, dict[str, Any]]]:
        """Yield the objects of the file: one a line, or the items of one list."""
        if not self.source.head(_HEAD).lstrip().startswith(b"["):
            yield from json_lines(self.source, self.problems)
            return
        self._document = JsonDocument(self.source)
        yield from self._items(self._document.value, Place())

    def objects(
        self, parent: dict[str, Any], place: Place, key: str, *, needed: bool = False
    ) -> Iterator[tuple[Place, dict[str, Any]]]:
        """Yield the objects of a list inside an object; what has another shape is noted."""
        yield from self._items(self.items(parent, place, key, needed=needed), place.down(key))

    def items(
        self, parent: dict[str, Any], place: Place, key: str, *, needed: bool = False
    ) -> list[Any]:
        """Return a list inside an object, empty where it is absent."""
        value = parent.get(key)
        if isinstance(value, list):
            return value
        if value is not None or needed:
            problem = f'no key "{key}"' if key not in parent else f"{kind_words(value)}, not a list"
            self.refuse(place if key not in parent else place.down(key), problem, shape=True)
        return []

    def lacks(self, value: dict[str, Any], place: Place, *keys: str) -> bool:
        """Return whether an object lacks the value of a key, and note it."""
        missing = [key for key in keys if value.get(key) is None]
        if missing:
            self.refuse(place, f'no key "{missing[0]}"', shape=True)
        return bool(missing)

    def _items(self, values: list[Any], place: Place) -> Iterator[tuple[Place, dict[str, Any]]]:
        for index, value in enumerate(values):
            if isinstance(value, dict):
                yield place.down(index), value
            else:
                problem = f"{kind_words(value)}, not an object"
                self.refuse(place.down(index), problem, shape=True)

    # -- what is found ---------------------------------------------------------------------------

    def refuse(
        self, place: Place, problem: str, hint: str | None = None, *, shape: bool = False
    ) -> None:
        """Note a problem at a place."""
        if shape:
            hint = f"See partwise formats {self.format}"
        if place.line is None and self._document is None:
            way = f"row {int(place.path[0]) + 1}: "
        else:
            way = f"{path_words(place.path)}: " if place.path else ""
        full = f"{way}{problem}"
        self.problems.add(self._line(place), full if hint is None else (full, hint))

    def _line(self, place: Place) -> int | None:
        if place.line is None and self._document is not None:
            return self._document.line(place.path)
        return place.line

    def topic(self, value: Any, place: Place, what: str = "question") -> bool:
        """Take in a topic, which may have no rows; False for one that is none or came before."""
        if value is None or value == "":
            self.refuse(place, f"{what} without an id", shape=True)
            return False
        column = self._column("topic")
        code, problem = column.read(value)
        if problem is not None:
            self.refuse(place, problem)
            return False
        first = self._topics.setdefault(code, place)
        if first is not place:
            line = self._line(first)
            where = path_words(first.path) if line == self._line(place) else f"line {line}"
            where = f"row {int(first.path[0]) + 1}" if line is None else where
            self.refuse(place, f"{what} {quote(str(value))} occurs twice ({where})")
            return False
        return True

    def add(self, place: Place, **cells: Any) -> None:
        """Append a row; absent cells are None."""
        row = len(self)
        if place.line is None:
            self._paths.append(place.path)
        else:  # the line is enough, and a number is smaller than a way
            self._lines.append(place.line)
        for name, value in cells.items():
            if value is None:
                continue
            problem = self._column(name).add(row, value)
            if problem is not None:
                self.refuse(place, problem)

    def _column(self, name: str) -> JsonColumn:
        if name not in self._columns:
            self._columns[name] = column_of(name, self._kinds.get(name))
        return self._columns[name]

    # -- what it becomes -------------------------------------------------------------------------

    def table(self) -> Table:
        """Return the columns."""
        lines: RowLines
        if self._document is not None:
            lines = JsonPaths(self._document, self._paths)
        elif self._paths:
            lines = RowLines(np.array([int(path[0]) + 1 for path in self._paths], np.int64), "row")
        else:
            lines = RowLines(np.array(self._lines, np.int64))
        if not self._topics and not len(self) and not self.problems.total:
            raise self.source.error(None, "nothing in it", f"See partwise formats {self.format}")
        for name in ("topic", "doc") if "topic" in self._kinds else ("doc",):
            self._columns.setdefault(name, TextColumn(name))
        table = table_of_columns(self.source, self.format, self._columns, lines, self.problems)
        table.notes = (*self.source.notes, *self.notes)
        return table

    def run(self, reading: Reading) -> Run:
        """Return the run, ordered by the rank of each row."""
        return run_of(self.table(), table_options(reading))

    def qrels(self, reading: Reading) -> Qrels:
        """Return the assessments."""
        return qrels_of(self.table(), table_options(reading))


def whole_documents(reading: Reading) -> Reading:
    """Return options that take rows without a place as whole documents, unless said otherwise."""
    return replace(reading, missing="document") if reading.missing == "error" else reading


def numbered(row: int) -> str:
    """Return the topic of a row without an id: its number from 0, with at least three digits."""
    return f"q{row:03}"


def sentence(records: Records, place: Place, number: Any) -> str | None:
    """Return the element of a sentence, ``s[1]`` for the first; what is no number is noted."""
    if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
        return f"s[{number + 1}]"
    word = number if isinstance(number, int) else kind_words(number)
    records.refuse(place, f"sentence {word} is not a whole number from 0", shape=True)
    return None
