"""Sources of bytes: files, compressed files, pipes and standard input.

Everything a reader sees is decompressed UTF-8. A plain file is read block by
block, so a file never has to fit in memory at once.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise.errors import FormatError
from partwise.files.streams import (
    CHUNK,
    Limit,
    OpenedFile,
    Recoded,
    filled,
    packing,
    text_encoding,
    unpacked,
)
from partwise.kernels.text.lines import NEWLINE, PAD

BLOCK = 1 << 20
"""Bytes of one block of lines."""

LONGEST_LINE = 1 << 24
"""A longer line is refused: it is no table of parts."""

_IN_MEMORY = 8 << 30
"""Bytes of what has to be held in memory whole; a larger file of lines is still read."""

_MARKED = "Use --lenient to drop it, or save as UTF-8 without it"
_AS_UTF8 = ("utf-8", "utf-8-sig")

Cut = Callable[[NDArray[np.uint8], int], int]
"""Where a block may end: a position after a newline, or `PAD` when the block must grow."""


class Source(os.PathLike[str]):
    """A file as decompressed UTF-8 bytes.

    Parameters
    ----------
    path : path or "-"
        The file; ``-`` is standard input. Another source of the same file hands on what it has
        opened or read: standard input and pipes can be read only once.
    encoding : str
        What the bytes are; anything but UTF-8 is recoded.
    lenient : bool
        Drop a byte-order mark instead of refusing it.
    max_bytes : int, optional
        Most bytes after decompression.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        encoding: str = "utf-8",
        lenient: bool = False,
        max_bytes: int | None = None,
    ) -> None:
        self.path = os.fspath(path)
        self.name = "<stdin>" if self.path == "-" else self.path
        self.lenient = lenient
        self.max_bytes = max_bytes
        self.notes: list[str] = []
        self.longest_line = LONGEST_LINE
        self.could_be: tuple[str, ...] = ()  # formats that the content fits nearly as well
        self.rows: tuple[int, int] | None = None
        """First and number of the rows of a Parquet file that are meant, if not all."""
        self.first_line = 1
        """Number of the first line of the content in the file."""
        self.line_numbers: NDArray[np.int64] | None = None
        """Number of each line of the content, where they do not follow each other in the file."""
        self.encoding = text_encoding(encoding)
        self._is_checked = False
        """Whether the content was read in blocks before."""
        self.content: bytes | None
        self._section: tuple[int, int | None] = (0, None)
        self._first: bytes | None = None
        self._file = OpenedFile(self.path)
        if isinstance(path, Source):
            self.content, self._file, self.rows = path.content, path._file, path.rows
        else:
            self.content = self._slurp()

    def holding(self, content: bytes, lines: int | NDArray[np.int64] = 1) -> Source:
        """Return a source of the same name that holds these bytes of it, which are UTF-8.

        Parameters
        ----------
        content : bytes
            Whole lines.
        lines : int or ndarray of int64
            Number of the first line in the file, or of each line.
        """
        found = copy(self)
        found.content, found.encoding, found.notes = content, "utf-8", []
        found._first, found._is_checked = None, True
        if isinstance(lines, int):
            found.first_line = lines
        else:
            found.line_numbers = lines
        return found

    def between(self, begin: int, end: int) -> Source:
        """Return a source of the same name with the bytes between two places of a plain file.

        Its lines are numbered as if they stood far behind the first ones.
        """
        section = copy(self)
        section._section, section._first, section.notes = (begin, end), None, []
        section.first_line = 1 if begin == 0 else 1 << 20
        return section

    def __fspath__(self) -> str:
        return self.path

    @property
    def stem(self) -> str:
        """The file's name without folder, compression and last suffix."""
        return "stdin" if self.path == "-" else stem_of(self.path)

    @property
    def size(self) -> int:
        """Bytes of the file as it is stored."""
        if self.content is not None:
            return len(self.content)
        return os.stat(self.path).st_size  # noqa: PTH116  asked for again and again

    @property
    def packed(self) -> str | None:
        """How the file is compressed: ``gzip``, ``zstd`` or not at all."""
        with self._explained(), self._open() as raw:
            return packing(raw)

    def error(self, line: int | None, problem: str, hint: str | None = None) -> FormatError:
        """Return an error about this file."""
        return FormatError(self.name, line, problem, hint)

    def head(self, size: int) -> bytes:
        """Return the first `size` bytes, without a byte-order mark."""
        if size <= CHUNK and self.encoding == "utf-8":
            first = self._beginning[:size]
            if not first.startswith(codecs.BOM_UTF8):
                return first
        buffer = bytearray(size)
        with self.stream() as stream:
            return bytes(buffer[: filled(stream, memoryview(buffer))])

    def magic(self, size: int) -> bytes:
        """Return the first `size` bytes after decompression, at most 64 KiB, whatever they are."""
        return self._beginning[:size]

    @property
    def _beginning(self) -> bytes:
        """The first bytes after decompression; they are asked for again until one format fits."""
        if self._first is None:
            with self._explained(), self._open() as raw, self._unpacked(raw) as plain:
                self._first = plain.read(CHUNK)
        return self._first

    def unpacked(self) -> bytes:
        """Return the whole content after decompression, whatever it is."""
        with self._explained(), self._open() as raw, self._unpacked(raw) as plain:
            return self._whole(plain)

    def handle(self) -> io.FileIO | io.BytesIO:
        """Return the stored bytes as an open file, for libraries that read by themselves."""
        with self._explained():
            return self._file.handle() if self.content is None else io.BytesIO(self.content)

    def read(self) -> bytes:
        """Return the whole content."""
        with self.stream() as stream:
            return self._whole(stream)

    def checked(self) -> bytes:
        """Return the whole content after checking that it is text."""
        return self._joined(bytes(block.data[PAD : block.hi]) for block in self.blocks())

    def text(self) -> str:
        """Return the whole content as text; its lines may be of any length."""
        data = self.read()
        if data:
            self._check_text(np.frombuffer(data, np.uint8), 1)
        return data.decode()

    def _whole(self, stream: io.BufferedReader) -> bytes:
        return self._joined(iter(lambda: stream.read(BLOCK), b""))

    def _joined(self, pieces: Iterable[bytes]) -> bytes:
        """Put pieces together, unless they are too much to be held in memory."""
        limit = Limit(self.size, _IN_MEMORY if self.max_bytes is None else self.max_bytes)
        held, size = [], 0
        for piece in pieces:
            held.append(piece)
            size += len(piece)
            if size > limit.bytes:
                raise limit.error(self.name)
        return b"".join(held)

    def blocks(self, size: int = BLOCK, cut: Cut | None = None) -> Iterator[Block]:
        """Yield whole lines, about `size` bytes at a time, checked to be text."""
        if self._is_checked and self.content is not None:
            size = len(self.content) + 1
        tail, line = np.empty(0, np.uint8), self.first_line
        numbers = self.line_numbers
        keep_freed_memory()
        with self.stream() as stream:
            while True:
                data = np.empty(PAD + tail.size + size + 1 + PAD, np.uint8)
                data[:PAD] = NEWLINE
                data[PAD : PAD + tail.size] = tail
                free = data[PAD + tail.size : -PAD - 1]
                got = filled(stream, free.data)
                stop, final = PAD + tail.size + got, got < free.size
                if final and data[stop - 1] != NEWLINE:
                    data[stop], stop = NEWLINE, stop + 1
                hi = after_last_newline(data, stop)
                if stop - PAD > self.longest_line:
                    self._check_lines(data[PAD:stop], line)
                if hi > PAD and cut is not None and not final:
                    hi = cut(data, hi)
                if hi > PAD:
                    if not self._is_checked:
                        self._check_text(data[PAD:hi], line)
                    yield Block(data, hi, line, numbers)
                    count = int(np.count_nonzero(data[PAD:hi] == NEWLINE))
                    line += count
                    numbers = None if numbers is None else numbers[count:]
                if final:
                    return
                tail = data[hi:stop].copy()  # a view would keep the block while the next is read
                del data, free
                size = max(size, tail.size)

    def _check_lines(self, text: NDArray[np.uint8], line: int) -> None:
        """Refuse a line that is too long, whether its end was seen or not."""
        ends = np.append(np.flatnonzero(text == NEWLINE), text.size)
        long = np.flatnonzero(np.diff(ends, prepend=-1) - 1 > self.longest_line)
        if long.size:
            problem = f"a line of more than {self.longest_line:,} bytes"
            raise self.error(line + int(long[0]), problem, "Is this a text file?")

    def _check_text(self, text: NDArray[np.uint8], line: int) -> None:
        if not text.min():
            at = int(np.argmin(text))
            raise self.error(
                line + int(np.count_nonzero(text[:at] == 10)), "a NUL byte", "Is this a text file?"
            )
        if text.max() < 128:
            return
        try:
            codecs.utf_8_decode(text.data, "strict", True)
        except UnicodeDecodeError as bad:
            at = bad.start
            byte = int(text[at])
            number = line + int(np.count_nonzero(text[:at] == 10))
            likely = "utf-16" if number == 1 and at == 0 and byte in (0xFE, 0xFF) else "latin-1"
            raise self.error(
                number,
                f"not UTF-8 (byte 0x{byte:02X})",
                f"Use --encoding {likely} if that is what it is",
            ) from None

    @contextmanager
    def stream(self) -> Iterator[io.BufferedReader]:
        """Open the decompressed UTF-8 bytes; what goes wrong becomes a `FormatError`."""
        with self._explained(), self._open() as raw, self._unpacked(raw) as packed:
            if self.encoding in _AS_UTF8:
                yield self._without_mark(packed)
            else:
                recoded = Recoded(packed, self.encoding, self.name)
                yield self._without_mark(io.BufferedReader(recoded, CHUNK))

    def _open(self) -> io.BufferedReader:
        if self.content is not None:
            return io.BufferedReader(io.BytesIO(self.content))
        return self._file.stream(*self._section)

    def _unpacked(self, raw: io.BufferedReader) -> io.BufferedReader:
        limit = Limit(self.size, self.max_bytes)
        if self.max_bytes is not None and self.size > self.max_bytes and packing(raw) is None:
            raise limit.error(self.name)
        return unpacked(raw, self.name, limit)

    def _without_mark(self, stream: io.BufferedReader) -> io.BufferedReader:
        if not stream.peek(3).startswith(codecs.BOM_UTF8):
            return stream
        if self.encoding == "utf-8" and not self.lenient:
            raise self.error(None, "starts with a byte-order mark", _MARKED)
        stream.read(3)
        said = "a byte-order mark was dropped"
        if said not in self.notes:
            self.notes.append(said)
        return stream

    def _slurp(self) -> bytes | None:
        """Return the content of what can be read only once, None for ordinary files."""
        with self._explained():
            if self.path == "-":
                if sys.stdin is None:
                    raise FormatError("-", None, "standard input is closed")
                return sys.stdin.buffer.read()
            mode = os.stat(self.path).st_mode  # noqa: PTH116
            if stat.S_ISDIR(mode):
                raise self.error(None, "is a directory, not a file")
            return None if stat.S_ISREG(mode) else Path(self.path).read_bytes()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise self.error(None, "no such file") from None
        except PermissionError:
            raise self.error(None, "cannot be read (permission denied)") from None
        except EOFError:
            raise self.error(None, "the compressed data end too early", "Copy it again") from None
        except OSError as bad:
            if bad.errno == errno.ENOMEM:
                raise MemoryError from None
            reason = bad.strerror or str(bad)
            raise self.error(None, f"cannot be read ({reason[:1].lower()}{reason[1:]})") from None


