"""Places of files among the nodes of an evaluation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.users.places import ARTICLE, P1, SEC1, SEC2, elements, named, passages

from partwise.errors import FormatError
from partwise.files.parsing.place_tables import PlaceTable
from partwise.geometry.nodes import Nodes, Space
from partwise.tables.names import EMPTY, MergedNames, Names
from partwise.users.places import is_whole, located, touches


def table(*places, lines=None):
    """Places (document, element or (start, end) or None)."""
    docs = Names.of(dict.fromkeys(doc for doc, _ in places))
    texts = Names.of(dict.fromkeys(what for _, what in places if isinstance(what, str)))
    spans = [what if isinstance(what, tuple) else (-1, -1) for _, what in places]
    start, end = np.array(spans, np.int64).T.copy()
    return PlaceTable(
        docs=docs,
        elements=texts,
        doc=np.array([docs.index[doc] for doc, _ in places]),
        element=np.array([texts.index.get(what, -1) if isinstance(what, str) else -1
                          for _, what in places]),
        start=start,
        end=end,
        line=np.array(lines or range(1, len(places) + 1)),
        file="links.tsv",
    )  # fmt: skip


def documents(names, length):
    """Whole documents of some lengths."""
    docs = Names.of(names)
    lengths = np.array(length, np.int64)
    space = Space(MergedNames(docs), MergedNames(EMPTY), length=lambda _: lengths)
    number = space.docs.numbers[0]
    none = np.full(len(names), -1, np.int64)
    return Nodes(space, number, np.zeros(len(names), np.int64), lengths, none, none.copy())


def found(nodes, *places):
    """Place that each node is."""
    where = located(table(*places), nodes.space)
    return where.find(nodes).tolist(), where.vertex.tolist()


def test_names_documents_and_passages():
    nodes = named("c", "b", "a", "nobody")
    assert found(nodes, ("z", "b"), ("d", "a"), ("d", "c"), ("d", "q"))[0] == [2, -1, 1, -1]
    assert found(passages((0, 5), (2, 9)), ("d", (2, 9)), ("d", "a"))[0] == [-1, 0]
    assert found(documents("ab", [-1, 7]), ("b", (0, 7)), ("a", None))[0] == [1, 0]
    assert found(documents("ab", [-1, 7]), ("b", (0, 9)))[0] == [-1, 0], "cut at the end"


def test_equal_places_are_one_vertex():
    nodes = documents("ab", [-1, 7])
    assert found(nodes, ("b", (0, 7)), ("a", None), ("b", None)) == ([1, 0], [0, 1, 0])
    assert found(nodes, ("a", (0, 7)), ("a", None)) == ([1, -1], [0, 1]), "of unknown length"


def test_elements_of_the_structure():
    nodes = elements(0, 2, 1)
    assert found(nodes, ("d", P1), ("d", None))[0] == [1, 0, -1]
    # the extent of the section, and of no other element
    assert found(nodes, ("d", (0, 60)), ("d", SEC1)) == ([-1, -1, 0], [0, 0])
    assert found(nodes, ("x", "anything"), ("d", ARTICLE))[0] == [1, -1, -1]


def test_elements_that_the_structure_lacks():
    with pytest.raises(FormatError, match=r"links.tsv:2: no element /x\[1\] in document d. Take"):
        found(elements(0), ("d", P1), ("d", "/x[1]"))


def test_lenient_paths_are_completed_and_counted():
    nodes = elements(0, 1)
    said = []
    nodes.space.say, nodes.space.lenient = said.append, True

    assert found(nodes, ("d", "/article/sec"), ("d", ARTICLE))[0] == [1, 0]
    assert [str(note) for note in said] == ["links.tsv: 1 path had a step without [n], read as [1]"]
    with pytest.raises(FormatError, match=r"links.tsv:1: no element /article/zzz"):
        found(nodes, ("d", "/article/zzz"))
    assert found(nodes, ("d", SEC1), ("d", "/article/sec"))[1] == [0, 0], "two spellings"


def test_whole_documents():
    assert is_whole(documents("ab", [-1, 7])).tolist() == [True, True]
    assert is_whole(elements(0, 1)).tolist() == [True, False]
    assert is_whole(named("a")).tolist() == [False]
    assert is_whole(passages((0, 5), (3, 9))).tolist() == [False, False]


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ((0, 5), (4, 9), True),
        ((0, 5), (5, 9), False),
        ((5, 5), (5, 9), True),
        ((9, 9), (5, 9), False),
        ((5, 9), (5, 5), True),
        ((5, 9), (9, 9), False),
        ((5, 5), (5, 5), True),
        ((0, -1), (3, 4), True),
    ],
)
def test_who_touches_whom(x, y, expected):
    assert touches(passages(x), passages(y)).tolist() == [expected]


def test_names_touch_themselves_and_the_document():
    nodes = named("a", "b")
    whole = replace(nodes, start=np.zeros(2, int), name=np.full(2, -1))
    assert touches(nodes, nodes).tolist() == [True, True]
    assert touches(nodes, nodes.take(np.array([1, 0]))).tolist() == [False, False]
    assert touches(nodes, whole).tolist() == touches(whole, nodes).tolist() == [True, True]
    assert touches(elements(1), elements(4)).tolist() == [False]
    assert found(elements(4), ("d", SEC2))[0] == [0]
