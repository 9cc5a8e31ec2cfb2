from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.intervals import overlapping

SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)), max_size=8)


@given(SPANS, SPANS, st.booleans())
def test_every_pair_that_meets(rows, others, touching):
    others = sorted(others)
    start, size = np.array(rows, np.int64).reshape(-1, 2).T
    begin, length = np.array(others, np.int64).reshape(-1, 2).T

    found = overlapping(start, start + size, begin, begin + length, touching=touching)

    slow = [
        (i, j)
        for i, (a, n) in enumerate(rows)
        for j, (b, m) in enumerate(others)
        if (a <= b + m and b <= a + n if touching else max(a, b) < min(a + n, b + m))
    ]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == slow
