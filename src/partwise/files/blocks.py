"""What reading block by block needs of bytes and memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.text.lines import PAD


def keep_freed_memory() -> None:
    """Let the C library keep what is freed between blocks.

    glibc returns every large array to the system at once, and getting the same pages back for
    the next block costs more than the arithmetic on them. Freeing one array of almost 32 MB, which
    is never touched, raises the size from which it does so. Elsewhere this does nothing.
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
