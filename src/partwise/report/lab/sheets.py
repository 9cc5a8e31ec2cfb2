"""Cells and rows of the lab's tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

Line = tuple[str, list[str], list[bool]]


def line(name: str, cells: Sequence[str], marks: Sequence[bool] = ()) -> Line:
    """Return a row of a table; marked cells stand out."""
    return name, list(cells), list(marks) or [False] * len(cells)


def percent(share: float, digits: int = 2) -> str:
    """Write a share for people; ``-`` where it is undefined."""
    return "-" if math.isnan(share) else f"{100 * share:.{digits}f} %"
