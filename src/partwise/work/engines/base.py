"""Engines by name: each maps a function over tasks whose workers may die."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from partwise.errors import UsageError
from partwise.spelling import given

_PATIENCE = 10.0
"""Seconds within which a scheduler must answer."""


class TaskFailedError(Exception):
    """A task that failed as often as it may be tried."""

    def __init__(self, task: int, tries: int, reason: str) -> None:
        super().__init__(task, tries, reason)
        self.task, self.tries, self.reason = task, tries, reason


class Engine(Protocol):
    """Maps a function over tasks; answers are small, and a task may be done twice."""

    def completed(
        self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Yield number and answer of each task, in the order in which they are done.

        Raises
        ------
        TaskFailedError
            A task whose workers died too often; what the function raises is raised as it is.
        """


@runtime_checkable
class RemoteEngine(Protocol):
    """An engine whose scheduler is another process."""

    def reach(self) -> None:
        """Raise an error for a scheduler that does not answer, before anything is done for it."""


class Serial:
    """One task after the other, in this process."""

    def completed(
        self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Yield number and answer of each task, in their order; memory may run out."""
        for number, task in enumerate(tasks):
            try:
                answer = function(*task)
            except MemoryError:
                raise TaskFailedError(number, 1, "not enough memory") from None
            yield number, answer


def engine(name: str | None, jobs: int) -> Engine:
    """Return an engine.

    Parameters
    ----------
    name : str, optional
        ``processes`` (default), ``dask``, ``spark``, or the address of a scheduler after the name:
        ``dask://host:8786``, ``spark://host:7077``, ``dask:tls://host:8786``.
    jobs : int
        Workers on this machine.
    """
    kind, sign, rest = ("processes" if name is None else name).partition(":")
    if kind == "dask":
        from partwise.work.engines.dask import Dask

        address = f"tcp:{rest}" if rest.startswith("//") else rest
        return Dask(jobs, address if sign else None)
    if kind == "spark":
        from partwise.work.engines.spark import Spark

        master = name if rest.startswith("//") else rest
        return Spark(jobs, master if sign else None)
    if name not in (None, "processes"):
        raise UsageError(
            f"{given('engine', name or repr(name))}: expected processes, dask or spark"
        )
    from partwise.work.engines.processes import Processes

    return Processes(jobs)


def is_remote(name: str | None) -> bool:
    """Return whether the workers of an engine may be on other machines."""
    kind, sign, _ = (name or "").partition(":")
    return bool(sign) and kind in ("dask", "spark")


def check_engine(name: str | None, jobs: int) -> None:
    """Raise an error for an engine that lacks a package, or whose scheduler does not answer."""
    chosen = engine(name, jobs)
    if isinstance(chosen, RemoteEngine):
        chosen.reach()


def check_answering(what: str, address: str) -> None:
    """Raise an error for a scheduler that does not answer; one of several hosts is enough.

    Parameters
    ----------
    what : str
        What should be there.
    address : str
        ``SCHEME://HOST:PORT``, with further hosts behind commas.
    """
    import socket

    scheme, _, hosts = address.partition("://")
    reason = ""
    for host in hosts.split(","):
        try:
            with socket.create_connection(_host_and_port(f"{scheme}://{host}"), _PATIENCE):
                return
        except (OSError, ValueError) as bad:
            reason = reason or getattr(bad, "strerror", None) or str(bad)
    raise UsageError(f"no {what} at {address}: {reason}")


def _host_and_port(address: str) -> tuple[str, int]:
    from urllib.parse import urlsplit

    place = urlsplit(address)
    if not place.hostname or not place.port:
        raise ValueError(f"expected {place.scheme}://HOST:PORT")
    return place.hostname, place.port


def worker_count(jobs: object) -> int:
    """Return the number of processes that `jobs` asks for; 0 asks for one on each core."""
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 0:
        raise UsageError(f"jobs must be a whole number of at least 0, not {jobs!r}")
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    return jobs or (len(affinity(0)) if affinity else os.cpu_count() or 1)
