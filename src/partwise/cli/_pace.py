"""What is told of buckets while they are evaluated: how fast it goes, and how long it takes."""

from __future__ import annotations

import time
from typing import Any

from partwise.cli._progress import Progress
from partwise.messages import plural


class Pace:
    """Tells after each bucket how many are done, the rows a second and the time that is left.

    Parameters
    ----------
    progress : Progress
        Where it is told.
    jobs : int
        How many work.
    """

    def __init__(self, progress: Progress, jobs: int) -> None:
        self._progress, self._jobs = progress, jobs
        self._rows = self._mine = 0
        self._begun = time.monotonic()
        progress.step("evaluating buckets")

    def __call__(self, done: int, every: int, last: dict[str, Any]) -> None:
        """Tell that `done` of `every` are done, those of an earlier evaluation included."""
        self._mine, self._rows = self._mine + 1, self._rows + last["rows"]
        spent = max(time.monotonic() - self._begun, 0.001)
        speed = f"{self._rows / spent:,.0f} rows/s"
        left = f"{spent / self._mine * (every - done):,.0f} s left"
        self._progress.done = done - 1  # the step is the bucket that was done last
        who = plural(self._jobs, "worker")
        self._progress.step(f"evaluating buckets ({who}, {speed}, {left})")
