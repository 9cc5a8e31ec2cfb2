"""Systems ``x = P x + b`` by taking out one state after the other, without a subtraction.

What a state keeps for itself is never subtracted from 1 but summed up from the ways out of it
(Grassmann, Taksar and Heyman), so nothing cancels however long the walks are: every number has
small relative error. One elimination serves all right sides.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals

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
