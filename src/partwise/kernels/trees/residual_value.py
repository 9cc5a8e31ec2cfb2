"""What a node of a tree is still worth after parts of it have been shown."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.trees.forest import Forest


def residual_values(
    within: Forest,
    place: Ints,
    shown: Flags,
    value: Reals,
    size: Ints,
    *,
    tolerance: float,
    capped: bool,
) -> Reals:
    r"""Worth of each row's node at the moment the row is reached.

    With :math:`v` the value of a node and :math:`t` the tolerance, a node is
    worth :math:`v` while unseen, :math:`t v` once it or an ancestor was shown,
    and

    .. math:: (1-t) \sum_j rv(j)\,|j| \,/\, |c| + t\,v(c)

    over its children :math:`j` when only descendants were shown; at most
    :math:`v(c)` when `capped`, also for the :math:`rv(j)`. Size 0 counts as shown.

    A row that was not `shown` before is reached after all rows inside its node
    that were not shown either, and those are all that its worth depends on:
    one pass from the leaves up serves all rows. Children are added in document
    order. O(rows + nodes); rows at `NOWHERE` are worth 0.
    """
    fresh = (place >= 0) & ~shown
    named = np.zeros(within.size, np.bool_)
    named[place[fresh]] = True
    seen_value = tolerance * value
    reached = value.copy()
    entered = np.zeros(within.size, np.bool_)
    inner = np.zeros(within.size)
    for level in reversed(within.levels):
        part = level[entered[level]]
        sized = part[size[part] > 0]
        reached[part] = seen_value[part]
        reached[sized] += (1 - tolerance) * inner[sized] / size[sized]
        if capped:
            reached[part] = np.minimum(reached[part], value[part])
        child = level[within.parent[level] >= 0]
        up = within.parent[child]
        after = np.where(named[child], seen_value[child], reached[child])
        np.add.at(inner, up, after * size[child])
        entered[up[named[child] | entered[child]]] = True
    worth = np.zeros(place.size)
    known = place >= 0
    worth[known] = np.where(fresh[known], reached[place[known]], seen_value[place[known]])
    return worth
