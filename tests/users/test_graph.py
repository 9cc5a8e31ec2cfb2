"""Steps and links between named elements."""

from __future__ import annotations

from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow

from partwise.errors import FormatError
from partwise.kernels import hitting
from partwise.kernels import hitting_solvers as hitting_chain
from partwise.users import graph as module
from partwise.users.graph import Graph


def graph(n, edges):
    """Edges (source, target, chance) between numbered vertices."""
    source, target, chance = zip(*edges, strict=True) if edges else ((), (), ())
    ends = (np.array(end, np.int64) for end in (source, target))
    return Graph.of("links.tsv", n, *ends, np.array(chance, float))


EDGES = [(0, 1, 0.5), (0, 2, 0.3), (1, 2, 0.8), (2, 1, 0.12), (2, 2, 0.1)]
XYZ = graph(3, EDGES)


def pairs(*both):
    return tuple(np.array(column) for column in zip(*both, strict=True))


def test_equal_graphs_have_the_same_edges():
    assert XYZ.equals(graph(3, EDGES[::-1]))
    assert not XYZ.equals(graph(4, EDGES))
    assert not XYZ.equals(graph(3, EDGES[1:]))
    assert not XYZ.equals(graph(3, [(0, 1, 0.4), *EDGES[1:]]))


def test_edges_are_looked_up_and_summed():
    x, y = pairs((0, 1), (1, 0), (2, 2), (-1, 1), (0, -1), (0, 2))

    assert XYZ.between(x, y).tolist() == [0.5, 0, 0.1, 0, 0, 0.3]
    assert XYZ.out_of(np.array([0, 1, 2, -1])).tolist() == [0.8, 0.8, 0.12, 0]  # not to itself
    back = graph(2, [(1, 0, 0.25)])
    assert back.between(*pairs((1, 0), (0, 1))).tolist() == [0.25, 0]
    empty = graph(1, [])
    assert empty.between(*pairs((0, 0))).tolist() == [0]
    assert empty.out_of(np.array([0])).tolist() == [0]


def test_visits_by_hand():
    # .5 + .3 x .12, .3 + .5 x .8; nobody knows the way from or to -1
    found = XYZ.visits(*pairs((0, 1), (0, 2), (1, 0), (-1, 1), (2, 2)))

    assert found == pytest.approx([0.536, 0.7, 0, 0, 1])
    assert XYZ.visits(*pairs((-1, -1))).tolist() == [0]


EIGHTHS = st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 2))


@given(EIGHTHS)
def test_visits_equal_exact_elimination(weights):
    rows = {}
    for (x, y), w in weights.items():
        rows.setdefault(x, {})[y] = Fraction(w, 8)
    made = graph(4, [(x, y, w / 8) for (x, y), w in weights.items()])
    for goal in range(4):
        expected = slow.visits(rows, goal)
        found = made.visits(np.arange(4), np.full(4, goal))
        assert found == pytest.approx([float(expected.get(x, 0)) for x in range(4)], abs=1e-12)


def test_a_graph_too_dense_is_named(monkeypatch):
    def never(self, b, goal):
        raise ArithmeticError("3 states are too densely connected to be solved")

    monkeypatch.setattr(hitting, "SMALL", 0)
    monkeypatch.setattr(hitting_chain.Chain, "chances", never)
    for asked in (graph(3, EDGES).visits, graph(3, EDGES).visits_any):
        with pytest.raises(FormatError, match=r"links.tsv: .* too densely .*Use kind=reach"):
            asked(*pairs((0, 1)))


@given(EIGHTHS, st.sets(st.integers(0, 3), min_size=1), st.sampled_from([0, 32]))
def test_any_of_some_goals(weights, goals, few):
    rows = {}
    for (x, y), w in weights.items():
        end = 9 if y in goals else y
        rows.setdefault(x, {})[end] = rows.get(x, {}).get(end, 0) + Fraction(w, 8)
    expected = slow.visits({x: row for x, row in rows.items() if x not in goals}, 9)
    made = graph(4, [(x, y, w / 8) for (x, y), w in weights.items()])
    with mock.patch.object(module, "MAX_SEPARATE_GOALS", few):
        found = made.visits_any(np.arange(4), np.array(sorted(goals)))
    exact = [1.0 if x in goals else float(expected.get(x, 0)) for x in range(4)]
    assert found == pytest.approx(exact, abs=1e-12)


def test_sets_of_goals():
    # from x: .5 to y or .3 to z, wherever it goes on to
    assert XYZ.visits_any(np.arange(3), np.array([1, 2])) == pytest.approx([0.8, 1, 1])
    assert XYZ.visits_any(np.arange(3), np.array([2])) == pytest.approx([0.7, 0.8, 1])
    # two goals that nobody leaves the company of are one
    loop = graph(3, [(0, 1, 0.5), (1, 2, 1.0), (2, 1, 1.0)])
    assert loop.visits_any(np.arange(3), np.array([1, 2])) == pytest.approx([0.5, 1, 1])


def test_moves_are_steps_to_others():
    heavy = graph(2, [(0, 1, 0.9), (0, 0, 0.3), (1, 0, 0.5)])

    source, target, step = heavy.moves()
    assert list(zip(source, target, strict=True)) == [(0, 1), (1, 0)]
    assert step == pytest.approx([0.75, 0.5])  # .9 of 1.2
