"""Large systems ``x = P x + b`` with few non-negative weights per row, sums below or at 1.

Two ways that complement each other. Krylov iteration is fast where states are well connected;
elimination of one state after the other is fast where the graph is long and thin, and needs no
convergence. The iteration is taken only with a proof that it is good enough.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

import numpy as np

from partwise._typing import Ints, Reals

ENOUGH = 1e-12
"""Greatest error of an iterative solution that is accepted."""

MOST_ENTRIES = 20_000_000
"""Weights that elimination may create before it gives up."""


def solve_sparse(i: Ints, j: Ints, p: Reals, b: Reals) -> Reals:
    """Solve ``x = P x + b`` with ``P[i, j] = p``; every state must be able to leave.

    Raises
    ------
    ArithmeticError
        If neither way fits into memory and time.
    """
    n = b.size

    def residue(x: Reals) -> Reals:
        moved: Reals = x - np.bincount(i, weights=p * x[j], minlength=n)
        return moved

    x = _iterate(residue, b)
    steps = _iterate(residue, np.ones(n))
    # (I - P) steps >= c > 0 bounds the inverse by max(steps) / c, hence the error of x.
    slack = float(residue(steps).min())
    if slack > 0.5 and steps.min() >= 0:
        error = float(np.abs(b - residue(x)).max()) * float(steps.max()) / slack
        if error < ENOUGH:
            return x
    return _eliminate(i, j, p, b)


def _iterate(residue: Callable[[Reals], Reals], b: Reals) -> Reals:
    """Restarted GMRES, at most 10 times 50 steps."""
    x = np.zeros(b.size)
    last = np.inf
    for _ in range(10):
        rest = b - residue(x)
        norm = float(np.linalg.norm(rest))
        if norm == 0.0 or norm > 0.9 * last:
            break
        last = norm
        x = x + _krylov(residue, rest, norm)
    return x


def _krylov(residue: Callable[[Reals], Reals], rest: Reals, norm: float, size: int = 50) -> Reals:
    """Best correction within the space spanned by repeated application."""
    basis = np.zeros((size + 1, rest.size))
    small = np.zeros((size + 1, size))
    basis[0] = rest / norm
    used = size
    for k in range(size):
        w = residue(basis[k])
        for _ in range(2):  # the second pass removes what rounding left of the first
            part = basis[: k + 1] @ w
            w = w - part @ basis[: k + 1]
            small[: k + 1, k] += part
        small[k + 1, k] = np.linalg.norm(w)
        if small[k + 1, k] < 1e-14:
            used = k + 1
            break
        basis[k + 1] = w / small[k + 1, k]
    right = np.zeros(used + 1)
    right[0] = norm
    y = np.linalg.lstsq(small[: used + 1, :used], right, rcond=None)[0]
    correction: Reals = y @ basis[:used]
    return correction


def _eliminate(i: Ints, j: Ints, p: Reals, b: Reals) -> Reals:
    """Remove one state after the other, the one with the fewest neighbours first.

    The weight of staying is never subtracted from 1 but summed up from the ways out
    (Grassmann, Taksar and Heyman), so nothing cancels.
    """
    n = b.size
    leave = np.maximum(1.0 - np.bincount(i, weights=p, minlength=n) - b, 0.0).tolist()
    goal = b.tolist()
    out: list[dict[int, float]] = [{} for _ in range(n)]
    into: list[set[int]] = [set() for _ in range(n)]
    for u, v, weight in zip(i.tolist(), j.tolist(), p.tolist(), strict=True):
        out[u][v] = out[u].get(v, 0.0) + weight
        into[v].add(u)
    heap = [(len(out[v]) * len(into[v]), v) for v in range(n)]
    heapq.heapify(heap)
    gone: list[tuple[int, float]] = []
    done = [False] * n
    entries = p.size
    while heap:
        cost, v = heapq.heappop(heap)
        if done[v] or cost != len(out[v]) * len(into[v]):
            continue
        done[v] = True
        out[v].pop(v, None)
        into[v].discard(v)
        whole = sum(out[v].values()) + goal[v] + leave[v]
        gone.append((v, whole))
        entries += cost
        if entries > MOST_ENTRIES:
            raise ArithmeticError(f"{n:,} states are too densely connected to be solved")
        for u in into[v]:
            share = out[u].pop(v) / whole
            goal[u] += share * goal[v]
            leave[u] += share * leave[v]
            for w, weight in out[v].items():
                out[u][w] = out[u].get(w, 0.0) + share * weight
                into[w].add(u)
        for w in out[v]:
            into[w].discard(v)
        for u in into[v] | out[v].keys():
            heapq.heappush(heap, (len(out[u]) * len(into[u]), u))
    x = np.zeros(n)
    for v, whole in reversed(gone):
        known = sum(weight * x[w] for w, weight in out[v].items())
        x[v] = (known + goal[v]) / whole
    return x
