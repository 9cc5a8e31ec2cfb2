from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.ragged import components

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=12)


@given(SPANS)
def test_those_that_share_a_character_directly_or_not(rows):
    start, size = np.array(rows, np.int64).reshape(-1, 2).T

    number = components(start, start + size).tolist()

    sets = [set(range(a, a + n)) for a, n in rows]
    group = list(range(len(rows)))
    for _ in rows:
        for i, one in enumerate(sets):
            for j, other in enumerate(sets):
                if one & other:
                    group[i] = group[j] = min(group[i], group[j])
    for i in range(len(rows)):
        for j in range(len(rows)):
            assert (number[i] == number[j]) == (group[i] == group[j])
    assert sorted(set(number)) == list(range(len(set(number))))


def test_numbers_count_by_place_and_empty_ones_last():
    start, end = np.array([9, 5, 0, 7, 2, 3]), np.array([12, 5, 2, 7, 6, 9])

    # 2-6 and 3-9 share 3 to 5; 0-2 and 9-12 only touch them
    assert components(start, end).tolist() == [2, 3, 0, 4, 1, 1]
    assert components(start[:0], end[:0]).size == 0
