"""`evaluate` for many processes: buckets in a folder, an engine, and a merge."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.engines.choose import is_remote, reach
from partwise.errors import UsageError
from partwise.evaluation.buckets.api import bucket
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.memory_size import parse_size
from partwise.evaluation.buckets.planner import Room, estimated_rows
from partwise.evaluation.buckets.spread import evaluate_all, within
from partwise.evaluation.options import Collection, Request, Rules, Work
from partwise.evaluation.plan import quirks_of
from partwise.files.atomic import scratch
from partwise.files.bucketed.folder import BucketFolder
from partwise.files.options import Reading

if TYPE_CHECKING:
    from partwise.tables.results import Results


def evaluate_spread(
    qrels: Any, runs: Any, request: Request, *, tables: Collection, reading: Reading, work: Work
) -> Results:
    """Evaluate in buckets, with the arguments of `evaluate`."""
    memory, engine = work.memory, work.engine
    size = parse_size(memory) if isinstance(memory, str) else memory
    room = Room(work.processes, size, engine)
    if engine is not None and is_remote(engine) and work.folder is None:
        raise UsageError(f'engine="{engine}" needs folder=..., which all its workers see')
    if work.resume and work.folder is None:
        raise UsageError("resume=True needs folder=..., where the work was begun")
    listed = runs if isinstance(runs, list | tuple) else [runs]
    files = [os.fspath(run) for run in listed if isinstance(run, str | os.PathLike)]
    asked = Asked.requested(request, reading.order)
    rules = request.rules
    outside = "outside" in quirks_of(request.preset, rules)
    rows = sum(len(run) for run in listed if hasattr(run, "topics")) + estimated_rows(files)
    n = room.buckets(rows)
    jobs = min(room.jobs, n)
    # what it needs is missed before any work
    reach("processes" if engine is None else engine, jobs)
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
            outside=outside,
            resume=work.resume,
        )
        chosen, bound = within(room, engine, jobs)
        advice = f"finished buckets are in {place}, go on with resume=True" if work.folder else ""
        asked = replace(asked, memory=bound)
        return evaluate_all(BucketFolder(place), asked, chosen, resume=work.resume, advice=advice)
