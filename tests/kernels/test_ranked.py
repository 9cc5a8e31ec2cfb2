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


@given(st.lists(st.tuples(*[st.integers(0, 2) | st.just(2**62)] * 3)))
def test_rows_that_repeat_earlier_ones(rows):
    columns = np.array(rows, np.int64).reshape(-1, 3).T

    found = ranked.repeats_earlier(*columns)
    assert found.tolist() == [row in rows[:n] for n, row in enumerate(rows)]


@given(st.lists(st.lists(st.integers(0, 4), max_size=6), min_size=1), st.integers(1, 7))
def test_best_discounted(rows, k):
    gain = np.array([v for row in rows for v in row], np.float64)
    offsets = offsets_from_lengths(np.array([len(row) for row in rows]))
    best = [sorted(row, reverse=True) for row in rows]

    def dcg(row):
        return sum(v / log2(i + 2) for i, v in enumerate(row))

    assert ranked.best_discounted(gain, offsets, k) == pytest.approx([dcg(r[:k]) for r in best])
    assert ranked.best_discounted(gain, offsets, None) == pytest.approx([dcg(r) for r in best])


def test_ratio_of_nothing_is_nothing():
    assert ranked.ratio(np.array([3, 4, 0]), np.array([1, 8, 0])).tolist() == [3 / 1, 4 / 8, 0]


def test_weighted_means():
    value, weight = np.array([1.0, 4.0, 7.0]), np.array([0.5, 0.25, 0.0])
    found = ranked.weighted_mean(value, weight, np.array([0, 2, 3, 3]))

    assert found[0] == (1 * 0.5 + 4 * 0.25) / 0.75
    assert np.isnan(found[1:]).all()  # weights of 0, and no values


def test_values_are_undefined_without_anything_to_find():
    found = ranked.nan_where_zero(np.array([0.5, 0.0]), np.array([1, 0]))
    assert found[0] == 0.5
    assert np.isnan(found[1])
