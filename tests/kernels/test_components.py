from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.components import components

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
