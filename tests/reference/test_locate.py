"""`locate` against the slow way, on texts of few words with random damage."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_quotes

import partwise as pw

WORDS = ["Tide", "lamp,", "rope", "salt.", "fog", "12", "3.5 %", "not", "keel", "ﬁn", "café", "x-y"]
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join)
DAMAGE = st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from("xZ é")), max_size=3)


def damaged(quote, changes):
    signs = list(quote)
    for place, sign in changes:
        signs[place % len(signs)] = sign
    return "".join(signs)


@given(st.lists(TEXT, min_size=1, max_size=3), st.integers(0, 10**6), DAMAGE)
def test_laws(texts, seed, changes):
    rng = random.Random(seed)
    source = rng.choice(texts)
    start = rng.randrange(len(source))
    quote = damaged(source[start : start + rng.randrange(1, 80)], changes)
    named = {str(i): text for i, text in enumerate(texts)}
    (row,) = pw.locate([{"topic": "q", "text": quote}], named, ellipsis="literal").table.to_dicts()
    wanted = slow_quotes.letters(quote)[0]
    raw = sum(len(slow_quotes.copies(quote, text)) for text in texts)
    place = None if row["start"] is None else named[row["doc"]][row["start"] : row["end"]]
    if raw and quote.strip():
        assert row["status"] == ("exact" if raw == 1 else "ambiguous")
        assert row["places"] == raw or not wanted
    if row["status"] == "exact":
        assert place == quote
    if row["status"] == "normalised":
        assert slow_quotes.letters(place)[0] == wanted
        assert slow_quotes.figures(quote) == slow_quotes.figures(place)
        assert slow_quotes.negations(quote) == slow_quotes.negations(place)
    if row["status"] == "fuzzy":
        errors = slow_quotes.distance(wanted, slow_quotes.letters(place)[0])
        assert row["errors"] == (max(errors, 1) if row["changed"] else errors)
        assert len(wanted) >= 12 or row["changed"]
    if row["status"] == "unmatched" and len(wanted) >= 20:
        least = min(slow_quotes.least_distance(wanted, slow_quotes.letters(t)[0]) for t in texts)
        assert least > 1  # with one error, 8 letters in a row are as they were


@pytest.mark.slow
def test_errors_are_the_least_there_are():
    rng = random.Random(9)
    for _ in range(60):
        words = ["".join(rng.choices("abcdefghijklmnop", k=rng.randrange(3, 9))) for _ in range(80)]
        text = " ".join(words)
        start = rng.randrange(len(text) - 200)
        quote = damaged(text[start : start + 150], [(rng.randrange(150), "q") for _ in range(5)])
        (row,) = pw.locate([{"topic": "q", "text": quote}], {"a": text}).table.to_dicts()
        letters = slow_quotes.letters(quote)[0], slow_quotes.letters(text)[0]
        assert row["errors"] == slow_quotes.least_distance(*letters)
