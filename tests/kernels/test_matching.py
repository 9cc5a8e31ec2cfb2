"""Equal keys, against dicts."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.paths import match, positions, repeated

KEYS = st.integers(0, 6)


@given(st.lists(KEYS), st.lists(KEYS, unique=True))
def test_match(wanted, keys):
    found = match(np.array(wanted, np.uint64), np.array(keys, np.uint64))

    assert found.tolist() == [keys.index(w) if w in keys else -1 for w in wanted]


@given(st.lists(KEYS, unique=True), st.lists(st.integers(-1, 7)))
def test_positions(known, asked):
    found = positions(np.array(sorted(known), np.int64), np.array(asked, np.int64))

    assert found.tolist() == [sorted(known).index(w) if w in known else -1 for w in asked]


@given(st.lists(st.tuples(st.integers(0, 2), KEYS, st.booleans())))
def test_repeated(rows):
    rows.sort(key=lambda row: row[0])
    segment, key, counted = (
        (np.array(x) for x in zip(*rows, strict=True)) if rows else [np.empty(0)] * 3
    )
    seen = set()
    expected = []
    for s, k, c in rows:
        expected.append(c and (s, k) in seen)
        if c:
            seen.add((s, k))

    found = repeated(segment.astype(np.int64), key.astype(np.int64), counted.astype(bool))
    assert found.tolist() == expected
