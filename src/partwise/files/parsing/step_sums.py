"""What the steps out of a place add up to."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals


def sums_of_steps(source: Ints, target: Ints, topic: Ints, p: Reals) -> Reals:
    """Sum of all steps that the reader of a row's topic may take out of its source.

    Rows of topic -1 hold for all; a topic's own row replaces the one of the same pair.
    """
    n = np.int64(max(source.max(initial=-1), target.max(initial=-1)) + 1)
    general, own = np.flatnonzero(topic < 0), np.flatnonzero(topic >= 0)
    every = np.bincount(source[general], weights=p[general], minlength=int(n))
    total = every[source].astype(np.float64)
    if own.size:
        pair = source * n + target
        order = general[np.argsort(pair[general], kind="stable")]
        at = np.searchsorted(pair[order], pair[own])
        at = np.append(order, own[0])[np.minimum(at, order.size)]
        replaced = np.where((topic[at] < 0) & (pair[at] == pair[own]), p[at], 0.0)
        which = np.unique(topic[own] * n + source[own], return_inverse=True)[1]
        total[own] += np.bincount(which, weights=p[own] - replaced)[which]
    return total
