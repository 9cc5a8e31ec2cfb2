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
from partwise.tables.chunk_run import ChunkRun

if TYPE_CHECKING:
    from partwise.geometry.assessments.joined import Assessments
    from partwise.geometry.ranking import Ranking
    from partwise.tables.ranked_run import AnyRun


@dataclass(frozen=True, eq=False)
class Documents(ByTopic):
    """One row per retrieved document, at the rank of its first part.

    Parameters
    ----------
    doc : array
        Code in the run; ``len(run.docs)`` for a document without a name.
    first : array
        Place of its first part.
    of_place : array
        Document of each place of the ranking.
    n_scattered : int
        Documents whose parts do not stand together, topic by topic.
    """

    doc: Ints
    first: Ints
    of_place: Ints
    n_scattered: int


def documents(run: AnyRun, listed: Ranking, rows: Ints) -> Documents:
    """Gather the parts of each document at the first one's rank. O(n log n)."""
    offsets = offsets_from_lengths(listed.length)
    topic = owners(offsets)
    doc = run.doc[rows].astype(np.int64)
    if isinstance(run, ChunkRun):  # told apart also where they have no names
        key = run.document[rows]
    else:
        key = topic * (len(run.docs) + 1) + doc
        nameless = doc == len(run.docs)
        key[nameless] = -1 - np.flatnonzero(nameless)  # each of them is a document of its own
    code, first = by_first_row(key)
    topics = offsets_from_owners(topic[first], offsets.size - 1)
    return Documents(topics, doc[first], first, code, split_groups(code, first.size))


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


def _judged_codes(run: AnyRun, judged: Assessments) -> Ints:
    """Code in the assessments of each document of the run, -1 where it was not judged."""
    if run.docs is judged.qrels.docs:
        return np.arange(len(run.docs))
    return run.docs.codes_in(judged.qrels.docs)


def found(run: AnyRun, judged: Assessments, retrieved: Documents) -> Found:
    """Look up which retrieved documents were judged. O(documents log pairs)."""
    topic = retrieved.topic
    code = np.append(_judged_codes(run, judged), -1)[retrieved.doc]
    pair = judged.judged_documents.find(topic, code)
    some = pair >= 0
    offsets = offsets_from_lengths(segment_count(some, retrieved.offsets))
    return Found(offsets, retrieved.nth[some], pair[some])


def found_in_place(run: AnyRun, judged: Assessments, listed: Ranking) -> Found:
    """Do the same for a ranked run, looking only at the documents it names.

    Such a run has a row per document and keeps the names of judged documents
    only, so that millions of rows cost two passes over one column.
    """
    rows = np.flatnonzero(run.doc < len(run.docs))
    topic = run.topics.codes_in(judged.topics)[run.topic[rows]]
    code = _judged_codes(run, judged)[run.doc[rows]]
    pair = np.where(topic >= 0, judged.judged_documents.find(topic, code), -1)
    some = pair >= 0
    rows, topic, pair = rows[some], topic[some], pair[some]
    if (topic[1:] < topic[:-1]).any():
        order = np.argsort(topic, kind="stable")
        rows, topic, pair = rows[order], topic[order], pair[order]
    offsets = offsets_from_owners(topic, judged.n_topics)
    return Found(offsets, rows - listed.begin[topic] + 1, pair)
