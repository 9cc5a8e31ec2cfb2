"""Documents of a run: what was retrieved, and which of it was judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.by_topic import ByTopic
from partwise.kernels.ragged import (
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    segment_count,
    top,
)
from partwise.kernels.ranked import by_first_row, split_groups

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.ranking import Ranking
    from partwise.tables.run import Run


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


def documents(run: Run, listed: Ranking, rows: Ints) -> Documents:
    """Gather the parts of each document at the first one's rank. O(n log n)."""
    offsets = offsets_from_lengths(listed.length)
    doc = run.doc[rows]
    key = owners(offsets)
    key *= len(run.docs)
    key += doc
    code, first = by_first_row(key)
    return Documents(np.searchsorted(first, offsets), doc[first].astype(np.int64), first, code)


@dataclass(frozen=True, eq=False)
class Found(ByTopic):
    """Retrieved documents that were judged, in rank order."""

    rank: Ints
    """Rank among all retrieved documents of the topic, from 1."""
    pair: Ints
    """Judged pair."""

    def where(self, chosen: Flags) -> Found:
        """Only some of them, at their ranks."""
        offsets = offsets_from_lengths(segment_count(chosen, self.offsets))
        return Found(offsets, self.rank[chosen], self.pair[chosen])

    def top(self, k: int | None) -> Found:
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


def found(judged: Assessments, retrieved: Documents, judged_codes: Ints) -> Found:
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
    return Found(offsets, document - retrieved.offsets[topic] + 1, pair[hit])
