"""Two names that change places in one step, where the system can do that."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

_HERE = -100
"""AT_FDCWD of Linux: relative paths start in the working folder."""

_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""

_UNABLE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What systems and file systems say that cannot do it."""


def exchange(first: Path, second: Path) -> bool:
    """Let two existing files or folders change places; False where that cannot be done at once."""
    call = _call()
    if call is None:
        return False
    # what os.rename tells, so that whoever watches renames sees this one too
    sys.audit("os.rename", str(first), str(second), -1, -1)
    number = call(os.fsencode(first), os.fsencode(second))
    if number in _UNABLE:
        return False
    if number:
        raise OSError(number, os.strerror(number), str(first), None, str(second))
    return True


@cache
def _call() -> Callable[[bytes, bytes], int] | None:
    """Return the system's function, which answers 0 or the number of an error."""
    import ctypes

    if sys.platform == "win32":
        return None
    library = ctypes.CDLL(None, use_errno=True)
    if hasattr(library, "renameat2"):

        def swap(first: bytes, second: bytes) -> int:
            return int(library.renameat2(_HERE, first, _HERE, second, _EXCHANGE))
    elif hasattr(library, "renamex_np"):

        def swap(first: bytes, second: bytes) -> int:
            return int(library.renamex_np(first, second, _EXCHANGE))
    else:
        return None

    def call(first: bytes, second: bytes) -> int:
        return ctypes.get_errno() if swap(first, second) else 0

    return call
