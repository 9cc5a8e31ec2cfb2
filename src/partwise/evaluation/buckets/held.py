"""How much memory this process holds, and giving back what it does not need."""

from __future__ import annotations

import gc
import re
import sys
from contextlib import suppress
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_mb() -> float:
    """Return the most memory that this process has held so far, in megabytes."""
    found = _of_system("VmHWM")
    if found is not None:
        return found
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    # where the system counts so, what started this process is counted too
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)


def held_mb() -> float:
    """Return the memory that this process holds now, in megabytes; its peak where nobody tells."""
    found = _of_system("VmRSS")
    return peak_mb() if found is None else found


def _of_system(name: str) -> float | None:
    with suppress(OSError):
        found = re.search(rf"^{name}:\s*(\d+) kB", _STATUS.read_text(), re.MULTILINE)
        return None if found is None else round(int(found[1]) * 1024 / 1e6, 1)
    return None


def give_back() -> None:
    """Return freed memory to the system, as far as the C library can."""
    gc.collect()
    if sys.platform.startswith("linux"):
        import ctypes

        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
