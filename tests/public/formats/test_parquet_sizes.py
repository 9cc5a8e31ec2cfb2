"""Parquet files whose headers state sizes that cannot be, and headers with unknown fields.

The headers of a file and of its pages are records of Thrift's compact protocol. They are read
here into lists of field, kind and value, changed, and written again.
"""

from __future__ import annotations

import polars as pl
import pytest

import partwise as pw

TRUE, BYTE, I32, I64, DOUBLE, BINARY, LIST, STRUCT = 1, 3, 5, 6, 7, 8, 9, 12
ROWS = {"topic": ["1", "1", "2"], "doc": ["a", "b", "c"], "rank": [1, 2, 1]}


def varint(number: int) -> bytes:
    made = b""
    while number > 127:
        made, number = made + bytes([number & 127 | 128]), number >> 7
    return made + bytes([number])


def zigzag(number: int) -> bytes:
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


class Reader:
    """Reads records."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        found = shift = 0
        while True:
            byte = self.byte()
            found |= (byte & 127) << shift
            if byte < 128:
                return found
            shift += 7

    def taken(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def struct(self) -> list[list]:
        found, field = [], 0
        while head := self.byte():
            field += head >> 4
            found.append([field, head & 15, self.value(head & 15)])
        return found

    def value(self, kind: int) -> object:
        if kind in (TRUE, 2):
            return kind == TRUE
        if kind in (4, I32, I64):
            number = self.number()
            return number >> 1 ^ -(number & 1)
        if kind == BINARY:
            return self.taken(self.number())
        if kind == STRUCT:
            return self.struct()
        if kind == LIST:
            head = self.byte()
            size = self.number() if head >> 4 == 15 else head >> 4
            return [head & 15, [self.value(head & 15) for _ in range(size)]]
        return self.taken(1 if kind == BYTE else 8)


def written(kind: int, value) -> bytes:
    """Bytes of a value, without its kind."""
    if kind in (TRUE, 2):
        return b""
    if kind in (4, I32, I64):
        return zigzag(value)
    if kind == BINARY:
        return varint(len(value)) + value
    if kind == STRUCT:
        return record(value)
    if kind == LIST:
        inner, values = value
        size = len(values)
        head = bytes([size << 4 | inner]) if size < 15 else bytes([15 << 4 | inner]) + varint(size)
        return head + b"".join(written(inner, each) for each in values)
    return value


def record(fields: list[list]) -> bytes:
    made, last = b"", 0
    for field, kind, value in fields:
        own = (TRUE if value else 2) if kind in (TRUE, 2) else kind
        step = field - last
        made += bytes([step << 4 | own]) if 0 < step < 16 else bytes([own]) + zigzag(field)
        made, last = made + written(kind, value), field
    return made + b"\0"


class File:
    """A Parquet file whose footer can be changed."""

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[-8:-4], "little")
        self.body = data[: -8 - size]
        self.footer = Reader(data, len(data) - 8 - size).struct()

    def at(self, *path: int) -> list:
        """Field at a path: numbers of fields, and places in lists in between."""
        fields, found = self.footer, None
        for number in path:
            if found is not None and found[1] == LIST:
                fields, found = found[2][1][number], None
                continue
            found = next(each for each in fields if each[0] == number)
            fields = found[2]
        return found

    def data(self) -> bytes:
        made = record(self.footer)
        return self.body + made + len(made).to_bytes(4, "little") + b"PAR1"


@pytest.fixture
def file(tmp_path):
    pl.DataFrame(ROWS).write_parquet(tmp_path / "r.parquet", compression="uncompressed")
    return File((tmp_path / "r.parquet").read_bytes())


def read(tmp_path, data: bytes):
    (tmp_path / "r.parquet").write_bytes(data)
    return pw.read_run(tmp_path / "r.parquet").to_frame().select("topic", "doc", "rank")


def test_written_again(tmp_path, file):
    assert read(tmp_path, file.data()).to_dict(as_series=False) == ROWS


ROW_COUNT, CHUNK = (4, 0, 3), (4, 0, 1, 0, 3)
VALUES, STORED, PLACE = (*CHUNK, 5), (*CHUNK, 7), (*CHUNK, 9)


@pytest.mark.parametrize(
    ("path", "change", "said"),
    [
        (ROW_COUNT, lambda _: 10**6, "a column with fewer values than rows"),
        (ROW_COUNT, lambda n: n + 1, "a column with fewer values than rows"),
        (VALUES, lambda _: -1, "an impossible number of values"),
        (VALUES, lambda n: n - 1, "a column with fewer values than rows"),
        (STORED, lambda _: 10**9, "a column beyond the end of the file"),
        (STORED, lambda n: n - 1, "a page beyond the end of its column"),
        (PLACE, lambda _: 10**9, "a column beyond the end of the file"),
    ],
)
def test_sizes_that_cannot_be(tmp_path, file, path, change, said):
    field = file.at(*path)
    if path == PLACE:
        chunk = file.at(*CHUNK)
        chunk[2] = [each for each in chunk[2] if each[0] != 11]  # no dictionary
    field[2] = change(field[2])
    with pytest.raises(pw.FormatError) as error:
        read(tmp_path, file.data())
    assert said in str(error.value)


def test_pages_with_more_values_than_columns(tmp_path, file):
    for path in (ROW_COUNT, VALUES):
        file.at(*path)[2] -= 1
    with pytest.raises(pw.FormatError, match="a page with more values than its column"):
        read(tmp_path, file.data())


def test_columns_that_end_with_the_file(tmp_path, file):
    """The last column may reach as far as the last byte before the end, and no farther."""
    stored, pages = file.at(4, 0, 1, 2, 3, 7), file.at(4, 0, 1, 2, 3)[2]
    begin = min(value for field, _, value in pages if field in (9, 11) and value > 0)
    stored[2] = 2000
    stored[2] = len(file.data()) - 8 - begin
    assert "beyond the end of the file" not in told(tmp_path, file.data())
    stored[2] += 1
    assert "a column beyond the end of the file" in told(tmp_path, file.data())


def told(tmp_path, data: bytes) -> str:
    try:
        read(tmp_path, data)
    except pw.FormatError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (BYTE, b"\x07"),
        (DOUBLE, b"12345678"),
        (TRUE, True),
        (TRUE, False),
        (BINARY, b"x" * 300),
        (LIST, [I64, [*range(-7, 8)]]),
        (LIST, [I64, [*range(-7, 7)]]),
        (LIST, [I32, [1 << 30] * 200]),
        (LIST, [STRUCT, [[[1, I32, 5], [40, BINARY, b"z"]], []]]),
        (STRUCT, [[2, DOUBLE, b"12345678"], [3, LIST, [BYTE, [b"a", b"b"]]]]),
        (LIST, [TRUE, []]),
        (I64, -(1 << 62)),
    ],
)
def test_unknown_fields_are_skipped(tmp_path, file, kind, value):
    file.footer.append([300, kind, value])
    assert read(tmp_path, file.data()).to_dict(as_series=False) == ROWS
