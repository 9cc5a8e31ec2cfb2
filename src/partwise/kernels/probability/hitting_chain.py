"""States that a walk leaves sooner or later: the chance of ever standing on one of them.

``N = (I - P)^-1`` counts the visits; the chance of ever coming from i to g is N[i,g] / N[g,g], so
one system serves all goals. It is solved in the way that suits the graph, and a value is only
taken with a proof of its error; elimination, which needs none, comes last.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.probability.hitting_eliminate import Eliminated, visits
from partwise.kernels.probability.hitting_iterate import Columns

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU

TABLE = 1000
"""States up to which a table of all visits is made as a last resort (8 MB)."""

ENOUGH, AIM = 1e-10, 1e-13
"""Greatest proven error of a chance that is accepted, and the one iteration stops at."""

THIN = 10_000_000
"""Entries up to which a factorisation is tried."""

BLOCK = 1 << 20
"""Numbers of a block of columns."""


Way = Callable[[Reals, Ints], tuple[Reals, Reals]]
"""Solves ``x = P x + b`` for columns and goals: solutions and the proven error of each."""


class Chain:
    """Transient states with the steps among them and the chance of leaving from each."""

    def __init__(self, matrix: csr_array, leave: Reals) -> None:
        self.matrix, self.leave, self.n = matrix, leave, leave.size

    def chances(self, b: Reals, goal: Ints) -> Reals:
        """Chance of ever coming to each goal from every state.

        A column of ``b`` is 1 at its goal, or, where the goal is -1, what steps lead out of the
        chain to what is asked for.
        """
        out = np.zeros_like(b)
        for low in range(0, goal.size, self.width):
            block = np.arange(low, min(low + self.width, goal.size))
            out[:, block] = self._certain(b[:, block], goal[block])
        return np.clip(out, 0.0, 1.0, out=out)

    @property
    def width(self) -> int:
        """Columns that are solved together."""
        return max(4, min(128, BLOCK // self.n))

    def _certain(self, b: Reals, goal: Ints) -> Reals:
        """Try one way after the other on what is not yet proven."""
        x, open_ = np.zeros_like(b), np.arange(goal.size)
        ways: list[Way] = [self._iterated, self._held] if self._steady else []
        if self._thin:
            ways.append(self._factorised)
        for way in ways:
            found, error = way(b[:, open_], goal[open_])
            good = error <= ENOUGH  # false for nan
            x[:, open_[good]] = found[:, good]
            open_ = open_[~good]
            if not open_.size:
                return x
        x[:, open_] = self._eliminated(b[:, open_], goal[open_])
        return x

    def _eliminated(self, b: Reals, goal: Ints) -> Reals:
        """Never subtract: right whatever the chain is, where it does not fill up."""
        if self.n > TABLE:
            return _normalised(self._pivots.solve(b), goal)
        return from_table(self._table, b, goal)

    # -- ways ------------------------------------------------------------------------------

    def _iterated(self, b: Reals, goal: Ints) -> tuple[Reals, Reals]:
        length = self._length
        enough = np.full(goal.size, max(AIM / length, 1e-15))
        x, left = Columns(self.matrix).solve(b, enough)
        return _normalised(x, goal), _error(x, goal, left * length)

    def _held(self, b: Reals, goal: Ints) -> tuple[Reals, Reals]:
        """End the walk at the goal: where nobody else leaves, it is by far shorter."""
        at = np.flatnonzero(goal >= 0)
        x, error = np.zeros_like(b), np.full(goal.size, np.inf)
        if at.size:
            system, every = Columns(self.matrix, goal[at]), np.arange(at.size)
            length, _ = system.solve(np.ones((self.n, at.size)), np.full(at.size, 0.1))
            bound = _bounds(length, system.moved(length, every))
            x[:, at], left = system.solve(b[:, at], np.maximum(AIM / bound, 1e-16))
            error[at] = left * bound
        return x, error

    def _factorised(self, b: Reals, goal: Ints) -> tuple[Reals, Reals]:
        x = np.stack([self._refined(column) for column in b.T], axis=1)
        left = np.abs(b - Columns(self.matrix).moved(x, np.arange(goal.size))).max(axis=0)
        length = self._length if self._steady else self._factorised_length
        return _normalised(x, goal), _error(x, goal, left * length)

    def _refined(self, b: Reals) -> Reals:
        """One column at a time: several at once are added up in another order."""
        x = self._factors.solve(b)
        x += self._factors.solve(b - (x - self.matrix @ x))
        out: Reals = x
        return out

    # -- what is known of the chain, made when it is asked for -------------------------------

    @cached_property
    def _table(self) -> Reals:
        return visits(self.matrix.toarray(), self.leave)

    @cached_property
    def _probe(self) -> Reals:
        """Expected length of the walk from each state, by iteration."""
        return Columns(self.matrix).solve(np.ones((self.n, 1)), np.full(1, 0.1))[0]

    @cached_property
    def _length(self) -> float:
        """Bound of the inverse by the lengths of walks; infinite where they are not proven."""
        system = Columns(self.matrix)
        return float(_bounds(self._probe, system.moved(self._probe, np.zeros(1, np.int64)))[0])

    @cached_property
    def _factorised_length(self) -> float:
        length = self._refined(np.ones(self.n))[:, None]
        moved = Columns(self.matrix).moved(length, np.zeros(1, np.int64))
        return float(_bounds(length, moved)[0])

    @cached_property
    def _steady(self) -> bool:
        """True if iteration gets somewhere; chains and trees are better factorised at once."""
        return not self._forest and bool(np.isfinite(self._length))

    @cached_property
    def _forest(self) -> bool:
        """True without circles, whatever the direction of steps: no entry is filled in."""
        from scipy.sparse.csgraph import connected_components

        both = self.matrix + self.matrix.T
        n_links = (both.nnz - int((both.diagonal() != 0).sum())) // 2
        return bool(n_links == self.n - connected_components(both, directed=False)[0])

    @cached_property
    def _thin(self) -> bool:
        """True if a factorisation surely fits: no factor is wider than the band of the graph."""
        if self._forest:
            return True
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import reverse_cuthill_mckee

        both = coo_array(self.matrix + self.matrix.T)
        place = np.empty(self.n, np.int64)
        place[reverse_cuthill_mckee(both.tocsr(), symmetric_mode=True)] = np.arange(self.n)
        row, column = place[both.coords[0]], place[both.coords[1]]
        first = np.arange(self.n)
        np.minimum.at(first, row, column)
        return int((np.arange(self.n) - first).sum()) <= THIN

    @cached_property
    def _factors(self) -> SuperLU:
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import splu

        # The diagonal is the greatest of its row, so no row need be exchanged.
        system = (eye_array(self.n) - self.matrix).tocsc()
        return splu(system, "MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})

    @cached_property
    def _pivots(self) -> Eliminated:
        coo = self.matrix.tocoo()
        return Eliminated(coo.coords[0], coo.coords[1], coo.data, self.leave)


def from_table(table: Reals, b: Reals, goal: Ints) -> Reals:
    """Chance of ever coming to each goal, given the visits between all states."""
    return _normalised(np.stack([(table * x).sum(axis=1) for x in b.T], axis=1), goal)


def _bounds(length: Reals, moved: Reals) -> Reals:
    """Greatest row sum of the inverse, proven by ``(I - P) length >= slack > 0``."""
    slack = moved.min(axis=0)
    proven: Flags = (slack > 0.5) & (length.min(axis=0) >= 0)
    return np.where(proven, length.max(axis=0) / np.where(proven, slack, 1.0), np.inf)


def _normalised(x: Reals, goal: Ints) -> Reals:
    """Visits divided by those of the goal itself, which are 1 at least.

    Iteration that gives a column up leaves zeros or NaN; its error says so, and another way
    solves it.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return x / np.where(goal >= 0, x[goal, np.arange(goal.size)], 1.0)


def _error(x: Reals, goal: Ints, error: Reals) -> Reals:
    """Error of the chance, given that of the visits."""
    own = np.maximum(x[goal, np.arange(goal.size)] - error, 1.0)
    return np.where(goal >= 0, 2 * error / own, error)
