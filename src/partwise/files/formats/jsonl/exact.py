"""JSON lines read value by value: every problem of every line, in its words.

The way for files that are not plain enough to be read in columns; what a line
holds lives no longer than the line.
"""

from __future__ import annotations

import io
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
from partwise.files.limits import check_width
from partwise.files.parsing.problems import (
    BROKEN,
    FARTHEST,
    Problems,
    not_real,
    not_text,
    not_whole,
    too_small,
    wrong_offset,
)
from partwise.files.parsing.table import OFFSETS, Table, stand_in
from partwise.files.source import Source
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.schema import Kind, Schema

_BLANKS = " \t\r\n"
_WHOLE = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf(?:inity)?", re.I
)
_SEEN_KEY = re.compile(r'"([^"\\]+)"\s*:')
_UNSAID = "is not a number"
"""Stands for words that need the number as it is written."""

_DIGITS = 19
"""Most digits of a number of 64 bits."""


_Object = tuple[tuple[str, Any], ...]
"""Keys and values of an object, repeated keys included; JSON arrays are lists."""


class _Number(str):
    """A number as it is written; also NaN and Infinity, which JSON does not know."""

    __slots__ = ()


_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_constant=_Number)
_AS_WRITTEN = json.JSONDecoder(
    object_pairs_hook=tuple, parse_constant=_Number, parse_int=_Number, parse_float=_Number
)


class _Lines:
    """Line of each row."""

    def __init__(self) -> None:
        self.numbers = array("q")

    def __len__(self) -> int:
        return len(self.numbers)

    def of(self, row: int) -> int:
        """Return the line of a row."""
        return self.numbers[row]


def read_lines(content: bytes, source: Source, schema: Schema) -> Table:
    """Read all columns; what is wrong is noted in the table's problems."""
    problems, lines = Problems(source), _Lines()
    columns: dict[str, _Column | None] = {}
    naming = schema.naming(dict.fromkeys(_SEEN_KEY.findall(content.decode())))
    for number, line in enumerate(io.BytesIO(content), start=1):
        text = line.decode()
        if not text.strip(_BLANKS):
            continue
        found = _object(text)
        if isinstance(found, str):
            problems.add(number, found)
            continue
        for place, (name, value) in enumerate(found):
            if name not in columns:
                if "\0" in name:
                    raise source.error(number, "a NUL character in a column name")
                check_width(source, len(columns) + 1)
                ours = naming.ours(name)
                new = None if ours is None else _KINDS.get(naming.kind(ours), _Extra)(ours)
                columns[name] = new
            column = columns[name]
            said = None if column is None else column.add(len(lines), value)
            if column is not None and said is not None:
                problems.add(number, _in_words_of(column, text, place) or said)
                problems.prune()
        lines.numbers.append(number)
    kept = {column.name: column for column in columns.values() if column is not None}
    table = _table(source, kept, lines, problems)
    table.notes = (*table.notes, *naming.notes)
    return table


def _in_words_of(column: _Column, text: str, place: int) -> str | None:
    """Say what is wrong with a value as the file spells it."""
    found = _object(text, _AS_WRITTEN)
    return column.read(found[place][1])[1] if isinstance(found, tuple) else None


def _object(text: str, decoder: json.JSONDecoder = _DECODER) -> _Object | str:
    """Return the object of a line, or what is wrong with it."""
    try:
        found, end = decoder.raw_decode(text, len(text) - len(text.lstrip(_BLANKS)))
    except json.JSONDecodeError as bad:
        end = len(text.rstrip("\r\n"))
        return f"not JSON (at character {min(bad.pos, end) + 1})"
    except RecursionError:
        return "too deeply nested"
    except ValueError:  # Python refuses to read whole numbers of thousands of digits
        return _object(text, _AS_WRITTEN)
    if text[end:].strip(_BLANKS):
        more = len(text) - len(text[end:].lstrip(_BLANKS))
        return f"not JSON (at character {more + 1})"
    return found if isinstance(found, tuple) else "not a JSON object"


