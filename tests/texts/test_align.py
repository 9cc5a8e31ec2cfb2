"""Where a match begins and ends when several places cost the same."""

from __future__ import annotations

import numpy as np
from tests.texts.test_normalise import shelf_of

from partwise.texts.search import aligned


def align(quote, text, limit=9):
    text_index = shelf_of([text])
    codes = text_index.letters(quote)[0].astype(np.uint32)
    high = int(text_index.last[0])
    _, start, end, errors = aligned(
        [codes], np.array([0]), np.array([high]), np.array([limit]), text_index
    )
    source = np.append(text_index.source(np.arange(high)), len(text))
    found = [text[source[a] : source[b - 1] + 1] for a, b in zip(start, end, strict=True)]
    return found, errors.tolist()


def test_an_end_at_an_edge_is_preferred():
    # "fishes" without its last letters, or with another word's first: the word is taken whole
    assert align("the red fishx", "a the red fish swims") == (["the red fish"], [1])


def test_the_letter_of_the_quote_is_preferred():
    assert align("axc", "zabcz") == (["abc"], [1])


def test_a_beginning_at_an_edge_is_preferred():
    assert align("xxred fish swims", "cba red fish swims") == (["red fish swims"], [2])


def test_the_outermost_place_is_preferred_among_edges():
    assert align("xred fish swims", "a red fish swims") == (["a red fish swims"], [1])


def test_ends_far_apart_are_different_places():
    assert align("abcdefgh", "abcdefgx 123456789 abcdefgx")[0] == ["abcdefgx", "abcdefgx"]


def test_too_far_is_nowhere():
    assert align("abcdefgh", "12345678", limit=7) == ([], [])
