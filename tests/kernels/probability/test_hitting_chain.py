from __future__ import annotations

import numpy as np
import pytest
from tests.kernels.probability.test_hitting import web

from partwise.kernels import hitting_solvers as hitting_chain
from partwise.kernels.hitting import Hitting
from partwise.kernels.hitting_solvers import (
    AIM,
    ENOUGH,
    Chain,
    Columns,
    _bounds,
    _error,
    _normalised,
    from_table,
)

N = 400


def both_ways(parent, total):
    """Steps between each page and its parent, ``total`` out of each page."""
    child = np.arange(1, parent.size)
    source, target = np.append(child, parent[1:]), np.append(parent[1:], child)
    return source, target, total / np.bincount(source, minlength=parent.size)[source]


LINE = np.arange(N) - 1
FOURS = (np.arange(N) - 1) // 4
FORWARD = LINE[1:], np.arange(1, N), np.ones(N - 1)
UNIFORM = np.random.default_rng(3).integers(0, N, (2, 10 * N))


def uniform(total):
    source, target = UNIFORM[:, UNIFORM[0] != UNIFORM[1]]
    return source, target, total / np.bincount(source, minlength=N)[source]


GRAPHS = {
    "chain": FORWARD,
    "chain both ways": both_ways(LINE, 0.999),
    "tree both ways": both_ways(FOURS, 0.95),
    "tree that nobody leaves": both_ways(FOURS, 1.0),
    "random": uniform(0.85),
    "random, long walks": uniform(0.9999),
    "random that nobody leaves": uniform(1.0),
    "power law": web(N, 10, total=0.85),
    "power law, long walks": web(N, 10, total=0.9999),
}
"""The table of graphs at a small scale."""


def directly(source, target, chance, goal):
    """Solve one goal by a dense table with its row taken out."""
    table = np.eye(N)
    moves = source != goal
    np.subtract.at(table, (source[moves], target[moves]), chance[moves])
    b = np.zeros(N)
    b[goal] = 1
    return np.linalg.solve(table, b)


@pytest.fixture
def ways(monkeypatch):
    """Collect the ways that were taken and the greatest error each proved."""
    taken = {}

    def noted(name, way):
        def call(self, b, goal):
            x, error = way(self, b, goal)
            taken[name] = max(taken.get(name, 0), error.max())
            return x, error

        return call

    for name in ("iterated", "absorbed", "factorised"):
        monkeypatch.setattr(Chain, f"_{name}", noted(name, getattr(Chain, f"_{name}")))
    return taken


@pytest.mark.parametrize("name", GRAPHS)
def test_graphs_of_every_kind(name, ways):
    goals = np.arange(0, N, 90)
    got = Hitting(*GRAPHS[name], N).towards(goals)
    for column, goal in zip(got.T, goals.tolist(), strict=True):
        assert column == pytest.approx(directly(*GRAPHS[name], goal), abs=ENOUGH)
    expected = "factorised" if name.startswith(("chain", "tree")) else "iterated"
    assert set(ways) == (set() if name.endswith("nobody leaves") else {expected})
    assert max(ways.values(), default=0) <= ENOUGH


def test_where_only_the_ends_are_left_elimination_takes_over(ways, monkeypatch):
    # walks are long enough that the factorisation, though right, proves too little
    monkeypatch.setattr(hitting_chain, "ENOUGH", 1e-12)
    n = 1500
    here = np.arange(n)
    source, target = np.append(here[1:], here[:-1]), np.append(here[:-1], here[1:])
    value = Hitting(source, target, np.full(2 * n - 2, 0.5), n).towards(np.array([0]))[:, 0]

    # a random walk that leaves at the far end: chance (n - x) / n to come home
    assert value == pytest.approx((n - here) / n, rel=1e-12)
    assert ways["factorised"] > 1e-12


def test_walks_that_hardly_end_are_proven_with_the_goal_held(ways):
    graph = uniform(1 - 1e-8)
    got = Hitting(*graph, N).towards(np.array([0, 7]))

    assert got[:, 0] == pytest.approx(directly(*graph, 0), abs=ENOUGH)
    assert got[:, 1] == pytest.approx(directly(*graph, 7), abs=ENOUGH)
    assert ways["iterated"] > ENOUGH >= ways["absorbed"]


