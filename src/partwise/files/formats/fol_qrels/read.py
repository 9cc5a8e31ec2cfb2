"""FOL qrels of INEX 2008 to 2010: highlighted passages as offset and length.

Grammar: one judged document a line, columns separated by blanks::

    topic Q0 doc relevant_size doc_size [bep [offset:length]+]

Sizes, offsets and the best entry point count characters of the document's text without
tags, from 0. A document that is judged and not relevant has the relevant size 0 and
five columns. The passages of a line are in order, do not overlap and add up to the
relevant size; passages that touch are one. A topic judges each document once. Lenient
reading merges passages that overlap, accepts them in any order, clips those of a document
that has more relevant characters than characters, and moves a best entry point past the end to
the last character; all of it is counted. Blank lines and lines that start with ``#`` are skipped.

Example::

    2009011 Q0 3945065 543 32230 2814 2814:185 12097:358
    2009011 Q0 3939109 0 11230
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.errors import quote
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.parsing.columns import Lines, Options, Reading, Texts
from partwise.files.parsing.duplicates import refuse_second_judgements, refuse_two_numbers
from partwise.files.parsing.losses import Losses
from partwise.files.parsing.notes import comments
from partwise.files.parsing.problems import BROKEN, Cells, Problems, Said
from partwise.files.source import Source
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.text.lines import Fields, Rows, Span, rows_of, split_blanks
from partwise.kernels.text.numbers import TOO_LARGE, parse_ints
from partwise.messages import Notes
from partwise.tables.qrels import Qrels

COLUMNS = "topic Q0 doc relevant_size doc_size [bep [offset:length]+]"
_COLON = 58
_REPAIRS = (
    "more relevant characters than characters; passages clipped",
    "overlapping passages; merged",
    "passages out of order; put in order",
    "a best entry point past the end; moved to the last character",
)
"""What lenient reading repairs, in the words of its notes."""


def read_qrels(source: Source, options: Options) -> Reading[Qrels]:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    problems, judged, rows = Problems(source), Lines(), Lines()
    topic, doc = Texts(), Texts()
    repeats, bep, length, start, end = (ArrayBuilder(np.int64) for _ in range(5))
    n_comments, repaired = 0, np.zeros(len(_REPAIRS), np.int64)
    for block in source.blocks():
        fields = split_blanks(block.data, block.hi)
        lines = rows_of(block.data, fields, 6, least=5, more=True)
        problems.odd_lines(block, lines, f"5 or more ({COLUMNS})")
        cells = Cells(block, lines, problems)
        judged_lines = _Judged(
            cells,
            relevant=cells.whole(lines.field(3), "relevant size"),
            size=cells.whole(lines.field(4), "document size"),
            bep=_entry_points(cells, lines.field(5)),
            passages=_passages(cells, fields, lines),
            width=fields.counts[lines.lines],
        )
        spans = _spans(judged_lines, lenient=options.lenient)
        topic.add(block.data, lines.field(0))
        doc.add(block.data, lines.field(2))
        repeats.add(spans.repeats)
        bep.add(spans.bep)
        length.add(judged_lines.size)
        start.add(spans.start)
        end.add(spans.end)
        judged.add(block, lines)
        rows.add(block, lines, spans.repeats)
        n_comments += lines.n_comments
        repaired += spans.repaired
        problems.prune()
    topics, docs = topic.coded(), doc.coded()
    if not options.lenient:  # lenient evaluation takes the first
        refuse_two_numbers("lengths", length.values, (docs,), judged, problems)
    refuse_second_judgements(topics, docs, judged, problems)
    notes = Notes([*source.notes, *comments(n_comments)])
    for count, words in zip(repaired.tolist(), _REPAIRS, strict=True):
        notes.add(f"{{n:document}} {{n:has|have}} {words}", n=count)
    times = repeats.values
    qrels = Qrels(
        topics=topics.names,
        topic=np.repeat(topics.codes, times),
        docs=docs.names,
        doc=np.repeat(docs.codes, times),
        start=start.values,
        end=end.values,
        grade=(start.values >= 0).astype(np.float64),
        bep=np.repeat(bep.values, times),
        length=np.repeat(length.values, times),
        source=source.name,
        notes=tuple(notes),
        format="fol-qrels",
    )
    return Reading(qrels, rows)


@dataclass(frozen=True, slots=True)
class _Passages:
    """Passages in the order of the file.

    Parameters
    ----------
    row : ndarray of int64
        Line of each passage, counted among the lines that are rows.
    start, end : ndarray of int64
        Spans.
    broken : ndarray of bool
        Lines of which a passage was refused.
    """

    row: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    broken: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Judged:
    """The lines of a block."""

    cells: Cells
    relevant: NDArray[np.int64]
    size: NDArray[np.int64]
    bep: NDArray[np.int64]
    passages: _Passages
    width: NDArray[np.int64]

    def say(self, bad: NDArray[np.bool_], say: Callable[[int], Said]) -> None:
        """Note a problem of some lines."""
        self.cells.problems.where(bad, self.cells.lines, say)


@dataclass(frozen=True, slots=True)
class _Spans:
    """Rows of the table: one per passage, one for a line without any.

    Parameters
    ----------
    repeats : ndarray of int64
        How many rows each line makes.
    start, end : ndarray of int64
        Spans, -1 where the line has none.
    bep : ndarray of int64
        Best entry point of each line.
    repaired : ndarray of int64
        Lines that were repaired, as `_REPAIRS` lists the ways.
    """

    repeats: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    bep: NDArray[np.int64]
    repaired: NDArray[np.int64]


def _entry_points(cells: Cells, span: Span) -> NDArray[np.int64]:
    """Best entry points, -1 where a line has none."""
    given = np.flatnonzero(span[1] > span[0])
    bep = np.full(span[0].size, -1)
    some = cells.at(given)
    bep[given] = some.offset((span[0][given], span[1][given]), "best entry point")
    return bep


def _passages(cells: Cells, fields: Fields, lines: Rows) -> _Passages:
    """Read ``offset:length``; passages that are none are noted and left out."""
    count = np.maximum(fields.counts[lines.lines] - 6, 0)
    row = np.repeat(np.arange(count.size), count)
    first = fields.offsets[lines.lines] + 6
    at = np.repeat(first - np.cumsum(count) + count, count) + np.arange(row.size)
    span = fields.start[at], fields.end[at]
    data = cells.block.data
    colon = np.append(np.flatnonzero(data[: cells.block.hi] == _COLON), data.size)
    middle = np.minimum(colon[np.searchsorted(colon, span[0])], span[1])
    start, odd = parse_ints(data, (span[0], middle))
    size, odd_size = parse_ints(data, (np.minimum(middle + 1, span[1]), span[1]))
    some = cells.at(row)
    bad = (odd != 0) | (odd_size != 0)

    def say(place: int) -> str:
        text = quote(some.text(span, place))
        if TOO_LARGE in (odd[place], odd_size[place]):
            return f"passage {text} is beyond 64 bits"
        return f"passage {text} is not offset:length"

    some.say(bad, say)
    ok = ~bad & some.in_reach(start, size, ~bad)
    broken = np.zeros(count.size, bool)
    broken[row[~ok]] = True
    return _Passages(row[ok], start[ok], start[ok] + size[ok], broken)


def _spans(lines: _Judged, *, lenient: bool) -> _Spans:
    """Check each line and put its passages in order; touching ones become one."""
    found = lines.passages
    n = lines.relevant.size
    total = np.zeros(n, np.int64)
    np.add.at(total, found.row, found.end - found.start)
    known = (lines.relevant != BROKEN) & (lines.size != BROKEN) & ~found.broken
    large = known & (lines.relevant > lines.size)
    if not lenient:
        lines.say(
            large,
            lambda row: (
                f"{lines.relevant[row]} relevant characters in a document of {lines.size[row]}"
            ),
        )
    clash, back = _clashes(lines, lenient=lenient)
    far = (lines.size != BROKEN) & (lines.bep >= np.maximum(lines.size, 1))
    if not lenient:
        lines.say(
            far, lambda row: f"best entry point {lines.bep[row]} in a document of {lines.size[row]}"
        )
    spans, n_union = _united(found, n)
    wrong = known & (lines.relevant != total)
    if lenient:
        wrong &= ~clash | (lines.relevant != n_union)
    lines.say(
        wrong,
        lambda row: f"relevant size {lines.relevant[row]}, but its passages add up to {total[row]}",
    )
    lines.say(
        (lines.relevant == 0) & (lines.bep >= 0) & ~wrong,
        lambda row: f"{lines.width[row]} columns, expected 5 where nothing is relevant",
    )
    start, end, row = spans.start, spans.end, spans.row
    if large.any():
        end = np.where(large[row], np.minimum(end, lines.size[row]), end)
        kept = start < end
        start, end, row = start[kept], end[kept], row[kept]
    repeats, starts, ends = _with_idle(start, end, row, n)
    bep = np.where(far, np.maximum(lines.size - 1, 0), lines.bep)
    repaired = np.array([np.count_nonzero(each) for each in (large, clash, back, far)])
    return _Spans(repeats, starts, ends, bep, repaired)


def _clashes(lines: _Judged, *, lenient: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Lines whose passages overlap (E19) or are out of order; strictly both are refused."""
    found = lines.passages
    together = found.row[1:] == found.row[:-1]
    back = together & (found.start[1:] < found.start[:-1])
    over = together & (found.start[1:] < found.end[:-1]) & (found.start[:-1] < found.end[1:])
    clash, unsorted = np.zeros((2, lines.relevant.size), bool)
    unsorted[found.row[1:][back]] = True
    if lenient:
        order = np.lexsort((found.start, found.row))
        row, start = found.row[order], found.start[order]
        reach = found.end[order]
        hit = (row[1:] == row[:-1]) & (start[1:] < reach[:-1])
        clash[row[1:][hit]] = True
        return clash, unsorted
    for bad, words in ((over, "overlap"), (back & ~over, "are not in order")):
        at = np.flatnonzero(bad)

        def say(place: int, at: NDArray[np.int64] = at, words: str = words) -> str:
            a, b = (_shown(found, int(at[place]) + step) for step in (0, 1))
            return f"passages {a} and {b} {words}"

        lines.cells.problems.add_lines(lines.cells.lines[found.row[at]], say)
    return clash, unsorted


