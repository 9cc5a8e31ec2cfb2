"""Steps and links between named elements."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow
from tests.users.places import ARTICLE, P1, SEC1, elements, named, passages

from partwise.errors import FormatError
from partwise.kernels.probability import hitting, hitting_sparse
from partwise.tables.names import Names
from partwise.users import graph as module
from partwise.users.graph import Graph, step_words, vertices


def graph(names, edges, docs=("d",), owner=None):
    """Elements of documents, and edges (source, target, chance) between their numbers."""
    n = len(names)
    elements = Names.of(dict.fromkeys(names))
    source, target, chance = zip(*sorted(edges), strict=True) if edges else ((), (), ())
    return Graph(
        "links.tsv",
        Names.of(docs),
        elements,
        np.array(owner or [0] * n, np.int64),
        np.array([elements.index[name] for name in names], np.int64),
        np.arange(1, n + 1),
        np.array(source, np.int64),
        np.array(target, np.int64),
        np.array(chance, float),
    )


EDGES = [(0, 1, 0.5), (0, 2, 0.3), (1, 2, 0.8), (2, 1, 0.12), (2, 2, 0.1)]
XYZ = graph("xyz", EDGES)


def pairs(*both):
    return tuple(np.array(column) for column in zip(*both, strict=True))


def test_edges_are_looked_up_and_summed():
    x, y = pairs((0, 1), (1, 0), (2, 2), (-1, 1), (0, -1), (0, 2))

    assert XYZ.between(x, y).tolist() == [0.5, 0, 0.1, 0, 0, 0.3]
    assert XYZ.out_of(np.array([0, 1, 2, -1])).tolist() == [0.8, 0.8, 0.12, 0]  # not to itself
    back = graph("xy", [(1, 0, 0.25)])
    assert back.between(*pairs((1, 0), (0, 1))).tolist() == [0.25, 0]
    empty = graph("x", [])
    assert empty.between(*pairs((0, 0))).tolist() == [0]
    assert empty.out_of(np.array([0])).tolist() == [0]


def test_visits_by_hand():
    # .5 + .3 x .12, .3 + .5 x .8; nobody knows the way from or to -1
    found = XYZ.visits(*pairs((0, 1), (0, 2), (1, 0), (-1, 1), (2, 2)))

    assert found == pytest.approx([0.536, 0.7, 0, 0, 1])
    assert XYZ.visits(*pairs((-1, -1))).tolist() == [0]


def test_nobody_leaves_a_document():
    two = graph("abab", [(0, 1, 0.5), (2, 3, 0.25)], docs=("d", "e"), owner=[0, 0, 1, 1])

    assert two.visits(*pairs((0, 1), (2, 3), (0, 3), (2, 1))).tolist() == [0.5, 0.25, 0, 0]


EIGHTHS = st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 2))


@given(EIGHTHS)
def test_visits_equal_exact_elimination(weights):
    rows = {}
    for (x, y), w in weights.items():
        rows.setdefault(x, {})[y] = Fraction(w, 8)
    made = graph("wxyz", [(x, y, w / 8) for (x, y), w in weights.items()])
    for goal in range(4):
        expected = slow.visits(rows, goal)
        found = made.visits(np.arange(4), np.full(4, goal))
        assert found == pytest.approx([float(expected.get(x, 0)) for x in range(4)], abs=1e-12)


def test_what_is_kept_changes_nothing(monkeypatch):
    fresh = graph("xyz", EDGES)
    monkeypatch.setattr(module, "KEPT", 4)  # room for one goal of three vertices
    asked = pairs((0, 1), (0, 2), (0, 1))

    assert fresh.visits(*asked).tolist() == XYZ.visits(*asked).tolist()
    assert len(fresh._visits) == 1


def test_a_graph_too_dense_is_named(monkeypatch):
    monkeypatch.setattr(hitting, "DENSE", 0)
    monkeypatch.setattr(hitting_sparse, "ENOUGH", 0.0)
    monkeypatch.setattr(hitting_sparse, "MOST_ENTRIES", 0)
    words = r"links.tsv: document d: .* too densely connected .*Use kind=reach"
    with pytest.raises(FormatError, match=words):
        graph("xyz", EDGES).visits(*pairs((0, 1)))


def test_vertices_by_name():
    # z: b a c, d: a c
    made = graph(list("bacac"), [], docs=("z", "d"), owner=[0, 0, 0, 1, 1])

    assert made.locate(named("c", "b", "a", "nobody")).tolist() == [4, -1, 3, -1]
    assert graph("ab", []).locate(passages((0, 5))).tolist() == [-1]


def test_vertices_by_row_of_the_structure():
    made = graph([P1, ARTICLE], [])

    assert made.locate(elements(0, 2, 1)).tolist() == [1, 0, -1]


def test_vertices_that_the_structure_lacks():
    with pytest.raises(FormatError, match=r"links.tsv:2: no element /x\[1\] in document d. Take"):
        graph([P1, "/x[1]"], []).locate(elements(0))
    with pytest.raises(FormatError, match=r"links.tsv:1: document e is not in the structure"):
        graph([P1], [], docs=("e",)).locate(elements(0))


def test_lenient_paths_are_completed_and_counted():
    nodes = elements(0, 1)
    said = []
    nodes.space.say, nodes.space.lenient = said.append, True

    assert graph(["/article/sec", ARTICLE], []).locate(nodes).tolist() == [1, 0]
    assert [str(note) for note in said] == ["links.tsv: 1 path had a step without [n], read as [1]"]
    with pytest.raises(FormatError, match=r"links.tsv:1: no element /article/zzz"):
        graph(["/article/zzz"], []).locate(nodes)


def test_two_spellings_of_one_element_are_refused():
    nodes = elements(0)
    nodes.space.lenient = True
    with pytest.raises(
        FormatError, match=r"links.tsv:3: /article\[1\]/sec\[1\] and /article/sec are "
    ):
        graph([SEC1, P1, "/article/sec"], []).locate(nodes)


def test_pairs_of_document_and_element_are_numbered():
    doc, element, line = (np.array(column) for column in ([1, 0, 1, 0], [0, 2, 0, 1], [9, 4, 3, 2]))
    distinct, number, first = vertices(doc, element, line, 3)

    assert distinct.tolist() == [1, 2, 3]  # document x 3 + element
    assert number.tolist() == [2, 1, 2, 0]
    assert first.tolist() == [2, 4, 3]


def test_a_link_in_words():
    assert step_words(
        Names.of(["d"]), Names.of(["a", "b"]), np.array([0, 0]), np.array([1, 0])
    ) == ("d b -> d a")
