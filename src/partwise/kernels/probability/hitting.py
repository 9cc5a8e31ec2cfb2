"""Chance of ever getting from one state to another by random steps."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.probability.hitting_sparse import solve_sparse
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import offsets_from_owners

DENSE = 1024
"""Number of states up to which one dense solve (8 MB) is used."""


def hitting_probabilities(source: Ints, target: Ints, chance: Reals, n: int, goal: int) -> Reals:
    """Probability of ever visiting ``goal`` from each of ``n`` states.

    Steps ``source -> target`` are taken with ``chance``; what a state's chances lack to 1, and a
    step to itself, mean leaving for good. A state whose chances exceed 1 is scaled down to 1.
    The result is the smallest non-negative solution of ``h = P h`` with ``h[goal] = 1``: only
    states that can reach the goal are solved for, which makes the system regular even when
    others never leave. Up to ``DENSE`` states one dense solve, beyond it a sparse one.
    """
    out_weight = np.bincount(source, weights=chance, minlength=n)
    moves = (source != target) & (chance > 0) & (source != goal)
    source, target, chance = source[moves], target[moves], chance[moves]
    chance = chance / np.maximum(out_weight, 1.0)[source]
    result = np.zeros(n)
    result[goal] = 1.0
    state = _can_reach(source, target, n, goal)
    if not state.size:
        return result
    place = np.full(n, -1, np.int64)
    place[state] = np.arange(state.size)
    direct = (target == goal) & (place[source] >= 0)
    b = sums(place[source[direct]], chance[direct], state.size)
    inner = (place[source] >= 0) & (place[target] >= 0)
    i, j, p = place[source[inner]], place[target[inner]], chance[inner]
    solve = _solve_dense if state.size <= DENSE else solve_sparse
    result[state] = np.clip(solve(i, j, p, b), 0.0, 1.0)
    return result


def _can_reach(source: Ints, target: Ints, n: int, goal: int) -> Ints:
    """States other than the goal from which a path leads to it."""
    order = np.argsort(target, kind="stable")
    offsets = offsets_from_owners(target[order], n)
    origin = source[order]
    known = np.zeros(n, np.bool_)
    known[goal] = True
    front = np.array([goal])
    while front.size:
        spans = [origin[offsets[f] : offsets[f + 1]] for f in front.tolist()]
        found = np.unique(np.concatenate(spans))
        front = found[~known[found]]
        known[front] = True
    known[goal] = False
    return np.flatnonzero(known)


def _solve_dense(i: Ints, j: Ints, p: Reals, b: Reals) -> Reals:
    a = np.eye(b.size)
    np.subtract.at(a, (i, j), p)
    return np.asarray(np.linalg.solve(a, b), np.float64)
