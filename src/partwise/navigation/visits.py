"""What results show of the targets when readers come to a document again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.matching import positions
from partwise.navigation.exposure import encounters
from partwise.navigation.transitions import Chances
from partwise.users.nonav import NoNav
from partwise.users.window import Window

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets
    from partwise.navigation.targets import Targets
    from partwise.users.base import Navigation

Encounters = Iterator[tuple[Ints, Ints, Reals]]
Exposure = Callable[[Ints], Encounters]
"""Result, target and chance of the given results, in their order."""


def exposure(targets: Targets, nav: Navigation, *, passages: bool, revisit: bool) -> Exposure:
    """Return what results show.

    Without `revisit` a result whose document an earlier one was in shows only itself, a passage
    only what it meets, and never more than with it.
    """
    both, inventory = targets.both, targets.destinations.inventory
    chances = Chances(nav, both, inventory, want="reach", ideals=True)
    if revisit:
        return partial(encounters, chances, shared="seen")
    itself = Chances(Window() if passages else NoNav(), both, inventory, want="reach")
    return partial(_once, both, chances, itself)


def _once(both: ResultsAndTargets, chances: Chances, itself: Chances, row: Ints) -> Encounters:
    again = revisits(both)[row]
    first = _joined(encounters(chances, row[~again], "seen"))
    result, wanted, chance = _joined(encounters(chances, row[again], "seen"))
    # Who comes again sees of what the result itself shows as much as otherwise, and nothing else.
    there, shown, most = _joined(encounters(itself, row[again], "seen"))
    key, known = (
        at * np.int64(both.target.size) + to for at, to in ((result, wanted), (there, shown))
    )
    order = np.argsort(known)
    most = np.append(most[order], 0.0)[positions(known[order], key)]
    chance = np.minimum(chance, most)
    kept = chance > 0
    blocks = first, (result[kept], wanted[kept], chance[kept])
    result, wanted, chance = (np.concatenate(column) for column in zip(*blocks, strict=True))
    order = np.lexsort((wanted, result))
    yield result[order], wanted[order], chance[order]


def _joined(blocks: Encounters) -> tuple[Ints, Ints, Reals]:
    """Put blocks together."""
    none = np.empty(0, np.int64)
    every = [(none, none, np.empty(0)), *blocks]
    result, wanted, chance = (np.concatenate(column) for column in zip(*every, strict=True))
    return result, wanted, chance


def revisits(both: ResultsAndTargets) -> Flags:
    """Whether an earlier result of the topic was in the document of each result."""
    key = both.in_document(both.topic, both.doc[both.result])
    again = np.ones(key.size, np.bool_)
    again[np.unique(key, return_index=True)[1]] = False
    return again
