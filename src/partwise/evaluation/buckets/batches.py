"""How many topics of a bucket are evaluated at once, so that a process keeps its memory."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import FormatError
from partwise.evaluation.buckets.held import held_mb, peak_mb
from partwise.evaluation.buckets.planner import FIXED, ROW
from partwise.messages import plural

if TYPE_CHECKING:
    from partwise._typing import Ints


_AT_ONCE = 500_000
"""Rows of a batch where memory has no bound: more cost memory, and save nothing."""
_MOST = 16
"""Batches of such a bucket: each of them reads its files again."""


class Batches:
    """Rows of a batch; half as many once a batch has passed the memory.

    Parameters
    ----------
    memory : int, optional
        Most bytes of this process.
    rows : int, optional
        Rows of a batch where memory has no bound; by default all.
    """

    def __init__(self, memory: int | None, rows: int | None = None) -> None:
        self.memory = memory
        self._rows = rows if memory is None else max((memory - FIXED) // ROW, 1)
        self._peak = peak_mb()
        # a notebook may hold gigabytes of its own; the bound has left room for them, or cannot
        self._others = max(held_mb() * 1e6 - FIXED, 0.0)

    @property
    def rows(self) -> int | None:
        """How many rows are evaluated at once; None: as many as there are."""
        return self._rows

    def hold(self, rows: int) -> bool:
        """Tell whether so many rows are evaluated at once."""
        return self._rows is None or rows <= self._rows

    def fitting(self, rows: Ints) -> int:
        """Return how many topics of so many rows, from the first on, are the next batch."""
        if self._rows is None:
            return rows.size
        return max(int(np.searchsorted(np.cumsum(rows), self._rows, "right")), 1)

    def passed(self) -> bool:
        """Look at the memory after a batch; True where this batch took more than there may be."""
        before, self._peak = self._peak, peak_mb()
        if self.memory is None or self._rows is None:
            return False
        over = self._peak > before and self._peak * 1e6 - self._others > self.memory
        if over:
            self._rows = max(self._rows // 2, 1)
        return over


def batches_of(memory: int | None, rows: int) -> Batches:
    """Return the batches of a bucket of so many rows, whether memory has a bound or not."""
    return Batches(None, max(_AT_ONCE, rows // _MOST)) if memory is None else bounded(memory)


@cache
def bounded(memory: int) -> Batches:
    """Return the batches of this process: what it learned of its memory holds for all buckets."""
    return Batches(memory)


def too_large(topic: str, rows: int, source: str, mb: float | None = None) -> FormatError:
    """Return the error of a topic that needs more memory than a process may have (E55).

    `mb`: what it took; by default what it would take.
    """
    mb = (rows * ROW + FIXED) / 1e6 if mb is None else mb
    problem = f"topic {topic} has {plural(rows, 'result')} and needs about {mb:,.0f} MB"
    return FormatError(source, None, problem, "Use more --memory, or fewer --jobs")
