"""Dask: workers of this machine, or those of a scheduler that is there."""

from __future__ import annotations

import atexit
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

from partwise.errors import PartwiseError, UsageError, require_extra
from partwise.work.engines.base import TaskFailedError, check_answering

TRIES = 3
_STEP, _PATIENCE = 0.02, 5.0
"""Seconds between two looks at what is done, and after which one looks who is at work."""
_NOBODY = "no worker is left, and Dask starts none"


class NotStartedError(PartwiseError):
    """Workers that did not start."""


class Dask:
    """Tasks for Dask's scheduler, which tries those of a worker that died again.

    Parameters
    ----------
    jobs : int
        Workers of a cluster on this machine.
    address : str, optional
        Scheduler that is there already.
    """

    def __init__(self, jobs: int, address: str | None = None) -> None:
        require_extra("cluster", "the engine dask", "distributed")
        self.jobs, self.address = jobs, address

    def completed(
        self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Yield number and answer of each task, in the order in which they are done."""
        distributed: Any = import_module("distributed")
        killed = import_module("distributed.scheduler").KilledWorker
        logging.getLogger("distributed").setLevel(logging.ERROR)  # a dead worker is no news
        with _ended_at_once(), ExitStack() as at_last:
            client = self._client(distributed, at_last)
            numbers = {
                client.submit(function, *task, pure=False, retries=TRIES): at
                for at, task in enumerate(tasks)
            }
            for future in self._done(distributed, client, numbers):
                try:
                    answer = future.result()
                except killed as bad:
                    reason = str(bad).partition("\n")[0]
                    raise TaskFailedError(numbers[future], TRIES, reason) from None
                yield numbers[future], answer
                future.release()

    def _done(self, distributed: Any, client: Any, numbers: dict[Any, int]) -> Iterator[Any]:
        """Yield what is done; workers of this machine that are gone for good are not waited for.

        Dask starts one that died again, but not for ever.
        """
        done, left, missed = distributed.as_completed(list(numbers)), set(numbers.values()), 0
        seen = time.monotonic()
        while not done.is_empty():
            for future in done.next_batch(block=False):
                left.discard(numbers[future])
                yield future
                seen, missed = time.monotonic(), 0
            time.sleep(_STEP)
            if time.monotonic() < seen + _PATIENCE:
                continue
            there = self.address is not None or client.scheduler_info()["workers"]
            seen, missed = time.monotonic(), 0 if there else missed + 1
            if missed == TRIES:
                raise TaskFailedError(min(left), TRIES, _NOBODY)

    def reach(self) -> None:
        """Refuse a scheduler that does not answer."""
        if self.address is None:
            return
        if self.address.startswith(("tcp://", "tls://")):  # sooner than a client gives up
            check_answering("Dask scheduler", self.address)
        logging.getLogger("distributed").setLevel(logging.ERROR)
        with ExitStack() as at_last:
            self._client(import_module("distributed"), at_last)

    def _client(self, distributed: Any, at_last: ExitStack) -> Any:
        if self.address is None:
            how = {"n_workers": self.jobs, "threads_per_worker": 1, "dashboard_address": None}
            try:
                cluster = distributed.LocalCluster(**how, silence_logs=logging.CRITICAL)
            except RuntimeError as bad:  # workers that were killed, or had no memory
                said = str(bad).partition("\n")[0].rstrip(".")
                raise NotStartedError(f"no Dask cluster on this machine: {said}") from None
            at_last.enter_context(cluster)
            return at_last.enter_context(distributed.Client(cluster))
        try:
            return at_last.enter_context(distributed.Client(self.address, timeout=10))
        except (OSError, ValueError) as bad:
            said = str(bad).partition("\n")[0]
            raise UsageError(f"no Dask scheduler at {self.address}: {said}") from None


@contextmanager
def _ended_at_once() -> Iterator[None]:
    """After a signal do not let Dask wait for its cluster once more, nor print what it meets.

    Its workers end with this process.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        atexit.unregister(import_module("distributed.deploy.spec").close_clusters)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
        raise
