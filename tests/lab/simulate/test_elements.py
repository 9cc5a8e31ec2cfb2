from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import PartwiseError, UsageError
from partwise.lab.collections import (
    Collection,
    element_parts,
    full_order,
    ideal_order,
    leaf_order,
    parts_of,
    reversed_order,
    valued,
)
from partwise.tables.qrels import Qrels
from partwise.tables.structure.table import Structure

# d[1] ( s[1] ( p[1] p[2] ) s[2] )
TREES = Structure.from_columns(
    doc=["a"] * 5,
    parent=[None, 0, 1, 1, 0],
    tag=["d", "s", "p", "p", "s"],
    start=[0, 0, 0, 5, 10],
    end=[20, 10, 5, 10, 20],
)
S1, P1, P2, S2 = "/d[1]/s[1]", "/d[1]/s[1]/p[1]", "/d[1]/s[1]/p[2]", "/d[1]/s[2]"


def graded(*rows, structure=TREES):
    topic, element, e, s = zip(*rows, strict=True)
    qrels = Qrels.from_columns(topic=topic, doc=["a"] * len(rows), element=element, e=e, s=s)
    return Collection(qrels, structure)


def names(found, order):
    paths = TREES.to_frame()["path"].to_list()
    return [(int(found.forest.segment[at]), paths[found.forest.node[at]]) for at in order]


def values(found):
    """Value of each element, by topic and path."""
    return dict(zip(names(found, range(found.forest.size)), found.value, strict=True))


@pytest.fixture
def found():
    # sog: s[1] 0.5, p[1] 0.75, s[2] 1; another topic judges s[2] alone
    rows = [("t", S1, 2, 2), ("t", P1, 1, 3), ("t", S2, 3, 3), ("u", S2, 3, 3)]
    return valued(graded(*rows))


def test_values_of_judged_elements_and_those_above(found):
    assert found.quant == "sog"
    assert values(found) == {
        (0, "/d[1]"): 0,
        (0, S1): 0.5,
        (0, P1): 0.75,
        (0, S2): 1,
        (1, "/d[1]"): 0,
        (1, S2): 1,
    }
    assert found.relevant.tolist() == (found.value > 0).tolist()


def test_orders_by_hand(found):
    # of the path s[1], p[1] the ideal takes p[1]
    assert names(found, ideal_order(found)) == [(0, S2), (0, P1), (1, S2)]
    assert names(found, full_order(found)) == [(0, S2), (0, P1), (0, S1), (1, S2)]
    assert names(found, leaf_order(found)) == [(0, S2), (0, P1), (1, S2)]
    back = reversed_order(found, ideal_order(found))
    assert names(found, back) == [(0, P1), (0, S2), (1, S2)]


def test_leaves_are_relevant_elements_without_others_inside():
    # sog: the section 1, its paragraphs 0.25 and 0.75; the other section 0.5
    rows = [("t", S1, 3, 3), ("t", P1, 3, 1), ("t", P2, 1, 3), ("t", S2, 2, 2)]

    found = valued(graded(*rows))

    assert [values(found)[0, path] for path in (S1, P1, P2, S2)] == [1, 0.25, 0.75, 0.5]
    assert names(found, ideal_order(found)) == [(0, S1), (0, S2)]
    assert names(found, leaf_order(found)) == [(0, P2), (0, S2), (0, P1)]


def test_highlights_give_the_share_of_each_element():
    qrels = Qrels.from_columns(topic=["t"], doc=["a"], start=[0], end=[5])

    found = valued(Collection(qrels, TREES))

    # 5 characters: all of p[1], half of s[1], a quarter of the document
    found = {path: value for (_, path), value in values(found).items()}
    assert found[P1] > found[S1] > found["/d[1]"] > 0


def test_elements_as_parts(found):
    collection = graded(("t", S1, 2, 2), ("t", P1, 1, 3))
    parts = element_parts(collection, np.array([0, 0]), np.array([4, 2]))

    assert (parts.start.tolist(), parts.end.tolist()) == ([10, 0], [20, 5])
    assert parts.node.tolist() == [4, 2]
    assert [collection.docs[doc] for doc in parts.doc] == ["a", "a"]
    again = parts_of(collection, found, ideal_order(found))
    assert (again.topic.tolist(), again.start.tolist()) == ([0, 0, 1], [10, 0, 10])


def test_what_is_refused():
    with pytest.raises(UsageError, match="runs of elements need the element trees"):
        valued(graded(("t", S1, 2, 2), structure=None))
    with pytest.raises(UsageError, match="runs of elements need the element trees"):
        element_parts(graded(("t", S1, 2, 2), structure=None), np.array([0]), np.array([0]))
    qrels = Qrels.from_columns(topic=["t"], doc=["a"], element=[S1], e=[1], s=[0.5], scale="share")
    with pytest.raises(PartwiseError, match="quant=sog"):
        valued(Collection(qrels, TREES), "sog")
