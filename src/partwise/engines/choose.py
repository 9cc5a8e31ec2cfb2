"""Which engine does the work: the one place where callers choose."""

from __future__ import annotations

import os

from partwise.engines.base import Engine, Reaching, Spreading
from partwise.engines.serial import Serial
from partwise.errors import UsageError
from partwise.spelling import given


def engine(jobs: int | None = None) -> Engine:
    """Return an engine of processes; where only one would work, that is this one.

    Parameters
    ----------
    jobs : int, optional
        Processes; by default one on each core that this process may use.
    """
    workers = cores() if jobs is None else jobs
    if workers < 2:
        return Serial()
    from partwise.engines.processes import Processes

    return Processes(workers)


def is_remote(name: str) -> bool:
    """Tell whether an engine's workers may be on other machines."""
    kind, sign, _ = name.partition(":")
    return bool(sign) and kind in ("dask", "spark")


def spreading(name: str, jobs: int) -> Spreading:
    """Return an engine for work that outlives its workers.

    Parameters
    ----------
    name : str
        ``processes``, ``dask``, ``spark``, or the address of a scheduler after the name:
        ``dask://host:8786``, ``spark://host:7077``, ``dask:tls://host:8786``.
    jobs : int
        Workers on this machine.
    """
    kind, sign, rest = name.partition(":")
    if kind == "dask":
        from partwise.engines.dask import Dask

        address = f"tcp:{rest}" if rest.startswith("//") else rest
        return Dask(jobs, address if sign else None)
    if kind == "spark":
        from partwise.engines.spark import Spark

        master = name if rest.startswith("//") else rest
        return Spark(jobs, master if sign else None)
    if name != "processes":
        raise UsageError(
            f"{given('engine', name or repr(name))}: expected processes, dask or spark"
        )
    from partwise.engines.worker_processes import WorkerProcesses

    return WorkerProcesses(jobs)


def reach(name: str, jobs: int) -> None:
    """Refuse an engine that lacks a package, or whose scheduler does not answer."""
    found = spreading(name, jobs)
    if isinstance(found, Reaching):
        found.reach()


def worker_count(jobs: object) -> int:
    """Return the number of processes that `jobs` asks for; 0 asks for one on each core."""
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 0:
        raise UsageError(f"jobs must be a whole number of at least 0, not {jobs!r}")
    return jobs or cores()


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    return len(affinity(0)) if affinity else os.cpu_count() or 1
