"""Names of any length: what is compared at once and what one by one agree."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from partwise.kernels.text.json_lines import _with_exponent
from partwise.kernels.text.lines import LONG, PAD
from partwise.kernels.text.long_names import digests, tails
from partwise.kernels.text.names import (
    all_same,
    blob_block,
    compare_names,
    encode_names,
    fingerprints,
    name_changes,
    name_keys,
    same_names,
)

NAMES = [
    "a", "x" * LONG, "x" * LONG + "y", "x" * LONG + "y", "x" * LONG + "Y", "x" * (LONG + 8),
    "x" * (LONG + 8), "x" * (LONG + 7) + "y", "b" * 5 * LONG, "b" * 5 * LONG + "c", "a",
]  # fmt: skip


def laid(names):
    """Return names as a block and their places in it."""
    plain = [name.encode() for name in names]
    end = np.cumsum([len(name) for name in plain]) + PAD
    start = end - [len(name) for name in plain]
    return blob_block(np.frombuffer(b"".join(plain), np.uint8)), (start, end)


def test_the_rest_of_a_name():
    data, field = laid(["x" * LONG + "rest", "short"])

    assert tails(data, field, np.array([0])) == [b"rest"]


@pytest.mark.parametrize("fold", [False, True])
def test_digests_tell_rests_apart(fold):
    data, field = laid(["x" * LONG + "y", "x" * LONG + "Y"])

    one, other = digests(data, field, np.array([0, 1]), fold=fold)
    assert (one == other) == fold


def test_equal_names_have_equal_codes():
    codes, first = encode_names(*laid(NAMES))

    seen = list(dict.fromkeys(NAMES))
    assert codes.tolist() == [seen.index(name) for name in NAMES]
    assert [NAMES[row] for row in first] == seen


def test_fingerprints_and_folded_ones():
    data, field = laid(NAMES)
    plain, folded = fingerprints(data, field), fingerprints(data, field, fold=True)

    assert len({*plain.tolist()}) == len({*NAMES})
    assert len({*folded.tolist()}) == len({name.lower() for name in NAMES})


def test_neighbours():
    data, field = laid(NAMES)
    start, end = field
    before, after = (start[:-1], end[:-1]), (start[1:], end[1:])
    pairs = [*pairwise(NAMES)]

    assert name_changes(data, field).tolist() == [a != b for a, b in pairs]
    assert same_names(data, before, data, after).tolist() == [a == b for a, b in pairs]
    signs = compare_names(data, before, after).tolist()
    assert signs == [(a > b) - (a < b) for a, b in pairs]


@pytest.mark.parametrize("last", ["y", "z"])
def test_whether_all_are_the_same(last):
    names = ["x" * LONG + "y", "x" * LONG + "y", "x" * LONG + last]

    assert all_same(*laid(names)) == (last == "y")


def test_order_of_names():
    order = np.lexsort(name_keys(*laid(NAMES))[::-1])

    assert [NAMES[row] for row in order] == sorted(NAMES)


@pytest.mark.parametrize("number", ["1" * LONG + "e5" + "1" * LONG, "1e" + "5" * LONG, "1" * 999])
def test_numbers_with_an_exponent(number):
    assert _with_exponent(*laid([number, "5"])).tolist() == ["e" in number, False]
