"""Blocks of whole lines, and what reading them needs of memory."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise.kernels.text.lines import PAD


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
