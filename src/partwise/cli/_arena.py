"""How the memory of a command is kept together."""

from __future__ import annotations

import sys

_ARENA_MAX = -8
"""Option of glibc's mallopt."""


def share_one_arena() -> bool:
    """Let all threads take memory from one place; False where the C library knows no such thing.

    Otherwise glibc gives each thread an arena of its own, and what one run frees in one of them is
    of no use to the next run in another: memory grows by a third over many runs. Our threads ask
    for few large arrays and never wait for each other.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    try:
        return bool(ctypes.CDLL(None).mallopt(_ARENA_MAX, 1))
    except (OSError, AttributeError):  # another C library
        return False
