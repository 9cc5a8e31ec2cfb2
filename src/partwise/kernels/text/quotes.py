"""Cells that may be quoted, as in CSV."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Ints
from partwise.kernels.ragged import distinct
from partwise.kernels.text.lines import NEWLINE, PAD, Rows

_QUOTE, _RETURN = 34, 13


@record
class Quoted:
    """A block without its quotes.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes of all cells; `rows` points into it.
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
    newlines are text. Empty lines are no rows. O(bytes).
    """
    text = data[PAD:hi]
    quote = text == _QUOTE
    inside = (np.cumsum(quote, dtype=np.uint8) & 1).astype(bool)
    newline = text == NEWLINE
    stop = ((text == separator) | newline) & ~inside
    before = np.concatenate(([True], stop[:-1]))
    after = np.concatenate((stop[1:], [True]))
    close_return = (text == _RETURN) & np.concatenate((newline[1:], [False])) & ~inside
    after |= np.concatenate((close_return[1:], [False]))
    opening, closing = quote & inside, quote & ~inside
    # a quote that opens right after one that closed is the second of a pair: text
    second = opening & np.concatenate(([False], closing[:-1]))
    first = np.concatenate((second[1:], [False]))
    wrong = (opening & ~second & ~before) | (closing & ~first & ~after)
    kept = ~((quote & ~second) | close_return)
    line_of = np.cumsum(newline, dtype=np.int64)
    at = np.flatnonzero(stop & kept)
    place = np.cumsum(kept)
    end = place[at] - 1 + PAD
    start = np.empty_like(end)
    start[:1] = PAD
    np.add(end[:-1], 1, out=start[1:])
    last = np.flatnonzero(newline[at])
    offsets = np.concatenate((np.zeros(1, np.int64), last + 1))
    counts = np.diff(offsets)
    origin = np.concatenate(([0], at[last][:-1] + 1))[: last.size]
    line = line_of[origin] - newline[origin]
    filled = (counts > 1) | (end[last] > start[last]) | quote[origin]
    fits, odd = (
        np.flatnonzero(filled & (counts == width)),
        np.flatnonzero(filled & (counts != width)),
    )
    cells = offsets[fits] + np.arange(width)[:, None]
    pad = np.full(PAD, NEWLINE, np.uint8)
    clean = np.concatenate((pad, text[kept], pad))
    rows = Rows(start[cells], end[cells], line[fits], line[odd], counts[odd])
    misplaced = distinct(line_of[wrong])
    return Quoted(clean, rows, misplaced)


def cut_outside_quotes(data: NDArray[np.uint8], hi: int) -> int:
    """Find the position after the last newline outside quotes; `PAD` if there is none."""
    text = data[PAD:hi]
    inside = np.cumsum(text == _QUOTE, dtype=np.uint8) & 1
    found = np.flatnonzero((text == NEWLINE) & (inside == 0))
    return PAD + int(found[-1]) + 1 if found.size else PAD
