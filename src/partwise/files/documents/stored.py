"""Structures that were stored, and tables of texts."""

from __future__ import annotations

import codecs
import itertools
import os
import sys
import tempfile
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.errors import FormatError, PartwiseError
from partwise.files.parsing.parquet import parquet_slices, table_of
from partwise.files.reading import columns_of
from partwise.files.registry import format_named
from partwise.files.source import Source
from partwise.kernels.text.lines import PAD
from partwise.kernels.text.quotes import cut_outside_quotes
from partwise.tables.columns import decode
from partwise.tables.schema import Schema
from partwise.tables.table import Table

if TYPE_CHECKING:
    from partwise.tables.texts import Text


# A document of a folder that is UTF-8 stays where it is. What is unpacked, decoded or taken out of
# a table is kept in memory up to a limit, and beyond it in one temporary file without a name.

HELD = 64 << 20
"""Bytes of texts that are kept in memory."""
STEP = 1 << 16
"""Characters between two places of a text whose bytes are known."""
LARGE = 8 << 20
"""Bytes of a file that is never read at once."""

_RECENT = 64
"""Stretches of `STEP` characters that are kept for a while."""
_SEARCHED = 1 << 20
"""Characters searched, and bytes scanned, at a time."""

Read = Callable[[int, int], bytes]
"""Returns some bytes: from where on, how many."""


class Recent:
    """The stretches of texts that were read last."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[int, int], str] = OrderedDict()
        self.number = itertools.count().__next__

    def of(self, text: StoredText, number: int) -> str:
        """Return a stretch of a text."""
        key = text.number, number
        found = self._found.pop(key, None)
        if found is None:
            found = text.stretch(number, number + 1)
            if len(self._found) >= _RECENT:
                self._found.popitem(last=False)
        self._found[key] = found
        return found


class StoredText:
    """A text in UTF-8 somewhere in a file.

    Parameters
    ----------
    read : callable
        Reads bytes of the text.
    length : int
        Its characters.
    marks : array
        Byte of every `STEP`-th character, and the number of all bytes.
    recent : Recent
        Keeps what was read last; shared by the texts of a collection.
    """

    __slots__ = ("_length", "_marks", "_read", "_recent", "number")

    def __init__(self, read: Read, length: int, marks: Ints, recent: Recent) -> None:
        self._read, self._length, self._marks, self._recent = read, length, marks, recent
        self.number = recent.number()

    def __len__(self) -> int:
        return self._length

    def __str__(self) -> str:
        return self[:]

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (self[:],)  # another process has not the file

    def __getitem__(self, place: slice | int) -> str:
        if not isinstance(place, slice):
            place = slice(place, place + 1 or None)
        low, high, step = place.indices(self._length)
        if high <= low:
            return ""
        first, last = low // STEP, -(-high // STEP)
        one = last - first == 1
        found = self._recent.of(self, first) if one else self.stretch(first, last)
        return found[low - first * STEP : high - first * STEP : step]

    def stretch(self, first: int, last: int) -> str:
        """Read the characters between two marks."""
        low, high = int(self._marks[first]), int(self._marks[last])
        return self._read(low, high - low).decode("utf-8", "surrogatepass")

    def find(self, wanted: str, start: int = 0) -> int:
        """Return the first place of some characters from `start` on, -1 where there is none."""
        low = start
        while low < self._length:
            high = (low // _SEARCHED + 1) * _SEARCHED
            at = self[low : high + len(wanted) - 1].find(wanted)
            if at >= 0:
                return low + at
            low = high
        return -1


class TextStore:
    """Takes the texts of a collection as they are read.

    Attributes
    ----------
    held : int
        Bytes of texts that are in memory.
    """

    def __init__(self) -> None:
        self.held = 0
        self._recent = Recent()
        self._spool: Spool | None = None

    def kept(self, text: str, file: str | None = None) -> Text:
        """Return a text that costs little memory.

        Parameters
        ----------
        text : str
            The text.
        file : str, optional
            The file that is this text in UTF-8, and nothing else.
        """
        if self.held + sys.getsizeof(text) <= HELD:
            self.held += sys.getsizeof(text)
            return text
        if file is not None:
            return self._stored(OwnFile(file).read, _marks(text), len(text))
        self._spool = self._spool or Spool()
        begin, marks = self._spool.add(text)
        spool = self._spool
        return self._stored(lambda at, size: spool.read(begin + at, size), marks, len(text))

    def of_file(self, file: str) -> StoredText:
        """Return the text of a file in UTF-8 that is never read at once."""
        own = OwnFile(file)
        length, marks = scanned(own.pieces(), file)
        return self._stored(own.read, marks, length)

    def _stored(self, read: Read, marks: Ints, length: int) -> StoredText:
        return StoredText(read, length, marks, self._recent)


def _marks(text: str) -> Ints:
    """Return the byte of every `STEP`-th character, and the number of all bytes."""
    size = [_size(text[at : at + STEP]) for at in range(0, len(text), STEP)]
    return np.concatenate(([0], np.cumsum(size, dtype=np.int64)))


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def scanned(pieces: Iterator[bytes], file: str) -> tuple[int, Ints]:
    """Count the characters of UTF-8, and the bytes of every `STEP`-th; refuse what is none."""
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    length = lines = size = 0
    marks: list[int] = []
    for piece in pieces:
        try:
            lines += decoder.decode(piece).count("\n")
        except UnicodeDecodeError as bad:
            raise _not_utf8(file, lines + bad.object[: bad.start].count(b"\n"), bad) from None
        begins = np.flatnonzero((np.frombuffer(piece, np.uint8) & 0xC0) != 0x80)
        marks += (size + begins[-length % STEP :: STEP]).tolist()
        length += begins.size
        size += len(piece)
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as bad:
        raise _not_utf8(file, lines, bad) from None
    return length, np.array([*marks, size], np.int64)


def _not_utf8(file: str, lines: int, bad: UnicodeDecodeError) -> FormatError:
    problem = f"not UTF-8 (byte 0x{bad.object[bad.start]:02X})"
    return FormatError(file, lines + 1, problem, "Use --encoding NAME if it is something else")


class _State(NamedTuple):
    size: int
    changed: int


class OwnFile:
    """A file that is a document; one that changes while it is in use is refused."""

    __slots__ = ("_file", "_state")

    def __init__(self, file: str) -> None:
        self._file = file
        self._state = self._now(Path(file).stat())

    @staticmethod
    def _now(found: os.stat_result) -> _State:
        return _State(found.st_size, found.st_mtime_ns)

    def read(self, at: int, size: int) -> bytes:
        """Return some bytes."""
        try:
            with open(self._file, "rb", buffering=0) as file:  # noqa: PTH123
                if self._now(os.fstat(file.fileno())) == self._state:
                    return os.pread(file.fileno(), size, at)
        except OSError as bad:
            problem = f"cannot be read ({bad.strerror or bad})"
            raise FormatError(self._file, None, problem) from None
        raise FormatError(self._file, None, "changed while it was read", "Run it again")

    def pieces(self) -> Iterator[bytes]:
        """Yield all bytes, some at a time."""
        with open(self._file, "rb", buffering=0) as file:  # noqa: PTH123
            while piece := file.read(_SEARCHED):
                yield piece


class Spool:
    """A temporary file without a name that takes texts; it is gone with its last owner."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="partwise-", buffering=1 << 20)  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self._size, self._flushed = 0, 0

    def add(self, text: str) -> tuple[int, Ints]:
        """Append a text; return where it begins and the marks inside it."""
        begin, marks = self._size, [0]
        for at in range(0, len(text), STEP):
            data = text[at : at + STEP].encode("utf-8", "surrogatepass")
            self._file.write(data)
            marks.append(marks[-1] + len(data))
        self._size += marks[-1]
        return begin, np.array(marks, np.int64)

    def read(self, at: int, size: int) -> bytes:
        """Return some bytes."""
        if at + size > self._flushed:
            self._file.flush()
            self._flushed = self._size
        return os.pread(self._file.fileno(), size, at)


