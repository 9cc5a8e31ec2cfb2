"""All buckets of a folder, by any engine: the same results whoever did the work."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.engines.base import TaskFailedError
from partwise.engines.choose import spreading
from partwise.engines.serial import Serial
from partwise.errors import FormatError, PartwiseError, UsageError
from partwise.evaluation.buckets.held import give_back, held_mb
from partwise.evaluation.buckets.merge import checked_parts, merged
from partwise.evaluation.buckets.part import Part, read_part
from partwise.evaluation.buckets.task import evaluate_bucket, packed
from partwise.evaluation.buckets.whole import all_topics

if TYPE_CHECKING:
    from partwise.engines.base import Spreading
    from partwise.evaluation.buckets.asked import Asked
    from partwise.evaluation.buckets.planner import Room
    from partwise.files.bucketed.folder import BucketFolder
    from partwise.tables.results import Results

Told = Callable[[int, int, dict[str, Any]], None]
"""Told how many buckets are done, of how many, and what the last one took."""


class BucketFailedError(PartwiseError):
    """A bucket that failed three times (E50)."""


def within(room: Room, name: str | None, jobs: int) -> tuple[Spreading, int | None]:
    """Return who does the work, and the most bytes of each process that does.

    One process with a bound does it itself: a second interpreter would be a quarter of the least.
    """
    alone = room.memory is not None and name is None and jobs == 1
    engine: Spreading = Serial() if alone else spreading(name or "processes", jobs)
    if room.memory is not None:
        give_back()
    return engine, replace(room, jobs=jobs).each(int(held_mb() * 1e6), alone=alone)


def evaluate_all(
    folder: BucketFolder,
    asked: Asked,
    engine: Spreading,
    *,
    resume: bool = False,
    told: Told | None = None,
    advice: str | None = None,
) -> Results:
    """Evaluate all buckets and merge their parts.

    Parameters
    ----------
    folder : BucketFolder
        Finished buckets.
    asked : Asked
        What is evaluated.
    engine : Spreading
        Who does the work.
    resume : bool
        Keep parts of the same evaluation that are there; without it, there must be none.
    told : callable, optional
        Called after each bucket.
    advice : str, optional
        What is said after a bucket failed; by default how a command goes on.
    """
    planned = asked.plan(all_topics(folder))
    key = asked.key(folder.manifest["key"], planned)
    kept = _kept(folder, resume=resume)
    _refuse_other(folder, kept.values(), key, asked.shown(planned), planned.measures)
    todo = [number for number in range(folder.buckets) if number not in kept]
    options = packed(asked)
    tasks = [(str(folder.path.resolve()), number, options) for number in todo]
    try:
        for done, (_, answer) in enumerate(engine.completed(evaluate_bucket, tasks), 1):
            if told is not None:
                told(len(kept) + done, folder.buckets, json.loads(answer))
    except TaskFailedError as bad:
        number = todo[bad.task]
        if advice is None:
            advice = f"finished buckets are in {folder.path}, go on with --resume"
        times = "once" if bad.tries == 1 else f"{bad.tries} times"
        said = f"bucket {number} failed {times}: {bad.reason}"
        raise BucketFailedError("; ".join(filter(None, (said, advice)))) from None
    parts = [kept.get(number) or read_part(folder.part(number)) for number in range(folder.buckets)]
    return merged(checked_parts(parts, folder.buckets, key), asked)


def _kept(folder: BucketFolder, *, resume: bool) -> dict[int, Part]:
    """Return the parts that are there."""
    found: dict[int, Part] = {}
    for number in range(folder.buckets):
        place = folder.part(number)
        if not place.exists():
            continue
        if not resume:
            problem = f"{folder.parts()} holds parts. Use --resume to keep those that fit"
            raise UsageError(f"{problem}, or another folder")
        with suppress(FormatError):  # damaged: it is made again
            found[number] = read_part(place)
    return found


def _refuse_other(
    folder: BucketFolder, parts: Iterable[Part], key: str, options: Any, measures: Iterable[Any]
) -> None:
    """Refuse to write among parts of another evaluation, which took their time too."""
    mine = {**options, "measures": list(map(repr, measures)), "version of partwise": __version__}
    for part in parts:
        if part.key != key:
            why = ", ".join(part.differs_in(mine, folder.manifest))
            problem = f"{folder.parts()} holds parts of another evaluation; it differs in: {why}"
            raise UsageError(f"{problem}. Use another folder, or ask for the same")
