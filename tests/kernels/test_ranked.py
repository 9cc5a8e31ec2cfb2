from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels import ranked
from partwise.kernels.ragged import offsets_from_lengths


@given(st.lists(st.integers(-3, 9)))
def test_keys_are_numbered_by_first_appearance(keys):
    code, first = ranked.by_first_row(np.array(keys, np.int64))

    seen = list(dict.fromkeys(keys))
    assert code.tolist() == [seen.index(key) for key in keys]
    assert first.tolist() == [keys.index(key) for key in seen]
    apart = [
        key for key in seen if keys[keys.index(key) :][: keys.count(key)] != [key] * keys.count(key)
    ]
    assert ranked.split_groups(code, len(seen)) == len(apart)


@given(st.lists(st.lists(st.integers(0, 4), max_size=6), min_size=1), st.integers(1, 7))
def test_best_discounted(rows, k):
    gain = np.array([v for row in rows for v in row], np.float64)
    offsets = offsets_from_lengths(np.array([len(row) for row in rows]))
    best = [sorted(row, reverse=True) for row in rows]

    def dcg(row):
        return sum(v / log2(i + 2) for i, v in enumerate(row))

    assert ranked.best_discounted(gain, offsets, k) == pytest.approx([dcg(r[:k]) for r in best])
    assert ranked.best_discounted(gain, offsets, None) == pytest.approx([dcg(r) for r in best])
