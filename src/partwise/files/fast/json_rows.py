"""Rows of chunk runs in JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from partwise.files.blocks import Block
from partwise.files.fast.chunk_rows import READ, ChunkRows, is_plain, parsed
from partwise.files.fast.rows import IrregularError
from partwise.files.fast.text_sample import refuse_other_lengths
from partwise.files.source import Source
from partwise.kernels.text.json_lines import (
    Member,
    are_numbers,
    fields_of,
    has_escapes,
    plain_fields_of,
)
from partwise.kernels.text.json_names import unescaped
from partwise.kernels.text.numbers import parse_floats, plain_decimals
from partwise.tables.column_names import Schema
from partwise.tables.schema import KINDS

_HEAD = 1 << 20


class JsonRows:
    """Finds the values of blocks of JSON lines that all have the shape of the first line.

    Parameters
    ----------
    source : Source
        The file; `IrregularError` unless its first line is a row of a plain chunk run.
    schema : Schema
        What columns are called.
    """

    def __init__(self, source: Source, schema: Schema) -> None:
        head = source.head(_HEAD).lstrip(b"\n")
        line = head.split(b"\n", 1)[0]
        pairs = _pairs(line)
        self._shape = _shape(line, pairs)
        names = [name for name, _ in pairs]
        naming = schema.naming(names)
        ours = [naming.ours(name) for name in names]
        if not is_plain(frozenset(name for name in ours if name is not None)):
            raise IrregularError
        refuse_other_lengths(ours, _values(head))
        self._columns = {str(name): at for at, name in enumerate(ours) if name in READ}
        for name, at in self._columns.items():
            if self._shape[at].is_text != (KINDS["run"][name] == "text"):
                raise IrregularError
        self._others = [
            at for at, name in enumerate(ours) if name not in READ and not self._shape[at].is_text
        ]
        kinds = {at: KINDS["run"][name] for name, at in self._columns.items()}
        self._wholes = {at for at, kind in kinds.items() if kind == "whole"}
        self._numbers = [at for at, member in enumerate(self._shape) if not member.is_text]
        self.names = frozenset(self._columns)
        self.head = b""
        self.notes = tuple(naming.notes)

    def __call__(self, block: Block) -> ChunkRows:
        """Read a block; `IrregularError` unless each of its lines has the shape."""
        data = block.data
        plain = plain_fields_of(data, block.hi, self._shape)
        fields = fields_of(data, block.hi, self._shape) if plain is None else plain
        if fields is None:
            raise IrregularError
        cells = {name: fields[at] for name, at in self._columns.items()}
        if any(parse_floats(data, fields[at])[1].any() for at in self._others):
            raise IrregularError
        score = plain_decimals(data, cells["score"]) if "score" in cells else None
        for at in self._numbers:
            simple = score is not None and at == self._columns["score"]
            if not are_numbers(data, fields[at], simple=simple, whole=at in self._wholes):
                raise IrregularError
        names = {name: at for name, at in cells.items() if name in ("topic", "doc", "run")}
        if plain is None and has_escapes(data, block.hi, *names.values()):
            spelled = unescaped(data, block.hi, names)
            if spelled is None:
                raise IrregularError
            data, cells = spelled[0], cells | spelled[1]
        return parsed(data, cells, score)

    @property
    def leads(self) -> bool:
        """Whether a line begins with its topic."""
        return self._columns["topic"] == 0

    def topic_of(self, line: bytes) -> bytes | None:
        """Return the topic of a line, with its quotes and what stands before them in the shape."""
        member = self._shape[self._columns["topic"]]
        head = member.before + member.head if self.leads else member.head
        start = line.find(head)
        end = line.find(b'"', start + len(head))
        return line[start : end + 1] if 0 <= start < end else None


def _values(head: bytes) -> Iterator[list[Any]]:
    """Yield the values of the lines at the beginning of a file that are whole."""
    for line in head.split(b"\n"):
        try:
            yield [value for _, value in _pairs(line)]
        except IrregularError:  # cut, or left to who reads all lines
            return


def _pairs(line: bytes) -> list[tuple[str, Any]]:
    """Keys and values of an object."""
    try:
        found = json.loads(line, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        raise IrregularError from None
    if not isinstance(found, tuple) or not found:
        raise IrregularError
    return list(found)


def _shape(line: bytes, pairs: list[tuple[str, Any]]) -> list[Member]:
    """Learn where keys and values stand; strings and numbers alone are understood."""
    shape: list[Member] = []
    at = 0
    for name, value in pairs:
        text = isinstance(value, str)
        key = json.dumps(name, ensure_ascii=False).encode(errors="backslashreplace")
        if b"\\" in key or not (text or type(value) in (int, float)):
            raise IrregularError
        start = line.find(key, at)
        before = line[at:start]
        colon = start + len(key)
        begin = colon + len(line[colon:]) - len(line[colon:].lstrip(b": "))
        if start < 0 or not line[colon:begin].strip() == b":" or before.strip(b" ,{"):
            raise IrregularError
        at = _value_end(line, begin, text=text)
        shape.append(Member(before, line[start : begin + text], text))
    if (
        line[at:] != b"}"
        or shape[0].before != b"{"
        or any(member.before.strip(b" ") != b"," for member in shape[1:])
    ):
        raise IrregularError
    return shape


def _value_end(line: bytes, begin: int, *, text: bool) -> int:
    """Position after a value."""
    decoded = line[begin:].decode("utf-8", "replace")
    try:
        _, size = json.JSONDecoder().raw_decode(decoded)
    except ValueError:
        raise IrregularError from None
    if text != (decoded[0] == '"'):
        raise IrregularError
    return begin + len(decoded[:size].encode())
