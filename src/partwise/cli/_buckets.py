"""From the words of a command to buckets and parts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from partwise._version import __version__
from partwise.cli._job import EvaluationJob
from partwise.cli._making import Making, refuse_other_work
from partwise.errors import FormatError, UsageError
from partwise.evaluation.buckets.asked import OPTIONS, Asked
from partwise.evaluation.buckets.hashing import parse_bucket
from partwise.evaluation.buckets.held import held_mb
from partwise.evaluation.buckets.memory_size import parse_size
from partwise.evaluation.buckets.merge import checked_parts, merged
from partwise.evaluation.buckets.one import evaluate_part
from partwise.evaluation.buckets.part import Part, read_part
from partwise.evaluation.buckets.pieces import forget_pieces
from partwise.evaluation.buckets.planner import Room
from partwise.files.bucketed.folder import BucketFolder, is_unfinished, part_name
from partwise.messages import plural
from partwise.tables.provenance import DEFAULTS
from partwise.tables.results import Results

if TYPE_CHECKING:
    from partwise.files.bucketed.pieces import Size


def make_buckets(
    job: EvaluationJob,
    output: str,
    buckets: int | None,
    *,
    resume: bool = False,
    only: int | None = None,
    size: Size | None = None,
) -> str:
    """Make a folder of buckets; return a line that says what was made."""
    making = Making(job, output, buckets, only=only, size=size)
    if resume and making.is_finished:
        said = _finished(making, buckets)
        forget_pieces(making.folder.path)  # killed before it could do so itself
        return said
    if not resume and is_unfinished(making.folder.path):
        raise UsageError(f"{output} holds unfinished buckets. Use another folder, or --resume")
    making.read_assessments()
    making.begin()
    making.split(making.log.every())
    return making.finish()


def _finished(making: Making, buckets: int | None) -> str:
    """Say that there is nothing left to do, if this is what would be made."""
    refuse_other_work(making.job, making.folder, buckets)
    return f"{making.folder.path}: already finished"


def asked_for(words: Sequence[Any], extra: Sequence[Any], options: dict[str, Any]) -> Asked:
    """Return what the options of a command ask for."""
    return Asked(list(words), {name: options.get(name) for name in OPTIONS}, tuple(extra))


def refuse_reading_options() -> None:
    """Refuse options about reading where everything was read before."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    further = ("structure", "lengths", "inventory", "texts", "topics_file", "max_bytes", "loose")
    for name in (*(name for name in DEFAULTS if name not in OPTIONS), *further):
        if context.get_parameter_source(name) is given:
            option = "--" + name.replace("_", "-")
            raise UsageError(
                f"{option} belongs to partwise bucket: these buckets were already made"
            )


def write_part(job: EvaluationJob, word: str, asked: Asked, target: str | None) -> str:
    """Evaluate one bucket, of a folder or of the files themselves, and write its part."""
    bucket, n = parse_bucket(word)
    for name in ("jobs", "engine", "work", "resume"):
        value = job.options.get(name)
        if value is not None and value is not False:
            raise UsageError(f"--bucket {word} runs in one process: leave out --{name}")
    if (size := job.options.get("memory")) is not None:
        room = Room(1, parse_size(size))
        asked = replace(asked, memory=room.each(int(held_mb() * 1e6), alone=True))
    if not job.runs:
        folder = BucketFolder(job.qrels)
        if folder.buckets != n:
            raise UsageError(f"--bucket {word}: {job.qrels} has {plural(folder.buckets, 'bucket')}")
        place = Path(target) if target else folder.part(bucket)
        part = evaluate_part(folder, bucket, asked)
        if target is None:
            _refuse_another(part, place)
        part.write(place)
        return str(place)
    from partwise.files.atomic import scratch

    place = Path(target or part_name(bucket, n))
    with scratch() as work:
        make_buckets(job, f"{work}/buckets", n, only=bucket)
        evaluate_part(BucketFolder(f"{work}/buckets"), bucket, asked).write(place)
    return str(place)


def _refuse_another(part: Part, place: Path) -> None:
    """Refuse to replace a part of another evaluation, which took its time too."""
    if not place.exists():
        return
    with suppress(FormatError):  # a damaged one is made again
        known = read_part(place)
        if known.key != part.key:
            theirs = {**part.about["options"], "measures": list(part.measures)}
            theirs |= {"version of partwise": __version__}
            why = ", ".join(known.differs_in(theirs, part.about["folder"]))
            problem = f"{place} belongs to another evaluation; it differs in: {why}"
            raise UsageError(f"{problem}. Use -o FILE, or ask for the same")


def all_parts(qrels: str, asked: Asked, options: dict[str, Any]) -> Results:
    """Evaluate all buckets of a folder and merge them."""
    folder = BucketFolder(qrels)
    if options.get("work") is not None:
        raise UsageError(f"--work is for files; these buckets are already in {qrels}")
    if options.get("resume") or any(
        options.get(n) is not None for n in ("engine", "jobs", "memory")
    ):
        from partwise.cli._spread import Spread

        return Spread({**options, "work": qrels}, None).evaluated(folder, asked)
    parts = [evaluate_part(folder, number, asked) for number in range(folder.buckets)]
    return merged(checked_parts(parts, folder.buckets), asked)
