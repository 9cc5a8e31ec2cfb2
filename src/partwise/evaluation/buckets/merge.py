"""Merging parts: what `evaluate` would have found, from the values of all topics."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import PartwiseError
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.name_check import name_notes
from partwise.evaluation.buckets.note_data import notes_of_data, notes_read
from partwise.evaluation.buckets.whole import without_rows
from partwise.evaluation.collected import Collected
from partwise.evaluation.id_matching import no_common_topics
from partwise.evaluation.joined_notes import joined_notes, said
from partwise.evaluation.notes import document_notes, weight_notes
from partwise.evaluation.partial_results import PartialResults
from partwise.files.bucketed.folder import MANIFEST, BucketFolder
from partwise.geometry.assessments import DIFFER
from partwise.geometry.run_notes import of_task
from partwise.tables.names import Names
from partwise.tables.provenance import inputs_of, with_defaults

if TYPE_CHECKING:
    from partwise.evaluation.buckets.part import Part
    from partwise.tables.results import Results

SHOWN = 20


class MergeError(PartwiseError, ValueError):
    """Parts that do not make an evaluation."""


def checked_parts(parts: Sequence[Part], buckets: int, key: str | None = None) -> list[Part]:
    """Return the parts in the order of their buckets.

    Raises
    ------
    MergeError
        A part of another evaluation (E51), missing buckets (E52), two parts of one bucket that
        differ (E53).
    """
    if not parts:
        raise MergeError("no part is given")
    first = parts[0]
    key = key or first.key
    for part in parts:
        if part.key != key or part.about["buckets"] != buckets:
            raise MergeError(_foreign(part, first, key, buckets))
    found: dict[int, Part] = {}
    for part in parts:
        known = found.setdefault(part.bucket, part)
        if known is not part and not _same(known, part):
            raise MergeError(
                f"bucket {part.bucket} has two parts with different values: {known.source} and "
                f"{part.source}"
            )
    missing = [at for at in range(buckets) if at not in found]
    if missing:
        raise missing_buckets(missing, buckets, _folder_of(first))
    return [found[at] for at in range(buckets)]


def missing_buckets(missing: Sequence[int], buckets: int, folder: str | None) -> MergeError:
    """Return the error of buckets without parts (E52), with the command that makes the first."""
    named = ", ".join(map(str, missing[:SHOWN]))
    rest = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
    subject, verb, them = ("buckets", "are", "each") if len(missing) > 1 else ("bucket", "is", "it")
    words = f"partwise evaluate {folder or 'QRELS RUN...'} --bucket {missing[0]}/{buckets}"
    return MergeError(
        f"{subject} {named}{rest} of {buckets} {verb} missing. Make {them} with `{words}` and "
        "the measures and options of the others"
    )


def _folder_of(part: Part) -> str | None:
    """Return the folder of buckets in which a part stands, as it is spelled."""
    folder = Path(part.source).parent.parent
    return shlex.quote(str(folder)) if (folder / MANIFEST).is_file() else None


def _foreign(part: Part, first: Part, key: str, buckets: int) -> str:
    theirs = {**first.about["options"], "measures": list(first.measures)}
    theirs |= {"version of partwise": first.about.get("partwise")}
    why = part.differs_in(theirs, first.about["folder"])[0]
    if part.about["buckets"] != buckets:
        why = f"{part.about['buckets']} buckets, not {buckets}"
    return (
        f"part {part.source} belongs to another evaluation (key {part.key}, expected {key}); "
        f"it differs in: {why}"
    )


def refuse_foreign(part: Part, folder: BucketFolder) -> None:
    """Refuse a part that stands in a folder of other buckets (E51)."""
    mine, known = part.about["folder"], folder.manifest
    if mine["key"] != known["key"]:
        theirs = {**part.about["options"], "measures": list(part.measures)}
        theirs |= {"version of partwise": part.about.get("partwise")}
        raise MergeError(
            f"part {part.source} belongs to other buckets (key {mine['key']}, expected "
            f"{known['key']}); it differs in: {part.differs_in(theirs, known)[0]}"
        )


def _same(one: Part, other: Part) -> bool:
    return one.topics == other.topics and one.frame().equals(other.frame())


def merged(parts: Sequence[Part], asked: Asked | None = None) -> Results:
    """Return the results of all topics, from parts as `checked_parts` returns them.

    `asked` is what was evaluated, where it is not as the parts say it: measures of users.

    Raises
    ------
    MergeError
        A topic that no part or more than one has (E54).
    """
    manifest = parts[0].about["folder"]
    names = _topics(parts, manifest["topics"])
    about = manifest["qrels"]
    qrels = without_rows(about, names, _weighing(parts, len(names)))
    asked = asked or Asked.of(parts[0].about["asked"])
    planned = asked.plan(qrels, read=False)
    doc_ids = manifest["reading"].get("doc_ids") or planned.doc_ids
    collected = Collected(qrels, planned)
    collected.notes.extend(planned.notes)
    collected.notes.extend(document_notes(qrels, planned.measures))
    if planned.rules is None or planned.rules.weigh is None:
        collected.notes.extend(weight_notes(qrels, planned.measures))
    order = {name: at for at, name in enumerate(names)}
    collected.notes.extend(notes_of_data(manifest["tables"]))
    collected.notes.extend(said(joined_notes([notes_read(part.tables) for part in parts], order)))
    for number, entry in enumerate(manifest["runs"]):
        pieces = [(part.runs[number], part.positions) for part in parts]
        collected.notes.extend(notes_of_data(entry["said"]))
        run = PartialResults.concatenate(pieces, names)
        collected.count(_whole(run, entry, names, about, doc_ids))
    collected.notes.extend(notes_of_data(manifest["notes"]))
    noted = said(joined_notes([notes_read(part.judged) for part in parts], order))
    noted = [note for note in noted if note.template != DIFFER]
    found = collected.results([*notes_of_data(about["lengths"]), *noted])
    reading = {name: value for name, value in manifest["reading"].items() if value is not None}
    options = with_defaults({**reading, **asked.shown(planned)})
    notes = of_task(options["task"], found.notes)
    return replace(found, options=options, notes=notes, inputs=_inputs(manifest, collected))


def _inputs(manifest: dict[str, Any], collected: Collected) -> Any:
    links = [file for file in collected.files if file[0] == "links"]
    return (*manifest["inputs"], *inputs_of(links))


def _weighing(parts: Sequence[Part], n: int) -> dict[str, Any]:
    """Return the columns that weigh topics."""
    found: dict[str, Any] = {}
    for part in parts:
        for name, cells in part.about["weighing"].items():
            found.setdefault(name, np.full(n, "", object))[part.positions] = cells
    return found


def _whole(
    run: PartialResults,
    entry: dict[str, Any],
    names: list[str],
    about: dict[str, Any],
    doc_ids: Any,
) -> PartialResults:
    """Return what a run gave, with what only all its topics can tell."""
    facts = run.facts
    source = facts.source or facts.name
    if not run.present.any() and facts.topics:
        every = sorted(facts.topics, key=dict(facts.first_rows).get)  # type: ignore[arg-type]
        raise no_common_topics(source, every, names)
    judged = Names.of([about["first"]] if about["first"] else [])
    warned = name_notes(entry["names"], run.met, source, judged, settled=doc_ids is not None)
    read = [*notes_of_data(entry["notes"]), *run.read]
    return replace(run, noted=[*warned, *run.noted], read=read)


def _topics(parts: Sequence[Part], n: int) -> list[str]:
    """Return all judged topics; refuse parts that do not have each exactly once (E54)."""
    names: list[str | None] = [None] * n
    for part in parts:
        for topic, at in zip(part.topics, part.positions.tolist(), strict=True):
            if not 0 <= at < n or names[at] is not None:
                raise MergeError(f"topic {topic} is twice in the parts (again in {part.source})")
            names[at] = topic
    found = [name for name in names if name is not None]
    if len(found) < n or len(set(found)) < n:
        raise MergeError(f"the parts have {len(set(found)):,} of {n:,} judged topics, each once")
    return found
