"""Text of topics in documents, to be asked how much of it lies where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.intervals import covered_before, lay_out, merge
from partwise.kernels.matching import positions
from partwise.kernels.ragged import offsets_from_owners, owners
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets


class CoveredText:
    """Disjoint spans of topics in documents.

    Parameters
    ----------
    topic, doc : ndarray of int64
        The pairs, ascending by topic and then document.
    offsets, start, end : ndarray of int64
        Spans of each pair, ascending.
    """

    def __init__(self, topic: Ints, doc: Ints, offsets: Ints, start: Ints, end: Ints) -> None:
        self.topic = topic
        self.offsets = offsets
        self.size = end - start
        self._stride = int(doc.max(initial=0)) + 1
        self._key = topic * self._stride + doc
        extent = np.zeros(topic.size, np.int64)
        pair = owners(offsets)
        np.maximum.at(extent, pair, end)
        self._origin = lay_out(extent)
        self._start, self._end = start + self._origin[pair], end + self._origin[pair]
        self._extent = extent

    def base(self, topic: Ints, doc: Ints) -> Ints:
        """Pair of each topic and document, -1 where it has no text."""
        at = positions(self._key, topic * self._stride + doc)
        return np.where(doc < self._stride, at, ABSENT)

    def before(self, pair: Ints, position: Ints) -> Ints:
        """Characters before a position of a pair's document, those of earlier pairs included."""
        at = self._origin[pair] + np.minimum(position, self._extent[pair])
        return covered_before(at, self._start, self._end)

    def n_characters(self, n_topics: int) -> Ints:
        """Characters of each topic."""
        total = np.zeros(n_topics, np.int64)
        np.add.at(total, self.topic[owners(self.offsets)], self.size)
        return total


def text_of_trees(both: ResultsAndTargets, topic: Ints, tree: Ints) -> CoveredText:
    """Text that trees of topics show together, each character once."""
    start, end, asked = both.spans_of(tree)
    key = both.in_document(topic[asked], both.doc[tree[asked]])
    distinct, pair = np.unique(key, return_inverse=True)
    extent = np.zeros(distinct.size, np.int64)
    np.maximum.at(extent, pair, end)
    origin = lay_out(extent)
    low, high = merge(start + origin[pair], end + origin[pair])
    pair = np.searchsorted(origin, low, "right") - 1
    offsets = offsets_from_owners(pair, distinct.size)
    return CoveredText(
        *np.divmod(distinct, both.n_docs), offsets, low - origin[pair], high - origin[pair]
    )


def union_shares(both: ResultsAndTargets, depth: int | None) -> Reals:
    """Share of each target that the first `depth` results show together."""
    last = depth or both.result.size
    row = np.flatnonzero(both.rank <= last)
    low, high = both.near(row)
    row = row[high > low]
    text = text_of_trees(both, both.topic[row], both.result[row])
    covered = both.covered(both.target_topic, both.target, text)
    size = both.size[both.target]
    rank = np.append(both.rank, 0)[both.returned]  # a run may have no results at all
    seen = (both.returned >= 0) & (rank <= last)
    return np.where(size > 0, covered / np.maximum(size, 1), seen.astype(np.float64))
