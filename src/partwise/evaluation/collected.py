"""What runs gave: values and notes, run by run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Reals
from partwise.errors import UsageError
from partwise.evaluation.asking import table_of
from partwise.evaluation.inex_counts import inex_counts
from partwise.evaluation.meeting import linked, meeting
from partwise.evaluation.notes import (
    input_notes,
    outside_notes,
    undefined_notes,
    unjudged_topics,
)
from partwise.geometry.run_notes import run_notes
from partwise.messages import Notes
from partwise.tables.results import Results

if TYPE_CHECKING:
    from partwise.evaluation.plan import Plan
    from partwise.geometry.view import View
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.qrels import Qrels


class Collected:
    """Values and notes, run by run."""

    def __init__(self, qrels: Qrels, planned: Plan, doc_ids: DocIds | None) -> None:
        self.qrels = qrels
        self.measures = planned.measures
        self.labels = planned.labels
        self.auto = planned.auto
        self.undefined = planned.undefined
        self.topics = planned.topics
        self.counts_as_inex = planned.convention == "inex"
        self.doc_ids = doc_ids
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

    def add(self, view: View) -> None:
        """Evaluate one run."""
        run, present = view.retrieved, view.present
        met = {"documents": meeting(view, self.doc_ids)}
        table = table_of(self.measures, view, self.auto)
        nan = np.isnan(table)
        counted = present if self.topics == "common" else np.ones_like(present)
        if self.undefined == "zero":
            empty = np.array([measure.empty_value() for measure in self.measures])
            table = np.where(nan, empty[:, None], table)
        table[:, ~counted] = np.nan
        for values, label in zip(table, self.labels, strict=False):
            if label is not None and (concerns := label.concerns) is not None:
                values[~concerns] = np.nan
        self.seen_topics.update(run.topics.tolist())
        self.ignored_topics.update(unjudged_topics(run, self.qrels))
        self.empty_topics.update(run.answered)
        self.names.append(run.name)
        self.tables.append(table)
        self.present.append(present)
        self.averaged.append(counted)
        if links := linked(view):
            read, matched = (sum(counts) for counts in zip(*links.values(), strict=True))
            met["links"] = {"read": read, "matched": matched}
        if self.counts_as_inex:
            met["counts"] = inex_counts(view, counted)
        self.met.append(met)
        self.files += [("run", run.source), *(("links", file) for file in links)]
        lost = (nan & counted).sum(axis=1)
        undefined = undefined_notes(
            self.measures, lost, int(counted.sum()), self.undefined, self.labels
        )
        self.notes.extend(input_notes(view, self.measures, self.topics))
        self.notes.extend(run_notes(view, self.measures))
        self.notes.extend(undefined)
        self.notes.extend(outside_notes(run.name, table, self.labels))

    def results(self, notes: Notes) -> Results:
        """Put everything together."""
        if not self.names:
            raise UsageError("no run is given")
        counts = {
            "judged": len(self.qrels.topics),
            "run": len(self.seen_topics),
            "ignored": len(self.ignored_topics),
            "empty": len(self.empty_topics),
        }
        return Results(
            runs=tuple(self.names),
            topics=tuple(self.qrels.topics.tolist()),
            measures=tuple(map(repr, self.measures)),
            better=tuple(measure.better for measure in self.measures),
            table=np.stack(self.tables),
            present=np.stack(self.present),
            averaged=np.stack(self.averaged),
            counts=counts,
            met=tuple(self.met),
            aggregates=tuple(measure.aggregate() for measure in self.measures),
            notes=tuple(Notes([*self.qrels.notes, *notes, *self.notes])),
            labels=self.labels,
        )