def _table(source: Source, columns: dict[str, _Column], lines: _Lines, problems: Problems) -> Table:
    size = len(lines)
    texts, wholes, reals, extra = {}, {}, {}, {}
    for name, column in columns.items():
        column.fill(size)
        if isinstance(column, _Text):
            texts[name] = Coded(np.array(column.values, np.int32), Names.of(column.index))
        elif isinstance(column, _Whole):
            wholes[name] = np.array(column.values, np.int64)
        elif isinstance(column, _Real):
            reals[name] = np.array(column.values, np.float64)
        else:
            extra[name] = _kept(column.values)
    decimal = frozenset(name for name, column in columns.items() if column.decimal)
    notes = tuple(source.notes)
    return Table(
        source, "jsonl", size, texts, wholes, reals, extra, lines, problems, decimal, notes
    )


class _Column(ABC):
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
        if len(self.values) > row:
            return f"key {quote(self.name)} is there twice"
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


class _Text(_Column):
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
            said = not_text(self.name, _shown(value))
        elif "\0" in text:
            said = f"{self.name} holds a NUL character"
        elif any("\ud800" <= letter <= "\udfff" for letter in text):
            said = f"{self.name} holds half of a character (a lone surrogate)"
        return (text, None) if said is None else (stand_in(self.name), said)


class _Whole(_Column):
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
            return BROKEN, not_whole(self.name, _shown(value))
        if not -(1 << 63) <= number < 1 << 63:
            return BROKEN, not_whole(self.name, _shown(value), beyond=True)
        if self.name in OFFSETS and not 0 <= number <= FARTHEST:
            return BROKEN, wrong_offset(self.name, number)
        return (number, None) if number >= 0 else (BROKEN, too_small(self.name, number))


class _Real(_Column):
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
            return 0.0, not_real(self.name, _shown(value))
        self.decimal |= not _WHOLE.fullmatch(value)
        number = float(value)
        if math.isinf(number) and "i" not in value.lower():
            return 0.0, not_real(self.name, value, beyond=True)
        return number, None


class _Extra(_Column):
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
            json.dumps(kept, ensure_ascii=False).encode()
        except RecursionError:
            return None, f"{self.name} is too deeply nested"
        except UnicodeEncodeError:
            return None, f"{self.name} holds half of a character (a lone surrogate)"
        return kept, None


_KINDS: dict[Kind | None, Callable[[str], _Column]] = {
    "text": _Text,
    "whole": _Whole,
    "real": _Real,
}


def _integer(value: Any) -> int | None:
    """Read a whole number, also one written as a float; None if it is none."""
    if type(value) is int:
        return value
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        digits = value.lstrip("+-").lstrip("0")
        # longer ones are all alike: beyond 64 bits
        return int(value) if len(digits) <= _DIGITS else (-1 if value[0] == "-" else 1) << 64
    if isinstance(value, _Number) and _REAL.fullmatch(value):
        value = float(value)
    if type(value) is not float or math.isnan(value):
        return None
    if math.isinf(value):
        return 1 << 64
    return int(value) if value.is_integer() else None


def _shown(value: Any) -> str:
    """Return a value as JSON spells it; of lists and objects only what they are."""
    if isinstance(value, (list, tuple)):
        return "{...}" if isinstance(value, tuple) else "[...]"
    return value if isinstance(value, str) else json.dumps(value)


def _plain(value: Any) -> Any:
    """Return a value as Python has it."""
    if isinstance(value, _Number):
        return float(value)
    if isinstance(value, tuple):
        return {name: _plain(inner) for name, inner in value}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _kept(values: list[Any]) -> NDArray[Any]:
    """Return an unknown column as an array, as a frame would have given it."""
    kinds = {type(value) for value in values}
    if kinds <= {str, type(None)}:
        return np.array([value or "" for value in values], dtype=np.dtypes.StringDType())
    if kinds in ({int}, {float}):
        return np.array(values)
    return np.array([*values, None], dtype=object)[:-1]