def _shown(found: _Passages, at: int) -> str:
    return f"{found.start[at]}:{found.end[at] - found.start[at]}"


def _united(found: _Passages, n: int) -> tuple[_Passages, NDArray[np.int64]]:
    """Merge the passages of each line; also how many characters they cover."""
    reach = np.zeros(n, np.int64)
    np.maximum.at(reach, found.row, found.end)
    base = lay_out(reach)
    start, end = merge(base[found.row] + found.start, base[found.row] + found.end)
    row = np.searchsorted(base, start, side="right") - 1
    covered = np.zeros(n, np.int64)
    np.add.at(covered, row, end - start)
    return _Passages(row, start - base[row], end - base[row], found.broken), covered


def _with_idle(
    start: NDArray[np.int64], end: NDArray[np.int64], row: NDArray[np.int64], n: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Give every line a row, also those without a span; first how many rows each line has."""
    count = np.bincount(row, minlength=n)
    repeats = np.maximum(count, 1)
    first = np.cumsum(repeats) - repeats
    at = first[row] + np.arange(row.size) - (np.cumsum(count) - count)[row]
    starts, ends = np.full(int(repeats.sum()), -1), np.full(int(repeats.sum()), -1)
    starts[at], ends[at] = start, end
    return repeats, starts, ends


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    from partwise.files.formats.fol_qrels.write import fol_lines

    return fol_lines(qrels, lossy=lossy)
