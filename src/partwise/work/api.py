"""Buckets as Python users call them: `bucket`, `evaluate_bucket`, `merge`, `evaluate`."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import FormatError, PartwiseError, UsageError
from partwise.evaluation.options import Collection, Request, Rules, Work
from partwise.evaluation.plan import quirks_of
from partwise.files.atomic import scratch
from partwise.files.options import Reading
from partwise.work.buckets import (
    OPTIONS,
    BucketRequest,
    Buckets,
    packed_request,
)
from partwise.work.buckets import (
    evaluate_bucket as evaluate_bucket_task,
)
from partwise.work.engines.base import (
    Engine,
    Serial,
    TaskFailedError,
    check_engine,
    is_remote,
)
from partwise.work.engines.base import (
    engine as engine_named,
)
from partwise.work.folder import MANIFEST, BucketFolder
from partwise.work.making import USUAL, Arguments, make_buckets, start
from partwise.work.memory import estimated_rows, memory_limit, n_buckets, process_limit
from partwise.work.merge import check_folder, checked_parts, merged, missing_buckets
from partwise.work.part import Part, read_part

if TYPE_CHECKING:
    from partwise.evaluation.argument_types import (
        InventoriesLike,
        LengthsLike,
        QrelsLike,
        RunsLike,
        StructureLike,
        TextsLike,
    )
    from partwise.tables.results import Results

_Path = str | os.PathLike[str]
OnPart = Callable[[int, int, Mapping[str, Any]], None]
"""Called with the number of parts that are done, that of all, and facts of the last one."""


class BucketFailedError(PartwiseError):
    """A bucket that failed too often."""


def bucket(
    qrels: QrelsLike,
    runs: RunsLike,
    folder: _Path,
    n: int = USUAL,
    *,
    structure: StructureLike | None = None,
    lengths: LengthsLike | None = None,
    inventory: InventoriesLike | None = None,
    texts: TextsLike | None = None,
    reading: Reading | None = None,
    rules: Rules | None = None,
    resume: bool = False,
) -> Path:
    """Split judgements and runs by topic into a folder of buckets.

    Parameters
    ----------
    qrels, runs, structure, lengths, inventory
        As `evaluate` takes them.
    folder : path
        A new or empty folder.
    n : int
        Number of buckets.
    texts, reading
        As in `evaluate`.
    rules : Rules, optional
        Task and whole documents; all other rules are asked for when buckets are evaluated.
    resume : bool
        Go on where bucketing was ended; finished buckets must be those of the same tables and
        options, and are kept.

    Returns
    -------
    Path
        The folder.
    """
    rules = rules or Rules()
    rules.require_only("bucket", "task", "whole_documents")
    tables = Collection(structure, lengths, inventory, texts)
    arguments = Arguments(qrels, runs, tables, reading or Reading(), rules)
    place = BucketFolder(folder)
    if place.is_finished and not resume:
        raise UsageError(f"{place.path} holds buckets. Use another folder, or --resume")
    if place.is_finished:
        # the usual number may be what nobody asked for
        arguments.check_same(place, None if n == USUAL else n)
    else:
        start(place, resume=resume)
        make_buckets(place, n, arguments)
    return Path(folder)


def evaluate_bucket(
    folder: _Path, number: int, measures: Any = None, *, extra: Sequence[Any] = (), **options: Any
) -> Part:
    """Evaluate one bucket of a folder; the options are those of `evaluate` but for reading."""
    unknown = next((name for name in options if name not in OPTIONS), None)
    if unknown is not None:
        raise UsageError(f"{unknown}= is no option of evaluate_bucket: {', '.join(OPTIONS)}")
    place = BucketFolder(folder)
    if not isinstance(number, int):
        raise UsageError(f"the number of a bucket must be a whole number, not {number!r}")
    if not 0 <= number < place.buckets:
        raise UsageError(f"bucket {number} of {place.buckets}: from 0 to {place.buckets - 1}")
    return Buckets(place, BucketRequest.of(measures, options, extra)).evaluate(number)


def merge(*parts: _Path) -> Results:
    """Merge part files, or those of a folder of buckets.

    Returns
    -------
    Results
        Those that `evaluate` gives.
    """
    read: list[Part] = []
    for place in map(Path, parts):
        inside = sorted((place / "parts").glob("part-*.parquet")) if place.is_dir() else [place]
        if not inside:
            n = BucketFolder(place).buckets
            raise missing_buckets(range(n), n, shlex.quote(str(place)))
        mine = [read_part(file) for file in inside]
        if (place / MANIFEST).exists():
            for part in mine:
                check_folder(part, BucketFolder(place))
        read += mine
    return merged(checked_parts(read, read[0].buckets if read else 0))


def evaluate_kept(
    qrels: Any, runs: Any, request: Request, *, tables: Collection, reading: Reading, work: Work
) -> Results:
    """Evaluate in buckets, with the arguments of `evaluate`."""
    jobs, engine, rules = work.processes, work.engine, request.rules
    limit = memory_limit(work.memory, jobs, engine)
    if engine is not None and is_remote(engine) and work.folder is None:
        raise UsageError(f'engine="{engine}" needs folder=..., which all its workers see')
    if work.resume and work.folder is None:
        raise UsageError("resume=True needs folder=..., where the work was begun")
    listed = runs if isinstance(runs, list | tuple) else [runs]
    files = [os.fspath(run) for run in listed if isinstance(run, str | os.PathLike)]
    rows = sum(len(run) for run in listed if hasattr(run, "topics")) + estimated_rows(files)
    n = n_buckets(rows, jobs, limit)
    jobs = min(jobs, n)
    check_engine(engine, jobs)  # what it needs is missed before any work
    if "outside" in quirks_of(request.preset, rules):
        reading = replace(reading, outside=True)
    with ExitStack() as at_last:
        folder = work.folder or at_last.enter_context(scratch()) / "buckets"
        place = bucket(
            qrels,
            runs,
            folder,
            n,
            **vars(tables),
            reading=reading,
            rules=Rules(task=rules.task, whole_documents=rules.whole_documents),
            resume=work.resume,
        )
        advice = f"finished buckets are in {place}, go on with resume=True" if work.folder else ""
        options = {name: getattr(rules, name, None) for name in OPTIONS}
        options |= {"preset": request.preset, "order": reading.order}
        asked = BucketRequest.of(request.measures, options, request.extra)
        workers = Workers(jobs, engine, limit)
        return workers.evaluate(BucketFolder(place), asked, resume=work.resume, advice=advice)


class Workers:
    """Processes or machines that evaluate the buckets of a folder.

    Parameters
    ----------
    jobs : int
        Number of workers on this machine.
    engine : str, optional
        Name of the engine. Default: processes, or this process where it alone has a limit.
    limit : int, optional
        Maximum bytes of all processes together.
    """

    def __init__(self, jobs: int, engine: str | None, limit: int | None) -> None:
        # one process with a limit does it itself: another interpreter needs much of the least
        alone = limit is not None and engine is None and jobs == 1
        self._engine: Engine = Serial() if alone else engine_named(engine, jobs)
        self._memory = process_limit(limit, jobs, alone=alone)

    def evaluate(
        self,
        folder: BucketFolder,
        asked: BucketRequest,
        *,
        resume: bool = False,
        on_part: OnPart | None = None,
        advice: str | None = None,
    ) -> Results:
        """Evaluate all buckets and merge their parts.

        Parameters
        ----------
        folder : BucketFolder
            Finished buckets.
        asked : BucketRequest
            Measures and rules.
        resume : bool
            Keep parts of the same evaluation that are there; without it, there must be none.
        on_part : callable, optional
            Called after each bucket.
        advice : str, optional
            Words after those on a bucket that failed. Default: how a command goes on.
        """
        finished = _finished_parts(folder, resume=resume)
        buckets = Buckets(folder, asked)
        for part in finished.values():
            if part.key != buckets.key:
                reason = ", ".join(part.differences(buckets.options, folder.manifest))
                problem = (
                    f"{folder.parts} holds parts of another evaluation; it differs in: {reason}"
                )
                raise UsageError(f"{problem}. Use another folder, or ask for the same")
        missing = [number for number in range(folder.buckets) if number not in finished]
        request, place = packed_request(asked, self._memory), str(folder.path.resolve())
        tasks = [(place, number, request) for number in missing]
        try:
            answers = self._engine.completed(evaluate_bucket_task, tasks)
            for n_done, (_, answer) in enumerate(answers, len(finished) + 1):
                if on_part is not None:
                    on_part(n_done, folder.buckets, json.loads(answer))
        except TaskFailedError as bad:
            if advice is None:
                advice = f"finished buckets are in {folder.path}, go on with --resume"
            times = "once" if bad.tries == 1 else f"{bad.tries} times"
            words = f"bucket {missing[bad.task]} failed {times}: {bad.reason}"
            raise BucketFailedError("; ".join(filter(None, (words, advice)))) from None
        parts = [
            finished.get(number) or read_part(folder.part(number))
            for number in range(folder.buckets)
        ]
        return merged(checked_parts(parts, folder.buckets, buckets.key), asked)


def _finished_parts(folder: BucketFolder, *, resume: bool) -> dict[int, Part]:
    """Return the parts that are there."""
    parts: dict[int, Part] = {}
    for number in range(folder.buckets):
        place = folder.part(number)
        if not place.exists():
            continue
        if not resume:
            problem = f"{folder.parts} holds parts. Use --resume to keep those that fit"
            raise UsageError(f"{problem}, or another folder")
        with suppress(FormatError):  # a damaged one is made again
            parts[number] = read_part(place)
    return parts
