"""Parts of a run: sizes, relevant and newly seen characters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError
from partwise.geometry.base import SHORT, ByTopic, Memo, check_total, note_past_end, of_every_topic
from partwise.geometry.spans import extents
from partwise.kernels.intervals import (
    FirstCover,
    NewCharacters,
    Stretches,
    covered_before,
    first_cover,
    first_met,
    lay_out,
    precision_walk,
)
from partwise.kernels.ragged import count_before, offsets_from_lengths, unique_rows
from partwise.kernels.ranked import repeats_earlier
from partwise.tables.columns import first
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from partwise.geometry.relevant_text import ShownOnce
    from partwise.geometry.retrieval import Retrieval


@dataclass(frozen=True, eq=False)
class Parts(ByTopic):
    """The ranked parts of all judged topics, clipped to their documents.

    Parameters
    ----------
    retrieval : Retrieval
        Run and documents.
    row : array
        Row of the run.
    document : array
        Row of `retrieval.documents`.
    start, end : array
        Half-open; ``[0, 0)`` where the size is not known.
    endless : array
        Whole documents of unknown length.
    """

    retrieval: Retrieval
    row: Ints
    document: Ints
    start: Ints
    end: Ints
    endless: Flags

    @cached_property
    def rank(self) -> Ints:
        """Rank of each part in its topic, from 1."""
        return self.nth

    # -- sizes -----------------------------------------------------------------------------

    def size(self, measure: str, k: int | None = None) -> Ints:
        """Characters of each part; the first `k` of a topic must be known."""
        self.require_lengths(self.endless, measure, k)
        return self._size

    @cached_property
    def _size(self) -> Ints:
        size = self.end - self.start
        check_total(size, "parts")
        return size

    def require_lengths(self, unknown: Flags, measure: str, k: int | None) -> None:
        """Raise MissingLengthError for the first part among the first `k` of its topic."""
        if not unknown.any():
            return
        if k is not None:
            unknown = unknown & (self.nth <= k)
        if (part := first(unknown)) is not None:
            row = int(self.row[part])
            raise MissingLengthError(row, self.retrieval.document_name(row), measure)

    @cached_property
    def _with_others(self) -> Ints:
        """Parts whose document has other parts: int64, ascending. Only they can overlap."""
        return np.flatnonzero(np.bincount(self.document)[self.document] > 1)

    @cached_property
    def same_place(self) -> Flags:
        """Parts at the place of a higher-ranked part of the topic: bool[parts]."""
        rows = self._with_others
        document = 2 * self.document[rows] + self.endless[rows]
        repeated = np.zeros(len(self), np.bool_)
        repeated[rows] = repeats_earlier(document, self.start[rows], self.end[rows])
        return repeated

    @property
    def n_doubled(self) -> int:
        """Topics in which every part has the place of another one.

        0 where the first topic is none of them: nobody asks whether others are.
        """
        size = int(self.count[self.count > 0][0]) if len(self) else 0
        columns = self.document, self.start, self.end
        if unique_rows(*(column[:size] for column in columns)).any():
            return 0
        single = np.bincount(self.topic[unique_rows(*columns)], minlength=self.n_topics)
        return int(((single == 0) & (self.count > 0)).sum())

    # -- what they show --------------------------------------------------------------------

    @cached_property
    def _origin(self) -> Ints:
        extent = np.zeros(self.retrieval.documents.doc.size, np.int64)
        np.maximum.at(extent, self.document, self.end)
        check_total(extent, "parts")
        return lay_out(extent)

    @cached_property
    def cover(self) -> FirstCover:
        """First part over each character; documents side by side."""
        return self._cover(np.arange(len(self)))

    def _cover(self, rows: Ints) -> FirstCover:
        """First of some parts over each character; `rows` are all parts of their documents."""
        base = self._origin[self.document[rows]]
        return first_cover(self.start[rows] + base, self.end[rows] + base)

    @cached_property
    def fresh(self) -> Ints:
        """Characters of each part that no earlier part shows, be it in a copy."""
        return self._seen.fresh if self._copied else self.fresh_by_place

    @cached_property
    def fresh_by_place(self) -> Ints:
        """Characters of each part at places that no earlier part shows."""
        rows, fresh = self._with_others, self.end - self.start
        cover = self._cover(rows)
        fresh[rows] = cover.first_seen(cover.border)
        return fresh

    @property
    def _copied(self) -> bool:
        """Whether relevant text has copies, of which one may have been shown before."""
        return self.retrieval.assessments.copies.any_copies

    @cached_property
    def _shown_once(self) -> ShownOnce:
        from partwise.geometry.relevant_text import shown_once

        return shown_once(self)

    def seen(self, measure: str, k: int | None = None) -> NewCharacters:
        """Relevant characters of each part; lengths of relevant documents must be known."""
        retrieval = self.retrieval
        retrieval.assessments.n_relevant_in(retrieval.relevant_documents.pair, measure)
        if self.endless.any():
            relevant = retrieval.relevant_document[self.document]
            self.require_lengths(self.endless & relevant, measure, k)
        return self._seen

    @cached_property
    def _seen(self) -> NewCharacters:
        rows, cover = self._relevant
        before = covered_before(cover.border, *self.spans)
        relevant, fresh_relevant = np.zeros((2, len(self)), np.int64)
        relevant[rows], fresh_relevant[rows] = cover.total(before), cover.first_seen(before)
        by_place = NewCharacters(relevant, self.fresh_by_place, fresh_relevant)
        return self._shown_once.seen(by_place) if self._copied else by_place

    @cached_property
    def _relevant(self) -> tuple[Ints, FirstCover]:
        """Parts of relevant documents, ascending, and the first of them over each character."""
        rows = np.flatnonzero(self.retrieval.relevant_document[self.document])
        return rows, self._cover(rows)

    @cached_property
    def spans(self) -> tuple[Ints, Ints]:
        """Highlights of retrieved documents beside the parts, as far as the parts reach."""
        document = self.retrieval.hit_document
        pair = self.retrieval.relevant_documents.pair
        start, end, owner = self.retrieval.assessments.spans_of(pair)
        origin, until = self._origin[document], self._origin[document + 1] - 1
        start, end = start + origin[owner], np.minimum(end + origin[owner], until[owner])
        reached = start < end
        return start[reached], end[reached]

    def walk(self, measure: str, k: int | None) -> Reals:
        """Sum of precision over the relevant characters of each topic's first `k` parts."""
        missed = self.size(measure, k) - self.seen(measure, k).relevant
        part = self.met.part
        begin = self.start[part] + self._origin[self.document[part]]
        return precision_walk(self.met, begin, missed, self.spans, self.offsets, k=k)

    @cached_property
    def met(self) -> Stretches:
        """Relevant text where it is met for the first time, be it in a copy."""
        if self._copied:
            return self._shown_once.stretches(self._origin[self.document])
        rows, cover = self._relevant
        part, start, length = first_met(cover, *self.spans)
        return Stretches(rows[part], start, length)

    # -- budgets ---------------------------------------------------------------------------

    def within(self, budget: int, unit: str, measure: str) -> Parts:
        """Parts that a budget pays for; the one in which it ends is cut to its beginning."""
        return self._bought((budget, unit), lambda: self._within(budget, unit, measure))

    @cached_property
    def _bought(self) -> Memo:
        return Memo()

    def _within(self, budget: int, unit: str, measure: str) -> Parts:
        cost = self._tokens(measure) if unit == "tokens" else np.where(self.endless, 0, self._size)
        before = count_before(cost)
        spent = before[:-1] - np.repeat(before[self.offsets[:-1]], self.count)
        bought = np.flatnonzero(spent < budget)
        read = np.diff(before[self.offsets])[self.count > 0]
        less = of_every_topic(int((read < budget).sum()), read.size)
        self.retrieval.notes.add(SHORT, budget=f"{budget:,} {unit}", **less)
        if unit != "tokens":
            self.require_lengths(self.endless & (spent < budget), measure, None)
        budget_left, price, size = budget - spent[bought], cost[bought], self._size[bought]
        short = budget_left < price
        whole, rest = np.divmod(size, np.maximum(price, 1))
        size = np.where(
            short, whole * budget_left + rest * budget_left // np.maximum(price, 1), size
        )
        length = np.bincount(self.topic[bought], minlength=self.n_topics)
        return replace(
            self,
            offsets=offsets_from_lengths(length),
            row=self.row[bought],
            document=self.document[bought],
            start=self.start[bought],
            end=self.start[bought] + size,
            endless=self.endless[bought],
        )

    def _tokens(self, measure: str) -> Ints:
        column = self.retrieval.run.tokens
        tokens = np.full(len(self), -1) if column is None else column[self.row]
        if (part := first(tokens < 0)) is not None:
            problem = f"{measure} counts tokens, and this part has no token count"
            raise RowsError(self.retrieval.run.source, [(int(self.row[part]), problem)])
        template = "{n:part} with text {n:has|have} 0 tokens and {n:costs|cost} nothing"
        self.retrieval.notes.warn(template, n=int(((tokens == 0) & (self.end > self.start)).sum()))
        return tokens


def parts(retrieval: Retrieval) -> Parts:
    """Resolve, clip and line up the parts of a run, noting what is odd."""
    judged, offsets = retrieval.assessments, offsets_from_lengths(retrieval.ranking.length)
    row, document = retrieval.rows, retrieval.documents.of_place
    run = retrieval.run
    start, end = extents(run, row, judged.structure)
    length = np.append(judged.lengths.of(run.docs), -1)[run.doc[row]]
    whole = start < 0
    endless = whole & (length < 0)
    start = np.where(whole, 0, start)
    end = np.where(whole, np.maximum(length, 0), end)
    past = (length >= 0) & (end > length)
    if judged.clip:
        beyond = int((past & (start >= length)).sum())
        note_past_end(retrieval.notes, "part", past=int(past.sum()), beyond=beyond)
        start[past] = np.minimum(start, length)[past]
        end[past] = length[past]
    return Parts(offsets, retrieval, row, document, start, end, endless)
