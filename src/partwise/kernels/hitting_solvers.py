"""Solvers of hitting probabilities: elimination, iteration, and chains that hardly branch."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU


# What a state keeps for itself is never subtracted from 1 but summed up from the ways out of it
# (Grassmann, Taksar and Heyman), so nothing cancels however long the walks are: every number has
# small relative error. One elimination serves all right sides.

MOST_WORK = 20_000_000
"""Weights that elimination may touch before it gives up."""

MOST_ENTRIES = 3_000_000
"""Weights that it may hold at one time."""


def visits(p: Reals, leave: Reals) -> Reals:
    """Count the expected visits ``(I - P)^-1`` of small chains, given as tables side by side.

    ``leave`` is the chance of leaving the chain from each state; every state must be able to.
    A chain's numbers do not depend on those beside it.
    """
    n = leave.shape[-1]
    p, leave, whole = p.copy(), leave.copy(), np.ones(leave.shape)
    for k in range(n):
        whole[..., k] = leave[..., k] + p[..., k, k + 1 :].sum(axis=-1)
        share = _shares(p[..., k + 1 :, k], whole[..., k, None])
        p[..., k + 1 :, k + 1 :] += share[..., None] * p[..., k, None, k + 1 :]
        leave[..., k + 1 :] += share * leave[..., k, None]
        p[..., k + 1 :, k] = share
    x = np.broadcast_to(np.eye(n), p.shape).copy()
    for k in range(n):
        x[..., k + 1 :, : k + 1] += p[..., k + 1 :, k, None] * x[..., k, None, : k + 1]
    for k in reversed(range(n)):
        x[..., k, :] += (p[..., k, k + 1 :, None] * x[..., k + 1 :, :]).sum(axis=-2)
        x[..., k, :] = _shares(x[..., k, :], whole[..., k, None])
    return x


def _shares(x: Reals, whole: Reals | float) -> Reals:
    """Parts of a whole; nothing where the way out is too small to be told from none."""
    out = np.zeros_like(x)
    np.divide(x, whole, out=out, where=np.greater(whole, 0))
    return out


class Eliminated:
    """A chain with few links a state, the states taken out by number of neighbours.

    Raises
    ------
    ArithmeticError
        If it fills up.
    """

    def __init__(
        self, i: NDArray[np.integer], j: NDArray[np.integer], p: Reals, leave: Reals
    ) -> None:
        n = leave.size
        out: list[dict[int, float]] = [{} for _ in range(n)]
        into: list[set[int]] = [set() for _ in range(n)]
        for u, v, weight in zip(i.tolist(), j.tolist(), p.tolist(), strict=True):
            out[u][v] = out[u].get(v, 0.0) + weight
            into[v].add(u)
        self._steps = _take_out(out, into, leave.tolist())

    def solve(self, b: Reals) -> Reals:
        """Solve for columns of non-negative right sides."""
        x = b if b.shape[1] > 1 else np.repeat(b, 2, axis=1)  # sums go by row in two and more
        x = x.copy()
        for v, _, _, _, origin, share in self._steps:
            x[origin] += share * x[v]
        for v, whole, target, weight, _, _ in reversed(self._steps):
            x[v] = _shares(x[v] + (weight * x[target]).sum(axis=0), whole)
        return x[:, : b.shape[1]]


def _take_out(
    out: list[dict[int, float]], into: list[set[int]], leave: list[float]
) -> list[tuple[int, float, Ints, Reals, Ints, Reals]]:
    """State, its whole, targets with weights, origins with shares, in the order of elimination."""
    n = len(out)
    heap = [(len(out[v]) * len(into[v]), v) for v in range(n)]
    heapq.heapify(heap)
    done = [False] * n
    steps: list[tuple[int, float, Ints, Reals, Ints, Reals]] = []
    work, entries = 0, sum(map(len, out))
    while heap:
        cost, v = heapq.heappop(heap)
        if done[v] or cost != len(out[v]) * len(into[v]):
            continue
        done[v] = True
        out[v].pop(v, None)
        into[v].discard(v)
        whole = sum(out[v].values()) + leave[v]
        work += cost
        if work > MOST_WORK or entries > MOST_ENTRIES:
            raise ArithmeticError(f"{n:,} states are too densely connected to be solved")
        shares = {u: out[u].pop(v) / whole if whole > 0 else 0.0 for u in sorted(into[v])}
        for u, share in shares.items():
            leave[u] += share * leave[v]
            row, before = out[u], len(out[u])
            for w, weight in out[v].items():
                row[w] = row.get(w, 0.0) + share * weight
                into[w].add(u)
            entries += len(row) - before
        for w in out[v]:
            into[w].discard(v)
        for u in into[v] | out[v].keys():
            heapq.heappush(heap, (len(out[u]) * len(into[u]), u))
        steps.append((v, whole, *_columns(out[v]), *_columns(shares)))
        out[v] = {}
    return steps


def _columns(row: dict[int, float]) -> tuple[Ints, Reals]:
    return np.fromiter(row, np.int64, len(row)), np.fromiter(row.values(), float)[:, None]


# A column's numbers do not depend on the columns beside it: products and sums run row by row, and
# a column that is good enough is frozen while the others go on. So a value is the same to the last
# bit whatever else is asked.

TURNS, STEPS = 6, 60
"""Most turns, each on the true residual, and most steps of a turn."""

FIRST, AFTER = 1e-9, 1e-6
"""By how much the first turn reduces the residual, and those after it."""

Product = Callable[[Reals], Reals]
"""``x - P x`` of the columns with the given numbers."""


class Columns:
    """Solves ``x - P x = b`` for columns of right sides.

    With ``goals`` the row of one state is taken out of ``P`` in each column: the walk ends there.
    """

    def __init__(self, matrix: csr_array, goals: Ints | None = None) -> None:
        self.matrix, self.goals = matrix, goals

    def solve(self, b: Reals, enough: Reals) -> tuple[Reals, Reals]:
        """Solutions and the greatest residual of each column.

        A column is done when that is at most its ``enough``, or no longer becomes smaller.
        """
        x, residual = np.zeros_like(b), np.abs(b).max(axis=0)
        rest, going = b, np.arange(b.shape[1])
        for turn in range(TURNS):
            going = going[residual[going] > enough[going]]
            if not going.size:
                break
            scale = residual[going]
            columns = _Turn(self, rest[:, going] / scale, going)
            better = x[:, going] + columns.run(AFTER if turn else FIRST) * scale
            after = b[:, going] - self.moved(better, going)
            size = np.abs(after).max(axis=0)
            closer = size < scale  # false for nan as well
            x[:, going[closer]], residual[going[closer]] = better[:, closer], size[closer]
            if turn == 0:
                rest = b.copy()
            rest[:, going[closer]] = after[:, closer]
            going = going[closer & (size < 0.5 * scale)]
        return x, residual

    def moved(self, x: Reals, columns: Ints) -> Reals:
        """``x - P x``; ``columns`` says which of the systems they belong to."""
        if x.shape[1] == 1:  # one column alone is summed in another order
            return self.moved(np.repeat(x, 2, axis=1), np.repeat(columns, 2))[:, :1]
        out: Reals = x - self.matrix @ x
        if self.goals is not None:
            state, column = self.goals[columns], np.arange(columns.size)
            out[state, column] = x[state, column]
        return out


class _Turn:
    """One turn of BiCGSTAB from zero; columns leave the block when they are done."""

    def __init__(self, system: Columns, b: Reals, columns: Ints) -> None:
        self.system, self.columns = system, columns
        self.out = np.zeros_like(b)
        self.index = np.arange(columns.size)
        if columns.size == 1:
            b, self.index, self.columns = (
                np.repeat(b, 2, axis=1),
                np.zeros(2, np.int64),
                columns[[0, 0]],
            )
        self.x, self.shadow = np.zeros_like(b), b
        self.residual, self.direction = b.copy(), b.copy()

    def run(self, tolerance: float) -> Reals:
        with np.errstate(all="ignore"):
            weight = _dots(self.residual, self.shadow)
            aim = weight * tolerance**2
            going = weight > 0
            for _ in range(STEPS):
                if not going.any():
                    break
                if going.sum() <= 0.8 * going.size and going.size > 2:
                    rows = self._keep(going)
                    weight, aim, going = weight[rows], aim[rows], going[rows]
                weight, going = self._step(weight, going)
                going &= _dots(self.residual, self.residual) > aim
        self.out[:, self.index] = self.x
        return self.out

    def _step(self, weight: Reals, going: Flags) -> tuple[Reals, Flags]:
        """Go on in each column; one that has stopped, or breaks down, moves by nothing."""
        v = self.system.moved(self.direction, self.columns)
        alpha = _ratio(weight, _dots(self.shadow, v), going)
        self.residual -= alpha * v
        t = self.system.moved(self.residual, self.columns)
        omega = _ratio(_dots(t, self.residual), _dots(t, t), going)
        self.x += alpha * self.direction
        self.x += omega * self.residual
        self.residual -= omega * t
        after = _dots(self.shadow, self.residual)
        beta = _ratio(after * alpha, weight * omega, going)
        v *= omega
        self.direction -= v
        self.direction *= beta
        self.direction += self.residual
        return after, going & (alpha != 0) & (omega != 0)

    def _keep(self, going: Flags) -> Ints:
        """Store what is done and go on with the rest, two columns at least."""
        self.out[:, self.index] = self.x
        rows = np.flatnonzero(going)
        rows = np.repeat(rows, 2) if rows.size == 1 else rows
        self.index, self.columns = self.index[rows], self.columns[rows]
        blocks = (self.x, self.shadow, self.residual, self.direction)
        self.x, self.shadow, self.residual, self.direction = (
            np.ascontiguousarray(block[:, rows]) for block in blocks
        )
        return rows


def _dots(a: Reals, b: Reals) -> Reals:
    """Inner product of each pair of columns, added row by row."""
    out: Reals = np.einsum("ij,ij->j", a, b)
    return out


def _ratio(a: Reals, b: Reals, where: Flags) -> Reals:
    ratio = np.where(where, a / b, 0.0)
    return np.where(np.isfinite(ratio), ratio, 0.0)


# ``N = (I - P)^-1`` counts the visits; the chance of ever coming from i to g is N[i,g] / N[g,g], so
# one system serves all goals. It is solved in the way that suits the graph, and a value is only
# taken with a proof of its error; elimination, which needs none, comes last.

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
        ways: list[Way] = [self._iterated, self._absorbed] if self._steady else []
        if self._thin:
            ways.append(self._factorised)
        for way in ways:
            solution, error = way(b[:, open_], goal[open_])
            good = error <= ENOUGH  # false for nan
            x[:, open_[good]] = solution[:, good]
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
        x, residual = Columns(self.matrix).solve(b, enough)
        return _normalised(x, goal), _error(x, goal, residual * length)

    def _absorbed(self, b: Reals, goal: Ints) -> tuple[Reals, Reals]:
        """End the walk at the goal: where nobody else leaves, it is by far shorter."""
        rows = np.flatnonzero(goal >= 0)
        x, error = np.zeros_like(b), np.full(goal.size, np.inf)
        if rows.size:
            system, columns = Columns(self.matrix, goal[rows]), np.arange(rows.size)
            length, _ = system.solve(np.ones((self.n, rows.size)), np.full(rows.size, 0.1))
            bound = _bounds(length, system.moved(length, columns))
            x[:, rows], residual = system.solve(b[:, rows], np.maximum(AIM / bound, 1e-16))
            error[rows] = residual * bound
        return x, error

    def _factorised(self, b: Reals, goal: Ints) -> tuple[Reals, Reals]:
        x = np.stack([self._refined(column) for column in b.T], axis=1)
        residual = np.abs(b - Columns(self.matrix).moved(x, np.arange(goal.size))).max(axis=0)
        length = self._length if self._steady else self._factorised_length
        return _normalised(x, goal), _error(x, goal, residual * length)

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
    """Greatest row sum of the inverse, proven by ``(I - P) length >= slack > 0``.

    No entry of the inverse is negative, so `length` is not either where that holds.
    """
    slack = moved.min(axis=0)
    proven: Flags = slack > 0.5
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
    own_visits = np.maximum(x[goal, np.arange(goal.size)] - error, 1.0)
    return np.where(goal >= 0, 2 * error / own_visits, error)
