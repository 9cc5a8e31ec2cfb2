"""Lines of JSON as rows: decoded at once, or value by value where something is wrong.

`decoded_rows` takes lines that are objects. Where all have the keys of the first one they become
structures, whose fields have the types of the first one's values if all lines agree; otherwise
dictionaries, in which lists of results become a row for each result. Lines that cannot be decoded
at once go through `parsed_rows`, then `read_values`: every problem of every line, in its words.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from partwise.errors import SHOWN_PROBLEMS
from partwise.files.formats.jsonl.columns import (
    RESULTS,
    Column,
    Pairs,
    UnfitError,
    Values,
    flat_columns,
    flat_rows,
)
from partwise.files.parsing.json_columns import AsWritten, JsonColumn, column_of
from partwise.kernels.text.lines import NEWLINE
from partwise.tables.problems import Problems
from partwise.tables.schema import What

_QUOTE, _OPEN, _CLOSE, _RETURN = b'"{}\r'
_TYPES: dict[type, Any] = {str: str, int: int, float: int | float}
"""Type of a field by that of its first value; others may have any."""
_SCALARS = {str, int, float, bool, type(None)}
_DICTIONARIES: msgspec.json.Decoder[dict[str, Any]] = msgspec.json.Decoder(dict[str, Any])


def decoded_rows(content: bytes, what: What) -> tuple[dict[str, Values], NDArray[np.int64]]:
    """Return the values of lines by key, and the line of each row, counted from 0.

    Keys stand in order of first appearance; a row has None where its line has no value.
    `UnfitError` unless each line is one plain object without repeated keys.
    """
    offsets, first = _object_lines(np.frombuffer(content, np.uint8))
    escaped = b"\\" in content
    if escaped and b"\\u0022" in content:
        raise UnfitError
    counts: list[int] | None = None
    try:
        example = _DICTIONARIES.decode(first)
        structures = None if RESULTS in example else _structures(content, example)
        if structures is not None:
            rows, types = structures
            columns = {
                key: Values.of([*map(attrgetter(f"c{number}"), rows)], types[number])
                for number, key in enumerate(example)
            }
            quotes = _quotes_of(columns, escaped=escaped)
        else:
            rows = _DICTIONARIES.decode_lines(content)
            quotes = _count_quotes(msgspec.json.encode(rows))
            lists, counts = flat_columns(rows, what)
            columns = {key: Values.of(values) for key, values in lists.items()}
    except (msgspec.DecodeError, RecursionError):
        raise UnfitError from None
    # of two equal keys the decoder drops the first, and with it at least two quotes
    if len(rows) != offsets.size or quotes != _count_quotes(content):
        raise UnfitError
    if any("\0" in key for key in columns):
        raise UnfitError
    return columns, offsets if counts is None else np.repeat(offsets, counts)


def _object_lines(data: NDArray[np.uint8]) -> tuple[NDArray[np.int64], bytes]:
    """Return which lines are not blank, and the first of them.

    `UnfitError` unless each begins with ``{`` and ends with ``}``: between two such lines one
    object ends and another begins, so that equally many objects are one a line.
    """
    ends = np.flatnonzero(data == NEWLINE)
    starts = np.concatenate(([0], ends[:-1] + 1))
    before = data[np.maximum(ends - 2, 0)]
    last = np.where(data[ends - 1] == _RETURN, before, data[ends - 1])
    filled = (data[starts] == _OPEN) & (last == _CLOSE)
    for line in np.flatnonzero(~filled).tolist():
        text = data[starts[line] : ends[line]].tobytes().strip(b" \t\r")
        if text and not (text[0] == _OPEN and text[-1] == _CLOSE):
            raise UnfitError
        filled[line] = bool(text)
    offsets = np.flatnonzero(filled)
    if not offsets.size:
        raise UnfitError
    return offsets, data[starts[offsets[0]] : ends[offsets[0]]].tobytes()


@lru_cache(64)
def _decoder(keys: tuple[str, ...], types: tuple[Any, ...]) -> msgspec.json.Decoder[Any] | None:
    """Return a decoder of objects with exactly these keys; None if no structure can have them."""
    names = {f"c{number}": key for number, key in enumerate(keys)}
    fields = [*zip(names, types, strict=True)]
    try:
        row = msgspec.defstruct("Row", fields, rename=names, forbid_unknown_fields=True, gc=False)
    except ValueError:
        return None
    return msgspec.json.Decoder(row)


def _structures(
    content: bytes, example: dict[str, Any]
) -> tuple[list[Any], tuple[Any, ...]] | None:
    """Decode lines that all have the keys of an example; None if one has others.

    Returns structures with the fields ``c0``, ``c1``, ... and the types of these fields: those of
    the values of the example, or `Any` for all where a line has a value of another type.
    """
    keys = tuple(example)
    for types in (tuple(_TYPES.get(type(v), Any) for v in example.values()), (Any,) * len(keys)):
        decoder = _decoder(keys, types)
        if decoder is None:
            return None
        try:
            return decoder.decode_lines(content), types
        except msgspec.ValidationError:
            continue
    return None


def _quotes_of(columns: dict[str, Values], *, escaped: bool) -> int:
    """Return the number of quotes that keys and values are written with."""
    total = 0
    for values, types in columns.values():
        total += 2 * len(values)
        if not types <= _SCALARS or (escaped and str in types):
            total += _count_quotes(msgspec.json.encode(values))
        elif str in types:
            total += 2 * (len(values) if len(types) == 1 else [*map(type, values)].count(str))
    return total


def _count_quotes(content: bytes) -> int:
    return int(np.count_nonzero(np.frombuffer(content, np.uint8) == _QUOTE))


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
