"""Sets of numbers, many at once."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints
from partwise.kernels.distinct import distinct
from partwise.kernels.ragged import offsets_from_lengths, offsets_from_owners, owners


def distinct_sets(member: Ints, offsets: Ints) -> tuple[Ints, Ints, Ints]:
    """Distinct sets (offsets, members in ascending order) and the number of each set among them.

    Every set has a member; a member that is there twice counts once.
    """
    owner = owners(offsets)
    order = np.lexsort((member, owner))
    owner, member = owner[order], member[order]
    kept = np.ones(order.size, np.bool_)
    kept[1:] = (owner[1:] != owner[:-1]) | (member[1:] != member[:-1])
    owner, member = owner[kept], member[kept]
    offsets = offsets_from_owners(owner, offsets.size - 1)
    length = np.diff(offsets)
    number = np.empty(length.size, np.int64)
    lengths: list[Ints] = []
    sets: list[Ints] = []
    count = 0
    for size in distinct(length).tolist():
        same = np.flatnonzero(length == size)
        block = member[offsets[same][:, None] + np.arange(size)]
        if size == 1:  # much faster than whole rows
            found, which = np.unique(block.ravel(), return_inverse=True)
        else:
            found, which = np.unique(block, axis=0, return_inverse=True)
        number[same] = count + which.ravel()
        count += len(found)
        lengths.append(np.full(len(found), size, np.int64))
        sets.append(found.ravel())
    nothing = np.empty(0, np.int64)
    return (
        offsets_from_lengths(np.concatenate([nothing, *lengths])),
        np.concatenate([nothing, *sets]),
        number,
    )
