"""Pieces of quotes with omissions, chosen together."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.texts.spans import Span, narrowest, pieces_of


@pytest.mark.parametrize(
    ("quote", "pieces"),
    [
        ("one ... two", ["one", "two"]),
        ("one [...] two (…) three", ["one", "two", "three"]),
        ("one . . . two....", ["one", "two"]),
        ("... one", ["one"]),
        ("one. Two.. three", ["one. Two.. three"]),
        ("...", []),
    ],
)
def test_pieces(quote, pieces):
    assert pieces_of(quote) == pieces


def spans(*places, doc=0):
    return [Span(doc, a, b, 0, "", exact=True) for a, b in places]


def chosen(*places, letters=9):
    return [([(s.start, s.end) for s in one.spans], one.ways) for one in narrowest(places, letters)]


def test_the_narrowest_choice():
    first, second = spans((0, 3), (50, 53)), spans((10, 13), (60, 63), (54, 57))
    assert chosen(first, second) == [([(50, 53), (54, 57)], 1)]


def test_order_and_overlap():
    assert chosen(spans((10, 14)), spans((0, 4))) == []
    assert chosen(spans((10, 14)), spans((13, 16))) == []


def test_too_far_apart():
    assert chosen(spans((0, 4)), spans((1990, 2001))) == []
    assert chosen(spans((0, 4)), spans((1990, 2001)), letters=201) != []


def test_one_document():
    assert chosen(spans((0, 4)), spans((5, 9), doc=1)) == []


def test_equal_choices():
    assert chosen(spans((0, 2), (10, 12)), spans((5, 6), (15, 16))) == [
        ([(0, 2), (5, 6)], 1),
        ([(10, 12), (15, 16)], 1),
    ]
    assert chosen(spans((0, 1)), spans((2, 3), (4, 5)), spans((6, 7)))[0][1] == 2


def test_the_cover():
    (one,) = narrowest([spans((0, 3)), spans((7, 9))], 9)
    assert one.cover == Span(0, 0, 9, 0, "", exact=False)


@given(
    st.lists(
        st.lists(st.integers(0, 30), min_size=1, max_size=4, unique=True), min_size=2, max_size=3
    )
)
def test_equals_all_combinations(starts):
    pieces = [spans(*((at, at + 2) for at in some)) for some in starts]
    ways = [
        combination
        for combination in product(*pieces)
        if all(a.end <= b.start for a, b in pairwise(combination))
    ]
    found = narrowest(pieces, 9)
    width = min((way[-1].end - way[0].start for way in ways), default=None)
    best = [way for way in ways if way[-1].end - way[0].start == width]
    assert sum(choice.ways for choice in found) == len(best)
    assert {choice.width for choice in found} == {width for _ in best[:1]}
