"""Which engine does the work: the one place where callers choose."""

from __future__ import annotations

import os
from typing import Literal

from partwise.engines.base import Engine
from partwise.engines.serial import Serial

Name = Literal["threads", "processes"]


def engine(name: Name, jobs: int | None = None) -> Engine:
    """Return an engine; where only one worker would work, that is this thread.

    Parameters
    ----------
    name : {'threads', 'processes'}
        Threads share memory, for work that lets go of the interpreter; processes do not.
    jobs : int, optional
        Workers; by default the cores that this process may use.
    """
    workers = cores() if jobs is None else jobs
    if workers < 2:
        return Serial()
    if name == "threads":
        from partwise.engines.threads import Threads

        return Threads()
    from partwise.engines.processes import Processes

    return Processes(workers)


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    return len(affinity(0)) if affinity else os.cpu_count() or 1
