"""Functions that workers import."""

from __future__ import annotations

import os
import threading

done: list[int] = []


def double(number: int) -> int:
    """Return twice the number, and remember it."""
    done.append(number)
    return 2 * number


def refuse_three(number: int) -> int:
    """Refuse one number."""
    if number == 3:
        raise ValueError("three")
    return double(number)


def process(_: int) -> int:
    """Return who works."""
    return os.getpid()


def thread(_: int) -> int:
    """Return who works."""
    return threading.get_ident()
