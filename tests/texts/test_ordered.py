"""Chunks of one splitter call: the order decides between copies."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_quotes

from partwise.texts.ordered import Chunk, Walk, borders, going_back, in_order, overlap_of


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


def test_many_copies_inside_the_chunk_before():
    source = "1.2 | 3.4 | 5.6 | 7.8\n. next"
    assert starts([source[:21], ".", "next"], source, 20) == [0, 22, 24]
    assert in_order([Chunk([(0, 21)]), Chunk([(p, p + 1) for p in (1, 7, 13, 19, 22)])],
                    source, 20) == [(0, 21), (22, 23)]  # fmt: skip


def test_a_short_chunk_that_the_next_one_repeats_whole():
    page = "Cash or notes. Held in trust by us. "
    source = page + "Other. " + page
    spans = [(0, 14), (0, 35), (36, 42), (43, 57), (43, 78)]
    way = Walk(chunks_of([source[a:b] for a, b in spans], source), source).best()
    assert (way.places, way.cost) == (spans, 0)
    listed = [Chunk([(0, 4), (0, 9)])] * 2
    assert in_order(listed, "x" * 9, 4) == [(0, 4), (0, 9)]


def test_an_overlap_that_only_copies_have():
    page = "One two three. Four five. "
    source = page + "Between. " + page + "End."
    spans = [(0, 14), (4, 25), (26, 34), (35, 49), (39, 60), (61, 65)]
    way = Walk(chunks_of([source[a:b] for a, b in spans], source), source).best()
    assert (way.places, way.cost, way.overlap) == (spans, 0, 10)


def test_the_least_overlap_that_leaves_nothing_out():
    source = "Same sentence here. " * 40
    sizes = [(at, min(at + 12, 40)) for at in range(0, 37, 9)]
    texts = [source[20 * a : 20 * b - 1] for a, b in sizes]
    way = Walk(chunks_of(texts, source), source).best()
    assert [place[0] for place in way.places] == [20 * a for a, _ in sizes]
    assert way.overlap == 59


def test_text_that_is_left_out_widens_nothing():
    source = "aba xyz aba end"
    way = Walk(chunks_of(["aba", "end"], source), source).best()
    assert (way.places, way.cost, way.overlap) == ([(0, 3), (12, 15)], 6, 0)


@given(st.text("ab\0", max_size=12), st.text("ab\0", max_size=12))
def test_borders(one, other):
    shared = [n for n in range(min(len(one), len(other)), 0, -1) if one.endswith(other[:n])]
    assert borders(one, other) == shared


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
