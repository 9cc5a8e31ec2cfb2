"""How the memory of a command is kept together."""

from __future__ import annotations

import os
import sys

_ARENA_MAX = -8
"""Option of glibc's mallopt."""
_CONF, _AT_ONCE = "_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0"
"""Where jemalloc, which is built into polars, finds its options, and those that keep nothing."""


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


def return_tables_at_once() -> bool:
    """Let polars return the memory of tables as soon as they are freed; False where it is loaded.

    By default it keeps what it has freed for more than a second, of no use to NumPy: a process
    that reads with the one and sorts with the other holds both.
    """
    if "polars" in sys.modules:
        return False
    before = os.environ.get(_CONF)  # polars sets it too, and a process that was started has it
    os.environ[_CONF] = _AT_ONCE if before is None else f"{before},{_AT_ONCE}"
    try:
        import polars  # noqa: F401  its options are read once, and the last one counts
    except ImportError:  # whoever needs it says so
        return False
    finally:
        del os.environ[_CONF]
        if before is not None:
            os.environ[_CONF] = before
    return True
