"""Evaluation: the loop over runs, and the results that they add to.

`evaluate` reads judgements and tables (`Evaluation`), evaluates one run after the other
(`partwise.evaluation.run_evaluator`) and counts what each gave (`Collected`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Flags, Reals
from partwise.errors import UsageError
from partwise.evaluation.arguments import Given, tracking_columns
from partwise.evaluation.checks import named_apart
from partwise.evaluation.equivalent import refuse_unaware
from partwise.evaluation.id_matching import link_notes
from partwise.evaluation.inventories import Inventories
from partwise.evaluation.lines import with_lines
from partwise.evaluation.notes import (
    document_notes,
    notes_before,
    outside_notes,
    undefined_notes,
    weight_notes,
    without_empty,
)
from partwise.evaluation.options import Collection, Request, Rules, Work, saved_options
from partwise.evaluation.partial_results import PartialResults
from partwise.evaluation.plan import plan, quirks_of
from partwise.evaluation.prepared import Prepared
from partwise.evaluation.resources import with_resources
from partwise.evaluation.run_evaluator import RunEvaluator
from partwise.files.digests import with_collected
from partwise.files.options import Reading
from partwise.geometry.run_notes import of_task
from partwise.messages import Notes
from partwise.tables.problems import RowsError
from partwise.tables.provenance import inputs_of, with_defaults
from partwise.tables.results import Results
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from partwise.evaluation.argument_types import (
        InventoriesLike,
        LengthsLike,
        MeasuresLike,
        QrelsLike,
        RunsLike,
        StructureLike,
        TextsLike,
    )
    from partwise.evaluation.plan import Plan
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


def evaluate(
    qrels: QrelsLike,
    runs: RunsLike,
    measures: MeasuresLike | None = None,
    *,
    preset: str | None = None,
    structure: StructureLike | None = None,
    lengths: LengthsLike | None = None,
    inventory: InventoriesLike | None = None,
    texts: TextsLike | None = None,
    reading: Reading | None = None,
    rules: Rules | None = None,
    work: Work | None = None,
) -> Results:
    """Score runs against assessments.

    Parameters
    ----------
    qrels : Qrels, dict, frame or path
        The assessments; their topics are the ones averaged. A dictionary is
        ``{topic: {document: grade}}``.
    runs : Run, dict, frame or path, or iterable of them
        May be a generator: runs are read, evaluated and dropped one by one. A dictionary is
        ``{topic: {document: score}}``.
    measures : Measure or str, or iterable of them, optional
        Default: the preset that fits the assessments.
    preset : str, optional
        A named set of measures, before those of `measures`. Where it reproduces a tool, the
        tool's values come first, under their labels.
    structure, lengths, inventory : tables, optional
        Element trees, document lengths (also ``{document: length}``), and all parts that could
        have been returned (also by the name of the run: ``{run: table}``).
    texts : Texts, dict or path, optional
        The documents' texts: offsets are checked against the column ``text`` of runs and
        judgements, rows with a text and no offsets are located, and lengths are known.
    reading : Reading, optional
        How files, frames and dictionaries become tables.
    rules : Rules, optional
        What counts.
    work : Work, optional
        Where it is done: processes, memory, a folder to go on in. No value depends on it.

    Returns
    -------
    Results
    """
    request = Request(measures, preset, rules or Rules())
    tables = Collection(structure, lengths, inventory, texts)
    reading, work = reading or Reading(), work or Work()
    return evaluated(qrels, runs, request, tables, reading=reading, work=work)


def evaluated(
    qrels: Any, runs: Any, request: Request, tables: Collection, *, reading: Reading, work: Work
) -> Results:
    """Score runs; `evaluate` with its arguments in objects."""
    if work.is_kept:
        from partwise.work.api import evaluate_kept

        return evaluate_kept(qrels, runs, request, tables=tables, reading=reading, work=work)
    evaluation = Evaluation(qrels, request, tables, reading, work)
    if work.processes == 1:
        return evaluation.results(evaluation.evaluated(runs))
    from partwise.work.shares import evaluate_shares

    return evaluation.results(evaluate_shares(evaluation, runs, work.processes))


class Evaluation:
    """Judgements, measures and options of an evaluation, ready to meet runs.

    Parameters
    ----------
    qrels : Qrels, dict, frame or path
        The judgements.
    request : Request
        Measures, and what counts.
    tables : Collection
        Tables about the documents.
    reading, work
        As in `evaluate`.
    """

    def __init__(
        self, qrels: Any, request: Request, tables: Collection, reading: Reading, work: Work
    ) -> None:
        self.request, rules = request, request.rules
        self.reading = reading = tracking_columns(reading)
        self._checked = Verification(tables.texts, reading)
        if "outside" in quirks_of(request.preset, rules):
            reading = replace(reading, outside=True)
        self.given = Given(reading, rules, self._checked.quotes())
        inventory = self.given.inventories(tables.inventory)
        qrels = self.given.qrels(qrels)
        structure = self.given.structure(tables.structure)
        lengths = self.given.lengths(tables.lengths)
        self.read = Collection(structure, lengths, inventory)
        """Tables beside the judgements, as they were read."""
        self.qrels = qrels
        """Judgements as they were read."""
        planned = plan(qrels, request.measures, request.preset, rules, reading.order)
        planned = planned.with_measures(request.extra)
        if planned.rules is not None and planned.rules.prepare is not None:
            qrels = planned.rules.prepare(qrels)
        if rules.equivalent is not None:
            refuse_unaware(planned.measures)
        try:
            self.tables = Prepared(
                qrels,
                self.read,
                reading,
                checked=self._checked,
                equivalent=rules.equivalent,
                clip="no-clip" not in planned.quirks,
            )
            self.tables.step = work.progress
            self.planned = replace(planned, measures=with_resources(planned.measures))
            notes_of_plan = [
                *planned.notes,
                *document_notes(self.tables.qrels, self.planned.measures),
            ]
            if planned.rules is None or planned.rules.weigh is None:
                notes_of_plan += weight_notes(self.tables.qrels, self.planned.measures)
            self._inventories = Inventories(self.given, self.tables, inventory)
        except RowsError as error:
            raise with_lines(error, qrels) from None
        self.collected = Collected(self.tables.qrels, self.planned)
        notes = [*notes_of_plan, *self.tables.notes, *self._inventories.notes]
        self.collected.notes.extend(notes)
        self.evaluator = RunEvaluator(
            self.tables,
            self.planned,
            self._inventories,
            reading.doc_ids or planned.doc_ids,
            _bytes_of_process(work.memory, work.processes),
        )

    def evaluated(self, runs: Any) -> Iterator[PartialResults]:
        """Evaluate one run after the other; none is held while the next is read."""
        for run in self.given.runs(runs):
            yield self.evaluator.evaluate(run, self.collected.named_apart)
            del run

    def results(self, partial: Iterable[PartialResults]) -> Results:
        """Put together what the runs gave for all judged topics."""
        collected, tables, rules = self.collected, self.tables, self.request.rules
        try:
            for run in partial:
                collected.count(run)
                del run
            self.given.columns.refuse_unused()
            self._inventories.refuse_unknown_runs(collected.names)
            collected.notes.extend(self.given.notes)
            notes = [*tables.assessments.notes, *self.evaluator.notes.values()]
            results = collected.results(notes)
        except RowsError as error:
            raise with_lines(error, tables.qrels, *self._inventories.read) from None
        files = [*collected.files, *tables.files[1:], *self._inventories.files]
        inputs = inputs_of([tables.files[0], *files, ("texts", self._checked.source)])
        return replace(
            results,
            notes=of_task(rules.task, results.notes),
            inputs=with_collected(inputs),
            options=with_defaults(saved_options(self.reading, rules) | self.planned.decided),
        )


def _bytes_of_process(memory: str | int | None, jobs: int) -> int | None:
    """Return the maximum bytes of each of so many processes."""
    if memory is None:
        return None
    from partwise.work.memory import memory_limit, process_limit

    return process_limit(memory_limit(memory, jobs), jobs, alone=jobs == 1)


# -- results, run by run ---------------------------------------------------------------------------


class Collected:
    """Values and notes, run by run.

    Parameters
    ----------
    qrels : Qrels
        The assessments, or what is known of them where their rows are elsewhere.
    planned : Plan
        What is measured, and how topics count.
    """

    def __init__(self, qrels: Qrels, planned: Plan) -> None:
        self.qrels = qrels
        self.planned = planned
        self.names: list[str] = []
        self.tables: list[Reals] = []
        self.present: list[Flags] = []
        self.averaged: list[Flags] = []
        self.notes = Notes()
        self.files: list[tuple[str, str | None]] = []
        self.met: list[dict[str, dict[str, int]]] = []
        self.seen_topics: set[str] = set()
        self.ignored_topics: set[str] = set()
        self.empty_topics: set[str] = set()

    def named_apart(self, run: Run) -> Run:
        """Return a run under a name that no earlier run has; note it where that is a new one."""
        return named_apart(run, self.names, self.notes)

    def count(self, run: PartialResults) -> None:
        """Take in what one run gave for all topics: which of them count, and what is said."""
        facts, present, planned = run.facts, run.present, self.planned
        measures, labels = planned.measures, planned.labels
        nan = np.isnan(run.values)
        counted = present if planned.topics == "common" else np.ones_like(present)
        table = run.values.copy()
        if planned.undefined == "zero":
            empty = np.array([measure.empty_value() for measure in measures])
            table = np.where(nan, empty[:, None], table)
        table[:, ~counted] = np.nan
        for values, label in zip(table, labels, strict=False):
            if label is not None and (concerns := label.concerns) is not None:
                values[~concerns] = np.nan
        self.seen_topics.update(facts.topics)
        self.ignored_topics.update(facts.ignored)
        self.empty_topics.update(facts.answered)
        self.names.append(facts.name)
        self.tables.append(table)
        self.present.append(present)
        self.averaged.append(counted)
        met: dict[str, dict[str, int]] = {"documents": run.met._asdict()}
        if run.links:
            read, concerned = zip(*run.links.values(), strict=True)
            met["links"] = {"read": sum(read), "matched": sum(links.size for links in concerned)}
        if run.counts:
            met["counts"] = run.counts
        self.met.append(met)
        self.files += [("run", facts.source), *(("links", file) for file in run.links)]
        lost = (nan & counted).sum(axis=1)
        undefined = undefined_notes(measures, lost, int(counted.sum()), planned.undefined, labels)
        topics = planned.topics
        self.notes.extend(
            notes_before(facts, self.qrels, measures, read=run.read, present=present, topics=topics)
        )
        noted = Notes([*link_notes(run.links), *without_empty(run.noted)])
        self.notes.extend(noted.of(facts.name))
        self.notes.extend(undefined)
        self.notes.extend(outside_notes(facts.name, table, labels))

    def results(self, notes: Iterable[str]) -> Results:
        """Put everything together; `notes` are those on the assessments."""
        if not self.names:
            raise UsageError("no run is given")
        counts = {
            "judged": len(self.qrels.topics),
            "run": len(self.seen_topics),
            "ignored": len(self.ignored_topics),
            "empty": len(self.empty_topics),
        }
        measures = self.planned.measures
        aggregates = [measure.aggregate() for measure in measures]
        return Results(
            runs=tuple(self.names),
            topics=tuple(self.qrels.topics.tolist()),
            measures=tuple(map(repr, measures)),
            better=tuple(measure.better for measure in measures),
            table=np.stack(self.tables),
            present=np.stack(self.present),
            averaged=np.stack(self.averaged),
            counts=counts,
            met=tuple(self.met),
            aggregates=tuple(aggregates),
            notes=tuple(Notes([*self.qrels.notes, *notes, *self.notes])),
            labels=self.planned.labels,
        )
