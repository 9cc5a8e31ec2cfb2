"""Progress on standard error: only on a terminal, only after a second."""

from __future__ import annotations

import sys
from threading import Lock, Timer
from typing import Any, Self

from partwise.messages import visible

_PATIENCE = 1.0


class Progress:
    """Says what is being done once it takes longer than a second.

    Use as a context manager; `step` names what comes next, `within` says how far that
    is. Nothing is shown,
    and rich is never imported, for quick work or when nobody is looking.
    """

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.total = total
        self.done = -1
        self.piece = self.what = ""
        self.bar: Any = None
        self.task: Any = None
        self.lock = Lock()
        self.active = not quiet and sys.stderr.isatty()
        self.timer = Timer(_PATIENCE, self._show) if self.active else None

    def __enter__(self) -> Self:
        if self.timer is not None:
            self.timer.daemon = True
            self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.timer is not None:
            self.timer.cancel()
        with self.lock:
            self.timer = None
            if self.bar is not None:
                self.bar.stop()

    def step(self, what: str) -> None:
        """Begin the next piece of work."""
        with self.lock:
            self.piece, self.done = visible(what), self.done + 1
            self._describe(self.piece)

    def within(self, what: str) -> None:
        """Say how far the piece of work is, behind its name."""
        with self.lock:
            self._describe(f"{self.piece}: {visible(what)}")

    def _describe(self, what: str) -> None:
        self.what = what
        if self.bar is not None:
            self.bar.update(self.task, description=what, completed=max(self.done, 0))

    def _show(self) -> None:
        """Bring the bar; a thread of its own keeps it moving while arrays are computed."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        with self.lock:
            if self.timer is None:  # all was done while rich was imported
                return
            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
            )
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(self.what, total=self.total, completed=max(self.done, 0))
            self.bar.start()
