"""Groups: a run file as runs of whole topics.

A measure needs the rows of a topic together, not those of a run. `run_groups` returns what cuts a
file between topics: the reader of the format reads each stretch as if it were a file, and each run
that comes out is evaluated by itself. Files whose topics come back are split by topic first,
into buckets (`Groups.split`), which is also how runs are divided among machines
(`partwise.work`). Start reading at `partwise.files.line_groups`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors
from partwise.files.options import Reading
from partwise.files.reading import documents_are_ids, no_rows, read_as, read_whole_run
from partwise.files.registry import Format
from partwise.files.source import Source
from partwise.tables.part_ids import with_places
from partwise.tables.run import KEPT, Run

GROUP_BYTES = 1 << 21
"""Bytes of a group: what is computed of it stays in the processor's cache."""
TEXT_SAMPLE = 256
"""Lines of a file from which on a group is read without its texts: offsets in another unit than
code points differ from the lengths of the texts early, or hardly ever."""
MOST_FILES = 256
"""Files into which a run is split by topic."""


@dataclass(frozen=True)
class Split:
    """A run file whose rows were written into buckets of whole topics.

    Parameters
    ----------
    topics : list of str
        Topics in order of first appearance.
    n_rows : int
        All rows.
    first : int
        Bucket of the first row, to which notes on the file belong.
    """

    topics: list[str]
    n_rows: int
    first: int = 0


def bucket_files(folder: Path, bucket: int) -> list[Path]:
    """Return the files of a bucket, in the order in which they were written."""
    return sorted((folder / f"bucket={bucket:05d}").glob("part-*"))


def bucket_file(folder: Path, bucket: int, piece: int = 0) -> Path:
    """Return a file of a bucket, in a folder that is there."""
    place = folder / f"bucket={bucket:05d}"
    place.mkdir(exist_ok=True)
    return place / f"part-{piece:05d}"


class TopicsNotContiguousError(Exception):
    """A topic whose rows do not lie together in the file."""


def run_groups(
    source: Source,
    format_: Format,
    reading: Reading,
    inventory: Any = None,
    *,
    all_columns: bool = False,
) -> Groups:
    """Return a run file as groups of whole topics; a file of another format is one group.

    Parameters
    ----------
    source : Source
        The file.
    format_ : Format
        Its format.
    reading : Reading
        How it is read.
    inventory : Inventory, or mapping of run names to them, optional
        Places of the parts that rows name by their id.
    all_columns : bool
        Read columns that no measure of ours looks at.
    """
    kind = Groups
    if format_.name == "parquet":
        from partwise.files.parquet_groups import ParquetGroups

        kind = ParquetGroups
    elif format_.name in ("tsv", "csv", "jsonl") or _is_plain_trec(format_, reading):
        from partwise.files.line_groups import LineGroups

        kind = LineGroups
    return kind(source, format_, reading, inventory, all_columns=all_columns)


def _is_plain_trec(format_: Format, reading: Reading) -> bool:
    return format_.name == "trec-run" and not documents_are_ids(reading.columns)