def stem_of(path: str) -> str:
    """Return the name of a file without folder, compression and last suffix."""
    name = Path(path).name
    for packed in (".gz", ".zst"):
        name = name.removesuffix(packed)
    return Path(name).stem or name


@record
class Block:
    """Whole lines of a text, padded as `partwise.kernels.text.lines` asks.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes; lines lie in ``data[PAD:hi]``.
    hi : int
        Position after the last line.
    line : int
        Number of the first line, from 1.
    line_numbers : ndarray of int64, optional
        Number of each line, where they do not follow each other in the file.
    """

    data: NDArray[np.uint8]
    hi: int
    line: int
    line_numbers: NDArray[np.int64] | None = None

    @property
    def lo(self) -> int:
        """Position of the first line."""
        return PAD

    def numbers(self, lines: NDArray[np.int64]) -> NDArray[np.int64]:
        """Line numbers in the file of lines of the block, which are counted from 0."""
        return self.line + lines if self.line_numbers is None else self.line_numbers[lines]

    def number(self, line: int) -> int:
        """Line number in the file of one line of the block, counted from 0."""
        return self.line + line if self.line_numbers is None else int(self.line_numbers[line])

    def after(self, position: int, lines: int) -> Block:
        """Return the block from a position on, before which it has so many lines."""
        left = None if self.line_numbers is None else self.line_numbers[lines:]
        data, hi = self.data[position - PAD :], self.hi - position + PAD
        return Block(data, hi, self.number(lines) if left is None else self.line, left)

    def text(self, start: int, end: int) -> str:
        """Return the text between two positions."""
        return self.data[start:end].tobytes().decode("utf-8", "replace")


