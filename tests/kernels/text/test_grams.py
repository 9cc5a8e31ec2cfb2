"""Hashes of stretches of codes, and the search for wanted ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text.grams import GramFilter, gram_hashes


@pytest.mark.parametrize("k", [8, 12])
@given(st.lists(st.integers(1, 3), max_size=60))
def test_equal_stretches_have_equal_hashes_and_others_have_others(k, codes):
    hashes = gram_hashes(np.array(codes, np.uint8), k).tolist()
    grams = [tuple(codes[i : i + k]) for i in range(len(codes) - k + 1)]

    assert len(hashes) == len(grams)
    assert len(set(zip(grams, hashes, strict=True))) == len(set(grams)) == len(set(hashes))


def test_hashes_are_sums_of_powers():
    def spread(number, bits):
        return number % 2**64 ^ number % 2**64 >> bits

    base, mix, codes = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, [*range(1, 30), 200, 255]
    letters = [spread(code * mix, 29) for code in codes]
    for k in (8, 12):
        sums = [
            sum(letter * base**power for power, letter in enumerate(letters[at : at + k][::-1]))
            for at in range(len(codes) - k + 1)
        ]
        expected = [spread(spread(total, 32) * mix, 32) for total in sums]
        assert gram_hashes(np.array(codes), k).tolist() == expected


def test_the_width_of_codes_does_not_matter():
    codes = np.arange(1, 30)
    assert (gram_hashes(codes.astype("u1"), 12) == gram_hashes(codes.astype("u4"), 12)).all()


def test_a_hash_depends_on_the_order():
    one, other = np.arange(1, 13), np.arange(12, 0, -1)
    assert gram_hashes(one, 12)[0] != gram_hashes(other, 12)[0]


def test_a_hash_above_all_wanted_ones_with_the_same_low_bits():
    found = GramFilter(np.array([5], np.uint64)).find(np.array([5 + 2**40, 5], np.uint64))

    assert [column.tolist() for column in found] == [[1], [0]]


@given(st.sets(st.integers(0, 2**64 - 1), min_size=1), st.lists(st.integers(0, 2**64 - 1)))
def test_the_filter_finds_all_and_nothing_else(wanted, others):
    known = np.array(sorted(wanted), np.uint64)
    asked = np.array([*others, *sorted(wanted)], np.uint64)
    at, which = GramFilter(known).find(asked)

    assert at.tolist() == [i for i, value in enumerate(asked.tolist()) if value in wanted]
    assert (known[which] == asked[at]).all()
