"""Results of an evaluation while its runs are evaluated one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Reals
from partwise.errors import UsageError
from partwise.evaluation.checks import named_apart
from partwise.evaluation.id_matching import link_notes
from partwise.evaluation.joined_notes import said
from partwise.evaluation.notes import notes_before, outside_notes, undefined_notes
from partwise.evaluation.partial_results import PartialResults
from partwise.messages import Notes
from partwise.tables.results import Results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from partwise.evaluation.plan import Plan
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


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
            met["links"] = {"read": sum(read), "matched": sum(one.size for one in concerned)}
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
        noted = Notes([*link_notes(run.links), *said(run.noted)])
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
