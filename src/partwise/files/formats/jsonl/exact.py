"""JSON lines read value by value: every problem of every line, in its words.

The way for blocks that cannot be decoded at once: `parsed_rows`, then `read_values` with the kinds
of their columns.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from partwise.errors import SHOWN_PROBLEMS
from partwise.files.formats.jsonl.columns import Column
from partwise.files.formats.jsonl.nested import Pairs, flat_rows
from partwise.files.parsing.json_columns import AsWritten, JsonColumn, column_of
from partwise.tables.problems import Problems
from partwise.tables.schema import What

_BLANKS = " \t\r\n"

_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_constant=AsWritten)
_AS_WRITTEN = json.JSONDecoder(
    object_pairs_hook=tuple, parse_constant=AsWritten, parse_int=AsWritten, parse_float=AsWritten
)


LineOf = Callable[[int], int]
"""Number in the file of a line, which is counted from 0 in the lines that are read."""


class ParsedRow(NamedTuple):
    """A row, or one result of a line that holds several.

    Parameters
    ----------
    offset : int
        Its line, counted from 0.
    pairs : tuple of (str, value)
        Keys and values.
    text : str
        The line.
    place : int
        Number of the row among those of its line, from 0.
    message : str
        What is wrong with the line's list of results; told with the last of its rows.
    """

    offset: int
    pairs: Pairs
    text: str
    place: int = 0
    message: str = ""


def parsed_rows(content: bytes, line_of: LineOf, what: What, problems: Problems) -> list[ParsedRow]:
    """Parse lines; those that are no objects are noted in the problems."""
    rows: list[ParsedRow] = []
    for offset, line in enumerate(io.BytesIO(content)):
        text = line.decode()
        if not text.strip(_BLANKS):
            continue
        found = _object(text)
        if isinstance(found, str):
            problems.add(line_of(offset), found)
            problems.prune()
            continue
        if any("\0" in key for key, _ in found):
            raise problems.source.error(line_of(offset), "a NUL character in a column name")
        flat, message = flat_rows(found, what)
        rows += [ParsedRow(offset, pairs, text, at) for at, pairs in enumerate(flat)]
        rows[-1] = rows[-1]._replace(message=message)
    return rows


def read_values(
    rows: list[ParsedRow],
    named: Mapping[str, Column],
    line_of: LineOf,
    what: What,
    problems: Problems,
) -> dict[str, JsonColumn]:
    """Read the columns of rows; keys that are not in `named` are left out."""
    columns = {key: column_of(column.name, column.kind) for key, column in named.items()}
    noted = 0
    for row, (offset, pairs, text, place, message) in enumerate(rows):
        for at, (key, value) in enumerate(pairs):
            column = columns.get(key)
            said = None if column is None else column.add(row, value)
            if column is not None and said is not None:
                noted += 1
                if noted > SHOWN_PROBLEMS:  # those before it are shown
                    problems.total += 1
                    continue
                said = _in_words_of(column, text, what, (place, at)) or said
                problems.add(line_of(offset), said)
                problems.prune()
        if message:
            problems.add(line_of(offset), message)
            problems.prune()
    for column in columns.values():
        column.fill(len(rows))
    return columns


def _in_words_of(column: JsonColumn, text: str, what: What, place: tuple[int, int]) -> str | None:
    """Say what is wrong with a value as the file spells it."""
    found = _object(text, _AS_WRITTEN)
    if isinstance(found, str):
        return None
    row, pair = place
    return column.read(flat_rows(found, what)[0][row][pair][1])[1]


def _object(text: str, decoder: json.JSONDecoder = _DECODER) -> Pairs | str:
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
