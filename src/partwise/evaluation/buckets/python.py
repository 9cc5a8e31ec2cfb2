"""`evaluate` for many processes: buckets in a folder, an engine, and a merge."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.engines.choose import is_remote, reach, worker_count
from partwise.errors import UsageError
from partwise.evaluation.buckets.api import bucket
from partwise.evaluation.buckets.asked import OPTIONS, Asked
from partwise.evaluation.buckets.memory_size import parse_size
from partwise.evaluation.buckets.planner import Room, estimated_rows
from partwise.evaluation.buckets.spread import evaluate_all, within
from partwise.evaluation.plan import quirks_of
from partwise.files.atomic import scratch
from partwise.files.bucketed.folder import BucketFolder

if TYPE_CHECKING:
    from partwise.tables.results import Results

READING = (
    *("structure", "lengths", "inventory", "columns", "missing", "doc_ids", "texts", "unit"),
    *("trust", "ambiguous", "max_errors", "lenient", "cited"),
    *("topics_file", "order", "assessor", "scale", "task", "whole_documents"),
)
"""Options of `evaluate` that are asked for when buckets are made."""


def evaluate_spread(
    qrels: Any,
    runs: Any,
    measures: Any,
    options: dict[str, Any],
    *,
    jobs: int,
    memory: str | int | None,
    engine: str | None,
    work: str | os.PathLike[str] | None,
    resume: bool,
) -> Results:
    """Evaluate in buckets, with the options of `evaluate`."""
    if memory is not None and not isinstance(memory, str | int):
        raise UsageError(f"memory must be a size such as '2GiB', or bytes, not {memory!r}")
    size = parse_size(memory) if isinstance(memory, str) else memory
    if engine is not None and not isinstance(engine, str):
        raise UsageError(f"engine must be a name such as 'dask', not {engine!r}")
    room = Room(worker_count(jobs), size, engine)
    if engine is not None and is_remote(engine) and work is None:
        raise UsageError(f'engine="{engine}" needs work=..., a folder that all its workers see')
    if resume and work is None:
        raise UsageError("resume=True needs work=..., the folder to go on in")
    listed = runs if isinstance(runs, list | tuple) else [runs]
    files = [os.fspath(run) for run in listed if isinstance(run, str | os.PathLike)]
    asked = Asked(measures, {name: options.get(name) for name in OPTIONS})
    reading = {name: options[name] for name in READING}
    reading["outside"] = "outside" in quirks_of(options)
    rows = sum(len(run) for run in listed if hasattr(run, "topics")) + estimated_rows(files)
    n = room.buckets(rows)
    jobs = min(room.jobs, n)
    # what it needs is missed before any work
    reach("processes" if engine is None else engine, jobs)
    with ExitStack() as at_last:
        folder = at_last.enter_context(scratch()) / "buckets" if work is None else work
        place = bucket(qrels, runs, folder, n, resume=resume, **reading)
        chosen, bound = within(room, engine, jobs)
        advice = "" if work is None else f"finished buckets are in {place}, go on with resume=True"
        asked = replace(asked, memory=bound)
        return evaluate_all(BucketFolder(place), asked, chosen, resume=resume, advice=advice)
