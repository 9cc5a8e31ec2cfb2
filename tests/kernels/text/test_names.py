from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text import names as text_names
from partwise.kernels.text.lines import LONG, PAD, padded, split_cells
from partwise.kernels.text.names import (
    all_same,
    compare_names,
    encode_names,
    fingerprints,
    gather_names,
    name_changes,
    name_keys,
    name_ranks,
    same_names,
)

short = st.text("abé", min_size=1, max_size=4)
long = st.builds(
    "{}{}{}".format, st.text("xy", min_size=6, max_size=9), short, st.text("z", max_size=20)
)
names = st.lists(st.one_of(short, long), min_size=1, max_size=25)


def span_of(texts):
    data = padded("".join(text + "\n" for text in texts).encode())
    return data, split_cells(data, data.size - PAD, 1).field(0)


def test_codes_by_hand(monkeypatch):
    monkeypatch.delattr(text_names, "_encode_exactly")  # no fingerprints collide
    data, span = span_of(
        ["b", "a", "b", "clueweb09-en0000-00-00001", "a", "clueweb09-en0000-00-00002"]
    )
    codes, first = encode_names(data, span)

    assert codes.tolist() == [0, 1, 0, 2, 1, 3]
    assert first.tolist() == [0, 1, 3, 5]


def test_no_names_at_all():
    nothing = np.empty(0, np.int64)
    data = text_names.blob_block(np.empty(0, np.uint8))

    assert [column.tolist() for column in encode_names(data, (nothing, nothing))] == [[], []]
    assert data.tobytes() == b"\n" * 2 * PAD
    assert gather_names(data, (nothing, nothing)).size == 0
    assert all_same(data, (nothing, nothing))


def test_a_name_comes_before_those_that_go_on():
    data, (start, _) = span_of(["a" * 16])
    low, ends = np.repeat(start, 17), start + np.arange(17)
    for size in range(17):
        one, other = (low, low + size), (low, ends)
        assert compare_names(data, one, other).tolist() == np.sign(size - np.arange(17)).tolist()
    for size in range(16):
        one, other = (start, start + size), (start, start + size + 1)
        assert compare_names(data, one, other).tolist() == [-1]
        assert compare_names(data, one, one).tolist() == [0]


@given(names)
def test_codes_equal_a_dictionary(texts):
    data, span = span_of(texts)
    codes, first = encode_names(data, span)
    index: dict[str, int] = {}

    assert codes.tolist() == [index.setdefault(text, len(index)) for text in texts]
    assert [texts[row] for row in first.tolist()] == list(index)


@given(names)
def test_colliding_fingerprints_change_nothing(texts):
    data, span = span_of(texts)
    expected = encode_names(data, span)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            text_names,
            "fingerprints",
            lambda data, span, fold=False: np.zeros(span[0].size, np.uint64),
        )
        codes, first = encode_names(data, span)

    assert codes.tolist() == expected[0].tolist()
    assert first.tolist() == expected[1].tolist()


@given(names, names)
def test_equality_and_order_are_those_of_bytes(mine, theirs):
    size = min(len(mine), len(theirs))
    texts = mine[:size] + theirs[:size]
    data, (start, end) = span_of(texts)
    a, b = (start[:size], end[:size]), (start[size:], end[size:])
    pairs = [(x.encode(), y.encode()) for x, y in zip(mine, theirs, strict=False)]

    assert same_names(data, a, data, b).tolist() == [x == y for x, y in pairs]
    assert compare_names(data, a, b).tolist() == [(x > y) - (x < y) for x, y in pairs]
    equal_prints = fingerprints(data, a) == fingerprints(data, b)
    assert all(
        print_ for (x, y), print_ in zip(pairs, equal_prints.tolist(), strict=True) if x == y
    )


@given(names)
def test_changes_ranks_and_bytes(texts):
    data, span = span_of(texts)
    order = sorted({text.encode() for text in texts})

    assert name_changes(data, span).tolist() == [x != y for x, y in pairwise(texts)]
    assert name_ranks(data, span).tolist() == [order.index(text.encode()) for text in texts]
    assert gather_names(data, span).tobytes() == "".join(texts).encode()
    assert all_same(data, span) == (len(set(texts)) == 1)


