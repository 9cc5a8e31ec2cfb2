"""Evaluation of one run after the other: each is read, ranked, joined and measured in groups.

A group holds the rows of some topics. It meets the judgements of these topics alone, and what
groups give is concatenated. A run in memory, or in a small file, is one group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.errors import FormatError, PartwiseError
from partwise.evaluation.id_matching import (
    MOST_IDS,
    Met,
    UnjudgedIds,
    id_notes,
    match_ids,
    no_common_topics,
)
from partwise.evaluation.inventories import Inventories
from partwise.evaluation.lines import with_lines
from partwise.evaluation.notes import RunFacts, joined_notes, reader_notes, without_empty
from partwise.evaluation.partial_results import PartialResults, evaluate_view
from partwise.evaluation.plan import Plan
from partwise.evaluation.prepared import Prepared, arranged
from partwise.evaluation.run_files import RunFile
from partwise.files.groups import TopicsNotContiguousError
from partwise.language.component import Component
from partwise.language.measure import Measure
from partwise.messages import Note, plural
from partwise.tables.doc_ids import DocIds
from partwise.tables.names import EMPTY
from partwise.tables.part_texts import OTHER_LENGTHS
from partwise.tables.problems import RowsError
from partwise.tables.rows import taken_rows
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.evaluation.prepared import SomeTopics
    from partwise.geometry.view import View

ROW_BYTES = 400
"""Bytes that a row costs while it is evaluated, rounded up."""
PROCESS_BYTES = 150_000_000
"""Bytes of an interpreter with its libraries."""

Naming = Callable[[Run], Run]
"""Called with a run; returns it under a name that no other run has."""


class _UnlikeGroupsError(Exception):
    """Groups of a run that cannot be evaluated apart, or one of them that cannot be evaluated."""


@dataclass
class GroupResults:
    """Results of groups of one run, as far as they are evaluated.

    Parameters
    ----------
    empty : Run, optional
        The run without its rows; None before the first group.
    pieces : list of (PartialResults, ndarray of int64)
        Results of groups, and codes of their topics in the judgements.
    notes : list of list of Note
        Notes on the judgements, group by group.
    """

    empty: Run | None = None
    pieces: list[tuple[PartialResults, Ints]] = field(default_factory=list)
    notes: list[list[Note]] = field(default_factory=list)

    @property
    def n_ids(self) -> int:
        """Number of ids without judgements that were collected."""
        return sum(results.ids.doc.size for results, _ in self.pieces)

    @classmethod
    def joined(cls, shares: Sequence[GroupResults]) -> GroupResults:
        """Return the results of several shares of a run."""
        return cls(
            next((share.empty for share in shares if share.empty is not None), None),
            [piece for share in shares for piece in share.pieces],
            [notes for share in shares for notes in share.notes],
        )


class RunEvaluator:
    """Evaluates runs against prepared judgements.

    Parameters
    ----------
    tables : Prepared
        Judgements and what stands beside them.
    planned : Plan
        What is measured.
    inventories : Inventories
        Passages that could have been retrieved, by run.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How ids of documents are compared.
    memory : int, optional
        Maximum bytes of this process; a topic that needs more is an error.
    """

    def __init__(
        self,
        tables: Prepared,
        planned: Plan,
        inventories: Inventories,
        doc_ids: DocIds | None,
        memory: int | None = None,
    ) -> None:
        self._tables, self._planned, self._inventories = tables, planned, inventories
        self._doc_ids, self.memory = doc_ids, memory
        self.all_columns = any(map(_may_read_columns, planned.measures))
        self.notes: dict[str, Note] = {}
        """Notes on the judgements of groups."""

    def evaluate(self, run: Run | RunFile, naming: Naming) -> PartialResults:
        """Return the results of a run for all judged topics."""
        if isinstance(run, Run):
            return self._alone(naming(run))
        if run.needs_all_rows:
            return self._alone(naming(run.read()))
        groups = run.groups(all_columns=self.all_columns)
        try:
            try:
                return self._in_groups(map(naming, run.prepared(groups.together())))
            except TopicsNotContiguousError:
                from partwise.files.atomic import scratch

                with scratch() as folder:
                    topics, runs = groups.by_topic(folder)
                    return self._in_groups(map(naming, run.prepared(runs)), topics)
        except _UnlikeGroupsError:  # an error speaks of the whole run, and so do its columns
            return self._alone(naming(run.read()))

    # -- shares of a file, which processes evaluate --------------------------------------------

    def share(self, groups: Iterable[Run]) -> GroupResults | None:
        """Evaluate one of several shares of a file; None where the whole run must be looked at."""
        results = GroupResults()
        return results if self._is_added(groups, results) else None

    def bucket(self, groups: Iterable[Run], empty: Run, codes: Ints) -> GroupResults | None:
        """Evaluate the topics of a bucket; None where the whole run must be looked at.

        Parameters
        ----------
        groups : iterable of Run
            Rows of the bucket.
        empty : Run
            The run without its rows.
        codes : ndarray of int64
            Judged topics of the bucket, by their codes.
        """
        results = GroupResults(empty)
        if not self._is_added(groups, results):
            return None
        for _, evaluated in results.pieces:
            codes = np.setdiff1d(codes, evaluated)
        try:
            if codes.size:
                self._add_topics(empty, codes, results)
        except _UnlikeGroupsError:
            return None
        return results

    def _is_added(self, groups: Iterable[Run], results: GroupResults) -> bool:
        """Evaluate groups; False where the whole run must be looked at."""
        try:
            for group in groups:
                self._add(group, results)
        except (PartwiseError, TopicsNotContiguousError, _UnlikeGroupsError):
            return False
        return True

    def join(
        self, run: Run | RunFile, shares: Sequence[GroupResults | None], naming: Naming
    ) -> PartialResults:
        """Put the shares of a run together; where that cannot be done, evaluate the run here."""
        complete = [share for share in shares if share is not None]
        if len(complete) < len(shares) or not _fit_together(complete, naming):
            return self.evaluate(run, naming)
        try:
            return self.whole(GroupResults.joined(complete))
        except _UnlikeGroupsError:
            return self.evaluate(run, naming)

    # -- one group -------------------------------------------------------------------------

    def _alone(self, run: Run) -> PartialResults:
        """Evaluate a run whose rows are all there."""
        tables = self._tables
        self._check_memory(run)
        try:
            view = self._view(run, tables)
            facts = RunFacts.of(view.retrieved, tables.qrels.topics, view.order)
            return evaluate_view(view, self._planned, facts, *match_ids(view, self._doc_ids))
        except RowsError as error:
            raise with_lines(error, tables.qrels, run, *self._inventories.read) from None

    def _view(self, run: Run, tables: Prepared) -> View:
        ruled = arranged(run, tables.qrels, tables.structure, self._planned)
        return tables.view(ruled, self._planned.order, self._inventories.of(run.name))

    def _check_memory(self, run: Run) -> None:
        """Raise an error for a topic that needs more memory than there may be."""
        if self.memory is None or not len(run):
            return
        rows = np.bincount(run.topic)
        largest = int(rows.argmax())
        needed = int(rows[largest]) * ROW_BYTES + PROCESS_BYTES
        if needed > self.memory:
            many = plural(int(rows[largest]), "result")
            topic = run.topics[largest]
            problem = f"topic {topic} has {many} and needs about {needed / 1e6:,.0f} MB"
            raise FormatError(_named(run), None, problem, "Use more --memory, or fewer --jobs")

    # -- several groups --------------------------------------------------------------------

    @cached_property
    def _some_topics(self) -> SomeTopics:
        from partwise.evaluation.prepared import SomeTopics  # most runs are one group

        return SomeTopics(self._tables)

    def _in_groups(self, runs: Iterator[Run], order: Sequence[str] | None = None) -> PartialResults:
        """Evaluate the groups of a run.

        Parameters
        ----------
        runs : iterator of Run
            The groups.
        order : sequence of str, optional
            Topics as the file names them. Default: in the order of the groups.
        """
        first = [*islice(runs, 2)]
        if len(first) < 2 and order is None:
            return self._alone(first[0])
        results = GroupResults()
        for run in chain(first, runs):
            self._add(run, results)
        return self.whole(results, order)

    def _add(self, run: Run, results: GroupResults) -> None:
        """Evaluate the judged topics of a group, those answered with nothing included."""
        if results.empty is None:
            results.empty = without_rows(run)
        if _columns(run) != _columns(results.empty) or _has_other_lengths(run):
            raise _UnlikeGroupsError
        self._check_memory(run)
        codes = run.topics.codes_in(self._tables.qrels.topics)
        self._add_topics(run, np.sort(codes[codes >= 0]), results)

    def _add_topics(self, run: Run, codes: Ints, results: GroupResults) -> None:
        """Evaluate topics by their codes in the judgements."""
        judged = self._tables.qrels
        if not codes.size:
            facts = RunFacts.of(run, judged.topics, self._planned.order)
            values = np.empty((len(self._planned.measures), 0))
            ids = UnjudgedIds(judged=np.zeros(len(judged.docs), np.bool_))
            none = PartialResults(facts, values, np.empty(0, np.bool_), Met(0, 0), ids)
            results.pieces.append((replace(none, read=reader_notes(run)), codes))
            return
        tables = self._some_topics.tables(codes)
        try:
            view = self._view(run, tables)
            facts = RunFacts.of(view.retrieved, judged.topics, view.order)
            ids = UnjudgedIds.of(view, judged.docs, max(MOST_IDS - results.n_ids, 0))
            ids = ids.with_lines(view.retrieved.lines)
            piece = evaluate_view(view, self._planned, facts, Met.of(view), ids)
        except PartwiseError:
            raise _UnlikeGroupsError from None
        results.pieces.append((piece, codes))
        results.notes.append(tables.assessments.notes.in_order())

    def whole(self, results: GroupResults, order: Sequence[str] | None = None) -> PartialResults:
        """Concatenate groups, judged topics without results included.

        Parameters
        ----------
        results : GroupResults
            Results of all groups.
        order : sequence of str, optional
            Topics as the file names them. Default: in the order of the groups.
        """
        from partwise.geometry.assessments import DIFFER

        tables = self._tables
        topics = tables.qrels.topics
        missing = np.ones(len(topics), np.bool_)
        is_answered = False
        for piece, codes in results.pieces:
            missing[codes] = False
            is_answered |= len(piece.facts.ignored) < len(piece.facts.topics)
        if missing.any() and is_answered and results.empty is not None:
            self._add_topics(results.empty, np.flatnonzero(missing), results)
        run = PartialResults.concatenate(results.pieces, topics.tolist())
        # files that results name, and notes on all lengths, though others may have read them
        self._inventories.of(run.facts.name)
        self._some_topics  # noqa: B018
        facts, source = run.facts, run.facts.source or run.facts.name
        if order is not None:
            facts = facts.in_order(order)
        if not is_answered:
            raise no_common_topics(source, facts.topics, topics.tolist())
        if any(not concerned.size for _, concerned in run.links.values()):
            raise _UnlikeGroupsError
        for note in without_empty(joined_notes(results.notes, topics.index)):
            if note.template != DIFFER:
                self.notes.setdefault(note, note)
        warned = id_notes(run.ids, run.met, tables.assessments, source, self._doc_ids)
        return replace(run, facts=facts, noted=[*warned, *run.noted])


def _may_read_columns(measure: Measure) -> bool:
    """Return True for a measure of the user's own, or with a user model: any column may matter."""
    ours = type(measure).__module__.partition(".")[0] == __name__.partition(".")[0]
    values = [getattr(measure, name) for name in measure.fields]
    inner = [value for value in values if isinstance(value, Component)]
    return not ours or any(
        not isinstance(value, Measure) or _may_read_columns(value) for value in inner
    )


