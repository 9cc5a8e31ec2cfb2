"""Functions for workers of other processes, some of which die."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

MINUTE = 60
"""Seconds of processor time that a task takes which is not meant to come to its end."""


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


def refuses_locally(folder: str, number: int) -> bytes:
    class LocalError(Exception):
        pass

    raise LocalError(f"no {number}")


def process(folder: str, number: int) -> bytes:
    return str(os.getpid()).encode()


def answers(folder: str, number: int, text: str) -> bytes:
    time.sleep(0.02)
    return str(len(text)).encode()


def burns(folder: str, number: int) -> bytes:
    """Note that it began; the first answers when the second is at work, which is so for long."""
    place = Path(folder)
    (place / f"began-{number}").write_text(str(os.getpid()))
    spent = place / "spent"
    while number == 0 and not spent.exists():
        time.sleep(0.01)
    while number > 0 and time.process_time() < MINUTE:
        with spent.open("a") as file:
            file.write(f"{time.process_time()}\n")
        sum(range(1_000_000))
    return b""


def waiting(folder: str, number: int) -> bytes:
    """Tell whether an interrupt of this process would wait."""
    return str(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())).encode()
