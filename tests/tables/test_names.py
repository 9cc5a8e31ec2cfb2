"""Names: distinct strings as one block."""

from __future__ import annotations

import numpy as np
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
