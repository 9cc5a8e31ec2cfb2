from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels import ragged

ROWS = st.lists(st.lists(st.floats(0, 1e6, allow_nan=False), max_size=9), min_size=1, max_size=8)


def columns(rows):
    x = np.array([v for row in rows for v in row], np.float64)
    return x, ragged.offsets_from_lengths(np.array([len(row) for row in rows], np.int64))


@given(ROWS)
def test_running_sum_is_the_sum_of_one_topic_bit_for_bit(rows):
    x, offsets = columns(rows)
    one = [np.cumsum(np.array(row, np.float64)) for row in rows]

    assert ragged.running_sum(x, offsets).tolist() == np.concatenate(one).tolist()


@given(ROWS)
def test_greatest_from_is_the_greatest_of_the_rest(rows):
    x, offsets = columns(rows)

    expected = [max(row[i:]) for row in rows for i in range(len(row))]
    assert ragged.greatest_from(x, offsets).tolist() == expected


@given(ROWS)
def test_segment_sum_adds_from_first_to_last(rows):
    x, offsets = columns(rows)
    expected = []
    for row in rows:
        total = 0.0
        for value in row:
            total += value
        expected.append(total)

    assert ragged.segment_sum(x, offsets).tolist() == expected


@given(ROWS)
def test_segment_max(rows):
    x, offsets = columns(rows)

    assert ragged.segment_max(x, offsets).tolist() == [max(row, default=0.0) for row in rows]


@given(st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=6), st.integers(1, 7))
def test_counts(rows, k):
    x = np.array([v for row in rows for v in row], np.int64)
    offsets = ragged.offsets_from_lengths(np.array([len(row) for row in rows]))

    running = [sum(row[: i + 1]) for row in rows for i in range(len(row))]
    assert ragged.running_count(x, offsets).tolist() == running
    assert ragged.segment_count(x, offsets).tolist() == [sum(row) for row in rows]
    assert ragged.segment_count(x, offsets, k).tolist() == [sum(row[:k]) for row in rows]
    assert ragged.rank_in_segment(offsets).tolist() == [
        i + 1 for row in rows for i in range(len(row))
    ]
    owner = [i for i, row in enumerate(rows) for _ in row]
    assert ragged.owners(offsets).tolist() == owner
    assert ragged.offsets_from_owners(np.array(owner, np.int64), len(rows)).tolist() == (
        offsets.tolist()
    )


@pytest.mark.parametrize("length", [1, 2, 1023, 1024, 1025, 300_000])
def test_long_segments_pass_through_several_blocks(length):
    rng = np.random.default_rng(1)
    x = rng.random(3 * length + 1)
    offsets = np.array([0, length, length, 3 * length, 3 * length + 1])

    sums = ragged.running_sum(x, offsets)
    for a, b in pairwise(offsets):
        assert (sums[a:b] == np.cumsum(x[a:b])).all()


def test_ranges():
    at, offsets = ragged.ranges(np.array([3, 7, 5]), np.array([5, 7, 6]))

    assert at.tolist() == [3, 4, 5]
    assert offsets.tolist() == [0, 2, 2, 3]
