"""Functions for workers of other processes, some of which die."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def pid(folder: str, number: int) -> bytes:
    return f"{number} {os.environ.get('POLARS_MAX_THREADS')}".encode()


def dies(folder: str, number: int, times: int) -> bytes:
    """Die so many times, then answer."""
    marks = Path(folder) / f"{number}"
    tried = len(marks.read_text()) if marks.exists() else 0
    marks.write_text("x" * (tried + 1))
    if tried < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return f"{number}".encode()


def refuses(folder: str, number: int) -> bytes:
    raise ValueError(f"no {number}")
