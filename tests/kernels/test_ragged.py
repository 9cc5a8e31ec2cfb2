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


@given(ROWS)
def test_running_product_is_the_product_of_one_topic_bit_for_bit(rows):
    x, offsets = columns(rows)
    one = [np.multiply.accumulate(np.array(row, np.float64)) for row in rows]

    assert ragged.running_product(x, offsets).tolist() == np.concatenate(one).tolist()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 6)), min_size=1), st.integers(1, 9))
def test_ranges_in_blocks(rows, size):
    low, length = np.array(rows, np.int64).T
    blocks = [*ragged.range_blocks(low, low + length, size)]
    pairs = [pair for row, at in blocks for pair in zip(row.tolist(), at.tolist(), strict=True)]

    assert pairs == [(i, a + j) for i, (a, n) in enumerate(rows) for j in range(n)]
    assert all(row.size < size + 6 for row, _ in blocks)  # a range is not divided


def test_blocks_of_ranges_are_filled():
    one = np.ones(9, np.int64)
    blocks = [at.size for _, at in ragged.range_blocks(5 * one, 6 * one, 4)]

    assert blocks == [3, 4, 2]


def test_segments_of_similar_length_go_together(monkeypatch):
    def groups(*length):
        return [some.tolist() for some in ragged._similar(np.array(length))]

    assert groups(0, 4, 2, 3, 1, 0, 7) == [[4], [2, 3], [1, 6]]
    monkeypatch.setattr(ragged, "_BLOCK", 16)
    assert groups(4, 5, 6, 7, 1, 40, 41) == [[4], [0, 1], [2, 3], [5], [6]]


def test_the_first_rows_of_segments():
    offsets = np.array([0, 3, 3, 5])

    assert ragged.top(offsets, None).tolist() == [3, 3, 5]
    assert ragged.top(offsets, 2).tolist() == [2, 3, 5]


def test_nothing_is_the_greatest_of_nothing():
    assert ragged.segment_max(np.empty(0), np.array([0, 0, 0])).tolist() == [0, 0]
    assert ragged.sum_by(np.array([2, 0, 2]), np.array([1.0, 2.0, 4.0]), 4).tolist() == [2, 0, 5, 0]


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(1, 20))
def test_groups_hold_all_segments_and_few_rows(lengths, rows):
    offsets = ragged.offsets_from_lengths(np.array(lengths, np.int64))

    found = list(ragged.groups(offsets, rows))

    assert [at for first, last in found for at in range(first, last)] == [*range(len(lengths))]
    for first, last in found:
        assert last == first + 1 or sum(lengths[first:last]) <= rows
        assert last == len(lengths) or sum(lengths[first : last + 1]) > rows
