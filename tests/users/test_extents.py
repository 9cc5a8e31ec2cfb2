from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.users.places import article, elements, from_first, named, passages

from partwise.errors import MissingLengthError, TableError, UsageError
from partwise.users.base import extents, shared
from partwise.users.reading import T2I, Window
from partwise.users.trees import Hierarchy


def places(nodes, unit):
    return [column.tolist() for column in extents(nodes, unit, "Model")]


def test_characters_and_words():
    assert places(elements(4, 2), "chars") == [[60, 0], [100, 20]]
    assert places(elements(4, 2), "words") == [[6, 0], [10, 3]]
    assert places(passages((3, 9)), "chars") == [[3], [9]]


def test_a_structure_without_words():
    from dataclasses import replace

    nodes = elements(0, structure=replace(article(), wstart=None, wend=None))
    with pytest.raises(UsageError, match="Model counts words, and there is no structure with word"):
        extents(nodes, "words", "Model")


def test_missing_extents_say_what_to_do():
    with pytest.raises(
        UsageError, match=r"Hierarchy needs .* element /b\[1\] of document d .*Use structure="
    ):
        from_first(Hierarchy(), named("/b[1]", "/c[1]"))
    with pytest.raises(TableError, match="b is a name, not an element of a structure"):
        from_first(Hierarchy(), named("b", "c"))  # findings 3.1
    endless = passages((0, -1), (0, 5))
    with pytest.raises(MissingLengthError, match="length of document d is not known, and Window"):
        from_first(Window(), endless)
    with pytest.raises(UsageError, match="no structure with word positions"):
        from_first(T2I(5, unit="words"), passages((0, 1), (2, 3)))
    nodes = elements(0, 1)
    nodes.row[1] = -1
    with pytest.raises(UsageError, match=r"passage 0..60 of document d is no element"):
        from_first(Window(unit="words"), nodes)


SPANS = st.tuples(st.integers(0, 9), st.integers(0, 9))


@given(SPANS, SPANS)
def test_shared_is_the_size_of_the_intersection(x, y):
    columns = [np.array([value]) for value in (x[0], sum(x), y[0], sum(y))]

    expected = len(set(range(x[0], sum(x))) & set(range(y[0], sum(y))))
    assert shared(*columns).tolist() == [expected]
