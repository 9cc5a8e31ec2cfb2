"""Large files in pieces: whole lines, or rows of Parquet, as files of their own.

A file is cut at the same places whoever reads it, so that several processes can each read some of
its pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from partwise.errors import FormatError, FormatErrors
from partwise.files.paths import is_pipe
from partwise.files.source import Source

LINES = frozenset({"tsv", "jsonl"})
"""Formats whose lines can be read apart."""
_SAMPLE = 1 << 20
_COUNTED = 1 << 22


@dataclass(frozen=True)
class Size:
    """How large a piece is: about so many rows, and not more than so many bytes."""

    rows: int
    bytes: int = 1 << 28


@dataclass(frozen=True)
class Piece:
    """Some rows of a file, with the lines that stand before them.

    Parameters
    ----------
    source : Source
        What reads as a file that has these rows only; None where there are none.
    before : int
        Lines of the file before those of the piece.
    first : int
        Number of the first row, where every line before is one.
    """

    source: Source | None
    before: int = 0
    first: int = 0

    @contextmanager
    def lined(self) -> Iterator[None]:
        """Let errors name the lines of the whole file."""
        try:
            yield
        except FormatError as bad:
            raise self._moved(bad) from None
        except FormatErrors as bad:
            raise FormatErrors([self._moved(one) for one in bad.problems], bad.total) from None

    def _moved(self, bad: FormatError) -> FormatError:
        line = bad.line + self.before if bad.line is not None and bad.line > 1 else bad.line
        return FormatError(bad.file, line, bad.problem, bad.hint)


class CutFile:
    """A file and where it is cut; one that cannot be cut is a single piece.

    Parameters
    ----------
    source : Source
        The file.
    form : str
        Its format.
    size : Size
        How large a piece is.
    """

    def __init__(self, source: Source, form: str, size: Size) -> None:
        self.source, self.form = source, form
        self._header = b""
        self._before = {0: 0}
        """Lines before pieces, as far as they were counted."""
        self._step, self._whole = self._cut(size)

    def __len__(self) -> int:
        """How many pieces there are."""
        return 1 if self._step is None else max(-(-self._whole // self._step), 1)

    def _cut(self, size: Size) -> tuple[int | None, int]:
        """Return bytes, or rows of Parquet, of a piece and of all; None: it stays whole."""
        source, place = self.source, Path(self.source.path)
        plain = source.content is None and place.is_file() and not is_pipe(source.path)
        if not plain or source.packed or source.encoding != "utf-8":
            return None, 0
        if self.form == "parquet":
            return _rows_of_parquet(source, size)
        return self._lines(place, size) if self.form in LINES else (None, 0)

    def _lines(self, place: Path, size: Size) -> tuple[int | None, int]:
        with place.open("rb") as stream:
            sample = stream.read(_SAMPLE)
            n = max(sample.count(b"\n"), 1)
            step = max(min(size.rows * len(sample) // n, size.bytes), _SAMPLE)
            if self.source.size <= step or sample.startswith((b"#", b"\xef\xbb\xbf")):
                return None, 0
            if self.form == "tsv":
                stream.seek(0)
                self._header = stream.readline()
        return step, self.source.size

    def piece(self, number: int) -> Piece:
        """Read a piece."""
        if self._step is None:
            return Piece(self.source)
        begin, end = number * self._step, (number + 1) * self._step
        if self.form == "parquet":
            some = self._same()
            some.rows = (begin, end - begin)
            return Piece(some, first=begin)
        with Path(self.source.path).open("rb") as stream:
            before = self._lines_before(stream, number)
            start = self._line(stream, begin)
            stop = self._line(stream, end)
            stream.seek(start)
            block = stream.read(max(stop - start, 0))
        self._before[number + 1] = before + block.count(b"\n")
        found = self._of(self._header + block) if block else None
        return Piece(found, before, before)

    def _line(self, stream: BinaryIO, at: int) -> int:
        """Return where the first line begins that does not begin before a place."""
        least = len(self._header)
        if at <= least:
            return least
        stream.seek(at - 1)
        stream.readline()
        return max(stream.tell(), least)

    def _lines_before(self, stream: BinaryIO, number: int) -> int:
        """Count the lines before a piece, but for the header."""
        known = max(at for at in self._before if at <= number)
        count, step = self._before[known], self._step or 0
        at = self._line(stream, known * step)
        stop = self._line(stream, number * step)
        stream.seek(at)
        while at < stop:
            block = stream.read(min(_COUNTED, stop - at))
            count, at = count + block.count(b"\n"), at + len(block)
        self._before[number] = count
        return count

    def _of(self, content: bytes) -> Source:
        """Return a source of the same name with some of its content."""
        piece = self._same()
        piece.content = content
        return piece

    def _same(self) -> Source:
        """Return another source of the same file."""
        source = self.source
        return Source(source.path, encoding=source.encoding, lenient=source.lenient)


def _rows_of_parquet(source: Source, size: Size) -> tuple[int | None, int]:
    from partwise.files.parsing.parquet import count_rows

    rows = count_rows(source)
    packed = 8 * source.size // max(rows, 1)  # a row takes several times its bytes in the file
    step = max(min(size.rows, size.bytes // max(packed, 1)), 1)
    return (None, 0) if rows <= step else (step, rows)
