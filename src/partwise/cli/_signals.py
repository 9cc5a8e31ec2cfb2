"""Signals that end a command in order: what it began to write is removed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

TERMINATED = 128 + signal.SIGTERM
"""The exit code that shells show for a process ended by SIGTERM."""


@contextmanager
def terminated_in_order() -> Iterator[None]:
    """Let SIGTERM end the block like an exit, so that every clean-up on the way runs."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not disturb the clean-up
    raise SystemExit(TERMINATED)
