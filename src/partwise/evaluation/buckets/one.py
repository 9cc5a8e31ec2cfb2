"""Evaluating one bucket: the loop of `evaluate` over the topics that it holds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.evaluation.arranged import arranged
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.batches import batches_of, too_large
from partwise.evaluation.buckets.held import peak_mb
from partwise.evaluation.buckets.note_data import notes_read
from partwise.evaluation.buckets.part import Part
from partwise.evaluation.buckets.planner import FIXED, ROW
from partwise.evaluation.buckets.tables import Bucket
from partwise.evaluation.buckets.whole import all_topics
from partwise.evaluation.equivalent import refuse_unaware
from partwise.evaluation.id_matching import Met, UnjudgedIds
from partwise.evaluation.joined_notes import joined_notes
from partwise.evaluation.lines import with_lines
from partwise.evaluation.partial_results import PartialResults, evaluate_view
from partwise.evaluation.prepared import Prepared
from partwise.files.bucketed.folder import BucketFolder
from partwise.files.bucketed.tables import lengths_of
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.evaluation.plan import Plan
    from partwise.evaluation.run_facts import RunFacts
    from partwise.messages import Note
    from partwise.tables.lengths import Inventory


def evaluate_part(folder: BucketFolder, number: int, asked: Asked) -> Part:
    """Evaluate the topics of one bucket, in batches where memory is bounded.

    Raises
    ------
    FormatError
        A topic that needs more memory than a process may have (E55).
    """
    begun, cpu = time.perf_counter(), time.process_time()
    bucket, manifest = Bucket(folder, number), folder.manifest
    planned = asked.plan(all_topics(folder))
    if asked.options.get("equivalent") is not None:
        refuse_unaware(planned.measures)
    found = _joined(bucket, list(_batches(bucket, planned, asked)))
    about = {
        "key": asked.key(manifest["key"], planned),
        "asked": asked.data(),
        "folder": {name: value for name, value in manifest.items() if name != "files"},
        "weighing": bucket.weighing,
        "bucket": number,
        "buckets": folder.buckets,
        "undefined": planned.undefined,
        "topics": planned.topics,
        "options": asked.shown(planned),
        "rows_read": {one.facts.name: one.met.retrieved for one in found.runs},
        "seconds": round(time.perf_counter() - begun, 3),
        "cpu_seconds": round(time.process_time() - cpu, 3),
        "peak_mb": peak_mb(),
    }
    measures = tuple(map(repr, planned.measures))
    topics = tuple(bucket.topics.tolist())
    return Part(about, topics, bucket.positions, measures, found.runs, found.judged, found.tables)


@dataclass(frozen=True)
class _Found:
    """What some topics gave: a value of each run, and what was noticed of the tables."""

    runs: list[PartialResults]
    judged: list[Note]
    tables: list[Note]


def _batches(bucket: Bucket, planned: Plan, asked: Asked) -> Iterator[tuple[_Found, Ints]]:
    """Yield what the topics gave, as many at once as memory allows, and where they stand."""
    most, every = bucket.rows(), len(bucket.topics)
    batches = batches_of(asked.memory, most)
    rows = np.full(every, most // max(every, 1))  # about: nobody has to count them
    if asked.memory is not None and not batches.hold(most):
        rows = bucket.rows_of_topics()
    begin = 0
    while begin < max(every, 1):
        end = begin + batches.fitting(rows[begin:]) if every else 1
        some = bucket if end - begin >= every else bucket.batch(begin, end)
        yield _evaluated(some, planned, asked), np.arange(begin, min(end, every))
        if batches.passed():
            rows = bucket.rows_of_topics()
            if every and end - begin == 1:
                where = str(bucket.folder.path)
                raise too_large(bucket.topics[begin], int(rows[begin]), where, peak_mb())
        begin = end


def _joined(bucket: Bucket, batches: list[tuple[_Found, Ints]]) -> _Found:
    """Put batches together, as parts are when they are merged."""
    (first, _), *others = batches
    if not others:
        return first
    topics = bucket.topics.tolist()
    order = {topic: at for at, topic in enumerate(topics)}
    every = [found for found, _ in batches]
    return _Found(
        [
            PartialResults.concatenate(
                [(found.runs[at], where) for found, where in batches], topics
            )
            for at in range(len(first.runs))
        ],
        joined_notes([found.judged for found in every], order),
        joined_notes([found.tables for found in every], order),
    )


def _evaluated(bucket: Bucket, planned: Plan, asked: Asked) -> _Found:
    """Evaluate all runs for the topics of a bucket."""
    folder, qrels = bucket.folder, bucket.qrels()
    if planned.rules is not None and planned.rules.prepare is not None:
        qrels = planned.rules.prepare(qrels)
    reading = folder.manifest["reading"]
    run: Run | None = None
    try:
        tables = Prepared(
            qrels,
            structure=bucket.structure(),
            lengths=lengths_of(folder.read("lengths.parquet")),
            checked=Verification(None),
            doc_ids=reading.get("doc_ids"),
            from_buckets=True,
            lenient=bool(reading.get("lenient")),
            clip="no-clip" not in planned.quirks,
            equivalent=asked.options.get("equivalent"),
        )
        fitted, said = _fitted(tables, bucket)
        runs: list[PartialResults] = []
        for run, facts in bucket.runs():
            _refuse_large(run, asked.memory)
            one = arranged(run, tables.qrels, tables.structure, planned)
            inventory = fitted.get(run.name, fitted.get(None))
            view = tables.view(one, planned.order, inventory)
            known = _in_order(facts, run, planned, folder.manifest)
            ids = UnjudgedIds(judged=np.zeros(0, np.bool_))  # compared when the buckets were made
            runs.append(evaluate_view(view, planned, known, Met.of(view), ids))
            del view, one
    except RowsError as error:
        raise with_lines(error, qrels, run) from None
    judged = [*tables.qrels.notes, *tables.assessments.notes.in_order()]
    return _Found(runs, notes_read(judged), notes_read([*tables.notes, *said]))


def _refuse_large(run: Run, memory: int | None) -> None:
    """Refuse a topic that will need more memory than a process may have (E55)."""
    if memory is None or not len(run):
        return
    rows = np.bincount(run.topic)
    most = int(rows.argmax())
    needed = int(rows[most]) * ROW + FIXED
    if needed > memory:
        raise too_large(run.topics[most], int(rows[most]), run.source or run.name)


def _fitted(tables: Prepared, bucket: Bucket) -> tuple[dict[str | None, Inventory], list[Note]]:
    """Return inventories that fit the other tables, each read once, and their notes."""
    found: dict[str | None, Inventory] = {}
    said: list[Note] = []
    for run, table in bucket.inventories().items():
        try:
            found[run], notes = tables.fitted(table)
        except RowsError as error:
            raise with_lines(error, table) from None
        said += notes
    return found, said


def _in_order(facts: RunFacts, run: Run, planned: Plan, manifest: Mapping[str, Any]) -> RunFacts:
    """Return facts that know how the run is ordered, in the bucket and among ignored topics."""
    from partwise.tables.run_order import TABLES, ordered_by, rising

    if run.format not in TABLES or ordered_by(run, planned.order) != "score":
        return replace(facts, rises=False, falls=False)
    rises, falls = rising(run, planned.order)
    entry = next(one for one in manifest["runs"] if one["name"] == run.name)
    return replace(facts, rises=rises or entry["rises"], falls=falls or entry["falls"])
