"""Copies of the same letters, and letters with errors, against the slow way."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_quotes
from tests.texts.test_normalise import shelf_of
from tests.texts.test_seeds import quotes_of

from partwise.texts.search import ANYWHERE, MOST_PLACES, find_letters, same_letters, with_errors

LINE = "abcdefghijklmnopqrstuvwxyz"


def rows(places):
    return list(zip(places.quote.tolist(), places.start.tolist(), strict=True))


@given(
    st.lists(st.text("ab", max_size=60), min_size=1, max_size=3),
    st.lists(st.tuples(st.text("ab", min_size=12, max_size=20), st.integers(-1, 2)), max_size=3),
)
def test_every_copy_is_found(texts, pairs):
    pairs = [(text, min(doc, len(texts) - 1)) for text, doc in pairs]
    text_index = shelf_of(texts)
    found = same_letters(quotes_of(*pairs), text_index)
    expected = [
        (which, int(text_index.first[doc]) + at)
        for which, (wanted, scope) in enumerate(pairs)
        for doc, text in enumerate(texts)
        if scope in (ANYWHERE, doc)
        for at in slow_quotes.copies(wanted, text)
    ]
    assert rows(found) == expected


@pytest.mark.parametrize("copies", [3, 64, 65, 999, 1001])
def test_frequent_copies(copies):
    found = same_letters(quotes_of((LINE, 0)), shelf_of([LINE * copies, LINE]))
    assert rows(found) == [(0, 26 * i) for i in range(min(copies, MOST_PLACES))]


def test_letters_that_the_text_cannot_hold():
    assert rows(same_letters(quotes_of(("漢" * 12, ANYWHERE)), shelf_of([LINE]))) == []
    assert find_letters(np.array([0x6F22]), ANYWHERE, shelf_of([LINE])) == []


def test_wide_codes_are_found_whole():
    text = "漢字" * 8
    assert find_letters(np.array([ord("字")]), 0, shelf_of([text])) == list(range(1, 16, 2))


def test_errors_are_those_of_the_table():
    rng = random.Random(7)
    words = ["".join(rng.choices(LINE, k=rng.randrange(2, 9))) for _ in range(300)]
    text = "".join(words)
    pairs = []
    for _ in range(40):
        start = rng.randrange(len(text) - 80)
        quote = list(text[start : start + rng.randrange(30, 80)])
        for _ in range(rng.randrange(1, 3)):
            quote[rng.randrange(len(quote))] = rng.choice(["", "q", "zz"])
        pairs.append(("".join(quote), ANYWHERE))
    found = with_errors(quotes_of(*pairs), shelf_of([text]), 0.10)
    assert sorted(set(found.quote.tolist())) == list(range(40))
    for which, start, end, errors in zip(
        found.quote, found.start, found.end, found.errors, strict=True
    ):
        quote = pairs[which][0]
        assert errors == slow_quotes.least_distance(quote, text)
        assert errors == slow_quotes.distance(quote, text[start:end])


def test_too_many_errors_are_no_place():
    wrong = LINE[:13] + "0123456789" + LINE[13:]
    assert rows(with_errors(quotes_of((wrong, 0)), shelf_of([LINE * 2]), 0.10)) == []
    assert len(rows(with_errors(quotes_of((wrong, 0)), shelf_of([LINE]), 0.30))) == 1


def test_equally_good_places_are_all_there():
    text = LINE + "0" * 40 + LINE
    found = with_errors(quotes_of((LINE.replace("m", "0"), 0)), shelf_of([text]), 0.10)
    assert rows(found) == [(0, 0), (0, 66)]


def test_only_the_named_document_is_searched():
    found = with_errors(quotes_of((LINE.replace("m", "0"), 1)), shelf_of([LINE, "x" * 50]), 0.10)
    assert rows(found) == []


def test_periodic_text_is_one_place():
    text = "ab" * 500
    quote = "ab" * 12 + "c" + "ab" * 12
    found = with_errors(quotes_of((quote, 0)), shelf_of([text]), 0.10)
    assert {int(errors) for errors in found.errors} == {1}
