"""Signals that end a command in order: what it began to write is removed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from partwise.cli._exit_codes import TERMINATED

PATIENCE = 0.02
"""Seconds until the signal is looked at again when a module was being imported."""
CLEANING = 5.0
"""Seconds after a signal in which another one is not heard, so that the clean-up is whole."""
_ENDING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def ended_in_order(*, alone: bool = False) -> Iterator[None]:
    """Let SIGTERM end the block like an exit, so that every clean-up on the way runs.

    SIGINT is a KeyboardInterrupt as ever, but neither lost in an import nor followed by a second
    one that would disturb the clean-up.

    Parameters
    ----------
    alone : bool
        The process ends with the block: an interrupt that comes later changes nothing, nor does
        any signal after the first.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    heard: list[float] = []

    def end(number: int, frame: FrameType | None) -> None:
        if _importing(frame):
            threading.Timer(PATIENCE, os.kill, [os.getpid(), number]).start()
            return
        now = time.monotonic()
        if heard and now - heard[-1] < CLEANING:
            return
        heard.append(now)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(TERMINATED)

    before = {number: signal.getsignal(number) or signal.SIG_DFL for number in _ENDING}
    for number, usual in before.items():
        if usual is not signal.SIG_IGN:  # as of a command that a script started with `&`
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, usual in before.items():
            over = alone and (heard or number == signal.SIGINT)
            signal.signal(number, signal.SIG_IGN if over else usual)


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: extension modules swallow what is raised meanwhile."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False
