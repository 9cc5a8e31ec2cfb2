"""The best nodes of trees: one on each path, none inside another."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.trees.forest import NOWHERE, Forest


def best_on_paths(within: Forest, value: Reals, relevant: Flags) -> Ints:
    """Positions of the ideal nodes in document order. O(nodes).

    Each path from a root to a relevant node without relevant descendants
    yields its node of greatest value, of equals the deepest, if that value is
    above 0; of the nodes found, those inside another one are dropped.
    """
    best = np.arange(within.size)
    for level in within.levels[1:]:
        above = best[within.parent[level]]
        best[level] = np.where(value[level] >= value[above], level, above)
    chosen = np.zeros(within.size, np.bool_)
    chosen[best[_without_below(within, relevant)]] = True
    chosen &= value > 0
    holder = at_or_above(within, np.flatnonzero(chosen))
    inner = within.parent >= 0
    inner[inner] = holder[within.parent[inner]] >= 0
    return np.flatnonzero(chosen & ~inner)


def _without_below(within: Forest, flagged: Flags) -> Flags:
    """Find the flagged nodes that have no flagged descendant."""
    holds = np.zeros(within.size, np.bool_)
    for level in reversed(within.levels[1:]):
        holds[within.parent[level[flagged[level] | holds[level]]]] = True
    return flagged & ~holds


def at_or_above(within: Forest, chosen: Ints) -> Ints:
    """Find the nearest chosen node at or above each node.

    Its number in `chosen` (ascending positions), negative where there is none. O(nodes).
    """
    holder = np.full(within.size, NOWHERE)
    holder[chosen] = np.arange(chosen.size)
    for level in within.levels[1:]:
        own = holder[level]
        holder[level] = np.where(own >= 0, own, holder[within.parent[level]])
    return holder
