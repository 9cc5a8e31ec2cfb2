"""Chunks of one splitter call: the order decides between copies."""

from __future__ import annotations

import random

import pytest
from tests.reference import slow_quotes

from partwise.texts.ordered import Chunk, going_back, in_order, overlap_of


def chunks_of(texts, source):
    return [Chunk([(at, at + len(t)) for at in slow_quotes.copies(t, source)], t) for t in texts]


def starts(texts, source, overlap=0):
    return [
        None if p is None else p[0] for p in in_order(chunks_of(texts, source), source, overlap)
    ]


def test_equal_sentences():
    source = "Same sentence here. " * 40
    texts = [source[at : at + 79] for at in range(0, len(source), 80)]
    assert starts(texts, source) == list(range(0, 800, 80))


def test_a_copy_inside_the_chunk_before_is_not_taken():
    source = "a. b. c."
    assert starts(["a. b.", "c", "."], source) == [0, 6, 7]
    assert starts(["a", ".", " b"], source) == [0, 1, 2]


def test_overlap():
    source = "abcabcabc"
    assert starts(["abca", "cabc", "bc"], source, 2) == [0, 2, 7]


def test_a_chunk_that_is_nowhere_is_left_out():
    assert starts(["ab", "zz", "cd"], "ab cd") == [0, None, 3]


def test_what_is_left_at_the_end_counts():
    assert starts(["x", "x"], "x x x".replace(" ", "  ")) == [0, 3]
    assert starts(["end"], "end") == [0]


def test_the_overlap_of_neighbours_that_occur_once():
    assert overlap_of([Chunk([(0, 10)]), Chunk([(7, 17)]), Chunk([(16, 20)])]) == 3
    assert overlap_of([Chunk([(0, 10)]), Chunk([(1, 2), (7, 17)]), Chunk([(9, 20)])]) == 0


def test_chunks_that_go_back():
    assert going_back([Chunk([(5, 6)]), Chunk([(1, 2), (9, 10)]), Chunk([(3, 4)])]) == 1


@pytest.mark.parametrize("overlap", [0, 3])
def test_repetitive_text_is_cut_and_put_together_again(overlap):
    rng = random.Random(overlap)
    source = "".join(rng.choices(["tide ", "ebb ", "flood. "], k=400))
    true, at = [], 0
    while at < len(source):
        size = rng.randrange(8, 25)
        true.append((at, source[at : at + size]))
        at += size - overlap
    assert starts([text for _, text in true], source, overlap) == [start for start, _ in true]


def test_places_that_cannot_be_looked_up():
    chunk = Chunk([(0, 2), (4, 6), (8, 10)])
    assert in_order([chunk, chunk, chunk], "ab  ab  ab", 0) == [(0, 2), (4, 6), (8, 10)]
