"""A run whose topics lie together: those that are complete are evaluated while others are read.

Each batch meets the assessments of its topics alone, as a bucket does; values and notes are those
of a run that is read at once. What needs a closer look is not judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import PartwiseError
from partwise.evaluation.arranged import arranged
from partwise.evaluation.buckets.batches import too_large
from partwise.evaluation.buckets.held import peak_mb
from partwise.evaluation.buckets.name_check import NamesFound, name_notes
from partwise.evaluation.buckets.run_buckets import RunBuckets
from partwise.evaluation.buckets.tables import no_rows
from partwise.evaluation.checks import name_apart
from partwise.evaluation.evaluated import Evaluated, evaluated, joined
from partwise.evaluation.joined_notes import joined_notes, said
from partwise.evaluation.run_facts import RunFacts
from partwise.files.bucketed.tables import FramedRows, facts_of, table_of
from partwise.geometry.assessments.lengths import DIFFER
from partwise.messages import Note, Notes
from partwise.tables.names import EMPTY
from partwise.tables.run import Run
from partwise.tables.run_order import TABLES, ordered_by

if TYPE_CHECKING:
    import polars as pl

    from partwise._typing import Ints
    from partwise.evaluation.topic_batches import TopicBatches


class NotTogetherError(Exception):
    """A run that has to be read at once: a topic that comes back, or rows of several kinds."""


class StreamedRun:
    """One run: the rows of the topic that may go on, and what the others gave.

    Parameters
    ----------
    reader : TopicBatches
        Knows what runs meet.
    taken : sequence of str
        Names that other runs have.
    """

    def __init__(self, reader: TopicBatches, taken: Sequence[str]) -> None:
        self._reader, self._taken = reader, taken
        self._facts: dict[str, Any] = {}
        self._elements = self._texts = False
        self._found = RunBuckets()
        self._begun: set[str] = set()
        self._open: str | None = None
        self._waiting: pl.DataFrame | None = None
        self._done: list[tuple[Evaluated, Ints]] = []
        self._noted: list[list[Note]] = []
        self._by_score = False

    def add(self, run: Run) -> None:
        """Take in the next rows, and evaluate the topics that are complete."""
        qrels = self._reader.tables.qrels
        self._check(run)
        run = self._named(run)
        judged = (run.topics.codes_in(qrels.topics) >= 0)[run.topic]
        found = RunBuckets.of_piece(run, judged)
        if self._reader.doc_ids is None:
            pairs = self._reader.tables.assessments.judged_documents
            found.names = NamesFound.of_piece(run, qrels, pairs)
        self._found.add(found)
        rows = np.flatnonzero(judged)
        if rows.size:
            self._keep(run, rows)

    def _check(self, run: Run) -> None:
        """Refuse what has to be read at once."""
        self._check_kind(run)
        self._check_together(run)

    def _check_kind(self, run: Run) -> None:
        """Refuse rows unlike those before them."""
        elements, texts = bool((run.element >= 0).any()), "text" in run.extra
        facts = facts_of(run)
        if not self._facts:
            self._facts, self._elements, self._texts = facts, elements, texts
        same = facts == self._facts and (elements, texts) == (self._elements, self._texts)
        if not same or run.answered or not len(run):
            raise NotTogetherError

    def _check_together(self, run: Run) -> None:
        """Refuse a topic that comes back."""
        first = np.flatnonzero(np.diff(run.topic, prepend=-1))
        topics = [run.topics[code] for code in run.topic[first].tolist()]
        new = topics[1:] if topics[0] == self._open else topics
        before = len(self._begun)
        self._begun.update(new)
        if len(self._begun) < before + len(new):
            raise NotTogetherError
        self._open = topics[-1]

    def _keep(self, run: Run, rows: Ints) -> None:
        """Evaluate all topics of judged rows but the last, which may go on."""
        import polars as pl

        frame = FramedRows(run).of(rows)
        if self._waiting is not None:
            frame = pl.concat([self._waiting, frame], how="diagonal_relaxed")
        last = frame["topic"][-1]
        names, rows = topics_of(frame)
        self._waiting = frame.slice(frame.height - rows[-1]) if last == self._open else None
        if self._waiting is not None:
            self._refuse_large(str(last), int(rows[-1]))
            names, rows = names[:-1], rows[:-1]
        self._evaluate_all(frame, names, rows)

    @property
    def _source(self) -> str:
        return str(self._found.facts.get("source") or self._found.facts["name"])

    def _refuse_large(self, topic: str, rows: int) -> None:
        if not self._reader.batches.may_hold(rows):
            raise too_large(topic, rows, self._source)

    def _evaluate_all(self, frame: pl.DataFrame, names: list[str], rows: Ints) -> None:
        """Evaluate complete topics, as many at once as memory allows."""
        batches, begin, at = self._reader.batches, 0, 0
        while begin < len(names):
            end = begin + batches.fitting(rows[begin:])
            size = int(rows[begin:end].sum())
            self._evaluate(frame.slice(at, size), names[begin:end])
            if batches.passed() and end - begin == 1:
                raise too_large(names[begin], size, self._source, peak_mb())
            begin, at = end, at + size

    def _evaluate(self, frame: pl.DataFrame, names: Sequence[str]) -> None:
        """Let some topics meet their assessments."""
        reader = self._reader
        index = reader.tables.qrels.topics.index
        codes = np.sort(np.array([index[name] for name in names], np.int64))
        tables = reader.some.tables(codes)
        run = self._run(frame)
        try:
            one = arranged(run, tables.qrels, tables.structure, reader.planned)
            view = tables.view(one, reader.planned.order, reader.inventories.of(run.name))
            facts = RunFacts.of(view.retrieved, tables.qrels.topics, view.order)
            self._done.append((evaluated(view, reader.planned, facts), codes))
        except PartwiseError:  # told by who has the whole file: its errors come first
            raise NotTogetherError from None
        by = ordered_by(run, reader.planned.order)
        self._by_score = run.format in TABLES and by == "score"
        self._noted.append(tables.assessments.notes.in_order())

    def _run(self, frame: pl.DataFrame) -> Run:
        run = table_of(Run, frame, self._facts, whole_table={"elements": self._elements})
        return self._named(run)

    def _named(self, run: Run) -> Run:
        """Return the run under the name that it will have beside the others."""
        return run.named(name_apart(run.name, run.source, self._taken, Notes()))

    def whole(self) -> Evaluated:
        """Evaluate what is left, and return what all topics gave."""
        if self._waiting is not None:
            self._evaluate_all(self._waiting, *topics_of(self._waiting))
        topics = self._reader.tables.qrels.topics
        present = np.zeros(len(topics), np.bool_)
        for _, codes in self._done:
            present[codes] = True
        if not present.any():
            raise NotTogetherError
        if not present.all():
            missing = [topics[code] for code in np.flatnonzero(~present).tolist()]
            self._evaluate(self._nothing(), missing)
        return self._told(joined(self._done, topics.tolist()))

    def _nothing(self) -> pl.DataFrame:
        return no_rows(self._facts).drop("row")

    def _told(self, run: Evaluated) -> Evaluated:
        """Add what only all topics can tell."""
        if not run.met.judged:
            raise NotTogetherError
        found, facts = self._found, run.facts
        if self._by_score:
            falls = facts.falls or found.falls
            facts = replace(facts, falls=falls, rises=(facts.rises or found.rises) and not falls)
        known = self._reader.tables.qrels.topics.index
        facts = replace(
            facts,
            rows=found.rows,
            documents=found.documents,
            text=found.text,
            topics=tuple(found.topics),
            ignored=tuple(topic for topic in found.topics if topic not in known),
        )
        names = None if found.names is None else found.names.found()
        warned = name_notes(names, run.met, facts.source or facts.name, EMPTY)
        read = [*said(joined_notes(found.notes, {})), *run.read]
        return replace(run, facts=facts, noted=[*warned, *run.noted], read=read)

    def judged(self) -> Iterator[Note]:
        """Yield what was noticed of the assessments."""
        order = self._reader.tables.qrels.topics.index
        every = said(joined_notes(self._noted, order))
        yield from (note for note in every if note.template != DIFFER)

    def empty(self) -> Run:
        """Return the run without its rows, under its own name."""
        return table_of(Run, self._nothing(), self._facts)


def topics_of(frame: pl.DataFrame) -> tuple[list[str], Ints]:
    """Return the topics of rows that lie together, and how many rows each has."""
    runs = frame["topic"].rle()
    return runs.struct.field("value").to_list(), runs.struct.field("len").to_numpy().astype(int)