@cache
def keep_freed_memory() -> None:
    """Let the C library keep what is freed between blocks.

    glibc returns every large array to the system at once, and getting the same pages back for
    the next block costs more than the arithmetic on them. Freeing one array of almost 32 MB, which
    is never touched, raises the size from which it does so, for good. Elsewhere this does nothing.
    """
    np.empty(31 << 20, np.uint8)


def after_last_newline(data: NDArray[np.uint8], stop: int) -> int:
    """Find where the last whole line ends; `PAD` if none does."""
    window = 1 << 12
    while True:
        lo = max(PAD, stop - window)
        found = data[lo:stop].tobytes().rfind(b"\n")
        if found >= 0 or lo == PAD:
            return max(lo + found + 1, PAD)
        window *= 8


PathLike = str | os.PathLike[str]


def buffered(path: PathLike) -> PathLike:
    """Return what can be read several times, and is opened once: a source, or a folder's path.

    Standard input and pipes are read now, and what they held is kept.
    """
    return path if is_folder(path) else Source(path)


def read_text(path: PathLike, encoding: str = "utf-8") -> str:
    """Return what a small text file says."""
    try:
        return Path(path).read_text(encoding=encoding)
    except OSError as error:
        raise FormatError(str(path), None, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FormatError(str(path), None, "not UTF-8") from None


def probe(path: PathLike) -> None:
    """Refuse a file that would end the process which reads it."""
    if not is_folder(path):
        from partwise.files.parsing.parquet import check_in_child

        check_in_child(Source(path, lenient=True))


def is_archive(source: Source) -> bool:
    """Tell zip and tar archives by their first bytes."""
    head = source.magic(512)
    return head.startswith(b"PK\x03\x04") or head[257:262] == b"ustar"


def is_folder(path: PathLike) -> bool:
    """Tell whether a path is a folder."""
    return os.fspath(path) != "-" and Path(path).is_dir()


def is_pipe(name: str) -> bool:
    """Tell whether a path is something that can be read only buffered."""
    return Path(name).exists() and not (Path(name).is_file() or Path(name).is_dir())