def test_a_long_ring_is_factorised(ways):
    # iteration needs hundreds of steps to go round; a band around the diagonal does not fill up
    n = 20_000
    here = np.arange(n)
    source, target = np.append(here, here), np.append((here + 1) % n, (here - 1) % n)
    ring = Hitting(source, target, np.full(2 * n, 0.4999), n)
    got = ring.between(here[:200], np.full(200, 0))
    # towards 0 on one side alone the chance falls by the smaller root of .4999 (1 + z^2) = z
    root = (1 - np.sqrt(1 - 4 * 0.4999**2)) / (2 * 0.4999)

    assert got == pytest.approx(root ** here[:200], abs=1e-10)
    assert "factorised" in ways


def chain(graph):
    from scipy.sparse import csr_array

    matrix = csr_array((graph[2], (graph[0], graph[1])), shape=(N, N))
    return Chain(matrix, 1 - np.asarray(matrix.sum(axis=1)))


def test_solutions_are_refined_once():
    class TooSmall:
        """Solves all but a tenth."""

        def solve(self, b):
            return 0.9 * np.linalg.solve(np.eye(N) - line.matrix.toarray(), b)

    line = chain(both_ways(LINE, 0.5))
    exact = np.linalg.solve(np.eye(N) - line.matrix.toarray(), np.ones(N))
    line._factors = TooSmall()

    # a tenth of what was missing is still missing
    assert line._refined(np.ones(N)) == pytest.approx(0.99 * exact)


def test_only_a_thin_graph_is_factorised():
    assert chain(both_ways(LINE, 0.9))._forest
    stays = tuple(map(np.append, both_ways(LINE, 0.9), ([0, 5], [0, 5], [0.1, 0.1])))
    assert chain(stays)._forest  # a step that leads nowhere else closes no circle
    assert not chain(uniform(0.9))._forest
    ring = np.append(LINE[1:], N - 1), np.append(np.arange(1, N), 0), np.full(N, 0.9)
    assert not chain(ring)._forest
    assert chain(ring)._thin


def test_dense_graphs_are_not_factorised(monkeypatch):
    monkeypatch.setattr(hitting_chain, "THIN", 1000)
    monkeypatch.setattr(hitting_chain, "TABLE", 0)
    monkeypatch.setattr(Chain, "_length", np.inf)  # as if iteration failed
    monkeypatch.setattr("partwise.kernels.hitting_solvers.MOST_WORK", 10)
    with pytest.raises(ArithmeticError, match="400 states are too densely connected"):
        Hitting(*uniform(0.9), N).towards(np.array([1]))


def test_chances_from_a_table_of_visits():
    # 0 -> 1 .5, 1 -> 0 .5: a walk from 0 is there 1 / (1 - .25) times, and half as often at 1
    table = np.array([[4, 2], [2, 4]]) / 3
    b = np.array([[1, 0, 0], [0, 1, 0.25]])  # to 0, to 1, and out of the chain from 1
    found = from_table(table, b, np.array([0, 1, -1]))

    assert found == pytest.approx(np.array([[1, 1 / 2, 1 / 6], [1 / 2, 1, 1 / 3]]))


def test_each_way_is_asked_for_what_is_not_yet_proven(monkeypatch):
    asked = []

    def way(name, proven):
        def call(self, b, goal):
            asked.append((name, goal.tolist()))
            error = [ENOUGH if one in proven else np.nan for one in goal.tolist()]
            return np.full(b.shape, float(len(asked))), np.array(error)

        return call

    for name, proven in (("_iterated", {3, 7}), ("_absorbed", {5}), ("_factorised", {1, 3})):
        monkeypatch.setattr(Chain, name, way(name, proven))
    last = way("last", {})
    monkeypatch.setattr(Chain, "_eliminated", lambda *asked: last(*asked)[0])
    dense = chain(uniform(0.9))
    found = dense._certain(np.zeros((N, 5)), np.array([1, 3, 5, 7, 9]))

    assert asked == [
        ("_iterated", [1, 3, 5, 7, 9]), ("_absorbed", [1, 5, 9]), ("_factorised", [1, 9]),
        ("last", [9]),
    ]  # fmt: skip
    assert (found == [3, 1, 2, 1, 4]).all()
    asked.clear()
    assert (dense._certain(np.zeros((N, 2)), np.array([7, 3])) == 1).all()
    assert len(asked) == 1


