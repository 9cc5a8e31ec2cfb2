"""Distances of patterns to all ends against the table of dynamic programming."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text import edits
from partwise.kernels.text.edits import end_costs


def slow(pattern, text, *, anchored):
    row = list(range(len(pattern) + 1))
    costs = [row[-1]]
    for j, letter in enumerate(text, start=1):
        before, row = row, [j if anchored else 0]
        for i, wanted in enumerate(pattern, start=1):
            row.append(min(before[i] + 1, row[i - 1] + 1, before[i - 1] + (wanted != letter)))
        costs.append(row[-1])
    return costs


def arrays(words):
    return [np.array([ord(c) for c in word], np.uint32) for word in words]


def test_by_hand():
    # "bc" in "abxc": after b one letter is missing, x costs nothing more, c comes after it
    assert end_costs(arrays(["bc"]), arrays(["abxc"]))[0].tolist() == [2, 2, 1, 1, 1]
    assert end_costs(arrays(["bc"]), arrays(["abxc"]), anchored=True)[0].tolist() == [2, 2, 2, 2, 2]


@given(
    st.lists(
        st.tuples(st.text("ab漢", min_size=1, max_size=9), st.text("ab漢é", max_size=14)),
        min_size=1,
    ),
    st.booleans(),
    st.sampled_from([1, 10**6]),
)
def test_equals_the_table(pairs, anchored, few):
    patterns, texts = zip(*pairs, strict=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edits, "_FEW", few)
        found = end_costs(arrays(patterns), arrays(texts), anchored=anchored)
    expected = [slow(*pair, anchored=anchored) for pair in pairs]
    assert [costs.tolist() for costs in found] == expected


@pytest.mark.parametrize("anchored", [False, True])
@pytest.mark.parametrize("few", [0, 10**6])
def test_patterns_of_several_words(monkeypatch, few, anchored):
    monkeypatch.setattr(edits, "_FEW", few)
    rng = random.Random(5)
    pairs = []
    for size in (63, 64, 65, 127, 128, 129, 130, 200, 200, 200):
        text = "".join(rng.choices("abcde", k=size + 40))
        pattern = list(text[20 : 20 + size])
        for _ in range(size // 12):
            pattern[rng.randrange(size)] = rng.choice(["", "x", "ab"])
        pairs.append(("".join(pattern), text))
    patterns, texts = zip(*pairs, strict=True)
    found = end_costs(arrays(patterns), arrays(texts), anchored=anchored)
    assert [costs.tolist() for costs in found] == [slow(*p, anchored=anchored) for p in pairs]


def test_how_many_pairs_are_done_at_a_time():
    # 2 ** 22 cells, but 2048 pairs at most and eight for each word at least
    assert [edits._most(1, width) for width in (0, 2046, 2047, 4095)] == [2048, 2048, 2048, 1024]
    assert [edits._most(words, 1 << 22) for words in (1, 3)] == [8, 24]


def test_many_pairs_are_done_in_pieces(monkeypatch):
    monkeypatch.setattr(edits, "_CELLS", 1)
    patterns, texts = ["abc", "bca"] * 30, ["aabcx", "zz"] * 30
    found = end_costs(arrays(patterns), arrays(texts))
    expected = [slow(a, b, anchored=False) for a, b in zip(patterns, texts, strict=True)]
    assert [costs.tolist() for costs in found] == expected
