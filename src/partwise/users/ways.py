"""Chances of ever getting from results to what is wanted, each found once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.distinct import distinct
from partwise.kernels.matching import positions
from partwise.kernels.ragged import offsets_from_owners, owners, ranges
from partwise.tables.columns import ABSENT

WINDOW = 1 << 20
"""Chances that are found in one go."""

KEPT = 1 << 23
"""Chances that are kept (64 MB)."""

Between = Callable[[Ints, Ints, Ints], Reals]
"""Chance of getting from node to node for the readers of a topic: topics, nodes, other nodes."""


class Kept:
    """Tables of chances that several models share room for; the oldest make way for new ones."""

    def __init__(self) -> None:
        self._tables: dict[tuple[object, int], Reals] = {}

    def get(self, key: tuple[object, int]) -> Reals | None:
        """Return a table, if it is still there."""
        return self._tables.get(key)

    def put(self, key: tuple[object, int], table: Reals) -> None:
        """Keep a table."""
        held = table.size + sum(known.size for known in self._tables.values())
        for oldest in list(self._tables):
            if held <= KEPT:
                break
            held -= self._tables.pop(oldest).size
        self._tables[key] = table


class Ways:
    """Remembers the chances between the nodes from which and to which the readers of topics go.

    To find out who ever comes to a goal costs the same for one result and for all of them, and
    measures ask result by result, one measure after the other. So all that a topic may ask
    about a goal is answered when its first result is.

    Parameters
    ----------
    origins, goals : pair of ndarray
        Topics and nodes, each pair once.
    kept : Kept, optional
        Where they are kept, beside those of others.
    """

    def __init__(
        self,
        origins: tuple[Ints, Ints],
        goals: tuple[Ints, Ints],
        kept: Kept | None = None,
    ) -> None:
        self._kept = Kept() if kept is None else kept
        self._mine = object()
        nodes, topics = (np.append(origins[at], goals[at]) for at in (1, 0))
        self._stride = np.int64(nodes.max(initial=0) + 1)
        self._n_topics = int(topics.max(initial=-1)) + 1
        self._from = np.sort(origins[0] * self._stride + origins[1])
        self._to = np.sort(goals[0] * self._stride + goals[1])
        self._first = offsets_from_owners(self._from // self._stride, self._n_topics)
        many = np.diff(self._first)[self._to // self._stride]
        self._cell = np.concatenate(([0], np.cumsum(many)))
        self._window = self._cell[:-1] // WINDOW

    def between(self, topic: Ints, x: Ints, y: Ints, find: Between) -> Reals:
        """Chance of ever getting from each node to its other; `find` is asked for new ones."""
        goal, origin = self._find(self._to, topic, y), self._find(self._from, topic, x)
        unknown = np.flatnonzero((goal < 0) | (origin < 0))
        out = np.zeros(x.size)
        if unknown.size:
            out[unknown] = find(topic[unknown], x[unknown], y[unknown])
        known = np.flatnonzero((goal >= 0) & (origin >= 0))
        window = self._window[goal[known]]
        cell = self._cell[goal[known]] + origin[known] - self._first[topic[known]]
        for number in distinct(window).tolist():
            mine = np.flatnonzero(window == number)
            first_cell = self._cell[np.searchsorted(self._window, number)]
            out[known[mine]] = self._table(number, find)[cell[mine] - first_cell]
        return out

    def _find(self, keys: Ints, topic: Ints, node: Ints) -> Ints:
        """Position of nodes of topics, -1 where they are not among the known ones."""
        inside = node < self._stride
        return positions(keys, np.where(inside, topic * self._stride + node, ABSENT))

    def _table(self, window: int, find: Between) -> Reals:
        """Return the chances of some goals, from all results of their topics."""
        key = self._mine, window
        table = self._kept.get(key)
        if table is None:
            goal = np.arange(*np.searchsorted(self._window, (window, window + 1)))
            topic = self._to[goal] // self._stride
            origin, offsets = ranges(self._first[topic], self._first[topic + 1])
            at = owners(offsets)
            table = find(
                topic[at], self._from[origin] % self._stride, self._to[goal[at]] % self._stride
            )
            self._kept.put(key, table)
        return table
