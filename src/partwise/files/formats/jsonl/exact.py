"""JSON lines read value by value: every problem of every line, in its words.

The way for files that are not plain enough to be read in columns; what a line
holds lives no longer than the line.
"""

from __future__ import annotations

import io
import json
import re
from array import array
from collections.abc import Callable
from typing import Any

from partwise.files.limits import check_width
from partwise.files.parsing.json_columns import (
    AsWritten,
    JsonColumn,
    column_of,
    table_of_columns,
)
from partwise.files.parsing.problems import Problems
from partwise.files.parsing.table import Table
from partwise.files.source import Source
from partwise.tables.column_names import Schema

_BLANKS = " \t\r\n"
_SEEN_KEY = re.compile(r'"([^"\\]+)"\s*:')

_Object = tuple[tuple[str, Any], ...]
"""Keys and values of an object, repeated keys included; JSON arrays are lists."""

_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_constant=AsWritten)
_AS_WRITTEN = json.JSONDecoder(
    object_pairs_hook=tuple, parse_constant=AsWritten, parse_int=AsWritten, parse_float=AsWritten
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


def read_lines(
    content: bytes, source: Source, schema: Schema, number_of: Callable[[int], int] | None = None
) -> Table:
    """Read all columns; what is wrong is noted in the table's problems.

    `number_of` says which line of the file a line of `content` was.
    """
    problems, lines = Problems(source), _Lines()
    columns: dict[str, JsonColumn | None] = {}
    naming = schema.naming(dict.fromkeys(_SEEN_KEY.findall(content.decode())))
    for at, line in enumerate(io.BytesIO(content), start=1):
        number = at if number_of is None else number_of(at)
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
                new = None if ours is None else column_of(ours, naming.kind(ours))
                columns[name] = new
            column = columns[name]
            said = None if column is None else column.add(len(lines), value)
            if column is not None and said is not None:
                problems.add(number, _in_words_of(column, text, place) or said)
                problems.prune()
        lines.numbers.append(number)
    kept = {column.name: column for column in columns.values() if column is not None}
    table = table_of_columns(source, "jsonl", kept, lines, problems)
    table.notes = (*table.notes, *naming.notes)
    return table


def _in_words_of(column: JsonColumn, text: str, place: int) -> str | None:
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