def _named(run: Run) -> str:
    return run.source or run.name


def _columns(run: Run) -> tuple[object, ...]:
    """Return what all groups of a run have in common."""
    numbers = (run.score, run.rank, run.distance)
    return (run.name, run.natural, run.format, *(column is None for column in numbers))


def _fit_together(shares: Sequence[GroupResults], naming: Naming) -> bool:
    """Return whether shares are of one kind, no topic is in two, and no other run has the name."""
    runs = [share.empty for share in shares if share.empty is not None]
    if not runs:
        return False
    facts = [piece.facts for share in shares for piece, _ in share.pieces]
    topics = [topic for fact in facts for topic in fact.topics]
    alike = all(_columns(run) == _columns(runs[0]) for run in runs)
    return alike and len(topics) == len(set(topics)) and naming(runs[0]).name == runs[0].name


def _has_other_lengths(run: Run) -> bool:
    """Return whether texts are not as long as their spans: all of them say in which unit."""
    return any(Note.read(note).template == OTHER_LENGTHS for note in run.notes)


def without_rows(run: Run) -> Run:
    """Return a run of the same columns that has no rows."""
    none = taken_rows(run, np.empty(0, np.int64))
    return replace(none, topics=EMPTY, docs=EMPTY, elements=EMPTY, trees=EMPTY, notes=())