def test_columns_are_solved_in_blocks_and_stay_between_nothing_and_one(monkeypatch):
    monkeypatch.setattr(hitting_chain, "BLOCK", 1)
    asked = []

    def solved(self, b, goal):
        asked.append(goal.tolist())
        return b

    monkeypatch.setattr(Chain, "_certain", solved)
    b = np.linspace(-0.5, 1.5, 9)[None, :].repeat(N, axis=0)
    found = chain(FORWARD).chances(b, np.arange(9))

    assert asked == [[0, 1, 2, 3], [4, 5, 6, 7], [8]]
    assert (found == np.clip(b, 0, 1)).all()


def test_iteration_stops_at_the_aim(monkeypatch):
    asked = []
    solve = Columns.solve

    def noted(self, b, enough):
        asked.append(enough.tolist())
        return solve(self, b, enough)

    monkeypatch.setattr(Columns, "solve", noted)
    walk, b = chain(uniform(0.9)), np.eye(N)[:, [0, 7]]
    assert walk._length == pytest.approx(10, rel=0.1)  # a walk goes on with nine tenths
    asked.clear()
    walk._iterated(b, np.array([0, 7]))
    walk._absorbed(b, np.array([0, -1]))

    assert asked[0] == [AIM / walk._length] * 2
    assert asked[1] == [0.1]  # the length of walks with the goal held
    assert asked[2][0] == pytest.approx(AIM / 10, rel=0.5, abs=0)
    long, asked[:] = chain(uniform(0.9999)), []
    assert long._length > 100
    long._length = 1e5
    long._iterated(b, np.array([0, 7]))
    assert asked[-1] == [1e-15] * 2


def test_what_is_not_a_state_is_not_held():
    walk, b = chain(uniform(0.9)), np.eye(N)[:, [0, 7]]
    x, error = walk._absorbed(b, np.array([-1, 7]))

    assert not x[:, 0].any()
    assert error[0] == np.inf
    assert x[:, 1] == pytest.approx(directly(*uniform(0.9), 7), abs=ENOUGH)
    assert error[1] <= ENOUGH
    assert walk._absorbed(b[:, :1], np.array([-1]))[1].tolist() == [np.inf]


def test_bounds_of_the_inverse_by_hand():
    # slack .8 and lengths up to 3; slack of a half; just good enough
    length = np.array([[1, 1, 0], [3, 3, 2.0]])
    moved = np.array([[1, 0.5, 0.75], [0.8, 1, 1]])

    assert _bounds(length, moved).tolist() == [3 / 0.8, np.inf, 2 / 0.75]


def test_visits_are_divided_by_those_of_the_goal():
    x, goal = np.array([[4, 1, 6], [2, 5, 3.0]]), np.array([0, 1, -1])

    assert _normalised(x, goal).tolist() == [[1, 0.2, 6], [0.5, 1, 3]]


def test_errors_of_chances_by_hand():
    # twice the error over the visits that are certain, at least 1; what is asked for as it is
    x, goal = np.array([[4, 1, 6], [2, 1.25, 3.0]]), np.array([0, 1, -1])

    assert _error(x, goal, np.array([0.5, 0.5, 0.5])).tolist() == [1 / 3.5, 1, 0.5]


@pytest.mark.parametrize(("most", "thin"), [(797, True), (796, False)])
def test_the_band_of_a_ring_is_two_wide(monkeypatch, most, thin):
    # the first neighbour stands next to the first state, all others two places away
    monkeypatch.setattr(hitting_chain, "THIN", most)
    ring = np.append(LINE[1:], N - 1), np.append(np.arange(1, N), 0), np.full(N, 0.9)

    assert chain(ring)._thin == thin
    assert chain(FORWARD)._thin  # without a circle nothing is filled in


def test_a_chain_of_any_size_is_eliminated_in_one_way_or_the_other(monkeypatch):
    walk, b = chain(both_ways(FOURS, 0.9)), np.eye(N)[:, [0, 7]]
    table = walk._eliminated(b, np.array([0, 7]))
    monkeypatch.setattr(hitting_chain, "TABLE", N - 1)
    monkeypatch.delattr(Chain, "_table")

    assert walk._eliminated(b, np.array([0, 7])) == pytest.approx(table, rel=1e-12)
