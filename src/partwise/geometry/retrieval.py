"""Retrieval: what a run returned for the judged topics, in order, by document, and judged or not.

`Retrieval` is what a view and its parts share; `gather_documents` gathers the rows of each
document, and `find_judged` joins the documents with the judged pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.base import ByTopic
from partwise.geometry.ranking import Ranking, ranking
from partwise.kernels.ragged import (
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    segment_count,
    top,
)
from partwise.kernels.ranked import by_first_row, split_groups
from partwise.messages import Notes
from partwise.tables.run_order import DISAGREEMENT, order_keys

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.ranking import Ranking
    from partwise.tables.run import Order, Run


@dataclass(frozen=True, eq=False)
class Documents(ByTopic):
    """One row per retrieved document, at the rank of its first part.

    Parameters
    ----------
    doc : array
        Code in the run.
    first : array
        Place of its first part.
    of_place : array
        Document of each place of the ranking.
    """

    doc: Ints
    first: Ints
    of_place: Ints

    @cached_property
    def n_scattered(self) -> int:
        """Documents whose parts do not stand together, topic by topic."""
        if self.doc.size == self.of_place.size:
            return 0
        return split_groups(self.of_place, self.doc.size)


def gather_documents(run: Run, listed: Ranking, rows: Ints) -> Documents:
    """Gather the parts of each document at the first one's rank. O(n log n)."""
    offsets = offsets_from_lengths(listed.length)
    doc = run.doc[rows]
    key = owners(offsets)
    key *= len(run.docs)
    key += doc
    code, first = by_first_row(key)
    return Documents(np.searchsorted(first, offsets), doc[first].astype(np.int64), first, code)


@dataclass(frozen=True, eq=False)
class RankedPairs(ByTopic):
    """Retrieved documents that were judged, in rank order."""

    rank: Ints
    """Rank among all retrieved documents of the topic, from 1."""
    pair: Ints
    """Judged pair."""

    def where(self, chosen: Flags) -> RankedPairs:
        """Only some of them, at their ranks."""
        offsets = offsets_from_lengths(segment_count(chosen, self.offsets))
        return RankedPairs(offsets, self.rank[chosen], self.pair[chosen])

    def top(self, k: int | None) -> RankedPairs:
        """Those among the first `k` documents retrieved."""
        return self if k is None else self.where(self.rank <= k)

    @cached_property
    def lead(self) -> Ints:
        """First found document of each topic that has one."""
        return self.offsets[:-1][top(self.offsets, 1) > self.offsets[:-1]]


def judged_codes(run: Run, judged: Assessments) -> Ints:
    """Code in the assessments of each document of the run, -1 where it was not judged."""
    if run.docs is judged.qrels.docs:
        return np.arange(len(run.docs))
    return run.docs.codes_in(judged.qrels.docs)


def find_judged(judged: Assessments, retrieved: Documents, judged_codes: Ints) -> RankedPairs:
    """Look up which retrieved documents were judged. O(documents + candidates log pairs).

    Candidates are retrieved documents that were judged for any of these topics.
    """
    pairs = judged.judged_documents
    is_judged = np.zeros(len(judged.qrels.docs) + 1, np.bool_)  # the last one for code -1
    is_judged[pairs.doc] = True
    document = np.flatnonzero(is_judged[judged_codes][retrieved.doc])
    topic = np.searchsorted(retrieved.offsets, document, "right") - 1
    pair = pairs.find(topic, judged_codes[retrieved.doc[document]])
    hit = pair >= 0
    document, topic = document[hit], topic[hit]
    offsets = offsets_from_owners(topic, retrieved.n_topics)
    return RankedPairs(offsets, document - retrieved.offsets[topic] + 1, pair[hit])


class Retrieval:
    """Ranked rows and documents of one run, computed once when first asked for.

    A view and its parts, elements and targets share one. None of them refers to the view
    itself: a view is freed with its arrays as soon as its run has been evaluated, and does
    not wait for the cycle collector.

    Parameters
    ----------
    assessments, retrieved, order
        As `judged`, `run` and `order` of a `View`.
    """

    def __init__(self, assessments: Assessments, retrieved: Run, order: Order | None) -> None:
        self.assessments = assessments
        self.retrieved = retrieved
        self.order = order
        self.notes = Notes()

    @property
    def run(self) -> Run:
        """The run with its parts."""
        return self.retrieved

    # -- rows ------------------------------------------------------------------------------

    @cached_property
    def ranking(self) -> Ranking:
        """Rows of the judged topics in final order."""
        ranked = ranking(self.retrieved, self.assessments, self.order)
        self.notes.add(DISAGREEMENT, n=ranked.n_disagree)
        return ranked

    @cached_property
    def rows(self) -> Ints:
        """Row of the run of each result."""
        return self.ranking.rows

    @cached_property
    def shares_rank(self) -> Flags:
        """Results that share the rank of the one before but for a convention: bool[places]."""
        ranked = self.ranking
        tied = ranked.tied.copy()
        for key in order_keys(self.run, self.order)[1:]:  # a rank that breaks the tie
            tied[1:] &= key[ranked.rows[1:]] == key[ranked.rows[:-1]]
        return tied

    def document_name(self, row: int) -> str:
        """Name of the document of a row of the run."""
        run = self.retrieved
        code = int(run.doc[row])
        return run.docs[code] if code < len(run.docs) else "(unjudged)"

    # -- documents -------------------------------------------------------------------------

    @cached_property
    def documents(self) -> Documents:
        """One row per retrieved document."""
        return gather_documents(self.retrieved, self.ranking, self.rows)

    @cached_property
    def judged_documents(self) -> RankedPairs:
        """Retrieved documents that were judged."""
        return find_judged(self.assessments, self.documents, self.judged_codes)

    @cached_property
    def judged_codes(self) -> Ints:
        """Code in the assessments of each document of the run, -1 where it was not judged."""
        return judged_codes(self.retrieved, self.assessments)

    @cached_property
    def relevant_documents(self) -> RankedPairs:
        """Retrieved documents that are relevant."""
        return self.judged_documents.where(self.assessments.relevant[self.judged_documents.pair])

    def relevant_from(self, rel: float | None) -> RankedPairs:
        """Return retrieved documents that are relevant with a grade of at least `rel`."""
        if rel is None:
            return self.relevant_documents
        seen = self.judged_documents
        return seen.where(self.assessments.relevant_from(rel)[seen.pair])

    @cached_property
    def n_documents(self) -> Ints:
        """Documents retrieved for each topic, judged or not."""
        return self.documents.count

    @cached_property
    def hit_document(self) -> Ints:
        """Row of `documents` of each relevant document."""
        hits = self.relevant_documents
        return self.documents.offsets[:-1][hits.topic] + hits.rank - 1

    @cached_property
    def pair_of_document(self) -> Ints:
        """Judged pair of each retrieved document, -1 where it was not judged."""
        pair = np.full(self.documents.doc.size, -1, np.int64)
        seen = self.judged_documents
        pair[self.documents.offsets[:-1][seen.topic] + seen.rank - 1] = seen.pair
        return pair

    @cached_property
    def relevant_document(self) -> Flags:
        """Retrieved documents that are relevant: bool[documents]."""
        relevant = np.zeros(self.documents.doc.size, np.bool_)
        relevant[self.hit_document] = True
        return relevant