def test_very_long_names():
    texts = ["x" * 1000 + "a", "x" * 1000 + "b", "x" * 1000, "x" * 1000 + "a"]
    data, span = span_of(texts)

    assert encode_names(data, span)[0].tolist() == [0, 1, 2, 0]
    assert name_ranks(data, span).tolist() == [1, 2, 0, 1]


@pytest.mark.parametrize("size", [25, 34, 45, LONG + 9])
def test_names_that_differ_in_any_one_byte(size):
    """Bytes stand in words of eight: none may be skipped between them."""
    plain = ("mnopqrstuvwxyzabcdefghijkl" * size)[:size]
    texts = [plain[:at] + "~" + plain[at + 1 :] for at in range(len(plain))]
    pairs = [text for other in texts for text in (plain, other)]
    data, (start, end) = span_of(pairs)
    one, other = (start[::2], end[::2]), (start[1::2], end[1::2])

    assert compare_names(data, one, other).tolist() == [-1] * len(texts)
    assert compare_names(data, other, one).tolist() == [1] * len(texts)
    assert not same_names(data, one, data, other).any()
    assert same_names(data, one, data, (one[0][::-1], one[1][::-1])).all()
    assert name_changes(data, (start, end)).all()
    assert encode_names(data, other)[0].tolist() == [*range(len(texts))]
    assert np.unique(fingerprints(data, other)).size == len(texts)
    for at in range(len(texts)):
        two = tuple(column[2 * at : 2 * at + 2] for column in (start, end))
        assert not all_same(data, two)
        assert name_ranks(data, two).tolist() == [0, 1]
        assert np.lexsort(name_keys(data, (two[0][::-1], two[1][::-1]))[::-1]).tolist() == [1, 0]


def test_long_names_that_end_alike():
    texts = ["a" + "x" * 2 * LONG, "b" + "x" * 2 * LONG, "b" + "x" * 2 * LONG]
    data, (start, end) = span_of(texts)

    assert name_changes(data, (start, end)).tolist() == [True, False]
    assert same_names(data, (start[1:], end[1:]), data, (start[:-1], end[:-1])).tolist() == [
        False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("fold", [False, True])
def test_a_fingerprint_depends_on_no_other_name(fold):
    sizes = [*range(1, 42), *range(LONG - 1, LONG + 3)]
    data, (start, end) = span_of([("abcdefg" * size)[:size] for size in sizes])
    alone = [
        int(fingerprints(data, (start[at : at + 1], end[at : at + 1]), fold=fold)[0])
        for at in range(len(sizes))
    ]

    for first in range(len(sizes)):
        some = start[first:], end[first:]
        assert fingerprints(data, some, fold=fold).tolist() == alone[first:]


def test_a_short_name_at_the_end_of_a_text():
    # as many bytes as the longest name has do not follow it
    data, span = span_of(["b" * 200, "c", "a"])
    start, end = span
    one, other = (start[:-1], end[:-1]), (start[1:], end[1:])

    assert name_ranks(data, span).tolist() == [1, 2, 0]
    assert name_changes(data, span).tolist() == [True, True]
    assert same_names(data, one, data, other).tolist() == [False, False]
    assert compare_names(data, one, other).tolist() == [-1, 1]
    assert np.unique(fingerprints(data, span)).size == 3
    assert np.lexsort(name_keys(data, span)[::-1]).tolist() == [2, 0, 1]


@pytest.mark.parametrize("size", [*range(1, 26)])
def test_folded_fingerprints_know_letters_but_not_their_case(size):
    plain = "mnopqrstuvwxyzabcdefghijk"[:size]
    capital = [plain[:at] + plain[at].upper() + plain[at + 1 :] for at in range(size)]
    other = [plain[:at] + "l" + plain[at + 1 :] for at in range(size)]
    found = fingerprints(*span_of([plain, *capital, *other]), fold=True)

    assert (found[1 : size + 1] == found[0]).all()
    assert np.unique(found).size == 1 + size


def test_ranks_do_not_depend_on_what_follows_a_name():
    data = padded(b"a,a-ab,a\x01\n")
    start, end = np.array([[0, 2, 4, 7], [1, 3, 6, 9]]) + PAD

    assert name_ranks(data, (start, end)).tolist() == [0, 0, 2, 1]
