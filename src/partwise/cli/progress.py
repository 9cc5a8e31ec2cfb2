"""Progress on standard error: only on a terminal, only after a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Self

_PATIENCE = 1.0


class Progress:
    """Says what is being done once it takes longer than a second.

    Use as a context manager; `step` names what comes next. Nothing is shown,
    and rich is never imported, for quick work or when nobody is looking.
    """

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.total = total
        self.active = not quiet and sys.stderr.isatty()
        self.started = time.monotonic()
        self.done = 0
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def step(self, what: str) -> None:
        """Begin the next piece of work."""
        if not self.active:
            return
        if self.bar is None and time.monotonic() - self.started > _PATIENCE:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(what, total=self.total)
            self.bar.start()
        if self.bar is not None:
            self.bar.update(self.task, description=what, completed=self.done)
        self.done += 1
