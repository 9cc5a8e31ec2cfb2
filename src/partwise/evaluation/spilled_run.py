"""A run whose topics are scattered over its file: rows are put in files by topic, then evaluated.

Other runs of the same evaluation need not care: they are streamed, or held, as they would be
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from partwise.evaluation.buckets.hashing import MOST, buckets_of
from partwise.evaluation.streamed_run import StreamedRun, topics_of
from partwise.files.bucketed.folder import BucketFolder
from partwise.files.bucketed.tables import FramedRows

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from partwise._typing import Ints
    from partwise.evaluation.evaluated import Evaluated
    from partwise.evaluation.topic_batches import TopicBatches
    from partwise.tables.run import Run


class SpilledRun(StreamedRun):
    """One run: the rows of its topics, in files.

    Parameters
    ----------
    reader, taken
        As those of `StreamedRun`.
    place : path
        A folder for the files.
    rows : int
        About how many the run has; more of them need more files.
    """

    def __init__(self, reader: TopicBatches, taken: Sequence[str], place: Path, rows: int) -> None:
        super().__init__(reader, taken)
        self._folder = BucketFolder(place)
        self._n = min(max(-(-rows // (reader.batches.rows or rows)), 1), MOST)
        self._files: list[list[str]] = [[] for _ in range(self._n)]

    def _check(self, run: Run) -> None:
        self._check_kind(run)

    def _keep(self, run: Run, rows: Ints) -> None:
        """Write judged rows to the files of their buckets."""
        bucket = np.full(run.topic.size, -1)
        bucket[rows] = buckets_of(run.topics, self._n)[run.topic[rows]]
        with self._folder.writing("new"):
            for at, frame in FramedRows(run).split(bucket, self._n):
                files = self._files[at]
                files.append(f"{at:05d}-{len(files):05d}.parquet")
                self._folder.write(files[-1], frame)

    def whole(self) -> Evaluated:
        """Evaluate one bucket after the other, and return what all topics gave."""
        for files in self._files:
            if files:
                frame = self._together(files)
                names, rows = topics_of(frame)
                self._refuse_large(names[int(rows.argmax())], int(rows.max()))
                self._evaluate_all(frame, names, rows)
        return super().whole()

    def _together(self, files: Sequence[str]) -> pl.DataFrame:
        """Return the rows of a bucket by topic, those of a topic in the order of their file."""
        import polars as pl

        every = [self._folder.raw(name) for name in files]
        return pl.concat(every, how="diagonal_relaxed").sort("topic", maintain_order=True)
