"""Many sets of numbers at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.ragged import distinct_sets

SETS = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4), max_size=8)


@given(SETS)
def test_equal_sets_get_one_number(sets):
    member = np.array([one for some in sets for one in some], np.int64)
    offsets = np.concatenate(([0], np.cumsum([len(some) for some in sets]))).astype(np.int64)
    found, members, number = distinct_sets(member, offsets)

    shown = [members[found[n] : found[n + 1]].tolist() for n in number]
    assert shown == [sorted(set(some)) for some in sets]
    assert found.size - 1 == len({frozenset(some) for some in sets})
