"""Names: distinct strings as one block."""

from __future__ import annotations

import gc
import tracemalloc
import weakref

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.tables.names import EMPTY, Names

TEXTS = st.lists(st.text(st.characters(exclude_characters="\0"), max_size=80), unique=True)


@given(TEXTS)
def test_gives_back_what_it_was_given(texts):
    names = Names.of(texts)

    assert names.tolist() == texts
    assert [names[i] for i in range(len(names))] == texts
    assert names.index == {text: i for i, text in enumerate(texts)}


@given(TEXTS)
def test_ranks_follow_code_points(texts):
    ranks = Names.of(texts).ranks()

    assert [texts[i] for i in np.argsort(ranks)] == sorted(texts)


@given(TEXTS, TEXTS)
def test_codes_in_another_dictionary(mine, theirs):
    codes = Names.of(mine).codes_in(Names.of(theirs))

    assert codes.tolist() == [theirs.index(t) if t in theirs else -1 for t in mine]


@given(st.lists(TEXTS, max_size=4), TEXTS)
def test_codes_of_one_after_the_other(several, theirs):
    other = Names.of(theirs)

    for mine in several:
        for names in (Names.of(mine), Names.of(mine)):
            found = [theirs.index(t) if t in theirs else -1 for t in mine]
            assert names.codes_in(other).tolist() == names.codes_in(other).tolist() == found


@given(TEXTS, TEXTS)
def test_names_are_looked_up_on_their_bytes(mine, theirs):
    codes = Names.of(mine).codes_in(Names.of(theirs))

    assert codes.tolist() == [theirs.index(t) if t in theirs else -1 for t in mine]
    assert codes.dtype == np.int64


def test_codes_that_are_remembered_can_be_changed():
    names, other = Names.of(["a", "b"]), Names.of(["b"])
    names.codes_in(other)[:] = 7

    assert names.codes_in(other).tolist() == [-1, 0]


def test_codes_that_are_remembered_keep_no_cycle():
    gc.collect()
    gc.disable()
    one, two = Names.of(["a", "b"]), Names.of(["b", "c"])
    for mine, theirs in ((one, two), (two, one), (one, one)):
        mine.codes_in(theirs)
    made = [weakref.ref(one), weakref.ref(two)]
    del one, two, mine, theirs
    gone = [thing() is None for thing in made]
    gc.enable()

    assert gone == [True, True]


@given(TEXTS)
def test_of_series(texts):
    assert Names.of_series(pl.Series(texts, dtype=pl.String)) == Names.of(texts)


@given(TEXTS)
def test_of_bytes(texts):
    assert Names.of_bytes([text.encode() for text in texts]) == Names.of(texts)


@given(TEXTS, st.data())
def test_take(texts, data):
    picked = data.draw(st.permutations(range(len(texts))))[: len(texts) // 2]

    assert Names.of(texts).take(np.array(picked, np.int64)).tolist() == [texts[i] for i in picked]


def test_equality_and_bounds():
    assert Names.of(["a", "bc"]) == Names.of(["a", "bc"])
    assert Names.of(["ab", "c"]) != Names.of(["a", "bc"])
    assert len(EMPTY) == 0
    assert repr(Names.of(["a", "b", "c", "d"])) == "Names('a', 'b', 'c', ...; 4)"
    with pytest.raises(IndexError):
        EMPTY[0]


@given(st.lists(st.text(), unique=True))
def test_series_of_all_names(texts):
    kept = [text for text in texts if not any("\ud800" <= sign <= "\udfff" for sign in text)]

    assert Names.of(kept).series().to_list() == kept


@given(st.lists(st.text(), unique=True), st.integers(1, 5))
def test_some_names_at_a_time(texts, size):
    found = list(Names.of(texts).slices(size))

    assert [name for some in found for name in some] == texts
    assert all(len(some) <= size for some in found)


def traced(work):
    """Most bytes of Python and NumPy while something is done."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("work", [lambda n: n.take(np.arange(len(n))[::-1]), Names.series])
def test_many_names_are_copied_in_little_room(work):
    many = Names.of([f"a-document-of-some-length-{n:06}" for n in range(200_000)])
    work(many.take(np.arange(9)))

    assert traced(lambda: work(many)) < 8 * many.blob().size
