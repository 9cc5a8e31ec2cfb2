"""The passages of FOL qrels: read, checked line by line, and put in order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.errors import quote
from partwise.files.parsing.cells import Cells
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.text.lines import Field, Fields, Rows
from partwise.kernels.text.numbers import TOO_LARGE, parse_ints
from partwise.tables.problems import BROKEN

_COLON = 58
REPAIRS = (
    "more relevant characters than its length; passages clipped",
    "overlapping passages; merged",
    "passages out of order; put in order",
    "a best entry point past the end; moved to the last character",
)
"""What lenient reading repairs, in the words of its notes."""


@dataclass(frozen=True, slots=True)
class Passages:
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
class JudgedLines:
    """The lines of a block, one row each.

    Parameters
    ----------
    cells : Cells
        Where the lines stand in the file, for messages.
    relevant, size, bep : ndarray of int64
        Relevant characters, characters and best entry point of the document; -1 = no such point.
    passages : Passages
        The passages of all lines.
    width : ndarray of int64
        Columns of each line.
    """

    cells: Cells
    relevant: NDArray[np.int64]
    size: NDArray[np.int64]
    bep: NDArray[np.int64]
    passages: Passages
    width: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PassageRows:
    """Rows of the table: one per passage, one for a line without any.

    Parameters
    ----------
    repeats : ndarray of int64
        How many rows of the table each line of the file makes.
    start, end : ndarray of int64
        Spans, -1 where the line has none.
    bep : ndarray of int64
        Best entry point of each line.
    repaired : ndarray of int64
        Lines that were repaired, as `REPAIRS` lists the ways.
    """

    repeats: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    bep: NDArray[np.int64]
    repaired: NDArray[np.int64]


def entry_points(cells: Cells, field: Field) -> NDArray[np.int64]:
    """Best entry points, -1 where a line has none."""
    given = np.flatnonzero(field[1] > field[0])
    bep = np.full(field[0].size, -1)
    some = cells.at(given)
    bep[given] = some.offset((field[0][given], field[1][given]), "best entry point")
    return bep


def passages_of(cells: Cells, fields: Fields, lines: Rows) -> Passages:
    """Read ``offset:length``; passages that are none are noted and left out."""
    count = np.maximum(fields.counts[lines.lines] - 6, 0)
    row = np.repeat(np.arange(count.size), count)
    first = fields.offsets[lines.lines] + 6
    at = np.repeat(first - np.cumsum(count) + count, count) + np.arange(row.size)
    field = fields.start[at], fields.end[at]
    data = cells.block.data
    colon = np.append(np.flatnonzero(data[: cells.block.hi] == _COLON), data.size)
    middle = np.minimum(colon[np.searchsorted(colon, field[0])], field[1])
    start, odd = parse_ints(data, (field[0], middle))
    size, odd_size = parse_ints(data, (np.minimum(middle + 1, field[1]), field[1]))
    some = cells.at(row)
    bad = (odd != 0) | (odd_size != 0)

    def say(place: int) -> str:
        text = quote(some.text(field, place))
        if TOO_LARGE in (odd[place], odd_size[place]):
            return f"passage {text} is beyond 64 bits"
        return f"passage {text} is not offset:length"

    some.say(bad, say)
    ok = ~bad & some.in_reach(start, size, ~bad)
    broken = np.zeros(count.size, bool)
    broken[row[~ok]] = True
    return Passages(row[ok], start[ok], start[ok] + size[ok], broken)


def rows_of_passages(lines: JudgedLines, *, lenient: bool) -> PassageRows:
    """Check each line and put its passages in order; touching ones become one."""
    found = lines.passages
    n = lines.relevant.size
    total = np.zeros(n, np.int64)
    np.add.at(total, found.row, found.end - found.start)
    known = (lines.relevant != BROKEN) & (lines.size != BROKEN) & ~found.broken
    large = known & (lines.relevant > lines.size)
    if not lenient:
        lines.cells.say(
            large,
            lambda row: (
                f"{lines.relevant[row]} relevant characters in a document of {lines.size[row]}"
            ),
        )
    clash, back = _clashes(lines, lenient=lenient)
    far = (lines.size != BROKEN) & (lines.bep >= np.maximum(lines.size, 1))
    if not lenient:
        lines.cells.say(
            far, lambda row: f"best entry point {lines.bep[row]} in a document of {lines.size[row]}"
        )
    row, start, end, n_union = united(found.row, found.start, found.end, n)
    wrong = known & (lines.relevant != total)
    if lenient:
        wrong &= ~clash | (lines.relevant != n_union)
    lines.cells.say(
        wrong,
        lambda row: f"relevant size {lines.relevant[row]}, but its passages add up to {total[row]}",
    )
    lines.cells.say(
        (lines.relevant == 0) & (lines.bep >= 0) & ~wrong,
        lambda row: f"{lines.width[row]} columns, expected 5 where nothing is relevant",
    )
    if large.any():
        end = np.where(large[row], np.minimum(end, lines.size[row]), end)
        kept = start < end
        start, end, row = start[kept], end[kept], row[kept]
    repeats, starts, ends = _with_idle(start, end, row, n)
    bep = np.where(far, np.maximum(lines.size - 1, 0), lines.bep)
    repaired = np.array([np.count_nonzero(each) for each in (large, clash, back, far)])
    return PassageRows(repeats, starts, ends, bep, repaired)


def _clashes(lines: JudgedLines, *, lenient: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Lines whose passages overlap or are out of order; strictly both are refused."""
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


def _shown(found: Passages, at: int) -> str:
    return f"{found.start[at]}:{found.end[at] - found.start[at]}"


def united(
    row: NDArray[np.int64], start: NDArray[np.int64], end: NDArray[np.int64], n: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Merge the passages of each of `n` lines; also how many characters they cover."""
    reach = np.zeros(n, np.int64)
    np.maximum.at(reach, row, end)
    base = lay_out(reach)
    begin, stop = merge(base[row] + start, base[row] + end)
    line = np.searchsorted(base, begin, side="right") - 1
    covered = np.zeros(n, np.int64)
    np.add.at(covered, line, stop - begin)
    return line, begin - base[line], stop - base[line], covered


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
