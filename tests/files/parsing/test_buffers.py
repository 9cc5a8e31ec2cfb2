from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.files.parsing.buffers import ArrayBuilder


def test_pieces_stand_one_after_the_other():
    built = ArrayBuilder(np.int32)
    built.add(np.array([3, 1]))
    built.add(np.array([], np.int64))
    built.add(np.array([2]))

    assert built.values.tolist() == [3, 1, 2]
    assert built.values.dtype == np.int32
    assert built.size == 3


def test_nothing():
    assert ArrayBuilder(np.float64, 10).values.tolist() == []


def test_a_piece_larger_than_twice_the_room():
    built = ArrayBuilder(np.int64)
    built.add(np.array([7]))
    built.add(np.arange(20_000))

    assert built.size == 20_001
    assert built.values[[0, 1, -1]].tolist() == [7, 0, 19_999]


def test_room_that_was_foretold_is_not_copied():
    built = ArrayBuilder(np.int64, 10_000)
    built.add(np.arange(5_000))
    early = built.values
    built.add(np.arange(5_000))
    assert np.shares_memory(early, built.values)
    built.add(np.arange(1))
    assert not np.shares_memory(early, built.values)
    assert built.values[4_999:5_001].tolist() == [4_999, 0]


@given(st.lists(st.integers(0, 3_000), max_size=8))
def test_like_joining_lists(sizes):
    built, expected = ArrayBuilder(np.int64, 100), []
    for number, size in enumerate(sizes):
        built.add(np.full(size, number))
        expected += [number] * size

    assert built.values.tolist() == expected
