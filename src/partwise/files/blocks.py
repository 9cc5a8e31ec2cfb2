"""Blocks of whole lines, and what reading them needs of memory."""

from __future__ import annotations

from contextlib import suppress
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
    """

    data: NDArray[np.uint8]
    hi: int
    line: int

    @property
    def lo(self) -> int:
        """Position of the first line."""
        return PAD

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


def return_freed_memory() -> None:
    """Let the C library return what is free now, before threads ask for memory of their own.

    glibc keeps what each thread has freed for that thread. Elsewhere this does nothing.
    """
    import ctypes

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def after_last_newline(data: NDArray[np.uint8], stop: int) -> int:
    """Find where the last whole line ends; `PAD` if none does."""
    window = 1 << 12
    while True:
        lo = max(PAD, stop - window)
        found = data[lo:stop].tobytes().rfind(b"\n")
        if found >= 0 or lo == PAD:
            return max(lo + found + 1, PAD)
        window *= 8
