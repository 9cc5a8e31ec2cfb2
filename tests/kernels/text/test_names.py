from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text import names as text_names
from partwise.kernels.text.lines import LONG, PAD, padded, split_cells
from partwise.kernels.text.names import (
    encode_names,
    fingerprints,
    name_changes,
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
            lambda data, span: np.zeros(span[0].size, np.uint64),
        )
        codes, first = encode_names(data, span)

    assert codes.tolist() == expected[0].tolist()
    assert first.tolist() == expected[1].tolist()


def test_very_long_names():
    texts = ["x" * 1000 + "a", "x" * 1000 + "b", "x" * 1000, "x" * 1000 + "a"]
    data, span = span_of(texts)

    assert encode_names(data, span)[0].tolist() == [0, 1, 2, 0]
    assert name_ranks(data, span).tolist() == [1, 2, 0, 1]


def test_long_names_that_end_alike():
    texts = ["a" + "x" * 2 * LONG, "b" + "x" * 2 * LONG, "b" + "x" * 2 * LONG]
    data, (start, end) = span_of(texts)

    assert name_changes(data, (start, end)).tolist() == [True, False]
    assert same_names(data, (start[1:], end[1:]), data, (start[:-1], end[:-1])).tolist() == [
        False, True,
    ]  # fmt: skip


def test_a_fingerprint_depends_on_no_other_name():
    sizes = [*range(1, 42), *range(LONG - 1, LONG + 3)]
    data, (start, end) = span_of([("abcdefg" * size)[:size] for size in sizes])
    alone = [
        int(fingerprints(data, (start[at : at + 1], end[at : at + 1]))[0])
        for at in range(len(sizes))
    ]

    for first in range(len(sizes)):
        some = start[first:], end[first:]
        assert fingerprints(data, some).tolist() == alone[first:]


@pytest.mark.parametrize("size", [*range(1, 26)])
def test_fingerprints_know_every_letter(size):
    plain = "mnopqrstuvwxyzabcdefghijk"[:size]
    capital = [plain[:at] + plain[at].upper() + plain[at + 1 :] for at in range(size)]
    other = [plain[:at] + "l" + plain[at + 1 :] for at in range(size)]

    assert np.unique(fingerprints(*span_of([plain, *capital, *other]))).size == 1 + 2 * size


def test_ranks_do_not_depend_on_what_follows_a_name():
    data = padded(b"a,a-ab,a\x01\n")
    start, end = np.array([[0, 2, 4, 7], [1, 3, 6, 9]]) + PAD

    assert name_ranks(data, (start, end)).tolist() == [0, 0, 2, 1]
