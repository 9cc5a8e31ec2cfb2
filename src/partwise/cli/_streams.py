"""Standard streams that the caller has closed, as a cron job may do."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path


class _Closed(io.TextIOBase):
    """Standard output that is not there: whoever writes to it is told so."""

    encoding = "utf-8"
    errors = "strict"

    @property
    def buffer(self) -> _Closed:
        """The same, for bytes."""
        return self

    def writable(self) -> bool:
        return True

    def write(self, _: object, /) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def replace_closed() -> None:
    """Let closed standard streams fail where they are used, and standard error not at all."""
    if sys.stderr is None:  # notes and messages have no reader
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = _Closed()
