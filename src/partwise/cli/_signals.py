"""Signals that end a command in order: what it began to write is removed."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from partwise.cli._exit_codes import TERMINATED

PATIENCE = 0.02
"""Seconds until the signal is looked at again when a module was being imported."""


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


def _end(_number: int, frame: FrameType | None) -> None:
    if _importing(frame):
        threading.Timer(PATIENCE, os.kill, [os.getpid(), signal.SIGTERM]).start()
        return
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not disturb the clean-up
    raise SystemExit(TERMINATED)


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: extension modules swallow what is raised meanwhile."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False
