"""Groups of files of lines: TREC runs, TSV, CSV and JSON lines."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.files.atomic import told
from partwise.files.groups import (
    GROUP_BYTES,
    TEXT_SAMPLE,
    Groups,
    Split,
    bucket_file,
    contiguous,
    without_problems,
)
from partwise.files.parsing.delimited import heading
from partwise.files.reading import read_rows, read_whole_run
from partwise.files.source import Block, Source
from partwise.kernels.ragged import distinct, ranges
from partwise.kernels.text.lines import NEWLINE, PAD, padded
from partwise.kernels.text.quotes import row_ends
from partwise.tables.run import Run
from partwise.tables.schema import ALIASES, Schema

_HEAD = 1 << 16
_WINDOW = 1 << 14
_SEPARATORS = {"tsv": "\t", "csv": ","}

TopicOf = Callable[[bytes], bytes | None]
"""From a line to its topic; None for blank lines, comments and lines that are not understood."""


class LineGroups(Groups):
    """A file of lines of one topic each, as runs of whole topics."""

    def together(self) -> Iterator[Run]:
        """Yield groups in the order of the file."""
        if self._topic_of is None:
            return super().together()
        return contiguous(self.in_file(), self.source, self.format)

    def in_file(self) -> Iterator[Run]:
        """Yield blocks of lines that begin and end between topics, which may come back."""
        blocks = self.source.blocks(GROUP_BYTES, self._cut)
        return without_problems(map(self._read_block, blocks))

    @property
    def can_be_shared(self) -> bool:
        """Whether lines can be found from any place: not in packed files, nor among quotes."""
        source = self.source
        plain = source.content is None and source.encoding == "utf-8" and source.packed is None
        return plain and self.format.name != "csv" and self._topic_of is not None

    def share(self, number: int, of: int) -> Iterator[Run]:
        """Yield the groups of one of several shares of the bytes of the file."""
        size = self.source.size
        begin, end = (self._topic_at(size * part // of) for part in (number, number + 1))
        section = self.source.between(begin, end)
        answers = map(self._read_block, section.blocks(GROUP_BYTES, self._cut))
        return contiguous(without_problems(answers), self.source, self.format, least=0)

    def _topic_at(self, position: int) -> int:
        """Position of the first line at or behind a position in which another topic begins."""
        if not position:
            return 0
        start, topic_of = max(position - _HEAD, 0), self._topic_of or _no_topic
        last: bytes | None = None
        with Path(self.source.path).open("rb") as file:
            file.seek(start)
            start += len(file.readline()) if start else 0
            for line in file:
                topic = topic_of(line)
                if start >= position and last is not None and topic not in (last, None):
                    break
                last = last if topic is None else topic
                start += len(line)
        return start

    # -- buckets of topics -----------------------------------------------------------------

    @property
    def can_be_split(self) -> bool:
        """Whether lines name their topic."""
        return self._topic_of is not None

    @property
    def skeleton(self) -> bytes:
        """The lines up to the header."""
        return b"".join(self._lines_to_header)

    def split(self, folder: Path, n: int, only: int | None = None) -> Split:
        """Write the lines by topic; they keep their numbers."""
        lines = _LinesByTopic(folder, n, self._topic_of or _no_topic, only)
        for block in self.source.blocks(GROUP_BYTES, self._after_last_row):
            rows = self._below_header(block) if block.line == 1 else block
            lines.add(rows, self._row_ends(rows.data, PAD, rows.hi))
        return Split(lines.topics, lines.n_rows, lines.first)

    def bucket(self, files: Sequence[bytes]) -> Iterator[Run | Exception]:
        """Yield the groups of a bucket."""
        notes = self.source.notes
        for content, numbers in self._topic_groups(*_lines_of(files)):
            yield self._read_lines(content, numbers, notes)
            notes = []

    def whole(self, files: Iterable[bytes]) -> Run:
        """Read the whole run, its lines in the order of the file."""
        content, numbers = _lines_of(files)
        lines = [line + b"\n" for line in content.split(b"\n")[:-1]]
        order = np.argsort(numbers, kind="stable")
        content = b"".join(map(lines.__getitem__, order.tolist()))
        source = self._holding(content, numbers[order])
        source.notes = [*self.source.notes]
        return self.finished(read_whole_run(source, self.format, self.reading, self.inventory))

    def _topic_groups(self, content: bytes, numbers: Ints) -> Iterator[tuple[bytes, Ints]]:
        """Divide lines that lie scattered into groups of whole topics, each in the file's order."""
        if len(content) <= 2 * GROUP_BYTES:
            if content:
                yield content, numbers
            return
        ends = self._row_ends(np.frombuffer(content, np.uint8), 0, len(content))
        rows = [content[start:stop] for start, stop in pairwise([0, *ends.tolist()])]
        topics = [*map(self._topic_of or _no_topic, rows)]
        sizes: dict[bytes | None, int] = {}
        for topic, row in zip(topics, rows, strict=True):
            sizes[topic] = sizes.get(topic, 0) + len(row)
        ends_of_topics = np.cumsum([*sizes.values()])
        group_of = dict(zip(sizes, (ends_of_topics // GROUP_BYTES).tolist(), strict=True))
        groups = np.array([group_of[topic] for topic in topics])
        n_lines = np.array([row.count(b"\n") for row in rows], np.int64)
        first = np.cumsum(n_lines) - n_lines
        for group in distinct(groups).tolist():
            chosen = np.flatnonzero(groups == group)
            lines = ranges(first[chosen], first[chosen] + n_lines[chosen])[0]
            yield b"".join(map(rows.__getitem__, chosen.tolist())), numbers[lines]

    # -- header ----------------------------------------------------------------------------

    @cached_property
    def _names(self) -> list[str]:
        """Names of the columns in the header; empty for a file without one."""
        separator = _SEPARATORS.get(self.format.name)
        if separator is None:
            return []
        data = padded(self.source.head(_HEAD))
        first = Block(data, data.size - PAD, 1)
        return heading(self.source, first, separator, quoted=self.format.name == "csv")[0]

    @cached_property
    def _lines_to_header(self) -> list[bytes]:
        """Lines up to the one that names the columns; empty for a file without one."""
        lines: list[bytes] = []
        for line in self.source.head(_HEAD).split(b"\n") if self._names else ():
            lines.append(line + b"\n")
            if line.strip() and not line.startswith(b"#"):
                break
        return lines

    @property
    def _header(self) -> bytes:
        """The line that names the columns; empty for a file without one."""
        return self._lines_to_header[-1] if self._lines_to_header else b""

    def _below_header(self, block: Block) -> Block:
        """Return the first block of a file without its header."""
        lines = self._lines_to_header
        return block.after(PAD + sum(map(len, lines)), len(lines)) if lines else block

    # -- reading ---------------------------------------------------------------------------

    def _read_block(self, block: Block) -> Run | Exception:
        """Read a block as if it were a file."""
        content, line, first = block.data[PAD : block.hi].tobytes(), block.line, block.line == 1
        if self._header and not first:
            content, line = self._header + content, line - 1
        source = self.source.holding(content, line)
        source.notes = [*self.source.notes] if first else []
        return self.read_group(partial(self._read_source, source), with_text=line < TEXT_SAMPLE)

    def _read_lines(self, content: bytes, numbers: Ints, notes: list[str]) -> Run | Exception:
        """Read the lines of some topics, which lie scattered in the file."""
        source = self._holding(content, numbers)
        source.notes = [*notes]
        return self.read_group(
            partial(self._read_source, source), with_text=numbers[0] < TEXT_SAMPLE
        )

    def _holding(self, content: bytes, numbers: Ints) -> Source:
        """Return a source of lines with these numbers, below the header."""
        if self._header:
            content, numbers = self._header + content, np.append(1, numbers)
        return self.source.holding(content, numbers)

    def _read_source(self, source: Source, unknown: frozenset[str] | None) -> Run:
        return read_rows(source, self.format, self.reading, self.inventory, unknown)

    # -- where topics begin ----------------------------------------------------------------

    @cached_property
    def _topic_of(self) -> TopicOf | None:
        """Function from a line to its topic; None where the header names no topic."""
        if self.format.name == "trec-run":
            return _first_field
        if self.format.name == "jsonl":
            return JsonTopic(self.reading.columns)
        try:
            naming = Schema("run", self.reading.columns).naming(self._names)
            ours = [naming.ours(name) for name in self._names]
        except TableError:  # the reader of the whole file says what is wrong with its columns
            return None
        if "topic" not in ours:
            return None
        cell = _quoted_cell if self.format.name == "csv" else _tab_cell
        return partial(cell, ours.index("topic"))

    def _row_ends(self, data: NDArray[np.uint8], low: int, high: int) -> Ints:
        """Positions behind the rows of a stretch of bytes that begins with a row."""
        if self.format.name == "csv":
            return row_ends(data, low, high)
        return np.flatnonzero(data[low:high] == NEWLINE) + (low + 1)

    def _after_last_row(self, data: NDArray[np.uint8], hi: int) -> int:
        """Position behind the last row of a block; `PAD` where none ends."""
        if self.format.name != "csv":
            return hi
        ends = self._row_ends(data, PAD, hi)
        return int(ends[-1]) if ends.size else PAD

    def _cut(self, data: NDArray[np.uint8], hi: int) -> int:
        """Position where the last topic of a block begins; `PAD` if it has but one.

        The lines up to the header have no block of their own.
        """
        head = b"".join(self._lines_to_header)
        first = data[PAD : PAD + len(head)].tobytes() == head
        position = self._last_topic(data, hi)
        return PAD if first and position <= PAD + len(head) else position

    def _last_topic(self, data: NDArray[np.uint8], hi: int) -> int:
        """Position where the last topic of some lines begins; `PAD` if they are of one topic."""
        topic_of = self._topic_of or _no_topic
        if self.format.name == "csv":  # only from the start it is known what stands in quotes
            starts = np.append(PAD, self._row_ends(data, PAD, hi))
            return last_topic_start(data, starts, topic_of) or PAD
        window = _WINDOW
        while True:
            low = max(PAD, hi - window)
            starts = np.flatnonzero(data[low - 1 : hi] == NEWLINE) + low
            position = last_topic_start(data, starts, topic_of)
            if position is not None or low == PAD:
                return position or PAD
            window *= 8


def last_topic_start(data: NDArray[np.uint8], starts: Ints, topic_of: TopicOf) -> int | None:
    """Position of the first line of the last topic; None where all lines are of one topic.

    The lines of a topic are taken to lie together, so that galloping and bisection find the
    first of them: O(log lines) lines are looked at.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes.
    starts : ndarray of int64
        Where lines start; the last entry is where the last line ends.
    topic_of : callable
        Finds the topic of a line.
    """

    def topic(line: int) -> bytes | None:
        return topic_of(data[starts[line] : starts[line + 1]].tobytes())

    last, high = None, starts.size - 1
    while high > 0 and last is None:  # blank lines and comments at the end
        high -= 1
        last = topic(high)
    step, low = 1, high
    while low > 0:
        low = max(high - step, 0)
        if topic(low) not in (last, None):
            break
        high, step = low, 2 * step
    else:
        return None
    while high - low > 1:  # the topic begins after `low`, at `high` or before it
        middle = (low + high) // 2
        if topic(middle) in (last, None):
            high = middle
        else:
            low = middle
    return int(starts[high])


# -- topics of lines -------------------------------------------------------------------------------


def _no_topic(line: bytes) -> bytes | None:
    del line
    return None


def _first_field(line: bytes) -> bytes | None:
    fields = line.split(None, 1)
    return None if not fields or fields[0].startswith(b"#") else fields[0]


def _tab_cell(number: int, line: bytes) -> bytes | None:
    cells = line.split(b"\t", number + 1)
    return cells[number].strip(b"\r\n") or None if len(cells) > number else None


def _quoted_cell(number: int, line: bytes) -> bytes | None:
    if b'"' not in line:
        cells = line.split(b",", number + 1)
        return cells[number].strip(b"\r\n") or None if len(cells) > number else None
    import csv
    import io

    try:
        (cells_,) = csv.reader(io.StringIO(line.decode(), newline=""))
    except (csv.Error, ValueError):  # the reader of the format says what is wrong
        return None
    return cells_[number].encode() or None if len(cells_) > number else None


class JsonTopic:
    """Topic of a line of JSON: the value of the key that names it.

    Parameters
    ----------
    columns : mapping of str to str, optional
        Our names of columns to those of the file.
    """

    def __init__(self, columns: Mapping[str, str] | None) -> None:
        from msgspec import defstruct
        from msgspec.json import Decoder

        named = (columns or {}).get("topic")
        keys = ["topic", *ALIASES["topic"]] if named is None else [named]
        self._fields = {f"key{number}": key for number, key in enumerate(keys)}
        fields = [(field, str | int | None, None) for field in self._fields]
        self._decode = Decoder(defstruct("Topic", fields, rename=self._fields, gc=False)).decode

    def __call__(self, line: bytes) -> bytes | None:
        """Return the topic; None for a line that is not understood."""
        from msgspec import DecodeError

        try:
            row = self._decode(line)
        except (DecodeError, UnicodeDecodeError, RecursionError):
            return None
        values = (getattr(row, field) for field in self._fields)
        topic = next((value for value in values if value is not None), None)
        return None if topic is None else str(topic).encode("utf-8", "surrogatepass")


class _LinesByTopic:
    """Lines of a file in buckets, those of a topic in the same.

    A file of a bucket is a sequence of stretches: number of lines and of bytes (int64 each), the
    number of each line (int64), and the lines as they are.

    Parameters
    ----------
    folder : path
        An empty folder for the files.
    n : int
        Number of buckets.
    topic_of : callable
        Finds the topic of a line.
    only : int, optional
        The one bucket that is written. Default: all.
    """

    def __init__(self, folder: Path, n: int, topic_of: TopicOf, only: int | None = None) -> None:
        self._folder, self._n, self._topic_of = folder, n, topic_of
        self._written = range(n) if only is None else [only]
        self._bucket_of: dict[bytes | None, int] = {None: 0}
        """Bucket of each topic; comments, and what is not understood, go to the first one."""
        self.n_rows, self.first = 0, 0

    @property
    def topics(self) -> list[str]:
        """Topics in order of first appearance."""
        names = (name for name in self._bucket_of if name is not None)
        return [name.decode("utf-8", "surrogatepass") for name in names]

    def add(self, block: Block, ends: Ints) -> None:
        """Append the rows of a block, which end at `ends`."""
        text, stops = block.data.tobytes(), ends.tolist()
        rows = [text[start:stop] for start, stop in pairwise([PAD, *stops])]
        topics = [*map(self._topic_of, rows)]
        for topic in dict.fromkeys(topics):
            if topic not in self._bucket_of:
                self._bucket_of[topic] = zlib.crc32(topic or b"") % self._n
        buckets = np.array([*map(self._bucket_of.__getitem__, topics)], np.int64)
        n_blank = 0
        if None in topics:  # blank lines are no rows
            blank = [not row.strip() for row in rows]
            buckets[blank] = self._n
            n_blank = sum(blank) + sum(row.startswith(b"#") for row in rows)
        if not self.n_rows:
            self.first = next((bucket for bucket in buckets.tolist() if bucket < self._n), 0)
        self.n_rows += len(rows) - n_blank
        newlines = np.count_nonzero(block.data[PAD : block.hi] == NEWLINE)
        n_lines = np.ones(len(rows), np.int64)
        if newlines != len(rows):  # rows of several lines
            n_lines = np.array([row.count(b"\n") for row in rows], np.int64)
        first = np.cumsum(n_lines) - n_lines
        order = np.argsort(buckets, kind="stable")
        cuts = np.searchsorted(buckets[order], np.arange(self._n + 1)).tolist()
        for bucket in self._written:
            if cuts[bucket] < cuts[bucket + 1]:
                chosen = order[cuts[bucket] : cuts[bucket + 1]]
                lines = ranges(first[chosen], first[chosen] + n_lines[chosen])[0]
                content = b"".join(map(rows.__getitem__, chosen.tolist()))
                self._append(bucket, block.numbers(lines).tobytes(), content)

    def _append(self, bucket: int, numbers: bytes, content: bytes) -> None:
        sizes = np.array([len(numbers) // 8, len(content)], np.int64).tobytes()
        place = bucket_file(self._folder, bucket)
        with told(place, len(sizes) + len(numbers) + len(content)), place.open("ab") as stream:
            stream.write(sizes + numbers + content)


def _lines_of(files: Iterable[bytes]) -> tuple[bytes, Ints]:
    """Return the lines of files of buckets, and their numbers."""
    contents: list[bytes] = []
    numbers = [np.empty(0, np.int64)]
    for file in files:
        position = 0
        while position < len(file):
            n_lines, n_bytes = np.frombuffer(file, np.int64, 2, position).tolist()
            numbers.append(np.frombuffer(file, np.int64, n_lines, position + 16))
            position += 16 + 8 * n_lines + n_bytes
            contents.append(file[position - n_bytes : position])
    return b"".join(contents), np.concatenate(numbers)
