"""Nodes as the list of a topic holds them, for models that look at more than places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.geometry.memo import Memo
from partwise.geometry.nodes import Nodes
from partwise.kernels.intervals import covered_before, lay_out, merge
from partwise.users.extents import Unit, extents


class Wanted:
    """What the readers of each topic want to see.

    Parameters
    ----------
    topic : ndarray of int64
        Number of the topic of each ideal.
    nodes : Nodes
        The ideals.
    """

    def __init__(self, topic: Ints, nodes: Nodes) -> None:
        self._topic, self._nodes = topic, nodes
        self._memo = Memo()

    def on_axis(self, unit: Unit, model: str) -> WantedText:
        """Lay the texts of topics in documents side by side, once a unit."""
        return self._memo(unit, partial(WantedText, self._topic, self._nodes, unit, model))


class WantedText:
    """Ideals of topics in documents, and the text that they cover, on one axis."""

    def __init__(self, topic: Ints, nodes: Nodes, unit: Unit, model: str) -> None:
        start, end = extents(nodes, unit, model)
        self._stride = int(nodes.doc.max(initial=0)) + 1
        self._key, pair = np.unique(topic * self._stride + nodes.doc, return_inverse=True)
        extent = np.zeros(self._key.size, np.int64)
        np.maximum.at(extent, pair, end)
        self._origin = lay_out(extent)
        start, end = start + self._origin[pair], end + self._origin[pair]
        self._low, self._high = merge(start, end)
        self._starts = np.sort(start)
        self._inner = merge(start + 1, end)  # where one who enters stands inside an ideal

    def covered(self, topic: Ints, doc: Ints, low: Ints, high: Ints) -> Ints:
        """Characters of ideals in ``[low, high)`` of a document."""
        begin, limit = self._axis(topic, doc)
        low, high = np.minimum(begin + low, limit), np.minimum(begin + high, limit)
        found = covered_before(high, self._low, self._high)
        found -= covered_before(low, self._low, self._high)
        return np.where(begin < 0, 0, found)

    def first_met(self, topic: Ints, doc: Ints, enter: Ints) -> Ints:
        """Where a reader who enters and reads on meets the first ideal; -1: nowhere."""
        begin, limit = self._axis(topic, doc)
        at = np.minimum(begin + enter, limit)
        low, high = self._inner
        inside = np.searchsorted(low, at, "right") > np.searchsorted(high, at, "right")
        after = np.searchsorted(self._starts, at)
        ahead = np.append(self._starts, np.iinfo(np.int64).max)[after]
        met = np.where(ahead <= limit, ahead - begin, -1)
        met = np.where(inside, enter, met)
        return np.where((begin < 0) | (begin + enter > limit), -1, met)

    def _axis(self, topic: Ints, doc: Ints) -> tuple[Ints, Ints]:
        """Where the text of each topic in a document begins and ends; -1 where it has none."""
        if not self._key.size:
            none = np.full(topic.size, -1, np.int64)
            return none, none
        key = topic * self._stride + doc
        at = np.minimum(np.searchsorted(self._key, key), self._key.size - 1)
        known = (doc < self._stride) & (self._key[at] == key)
        return np.where(known, self._origin[at], -1), self._origin[at + 1] - 1


@dataclass(frozen=True, eq=False)
class Asked(Nodes):
    """Nodes from which readers of topics go on."""

    topic: NDArray[np.object_]
    """The topic, as qrels and runs name it."""
    rank: Ints
    """Rank of the node in the topic's list, 0 where it is no result."""
    number: Ints
    """Number of the topic."""
    wanted: Wanted | None
    """The ideals, where a measure has them."""

    @classmethod
    def of(
        cls,
        nodes: Nodes,
        topic: NDArray[np.object_],
        rank: Ints,
        number: Ints,
        wanted: Wanted | None = None,
    ) -> Asked:
        """Add what a topic's list says of nodes."""
        place = nodes.space, nodes.doc, nodes.start, nodes.end, nodes.row, nodes.name
        return cls(*place, topic, rank, number, wanted)
