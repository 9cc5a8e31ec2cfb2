"""Cells that may be quoted, as in CSV."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.kernels.ragged import distinct
from partwise.kernels.text.lines import NEWLINE, PAD, Rows

_QUOTE, _RETURN = 34, 13


@record
class Quoted:
    """Rows of a block without their quotes.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes of all cells; `rows` points into it. The block itself where only whole cells are
        quoted.
    rows : Rows
        The rows; `line` counts all newlines, also those inside quotes.
    misplaced : ndarray of int64
        Lines with a quote that neither opens nor closes a cell, counted from 0.
    """

    data: NDArray[np.uint8]
    rows: Rows
    misplaced: Ints


def split_quoted(data: NDArray[np.uint8], hi: int, width: int, separator: int) -> Quoted:
    """Split lines at `separator` and take quotes away; ``""`` inside quotes is one quote.

    A cell is quoted as a whole or not at all; inside quotes separators and
    newlines are text. Empty lines are no rows. O(bytes), most of it for the marks alone: quotes,
    separators and the ends of lines.
    """
    text = data[PAD:hi]
    is_mark = (text == _QUOTE) | (text == separator) | (text == NEWLINE) | (text == _RETURN)
    mark = np.flatnonzero(is_mark)
    sign = text[mark]
    quote, newline = sign == _QUOTE, sign == NEWLINE
    inside = (np.cumsum(quote, dtype=np.uint8) & 1).astype(bool)
    stop = ((sign == separator) | newline) & ~inside
    adjacent = np.diff(mark) == 1  # to the next mark
    close_return = (sign == _RETURN) & ~inside & _next_is(newline, adjacent)
    before = _previous_is(stop, adjacent) | (mark == 0)
    after = _next_is(stop | close_return, adjacent) | (mark == text.size - 1)
    opening, closing = quote & inside, quote & ~inside
    # a quote that opens right after one that closed is the second of a pair: text
    second = opening & _previous_is(closing, adjacent)
    first = np.append(second[1:], False)
    wrong = (opening & ~second & ~before) | (closing & ~first & ~after)
    line_of = np.cumsum(newline)
    cell = np.flatnonzero(stop)
    begin, end = np.concatenate(([0], mark[cell][:-1] + 1))[: cell.size], mark[cell]
    quoted = text[begin] == _QUOTE
    if second.any() or wrong.any():
        dropped = (quote & ~second) | close_return
        data, text = _without(text, mark[dropped])
        end = end - np.cumsum(dropped)[cell]
        start = np.concatenate(([0], end[:-1] + 1))[: cell.size]
    else:
        start = begin + quoted
        end = end - close_return[cell - 1] - quoted
    start, end = start + PAD, end + PAD
    last = np.flatnonzero(newline[cell])
    offsets = np.concatenate((np.zeros(1, np.int64), last + 1))
    counts = np.diff(offsets)
    line = np.concatenate(([0], line_of[cell[last]][:-1]))[: last.size]
    filled = (counts > 1) | (end[last] > start[last]) | quoted[offsets[:-1]]
    fits, odd = (
        np.flatnonzero(filled & (counts == width)),
        np.flatnonzero(filled & (counts != width)),
    )
    cells = offsets[fits] + np.arange(width)[:, None]
    rows = Rows(start[cells], end[cells], line[fits], line[odd], counts[odd])
    return Quoted(data, rows, distinct(line_of[wrong]))


def _next_is(flag: Flags, adjacent: Flags) -> Flags:
    """Find marks whose next byte is a mark with a flag: bool[marks]."""
    return np.append(flag[1:] & adjacent, False)


def _previous_is(flag: Flags, adjacent: Flags) -> Flags:
    """Find marks whose previous byte is a mark with a flag: bool[marks]."""
    return np.append(False, flag[:-1] & adjacent)[: flag.size]


def _without(
    text: NDArray[np.uint8], positions: Ints
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return a text without some bytes, in a block with padding and by itself."""
    pad = np.full(PAD, NEWLINE, np.uint8)
    data = np.concatenate((pad, np.delete(text, positions), pad))
    return data, data[PAD : data.size - PAD]


def row_ends(data: NDArray[np.uint8], low: int, high: int) -> Ints:
    """Positions behind the newlines outside quotes of a stretch of bytes that begins with a row."""
    text = data[low:high]
    ends, quotes = np.flatnonzero(text == NEWLINE), np.flatnonzero(text == _QUOTE)
    outside: Ints = ends[np.searchsorted(quotes, ends) % 2 == 0] + (low + 1)
    return outside


def cut_outside_quotes(data: NDArray[np.uint8], hi: int) -> int:
    """Find the position after the last newline outside quotes; `PAD` if there is none."""
    ends = row_ends(data, PAD, hi)
    return int(ends[-1]) if ends.size else PAD