class Groups:
    """A run file as one group. Parameters are those of `run_groups`."""

    def __init__(
        self,
        source: Source,
        format_: Format,
        reading: Reading,
        inventory: Any = None,
        *,
        all_columns: bool = False,
    ) -> None:
        self.source, self.format, self.reading, self.inventory = source, format_, reading, inventory
        ids = frozenset({"id"}) if inventory is not None else frozenset()
        self._kept = None if all_columns else KEPT | ids

    def read(self) -> Run:
        """Read the whole file as one run."""
        return self.finished(read_whole_run(self.source, self.format, self.reading, self.inventory))

    def together(self) -> Iterator[Run]:
        """Yield groups in the order of the file.

        Raises
        ------
        TopicsNotContiguousError
            A topic comes back. In a file of one group topics may lie anywhere.
        FormatError, FormatErrors
            With file and line of the problems of the whole file, after the last group before the
            first of them.
        """
        yield self.read()

    @property
    def can_be_shared(self) -> bool:
        """Whether `share` can find topics from any place of the file."""
        return False

    def share(self, number: int, of: int) -> Iterator[Run]:
        """Yield the groups of one of several shares of about equal size.

        Raises
        ------
        TopicsNotContiguousError
            A topic comes back within the share.
        """
        if not number:
            yield self.read()

    # -- buckets of topics -----------------------------------------------------------------

    @property
    def can_be_split(self) -> bool:
        """Whether rows can be divided by topic before they are read."""
        return False

    def in_file(self) -> Iterator[Run]:
        """Yield stretches of the file that begin and end between topics, which may come back."""
        yield self.read()

    def first(self) -> Run:
        """Return the first stretch of the file that has topics."""
        for run in self.in_file():
            if len(run.topics):
                return run
        raise no_rows(self.source, self.format)

    @property
    def skeleton(self) -> bytes:
        """Bytes that tell the columns of the file, for a source of buckets that are elsewhere."""
        return b""

    def split(self, folder: Path, n: int, only: int | None = None) -> Split:
        """Write the rows as they are into n buckets: CRC-32 of their topic modulo n.

        Parameters
        ----------
        folder : path
            An empty folder.
        n : int
            Number of buckets.
        only : int, optional
            The one bucket that is written. Default: all.
        """
        raise NotImplementedError

    def bucket(self, files: Sequence[bytes]) -> Iterator[Run | Exception]:
        """Yield the groups of a bucket, given the contents of its files; problems, too."""
        raise NotImplementedError

    def whole(self, files: Iterable[bytes]) -> Run:
        """Read the whole run, given the contents of all files of all buckets."""
        raise NotImplementedError

    def by_topic(self, folder: Path) -> tuple[list[str], Iterator[Run]]:
        """Split the file by topic, in an empty folder.

        Returns
        -------
        list of str, iterator of Run
            Topics in order of first appearance, and groups.
        """
        if not self.can_be_split:
            run = self.read()
            return run.topics.tolist(), iter([run])
        n = max(1, min(-(-self.source.size // GROUP_BYTES), MOST_FILES))
        split, notes = self.split(folder, n), self.source.notes

        def answers() -> Iterator[Run | Exception]:
            for number in range(n):
                self.source.notes = notes if number == split.first else []
                yield from self.bucket([path.read_bytes() for path in bucket_files(folder, number)])

        return split.topics, without_problems(answers())

    def finished(self, run: Run) -> Run:
        """Return a run whose rows have the places of the parts that they name by an id."""
        run = with_places(run, self.inventory, missing=self.reading.missing)
        notes = () if self.reading.format_run else (read_as(self.source, self.format),)
        return replace(run, notes=(*notes, *run.notes))

    def read_group(
        self, read: Callable[[frozenset[str] | None], Run], *, with_text: bool
    ) -> Run | Exception:
        """Read some rows; a problem is returned, not raised, as later groups may have more.

        Columns that no measure looks at are not read. What is wrong can depend on them (ids stand
        for documents that are missing), and a bare topic was answered with nothing only if they
        are empty, too: then all columns are read.

        Parameters
        ----------
        read : callable
            Called with the unknown columns that are read, None for all.
        with_text : bool
            Read the column ``text``, whose lengths are compared with the offsets.
        """
        columns = self._kept if self._kept is None or not with_text else self._kept | {"text"}
        try:
            run = self.finished(read(columns))
            if columns is None or not run.answered:
                return run
        except (FormatError, FormatErrors) as problem:
            if columns is None:
                return problem
        self._kept = None  # other groups are like this one
        return self.read_group(read, with_text=with_text)


def without_problems(answers: Iterable[Run | Exception]) -> Iterator[Run]:
    """Yield runs up to the first problem; then gather all problems of the file and raise them."""
    problems: list[FormatError] = []
    total = 0
    for answer in answers:
        if isinstance(answer, Run):
            if not total:
                yield answer
        elif isinstance(answer, FormatErrors):
            problems += answer.problems
            total += answer.total
        elif isinstance(answer, FormatError):
            if answer.line is None and not answer.problem.startswith("row "):
                raise answer  # of the file: every other group would say the same
            problems.append(answer)
            total += 1
    if total:
        problems.sort(key=lambda problem: problem.line or 0)
        raise problems[0] if total == 1 else FormatErrors(problems[:SHOWN_PROBLEMS], total)


def contiguous(
    runs: Iterable[Run], source: Source, format_: Format, least: int = 1
) -> Iterator[Run]:
    """Yield at least so many runs; `TopicsNotContiguousError` where a topic comes back."""
    runs = (run for run in runs if len(run.topics))  # a header or comments may stand alone
    first = [*islice(runs, 2)]
    if len(first) < least:
        raise no_rows(source, format_)
    seen: set[str] = set()
    for run in chain(first, runs):
        if len(first) > 1:
            n_seen = len(seen)
            seen.update(run.topics)
            changes = np.count_nonzero(run.topic[1:] != run.topic[:-1])
            if changes >= len(run.topics) or len(seen) < n_seen + len(run.topics):
                raise TopicsNotContiguousError
        yield run
