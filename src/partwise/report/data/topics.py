"""Which topics a page shows: those that changed most, and a sample of the others."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals


def most_changed(change: Reals, count: int) -> Ints:
    """Return the topics with the largest absolute change, equal ones in order of the topics."""
    size = np.abs(np.nan_to_num(change))
    order = np.argsort(-size, kind="stable")
    return order[size[order] > 0][:count]


def sampled(change: Reals, most: int, seed: int, *, changed: int = 200) -> Flags:
    """Choose the topics of a page: the most changed, and a random sample of the others."""
    n = change.size
    kept = np.zeros(n, np.bool_)
    if n <= most:
        return ~kept
    kept[most_changed(change, min(changed, most))] = True
    others = np.flatnonzero(~kept)
    random = np.random.default_rng((seed, n))
    kept[random.choice(others, most - int(kept.sum()), replace=False)] = True
    return kept
