"""Hitting probabilities of random walks, each solved by the cheapest exact method."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.hitting_solvers import Chain, from_table, visits
from partwise.kernels.probability import sums
from partwise.kernels.ragged import (
    count_before,
    distinct,
    offsets_from_owners,
    ranges,
    segment_starts,
)

CACHE_CELLS = 1 << 23
"""Probabilities that are cached for reuse: 64 MB of float64."""

SMALL = 128
"""Transient states of a part up to which visits between all of them are counted at once."""

TABLES = 1 << 20
"""Numbers of tables that are computed together."""

GOALS, FEWEST = 128, 4
"""Maximum number of goals solved together, and the number that is allowed whatever their size."""

ROOM = 1 << 20
"""Numbers of the columns that are solved together: 8 MB of float64."""

ROUNDING = 4 * float(np.finfo(np.float64).eps)
"""Tolerance of the sum of a row below 1, for each of its chances."""


Progress = Callable[[int, int], None]
"""Called with the number of goals that are done, and the number of all goals."""


class Hitting:
    """Steps ``source -> target`` taken with ``chance`` among ``n`` states.

    What a state's chances lack to 1, and a step to itself, mean leaving for good. A state whose
    chances exceed 1 is scaled down to 1. The chance of ever visiting a goal is the smallest
    non-negative solution of ``h = P h`` with ``h[goal] = 1``; each is the same to the last bit
    whatever else is asked.

    Raises
    ------
    ArithmeticError
        From `between` and `towards`, if no way of solving fits into memory and time.
    """

    def __init__(self, source: Ints, target: Ints, chance: Reals, n: int) -> None:
        total = sums(source, chance, n)
        chance = chance / np.maximum(total, 1.0)[source]
        lack = np.maximum(1.0 - total, 0.0)
        lack[lack <= ROUNDING * np.bincount(source, minlength=n)] = 0.0
        stays = source == target
        self._leave = lack + sums(source[stays], chance[stays], n)
        self._source, self._target, self._chance = _distinct(
            source[~stays], target[~stays], chance[~stays], n
        )
        self._offsets = offsets_from_owners(self._source, n)
        self._part = self._components("weak")
        self._members = np.argsort(self._part, kind="stable")
        self._bounds = offsets_from_owners(self._part[self._members], n)
        self._place = np.empty(n, np.int64)
        self._place[self._members] = np.arange(n) - self._bounds[self._part[self._members]]
        self._closed, self._goal = self._ends()
        before = count_before(~self._closed[self._members])
        self._row = np.empty(n, np.int64)  # among the states of the part that are not closed
        self._transient = before[self._bounds[1:]] - before[self._bounds[:-1]]
        self._row[self._members] = before[:-1] - before[self._bounds[self._part[self._members]]]
        self._chains: dict[int, Chain] = {}
        self._columns: dict[int, Reals] = {}
        self._n_cached = 0

    def towards(self, goals: Ints) -> Reals:
        """Chance of ever visiting each goal, in columns, from every state, in rows."""
        out = np.zeros((self._leave.size, goals.size))
        for rows, members, chance in self._each(goals):
            out[np.ix_(members, rows)] = chance[:, None]
        return out

    def between(self, x: Ints, y: Ints, progress: Progress | None = None) -> Reals:
        """Chance of ever coming from each state ``x`` to its ``y``."""
        out = np.zeros(x.size)
        pairs = np.flatnonzero(self._part[x] == self._part[y])
        for rows, _, chance in self._each(y[pairs], progress):
            out[pairs[rows]] = chance[self._place[x[pairs[rows]]]]
        return out

    def learn(self, goals: Ints, progress: Progress | None = None) -> None:
        """Solve for goals that are needed next: together it takes less time."""
        for _ in self._each(goals, progress):
            pass

    # -- components --------------------------------------------------------------------------

    def _components(self, connection: Literal["weak", "strong"]) -> Ints:
        """Component number of each state, int64[n]."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        n = self._leave.size
        links = np.ones(self._target.size, np.int32)
        steps = csr_array((links, self._target, self._offsets), shape=(n, n))
        _, number = connected_components(steps, directed=True, connection=connection)
        return number.astype(np.int64)

    def _ends(self) -> tuple[Flags, Ints]:
        """Mask of the states of closed classes, and the state that represents each.

        A walk that enters a closed class visits all of it, so one goal of it answers for all.
        """
        number, n = self._components("strong"), self._leave.size
        out = number[self._source] != number[self._target]
        is_left = self._leave > 0
        is_left[self._source[out]] = True
        closed = np.ones(n, np.bool_)
        closed[number[is_left]] = False
        first = np.full(n, n)
        np.minimum.at(first, number, np.arange(n))
        return closed[number], np.where(closed[number], first[number], np.arange(n))

    # -- columns -----------------------------------------------------------------------------

    def _each(
        self, goals: Ints, progress: Progress | None = None
    ) -> Iterator[tuple[Ints, Ints, Reals]]:
        """Positions of each distinct goal, the states of its component, and their chances."""
        goal = self._goal[goals]
        order = np.lexsort((goal, self._part[goal]))
        heads = segment_starts(goal[order])
        positions = np.split(order, heads[1:]) if heads.size else []
        size = np.diff(self._bounds)[self._part[goal[order[heads]]]]
        for low, high in _blocks(size.tolist()):
            if progress is not None:
                progress(low, size.size)
            block = positions[low:high]
            columns = self._cached_columns(goal[[rows[0] for rows in block]])
            for rows, column in zip(block, columns, strict=True):
                part = self._part[goal[rows[0]]]
                yield rows, self._members[self._bounds[part] : self._bounds[part + 1]], column

    def _cached_columns(self, goals: Ints) -> list[Reals]:
        """Columns of distinct goals, solved for one component at a time, or from the cache."""
        cached = self._columns  # another thread may begin a new one
        new = np.array([goal for goal in goals.tolist() if goal not in cached], np.int64)
        solved: dict[int, Reals] = {}
        heads = segment_starts(self._part[new])
        tables = self._tables(self._part[new[heads]])
        for group in np.split(new, heads[1:]) if heads.size else []:
            solved.update(zip(group.tolist(), self._solved(group, tables).T, strict=True))
        out = [solved[goal] if goal in solved else cached[goal] for goal in goals.tolist()]
        size = sum(column.size for column in solved.values())
        if self._n_cached + size > CACHE_CELLS:
            self._columns, self._n_cached = {}, 0
        if size <= CACHE_CELLS:
            self._columns |= solved
            self._n_cached += size
        return out

    def _solved(self, goals: Ints, tables: dict[int, Reals]) -> Reals:
        """Chances of goals of one part, from all of its states."""
        part = int(self._part[goals[0]])
        members = self._members[self._bounds[part] : self._bounds[part + 1]]
        inner = members[~self._closed[members]]
        out = np.zeros((members.size, goals.size))
        closed, column = self._closed[goals], np.arange(goals.size)
        out[self._place[goals], column] = 1.0
        same_class = self._closed[members, None] & (self._goal[members, None] == goals)
        out[same_class] = 1.0
        if not inner.size:
            return out
        links, _ = ranges(self._offsets[inner], self._offsets[inner + 1])
        b = np.zeros((inner.size, goals.size))
        b[self._row[goals[~closed]], column[~closed]] = 1.0
        entry = links[self._closed[self._target[links]]]
        for goal_column in column[closed]:
            into = entry[self._goal[self._target[entry]] == goals[goal_column]]
            b[:, goal_column] = sums(self._row[self._source[into]], self._chance[into], inner.size)
        place = np.where(closed, -1, self._row[goals])
        if part in tables:
            out[self._place[inner]] = from_table(tables[part], b, place)
        else:
            out[self._place[inner]] = self._chain(part, inner, links).chances(b, place)
        return out

    def _tables(self, parts: Ints) -> dict[int, Reals]:
        """Visits between the transient states of small parts, many parts at once.

        A table has room for the next power of two of states, whatever stands beside it.
        """
        size = self._transient[parts]
        room = 1 << np.ceil(np.log2(np.maximum(size, 2))).astype(np.int64)
        tables: dict[int, Reals] = {}
        for n in distinct(room[(size > 0) & (size <= SMALL)]).tolist():
            alike = parts[(room == n) & (size > 0) & (size <= SMALL)]
            for low in range(0, alike.size, step := max(1, TABLES // n**2)):
                block = alike[low : low + step]
                visited = visits(*self._dense(block, n))
                for part, table in zip(block.tolist(), visited, strict=True):
                    m = int(self._transient[part])
                    tables[part] = table[:m, :m]
        return tables

    def _dense(self, parts: Ints, n: int) -> tuple[Reals, Reals]:
        """Matrix of steps between the transient states of parts, and the chances of leaving."""
        member, bounds = ranges(self._bounds[parts], self._bounds[parts + 1])
        state, part_row = self._members[member], np.repeat(np.arange(parts.size), np.diff(bounds))
        inner = ~self._closed[state]
        state, part_row = state[inner], part_row[inner]
        leave = np.ones((parts.size, n))  # what there is room for and no state leaves at once
        leave[part_row, self._row[state]] = self._leave[state]
        links, offsets = ranges(self._offsets[state], self._offsets[state + 1])
        part_row = np.repeat(part_row, np.diff(offsets))
        row, target, chance = (
            self._row[self._source[links]],
            self._target[links],
            self._chance[links],
        )
        ends = self._closed[target]
        np.add.at(leave, (part_row[ends], row[ends]), chance[ends])
        steps = np.zeros((parts.size, n, n))
        steps[part_row[~ends], row[~ends], self._row[target[~ends]]] = chance[~ends]
        return steps, leave

    def _chain(self, part: int, inner: Ints, links: Ints) -> Chain:
        """Chain of the transient states of a large part; cached with its solutions."""
        if part in self._chains:
            return self._chains[part]
        from scipy.sparse import csr_array

        i, j, p = self._source[links], self._target[links], self._chance[links]
        ends, n = self._closed[j], inner.size
        leave = self._leave[inner] + sums(self._row[i[ends]], p[ends], n)
        rows, columns, weights = self._row[i[~ends]], self._row[j[~ends]], p[~ends]
        chain = self._chains[part] = Chain(
            csr_array((weights, (rows, columns)), shape=(n, n)), leave
        )
        return chain


def _distinct(source: Ints, target: Ints, chance: Reals, n: int) -> tuple[Ints, Ints, Reals]:
    """Each step once, ascending, those given in pieces added up."""
    pair, number = np.unique(source * max(n, 1) + target, return_inverse=True)
    whole = sums(number, chance, pair.size)
    pair, whole = pair[whole > 0], whole[whole > 0]
    return pair // max(n, 1), pair % max(n, 1), whole


def _blocks(size: list[int]) -> Iterator[tuple[int, int]]:
    """First and last number of the columns that are made at one time, given the size of each."""
    low, n_numbers = 0, 0
    for goal, n_states in enumerate(size):
        if goal - low == GOALS or (goal - low >= FEWEST and n_numbers + n_states > ROOM):
            yield low, goal
            low, n_numbers = goal, 0
        n_numbers += n_states
    if size:
        yield low, len(size)
