"""Runs that are read when it is known what is needed of them.

Those that are too large to be held are evaluated on the way: where their topics lie together,
batches are enough.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise._record import record
from partwise.files.reading import read_run

if TYPE_CHECKING:
    from partwise.evaluation.buckets.batches import Batches
    from partwise.evaluation.collected import Collected
    from partwise.evaluation.evaluated import Evaluated
    from partwise.evaluation.inventories import Inventories
    from partwise.evaluation.prepared import Prepared
    from partwise.evaluation.topic_batches import TopicBatches
    from partwise.files.source import Source
    from partwise.messages import Note
    from partwise.tables.ranked_run import AnyRun

Reading = Callable[..., "AnyRun"]
"""How a file becomes a run: `read_run`, or what reads no more than is needed."""
_SMALL_FILE = 1 << 23
"""Bytes of a file of which nobody has to ask how many rows it has."""
MOST_HELD = 1_000_000
"""Rows that are held at once where memory has no bound."""
_PIECE = 500_000


@record
class UnreadRun:
    """A run that is read when the assessments are known, by what suits the measures."""

    read: Callable[[Reading], AnyRun]


class Bound(int):
    """Bytes that this process may hold while it evaluates, and not a wish for buckets.

    Who sets it makes buckets of runs that are refused with `NotHeldError`.
    """

    several = False
    """Whether there are several runs: of these a scattered one is sorted on disk by itself."""

    @classmethod
    def of(cls, size: int, runs: int) -> Bound:
        """Return the bound of an evaluation of so many runs."""
        bound = cls(size)
        bound.several = runs > 1
        return bound


class NotHeldError(Exception):
    """A run that does not fit in memory and whose topics do not lie together."""


class LargeRuns:
    """Reads runs that nothing else reads better, the large ones in batches of topics.

    Parameters
    ----------
    tables, inventories : Prepared, Inventories
        What runs meet.
    collected : Collected
        Knows what is measured, and the runs so far.
    memory : Bound, optional
        The most bytes of this process.
    streams : bool
        Whether runs can be evaluated in batches at all.
    """

    def __init__(
        self,
        tables: Prepared,
        inventories: Inventories,
        collected: Collected,
        memory: Any,
        *,
        streams: bool,
    ) -> None:
        self._tables, self._inventories, self._collected = tables, inventories, collected
        self._memory, self._streams = memory, streams
        self._done: Evaluated | None = None

    @cached_property
    def batches(self) -> Batches:
        """How many rows are evaluated at once."""
        from partwise.evaluation.buckets.batches import Batches

        return Batches(self._memory)

    def rows_at_once(self) -> int | None:
        """Return how many rows may be kept; None: as many as is usual."""
        return None if self._memory is None else self.batches.rows

    def passed(self) -> None:
        """Look at the memory after a batch: the next ones may have to be smaller."""
        if self._memory is not None:
            self.batches.passed()

    def read(self, place: str | os.PathLike[str] | Source, **options: Any) -> AnyRun:
        """Read a run with the options of `read_run`; of one that was evaluated no row is there."""
        self._done = None
        if self._holds(place):
            return read_run(place, **options)
        if self._streams:
            found = self._stream.read(place, self._collected.names, **options)
            if found is not None:
                run, self._done = found
                return run
        if self._memory is not None:
            raise NotHeldError
        return read_run(place, **options)

    def counted(self) -> bool:
        """Collect what the run gave that was read last; False where its rows are still there."""
        done, self._done = self._done, None
        if done is not None:
            self._collected.count(done)
        return done is not None

    @property
    def notes(self) -> list[Note]:
        """What was noticed of the assessments."""
        return list(self._stream.judged.values()) if "_stream" in self.__dict__ else []

    @cached_property
    def _stream(self) -> TopicBatches:
        from partwise.evaluation.buckets.planner import size_within
        from partwise.evaluation.topic_batches import TopicBatches
        from partwise.files.bucketed.pieces import Size

        size = Size(_PIECE)
        if self._memory is not None:
            size = size_within(self._memory)
        return TopicBatches(
            self._collected.planned,
            self._tables,
            self._inventories,
            doc_ids=self._collected.doc_ids,
            batches=self.batches,
            size=size,
            spills=getattr(self._memory, "several", False),
        )

    def _holds(self, place: Any) -> bool:
        """Tell whether a file is read at once."""
        path = Path(getattr(place, "path", place))
        if not path.is_file():
            return True
        size = path.stat().st_size
        if size < _SMALL_FILE:
            return True
        from partwise.evaluation.buckets.planner import estimated_rows

        rows = estimated_rows([str(path)])
        return rows <= MOST_HELD if self._memory is None else self.batches.may_hold(rows)
