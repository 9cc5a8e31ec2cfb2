"""Columns of JSON while it is read value by value."""

from __future__ import annotations

import json
import math
import re
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import quote
from partwise.tables import problems as words
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.problems import BROKEN, FARTHEST, Origin, Problems
from partwise.tables.rows import RowLines
from partwise.tables.schema import Kind
from partwise.tables.table import OFFSETS, Table, stand_in

_WHOLE = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf(?:inity)?", re.I
)
_UNSAID = "is not a number"
"""Stands for words that need the number as it is written."""

_DIGITS = 19
"""Most digits of a number of 64 bits."""


class AsWritten(str):
    """A number as it is written; also NaN and Infinity, which JSON does not know."""

    __slots__ = ()


class JsonColumn(ABC):
    """One column while it is read."""

    absent: Any = None
    values: Any

    def __init__(self, name: str) -> None:
        self.name = name
        self.decimal = False

    def fill(self, size: int) -> None:
        """Make the column as long as the table."""
        self.values.extend([self.absent] * (size - len(self.values)))

    def add(self, row: int, value: Any) -> str | None:
        """Append the value of a row; return what is wrong with it."""
        if len(self.values) != row:
            if len(self.values) > row:
                return f"key {quote(self.name)} occurs twice"
            self.fill(row)
        if value is None or value == "":
            self.values.append(self.absent)
            return None
        read, said = self.read(value)
        self.values.append(read)
        return said

    @abstractmethod
    def read(self, value: Any) -> tuple[Any, str | None]:
        """Return what a value stands for, and what is wrong with it."""


class TextColumn(JsonColumn):
    """Names: strings or whole numbers."""

    absent = -1

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.values = array("i")
        self.index: dict[str, int] = {}

    def read(self, value: Any) -> tuple[int, str | None]:
        """Return the code of a name."""
        code = self.index.get(value) if type(value) is str else None
        if code is not None:
            return code, None
        text, said = self._name(value)
        if text is None:
            return self.absent, said
        return self.index.setdefault(text, len(self.index)), said

    def _name(self, value: Any) -> tuple[str | None, str | None]:
        said = None
        if type(value) is str:
            text: str | None = value
        else:
            number = _integer(value)
            text = None if number is None else str(number)
        if text is None:
            said = words.not_text(self.name, _shown(value))
        elif "\0" in text:
            said = f"{self.name} holds a NUL character"
        elif any("\ud800" <= letter <= "\udfff" for letter in text):
            said = f"{self.name} holds half of a character (a lone surrogate)"
        return (text, None) if said is None else (stand_in(self.name), said)


class WholeColumn(JsonColumn):
    """Whole numbers that are not negative."""

    absent = -1

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.values = array("q")

    def read(self, value: Any) -> tuple[int, str | None]:
        """Return a number that fits 64 bits."""
        if type(value) is int and 0 <= value <= FARTHEST:
            return value, None
        number = _integer(value)
        if number is None:
            return BROKEN, words.not_whole(self.name, _shown(value))
        if not -(1 << 63) <= number < 1 << 63:
            return BROKEN, words.not_whole(self.name, _shown(value), beyond=True)
        if self.name in OFFSETS and not 0 <= number <= FARTHEST:
            return BROKEN, words.wrong_offset(self.name, number)
        return (number, None) if number >= 0 else (BROKEN, words.too_small(self.name, number))


class RealColumn(JsonColumn):
    """Numbers."""

    absent = math.nan

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.values = array("d")

    def read(self, value: Any) -> tuple[float, str | None]:
        """Return a number; NaN is none."""
        if type(value) is float:
            self.decimal = True
            return (value, None) if math.isfinite(value) else (0.0, _UNSAID)
        if type(value) is int:
            return (float(value), None) if abs(value) < 1 << 1000 else (0.0, _UNSAID)
        if not isinstance(value, str) or not _REAL.fullmatch(value):
            return 0.0, words.not_real(self.name, _shown(value))
        self.decimal |= not _WHOLE.fullmatch(value)
        number = float(value)
        if math.isinf(number) and "i" not in value.lower():
            return 0.0, words.not_real(self.name, value, beyond=True)
        return number, None


class ExtraColumn(JsonColumn):
    """Values of an unknown key, kept as they came."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.values = []

    def read(self, value: Any) -> tuple[Any, str | None]:
        """Return the value as Python has it."""
        if type(value) in (int, float, bool) or (type(value) is str and value.isascii()):
            return value, None
        try:
            kept = _plain(value)
            json.dumps(kept, ensure_ascii=False, default=str).encode()
        except RecursionError:
            return None, f"{self.name} is too deeply nested"
        except UnicodeEncodeError:
            return None, f"{self.name} holds half of a character (a lone surrogate)"
        return kept, None


_KINDS: dict[Kind | None, Callable[[str], JsonColumn]] = {
    "text": TextColumn,
    "whole": WholeColumn,
    "real": RealColumn,
}


def column_of(name: str, kind: Kind | None) -> JsonColumn:
    """Return an empty column for values of a kind; None keeps them as they come."""
    return _KINDS.get(kind, ExtraColumn)(name)


def _integer(value: Any) -> int | None:
    """Read a whole number, also one written as a float; None if it is none."""
    if type(value) is int:
        return value
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        digits = value.lstrip("+-").lstrip("0")
        # longer ones are all alike: beyond 64 bits
        return int(value) if len(digits) <= _DIGITS else (-1 if value[0] == "-" else 1) << 64
    if isinstance(value, AsWritten) and _REAL.fullmatch(value):
        value = float(value)
    if type(value) is not float or math.isnan(value):
        return None
    if math.isinf(value):
        return 1 << 64
    return int(value) if value.is_integer() else None


def _shown(value: Any) -> str:
    """Return a value as JSON spells it; of lists and objects only what they are."""
    if isinstance(value, (list, tuple, dict)):
        return "[...]" if isinstance(value, list) else "{...}"
    if isinstance(value, str):
        return value
    # bytes and times stand in columns of Parquet
    return json.dumps(value) if isinstance(value, (int, float)) or value is None else str(value)


def _plain(value: Any) -> Any:
    """Return a value as Python has it."""
    if isinstance(value, AsWritten):
        return float(value)
    if isinstance(value, tuple):
        return {name: _plain(inner) for name, inner in value}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def table_of_columns(
    source: Origin, format_: str, columns: dict[str, JsonColumn], rows: RowLines, problems: Problems
) -> Table:
    """Return the table of columns that are complete up to their last absent cells."""
    size = len(rows)
    texts, wholes, reals, extra = {}, {}, {}, {}
    for name, column in columns.items():
        column.fill(size)
        if isinstance(column, TextColumn):
            texts[name] = Coded(np.array(column.values, np.int32), Names.of(column.index))
        elif isinstance(column, WholeColumn):
            wholes[name] = np.array(column.values, np.int64)
        elif isinstance(column, RealColumn):
            reals[name] = np.array(column.values, np.float64)
        else:
            extra[name] = extra_array(column.values)
    decimal = frozenset(name for name, column in columns.items() if column.decimal)
    return Table(source, format_, size, texts, wholes, reals, extra, rows, problems, decimal)


def extra_array(values: list[Any]) -> NDArray[Any]:
    """Return an unknown column as an array, as a frame would have given it."""
    kinds = {*map(type, values)}
    if kinds <= {str, type(None)}:
        return np.array([value or "" for value in values], dtype=np.dtypes.StringDType())
    if kinds in ({int}, {float}):
        return np.array(values)
    return np.array([*values, None], dtype=object)[:-1]
