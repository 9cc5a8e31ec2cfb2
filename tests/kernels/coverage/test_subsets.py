"""All subsets of a few parts, against sets of characters."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

from partwise.kernels.coverage import ReadPieces, Subsets

PIECES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12), st.integers(1, 5)), max_size=8)


def reading(pieces):
    """Pieces (part, first position, size), read one after the other along each part."""
    rows, at = [], dict.fromkeys(range(4), 0)
    for part, low, size in sorted(pieces, key=lambda piece: piece[0]):
        rows.append((part, at[part], low, low + size))
        at[part] += size
    return ReadPieces(*np.array(rows, np.int64).reshape(-1, 4).T)


def texts(found):
    """Positions of each part in the order in which they are read."""
    by_part = {part: [] for part in range(4)}
    for part, _, low, high in zip(*(column.tolist() for column in found), strict=True):
        by_part[part] += range(low, high)
    return by_part


def test_by_hand():
    # part 0 is 0..4, part 1 is 2..6, part 2 is 10..12 and 0..2
    subsets = Subsets(reading([(0, 0, 4), (1, 2, 4), (2, 10, 2), (2, 0, 2)]), 3)

    assert subsets.covered.tolist() == [0, 4, 4, 6, 4, 6, 8, 8]
    assert subsets.count.tolist() == [0, 1, 1, 2, 1, 2, 2, 3]
    assert subsets.total(np.array([5, 7, 9])).tolist() == [0, 5, 7, 12, 9, 14, 16, 21]
    # three positions of part 2: two that are new, one that part 0 has
    assert subsets.added(2, np.full(8, 3)).tolist() == [3, 2, 3, 2, 0, 0, 0, 0]


@settings(max_examples=examples(200), deadline=None)
@given(PIECES, st.integers(0, 20))
def test_equals_sets(pieces, until):
    found = reading(pieces)
    subsets, held = Subsets(found, 4), texts(found)
    covered = subsets.covered
    for number in range(16):
        chosen = [part for part in range(4) if number >> part & 1]
        shown = set().union(*(held[part] for part in chosen))
        assert covered[number] == len(shown)
        for part in range(4):
            more = subsets.added(part, np.full(16, until))[number]
            if part not in chosen:
                assert more == len(set(held[part][:until]) - shown)
