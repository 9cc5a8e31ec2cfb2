"""Merge of parts: the results that `evaluate` gives, from the parts of all buckets."""

from __future__ import annotations

import pickle
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import FormatError, PartwiseError
from partwise.evaluation.run_evaluator import GroupResults
from partwise.geometry.run_notes import of_task
from partwise.messages import Note
from partwise.tables.provenance import with_defaults
from partwise.work.buckets import BucketRequest, evaluation_of
from partwise.work.folder import MANIFEST, BucketFolder
from partwise.work.inputs import Inputs

if TYPE_CHECKING:
    from partwise.evaluation.evaluate import Evaluation
    from partwise.evaluation.partial_results import PartialResults
    from partwise.tables.results import Results
    from partwise.work.part import Part

SHOWN = 20
"""Missing buckets that are named."""


class MergeError(PartwiseError, ValueError):
    """Parts that do not make an evaluation."""


def checked_parts(parts: Sequence[Part], n: int, key: str | None = None) -> list[Part]:
    """Return the parts in the order of their buckets.

    Raises
    ------
    MergeError
        A part of another evaluation, missing buckets, two parts of one bucket that
        differ.
    """
    if not parts:
        raise MergeError("no part is given")
    first = parts[0]
    key = key or first.key
    for part in parts:
        if part.key != key or part.buckets != n:
            raise MergeError(_foreign(part, first, key, n))
    by_bucket: dict[int, Part] = {}
    for part in parts:
        before = by_bucket.setdefault(part.bucket, part)
        same = part.topics == before.topics and part.frame().equals(before.frame())
        if before is not part and not same:
            raise MergeError(
                f"bucket {part.bucket} has two parts with different values: {before.source} and "
                f"{part.source}"
            )
    missing = [bucket for bucket in range(n) if bucket not in by_bucket]
    if missing:
        folder = Path(first.source).parent.parent
        is_folder = (folder / MANIFEST).is_file()
        raise missing_buckets(missing, n, shlex.quote(str(folder)) if is_folder else None)
    return [by_bucket[bucket] for bucket in range(n)]


def missing_buckets(missing: Sequence[int], n: int, folder: str | None) -> MergeError:
    """Return the error of buckets without parts, with the command that makes the first."""
    named = ", ".join(map(str, missing[:SHOWN]))
    rest = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
    subject, verb, them = ("buckets", "are", "each") if len(missing) > 1 else ("bucket", "is", "it")
    words = f"partwise evaluate {folder or 'QRELS RUN...'} --bucket {missing[0]}/{n}"
    return MergeError(
        f"{subject} {named}{rest} of {n} {verb} missing. Make {them} with `{words}` and "
        "the measures and options of the others"
    )


def _foreign(part: Part, first: Part, key: str, n: int) -> str:
    reason = part.differences(first.options, first.about["folder"])[0]
    if part.buckets != n:
        reason = f"{part.buckets} buckets, not {n}"
    return (
        f"part {part.source} belongs to another evaluation (key {part.key}, expected {key}); "
        f"it differs in: {reason}"
    )


def check_folder(part: Part, folder: BucketFolder) -> None:
    """Raise an error for a part that stands in a folder of other buckets."""
    key = part.about["folder"]["key"]
    if key != folder.key:
        reason = part.differences(part.options, folder.manifest)[0]
        raise MergeError(
            f"part {part.source} belongs to other buckets (key {key}, expected "
            f"{folder.key}); it differs in: {reason}"
        )


def merged(parts: Sequence[Part], asked: BucketRequest | None = None) -> Results:
    """Return the results of all topics, from parts as `checked_parts` returns them.

    Parameters
    ----------
    parts : sequence of Part
        One for each bucket.
    asked : BucketRequest, optional
        What was evaluated, where parts cannot tell it: measures of users. Default: as they tell.

    Raises
    ------
    MergeError
        A topic that no part or more than one has.
    """
    try:
        inputs = Inputs.unpacked(parts[0].inputs)
    except pickle.UnpicklingError as bad:
        raise FormatError(parts[0].source, None, f"not a part file, or damaged: {bad}") from None
    asked = asked or BucketRequest.of_data(parts[0].about["request"])
    evaluation = evaluation_of(inputs, asked)
    _check_topics(parts, len(evaluation.tables.qrels.topics))
    results = evaluation.results(_runs(parts, inputs, evaluation))
    digests = {(entry["role"], entry["file"]): entry for entry in inputs.files}
    return replace(
        results,
        inputs=tuple(digests.get((e["role"], e["file"]), e) for e in results.inputs),
        options=with_defaults({**inputs.recorded, **asked.recorded(evaluation.planned)}),
        notes=of_task(inputs.rules.task, (*inputs.first_notes, *results.notes)),
    )


def _runs(
    parts: Sequence[Part], inputs: Inputs, evaluation: Evaluation
) -> Iterator[PartialResults]:
    """Put the results of each run together, as those of the groups of a file."""
    for number, run in enumerate(inputs.runs):
        shares = [part.runs[number] for part in parts]
        whole = next((share for share in shares if share.whole is not None), None)
        name = run.empty.name if whole is None else whole.whole_name
        named = evaluation.collected.named_apart(replace(run.empty, name=name))
        if whole is not None and whole.whole is not None:
            yield _renamed(whole.whole, named.name)
            continue
        groups = GroupResults.joined([share.groups for share in shares])
        yield evaluation.evaluator.whole(replace(groups, empty=named), run.topics)


def _renamed(run: PartialResults, name: str) -> PartialResults:
    """Return the results of a run under a name that no run before it has."""
    before = run.facts.name
    read = [Note.read(note).renamed(before, name) for note in run.read]
    return replace(run, facts=replace(run.facts, name=name), read=read)


def _check_topics(parts: Sequence[Part], n: int) -> None:
    """Raise an error for parts that do not have each judged topic exactly once."""
    times = np.zeros(n, np.int64)
    for part in parts:
        for topic, position in zip(part.topics, part.positions.tolist(), strict=True):
            if not 0 <= position < n or times[position]:
                raise MergeError(f"topic {topic} is twice in the parts (again in {part.source})")
            times[position] += 1
    if not times.all():
        found = int(np.count_nonzero(times))
        raise MergeError(f"the parts have {found:,} of {n:,} judged topics, each once")