# Each part of a table is read as a table of its own. Where one has a problem the table is read
# whole, so that lines and rows are told as in every other table.

PART = 16 << 20
"""Bytes of a table that are read at a time."""
LONGEST = 1 << 30
"""Bytes of a line: a text may be long."""


def text_rows(
    source: Source, form: str, columns: Mapping[str, str] | None
) -> Iterator[tuple[str, str]]:
    """Yield document and text of each row of a table.

    Parameters
    ----------
    source : Source
        The file.
    form : {'jsonl', 'parquet', 'csv', 'tsv'}
        Its format.
    columns : mapping of str to str or None
        Names of columns, ours to theirs.
    """
    source.longest_line = LONGEST
    tables = _parquet(source, columns) if form == "parquet" else _lines(source, form, columns)
    while True:
        try:
            table = next(tables, None)
            if table is None:
                return
            table.problems.refuse()
        except PartwiseError:
            _columns(columns_of(source, format_named(form), Schema("texts", columns)))
            raise
        yield from _columns(table)


def line_of(row: int, source: Source, form: str, columns: Mapping[str, str] | None) -> int | None:
    """Return the line of a row, from 0, where the table has lines; it is read whole."""
    if form == "parquet":
        return None
    return columns_of(source, format_named(form), Schema("texts", columns)).lines.line(row)


def _columns(table: Table) -> list[tuple[str, str]]:
    table.need("doc", *(() if "text" in table.texts else ("text",)))  # a text may be empty
    table.problems.refuse()
    doc, text = (decode(column.codes, column.names) for column in map(table.text, ("doc", "text")))
    return [(name or "", words or "") for name, words in zip(doc, text, strict=True)]


def _lines(source: Source, form: str, columns: Mapping[str, str] | None) -> Iterator[Table]:
    header = b""
    cut = cut_outside_quotes if form == "csv" else None
    for block in source.blocks(PART, cut):
        content = bytes(block.data[PAD : block.hi])
        if header:
            content = header + content
        elif form != "jsonl":
            header = _header(content)
            if not header and content.strip():  # comments before the header
                continue
        part = Source(source, encoding=source.encoding, lenient=source.lenient)
        part.content, part.encoding, part.longest_line = content, "utf-8", LONGEST
        if content.strip():
            yield columns_of(part, format_named(form), Schema("texts", columns))


def _header(content: bytes) -> bytes:
    """Return the line that names the columns: the first that is neither blank nor a comment."""
    for line in content.splitlines(keepends=True):
        if line.strip() and not line.startswith(b"#"):
            return line
    return b""


def _parquet(source: Source, columns: Mapping[str, str] | None) -> Iterator[Table]:
    for frame in parquet_slices(source, PART):
        yield table_of(frame, source, Schema("texts", columns), "parquet")
