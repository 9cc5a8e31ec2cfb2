"""Seeds of quotes and where they occur."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.texts.test_normalise import shelf_of

from partwise.texts.search import ANYWHERE, Quotes, find_seeds, spread, stepped


def quotes_of(*pairs):
    codes = [np.array([ord(c) for c in text], np.uint32) for text, _ in pairs]
    return Quotes(codes, np.array([doc for _, doc in pairs], np.int64))


def test_seeds_are_spread_from_end_to_end():
    quote, offset = spread(np.array([12, 14, 100]), 12, 8)
    assert quote.tolist() == [0, 1, 1, 1, *[2] * 8]
    assert offset.tolist() == [0, 0, 1, 2, 0, 12, 25, 37, 50, 62, 75, 88]


def test_seeds_in_steps_end_at_the_end():
    quote, offset = stepped(np.array([20, 13]), 12, np.array([3, 1]))
    assert quote.tolist() == [0, 0, 0, 0, 1, 1]
    assert offset.tolist() == [0, 3, 6, 8, 0, 1]


@given(
    st.lists(st.text("ab", max_size=30), min_size=1, max_size=4),
    st.lists(st.tuples(st.text("ab", min_size=8, max_size=20), st.integers(-1, 3)), max_size=4),
)
def test_all_occurrences_are_found(texts, pairs):
    pairs = [(text, min(doc, len(texts) - 1)) for text, doc in pairs]
    quotes, text_index = quotes_of(*pairs), shelf_of(texts)
    seeds = find_seeds(
        quotes, text_index, 8, stepped(quotes.size, 8, np.ones(len(pairs), int)), maximum=99
    )
    for seed in range(seeds.quote.size):
        (text, scope), at = pairs[seeds.quote[seed]], seeds.offset[seed]
        wanted = text[at : at + 8]
        expected = [
            int(text_index.first[doc]) + i
            for doc, source in enumerate(texts)
            if scope in (ANYWHERE, doc)
            for i in range(len(source) - 7)
            if source[i : i + 8] == wanted
        ]
        which, hit = seeds.occurrences(np.array([seed]))
        assert hit.tolist() == expected
        assert which.tolist() == [seed] * len(expected)
        assert seeds.total[seeds.key[seed]] == len(expected)


@pytest.mark.parametrize("most", [1, 3])
def test_frequent_seeds_are_counted_and_the_first_remembered(most):
    quotes, text_index = quotes_of(("abcdefgh", ANYWHERE)), shelf_of(["abcdefgh" * 5])
    seeds = find_seeds(quotes, text_index, 8, (np.array([0]), np.array([0])), maximum=most)
    assert seeds.total.tolist() == [5]
    assert seeds.occurrences(np.array([0]))[1].tolist() == [0, 8, 16][:most]
