"""The sizes that a Parquet file states, looked at before polars trusts them.

Polars asks for as much memory as a page claims to need, and a claim that cannot be met ends the
process. The headers of a file and of its pages are small records in Thrift's compact protocol;
here their numbers are compared with the bytes and rows that are there. Linear in the headers.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_WHOLE_NUMBERS = (4, 5, 6)
_TAIL = 8
_HEADER = 512
"""Bytes that hold nearly every header of a page."""
_LONGEST_HEADER = 1 << 24
_DEEPEST = 32

_Record = dict[int, Any]


class SizeError(ValueError):
    """A size that cannot be, in words."""


def check_pages(file: io.BufferedIOBase | io.RawIOBase) -> None:
    """Raise `SizeError` for a Parquet file whose sizes contradict each other.

    Parameters
    ----------
    file : binary file
        Open at any place, left at any place.
    """
    size = file.seek(0, io.SEEK_END)
    footer = _footer(file, size)
    for group in _records(footer, 4):
        rows = _count(group, 3, "rows")
        for chunk in _records(group, 1):
            about = chunk.get(3)
            if isinstance(about, dict):  # else it lies in another file
                _check_chunk(file, about, rows, size - _TAIL)


def _footer(file: io.BufferedIOBase | io.RawIOBase, size: int) -> _Record:
    file.seek(max(size - _TAIL, 0))
    length = int.from_bytes(_read(file, 4), "little")
    if length > size - _TAIL:
        raise SizeError("a footer longer than the file")
    file.seek(size - _TAIL - length)
    return _Compact(_read(file, length)).struct()


def _check_chunk(
    file: io.BufferedIOBase | io.RawIOBase, about: _Record, rows: int, size: int
) -> None:
    """Compare what a column's pages say with what is said about the column."""
    values, stored = _count(about, 5, "values"), _count(about, 7, "bytes")
    places = [at for at in (about.get(9), about.get(11)) if isinstance(at, int) and at > 0]
    begin = min(places, default=size)
    if begin + stored > size:
        raise SizeError("a column beyond the end of the file")
    if values < rows:
        raise SizeError("a column with fewer values than rows")
    seen = 0
    for page in _pages(file, begin, begin + stored):
        for place in (5, 8):
            if isinstance(page.get(place), dict):
                seen += _count(page[place], 1, "values")
        if isinstance(page.get(7), dict):
            _count(page[7], 1, "values")
        if seen > values:
            raise SizeError("a page with more values than its column")


def _pages(file: io.BufferedIOBase | io.RawIOBase, at: int, end: int) -> Iterator[_Record]:
    while at < end:
        header, size = _header(file, at, end)
        _count(header, 2, "bytes")
        at += size + _count(header, 3, "bytes")
        if at > end:
            raise SizeError("a page beyond the end of its column")
        yield header


def _header(file: io.BufferedIOBase | io.RawIOBase, at: int, end: int) -> tuple[_Record, int]:
    """Read a record of unknown length, and return its length."""
    wanted = _HEADER
    while True:
        file.seek(at)
        compact = _Compact(_read(file, min(wanted, end - at)))
        try:
            return compact.struct(), compact.at
        except SizeError:
            if wanted >= min(end - at, _LONGEST_HEADER):
                raise
            wanted *= 8


def _read(file: io.BufferedIOBase | io.RawIOBase, size: int) -> bytes:
    return file.read(size) or b""


def _records(record: _Record, field: int) -> list[_Record]:
    found = record.get(field, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise SizeError("no list of records")
    return found


def _count(record: _Record, field: int, what: str) -> int:
    number = record.get(field)
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise SizeError(f"an impossible number of {what}")
    return number


class _Compact:
    """A reader of Thrift's compact protocol; fields by number."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def struct(self, depth: int = 0) -> _Record:
        """Read a record."""
        if depth > _DEEPEST:
            raise SizeError("records nested too deeply")
        found: _Record = {}
        field = 0
        while kind := self._byte():
            step = kind >> 4
            field = field + step if step else _signed(self._varint())
            found[field] = self._value(kind & 15, depth)
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if kind in _WHOLE_NUMBERS:
            return _signed(self._varint())
        if kind in (_TRUE, _FALSE):
            return kind == _TRUE
        if kind == _BINARY:
            return self._skip(self._varint())
        if kind == _STRUCT:
            return self.struct(depth + 1)
        if kind in (_LIST, _SET):
            return self._list(depth)
        if kind in (_BYTE, _DOUBLE):
            return self._skip(1 if kind == _BYTE else 8)
        raise SizeError("a field of no known kind")

    def _list(self, depth: int) -> list[Any]:
        head = self._byte()
        size, kind = head >> 4, head & 15
        if size == 15:
            size = self._varint()
        self._check(size)  # every element takes a byte at least
        return [self._element(kind, depth + 1) for _ in range(size)]

    def _element(self, kind: int, depth: int) -> Any:
        """Read an element, in which truth takes a byte of its own."""
        return self._byte() == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth)

    def _byte(self) -> int:
        self._check(1)
        self.at += 1
        return self._data[self.at - 1]

    def _varint(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
            if shift > 63:
                raise SizeError("a number of more than 64 bits")

    def _skip(self, size: int) -> None:
        self._check(size)
        self.at += size

    def _check(self, size: int) -> None:
        if size > len(self._data) - self.at:
            raise SizeError("a record that ends too early")


def _signed(number: int) -> int:
    return number >> 1 ^ -(number & 1)
