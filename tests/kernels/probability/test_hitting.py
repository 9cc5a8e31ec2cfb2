from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow

from partwise.kernels import hitting
from partwise.kernels import hitting_solvers as hitting_chain
from partwise.kernels.hitting import Hitting

WAYS = ("table", "iterated", "absorbed", "factorised", "eliminated")


def force(patch, way):
    """Let chains of any size be solved in one way alone, elimination where it fails."""
    if way == "table":
        return
    patch.setattr(hitting, "SMALL", 0)
    patch.setattr(hitting_chain, "TABLE", 0)

    def never(self, b, goal):
        return b, np.full(goal.size, np.inf)

    for name in WAYS[1:4]:
        if name != way:
            patch.setattr(hitting_chain.Chain, f"_{name}", never)
    if way in ("iterated", "absorbed"):
        patch.setattr(hitting_chain.Chain, "_forest", False)


def columns(rows):
    pairs = [(x, y, float(p)) for x, row in rows.items() for y, p in row.items()]
    x, y, p = zip(*pairs, strict=True) if pairs else ((), (), ())
    return np.array(x, np.int64), np.array(y, np.int64), np.array(p, float)


def solve(rows, n, goal):
    return Hitting(*columns(rows), n).towards(np.array([goal]))[:, 0]


def test_figure_two_of_the_prum_paper():
    # x -> y .5, x -> z .3, y -> z .8, z -> y .12
    x, y, z = 0, 1, 2
    rows = {x: {y: 0.5, z: 0.3}, y: {z: 0.8}, z: {y: 0.12}}

    assert solve(rows, 3, y)[x] == pytest.approx(0.536)
    assert solve(rows, 3, z)[x] == pytest.approx(0.7)


def test_a_closed_circle_that_cannot_get_there_counts_nothing():
    # 1 and 2 step to each other for ever; the goal is 3
    rows = {0: {1: 0.5, 3: 0.5}, 1: {2: 1.0}, 2: {1: 1.0}}

    assert solve(rows, 4, 3).tolist() == [0.5, 0, 0, 1]


def test_whoever_comes_into_a_closed_circle_sees_all_of_it():
    # 2 and 3 step to each other for ever; 0 comes there with .5 at once and with .5 x .5 by 1
    rows = {0: {1: 0.5, 2: 0.5}, 1: {3: 0.5}, 2: {3: 1.0}, 3: {2: 1.0}}
    chances = Hitting(*columns(rows), 4).towards(np.array([2, 3]))

    assert chances.tolist() == [[0.75, 0.75], [0.5, 0.5], [1, 1], [1, 1]]


@pytest.mark.parametrize("way", WAYS)
def test_a_closed_circle_is_one_way_of_leaving_the_others(way, monkeypatch):
    # 2 and 3 step to each other for ever; a = b / 2, b = a / 2 + 1 / 4
    force(monkeypatch, way)
    rows = {0: {1: 0.5}, 1: {0: 0.5, 2: 0.25}, 2: {3: 1.0}, 3: {2: 1.0}}

    assert solve(rows, 4, 3) == pytest.approx([1 / 6, 1 / 3, 1, 1], abs=1e-12)
    assert solve(rows, 4, 0) == pytest.approx([1, 1 / 2, 0, 0], abs=1e-12)


def test_tenths_that_miss_one_by_rounding_are_not_left():
    # ten times .1 is less than 1 in floating point; nobody leaves all the same
    n = 11
    rows = {x: {y: 0.1 for y in range(n) if y != x} for x in range(n)}

    assert sum(rows[0].values()) < 1
    assert (Hitting(*columns(rows), n).towards(np.arange(n)) == 1).all()


@pytest.mark.parametrize(("lack", "left"), [(1, False), (2, True)])
def test_what_may_be_rounding_is_not_left(lack, left):
    rows = {x: {1 - x: 1 - lack * hitting.ROUNDING} for x in (0, 1)}

    assert (solve(rows, 2, 1)[0] < 1) == left


def test_a_step_to_oneself_is_leaving():
    assert solve({0: {0: 0.5, 1: 0.5}}, 2, 1)[0] == 0.5


def test_rows_above_one_are_scaled_to_one():
    rows = {0: {1: 0.63, 2: 0.42}}

    assert solve(rows, 3, 1)[0] == pytest.approx(0.63 / 1.05)


def test_steps_given_in_pieces_add_up():
    two = Hitting(np.array([0, 0]), np.array([1, 1]), np.array([0.25, 0.5]), 2)

    assert two.between(np.array([0]), np.array([1])).tolist() == [0.75]


def test_steps_given_twice_do_not_hide_a_closed_circle():
    # 0 -> 1 in two halves, 1 -> 0: nobody leaves
    two = Hitting(np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([0.5, 0.5, 1.0]), 2)

    assert two.towards(np.array([0, 1])).tolist() == [[1, 1], [1, 1]]


def test_without_steps_only_the_goal_is_there():
    assert solve({}, 3, 2).tolist() == [0, 0, 1]
    assert Hitting(*columns({}), 0).towards(np.empty(0, np.int64)).shape == (0, 0)


@st.composite
def chains(draw, n=6):
    rows = {}
    for x in range(n):
        row = draw(st.dictionaries(st.integers(0, n - 1), st.integers(1, 5), max_size=3))
        total = sum(row.values()) + draw(st.integers(0, 2))
        rows[x] = {y: Fraction(w, total) for y, w in row.items()}
    return rows


@pytest.mark.parametrize("way", WAYS)
@given(chains())
def test_every_way_equals_exact_elimination(way, rows):
    with pytest.MonkeyPatch.context() as patch:
        force(patch, way)
        got = Hitting(*columns(rows), 6).towards(np.arange(6))
    for goal in range(6):
        expected = slow.visits(rows, goal)
        assert got[:, goal] == pytest.approx(
            [float(expected.get(x, 0)) for x in range(6)], abs=1e-12
        )
        assert (got[:, goal] > 0).tolist() == [expected.get(x, 0) > 0 for x in range(6)]


def by_walks(rows, x, goal, steps=60):
    """Chance of having stood on the goal after some steps, walk by walk with equal ends joined."""
    at, found = {x: 1.0}, 0.0
    for _ in range(steps):
        found += at.pop(goal, 0.0)
        after = {}
        for state, weight in at.items():
            for y, p in rows.get(state, {}).items():
                if y != state:
                    after[y] = after.get(y, 0.0) + weight * float(p)
        at = after
    return found


@given(chains(), st.integers(0, 5), st.integers(0, 5))
def test_equals_the_enumeration_of_walks(rows, x, goal):
    halved = {s: {y: p / 2 for y, p in row.items()} for s, row in rows.items()}  # walks end soon
    value = Hitting(*columns(halved), 6).between(np.array([x]), np.array([goal]))[0]

    assert value == pytest.approx(by_walks(halved, x, goal), abs=1e-12)


def web(n, links, seed=0, total=0.9):
    """Pages with links to others, the first ones by far the most linked."""
    rng = np.random.default_rng(seed)
    source = rng.integers(0, n, links * n)
    target = (n * rng.random(links * n) ** 3).astype(np.int64)
    key = np.unique(source * n + target)
    source, target = key // n, key % n
    moves = source != target
    source, target = source[moves], target[moves]
    return source, target, total / np.bincount(source, minlength=n)[source]


@pytest.mark.parametrize("way", WAYS)
def test_the_same_bits_whatever_else_is_asked(monkeypatch, way):
    force(monkeypatch, way)
    n = 150
    graph = web(n, 4)
    every = Hitting(*graph, n).towards(np.arange(n))
    for goals in ([3], [3, 77], [149, 3, 20, 77, 3], list(range(0, n, 2))):
        assert (Hitting(*graph, n).towards(np.array(goals)) == every[:, goals]).all()
    one_by_one = Hitting(*graph, n)
    monkeypatch.setattr(hitting, "GOALS", 7)
    for goal in (77, 3, 149):
        assert (one_by_one.towards(np.array([goal]))[:, 0] == every[:, goal]).all()
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, n, (2, 400))
    assert (Hitting(*graph, n).between(x, y) == every[x, y]).all()


def test_parts_that_do_not_hang_together_are_solved_apart():
    one, other = web(40, 3), web(30, 3, seed=2)
    rng = np.random.default_rng(4)
    name = rng.permutation(75)  # five states have no step at all
    source = name[np.concatenate((one[0], other[0] + 40))]
    target = name[np.concatenate((one[1], other[1] + 40))]
    both = Hitting(source, target, np.concatenate((one[2], other[2])), 75).towards(name)[name]

    assert both[:40, :40] == pytest.approx(Hitting(*one, 40).towards(np.arange(40)), abs=1e-14)
    assert both[40:70, 40:70] == pytest.approx(
        Hitting(*other, 30).towards(np.arange(30)), abs=1e-14
    )
    assert not both[:40, 40:].any()
    assert not both[40:, :40].any()
    assert (both[70:, 70:] == np.eye(5)).all()


def test_small_parts_do_not_know_of_each_other():
    sizes = np.random.default_rng(6).integers(2, 40, 60)
    begin = np.cumsum(sizes) - sizes
    webs = [web(int(size), 3, seed=n) for n, size in enumerate(sizes)]
    columns = [
        np.concatenate(
            [one[at] + (start if at < 2 else 0) for one, start in zip(webs, begin, strict=True)]
        )
        for at in range(3)
    ]
    every = Hitting(*columns, int(sizes.sum())).towards(begin)
    for at, (one, start, size) in enumerate(zip(webs, begin, sizes, strict=True)):
        alone = Hitting(*one, int(size)).towards(np.array([0]))[:, 0]
        assert (every[start : start + size, at] == alone).all()


def test_what_is_kept_changes_nothing(monkeypatch):
    graph = web(50, 3)
    x, y = np.random.default_rng(0).integers(0, 50, (2, 300))
    expected = Hitting(*graph, 50).between(x, y)
    monkeypatch.setattr(hitting, "CACHE_CELLS", 120)  # room for two goals of fifty states
    monkeypatch.setattr(hitting, "GOALS", 2)
    small = Hitting(*graph, 50)

    assert (small.between(x, y) == expected).all()
    assert (small.between(x, y) == expected).all()
    assert len(small._columns) == 2


@pytest.mark.parametrize(("room", "kept"), [(49, [0, 0, 0]), (50, [1, 1, 1]), (100, [1, 2, 1])])
def test_as_many_columns_are_kept_as_there_is_room_for(monkeypatch, room, kept):
    monkeypatch.setattr(hitting, "CACHE_CELLS", room)
    chain = Hitting(*web(50, 3), 50)
    found = []
    for goal in (3, 7, 9):
        chain.learn(np.array([goal]))
        found.append(len(chain._columns))

    assert found == kept


def test_agrees_with_simulated_walks():
    rows = {0: {1: 0.5, 2: 0.3}, 1: {2: 0.6, 0: 0.3}, 2: {1: 0.2, 3: 0.3}, 3: {0: 0.5}}
    table = np.zeros((5, 5))  # state 4: left for good
    for x, row in rows.items():
        for y, p in row.items():
            table[x, y] = p
    table[:, 4] = 1 - table.sum(axis=1)
    rng = np.random.default_rng(2)
    n = 20_000
    at, visited = np.zeros(n, int), np.zeros(n, bool)
    for _ in range(60):
        visited |= at == 3
        at = (rng.random(n)[:, None] > np.cumsum(table[at], axis=1)).sum(axis=1)
    value = solve(rows, 4, 3)[0]

    assert abs(value - visited.mean()) < 4 * visited.std() / np.sqrt(n)


def test_goals_are_told_block_by_block(monkeypatch):
    monkeypatch.setattr(hitting, "FEWEST", 2)
    monkeypatch.setattr(hitting, "ROOM", 8)
    n, said = 5, []
    rows = {x: {(x + 1) % n: 0.5} for x in range(n)}
    goals = np.array([3, 0, 3, 1, 4, 2])
    chain = Hitting(*columns(rows), n)
    chance = chain.between(np.zeros(6, np.int64), goals, lambda *done: said.append(done))

    # two columns of five numbers at one time, goals once each
    assert said == [(0, 5), (2, 5), (4, 5)]
    assert chance.tolist() == pytest.approx([0.5 ** int(goal) for goal in goals])


def test_few_numbers_are_held_at_one_time():
    # wide enough for many goals of small parts, never fewer than some of a large one
    assert list(hitting._blocks([])) == []
    assert list(hitting._blocks([10] * 300)) == [(0, 128), (128, 256), (256, 300)]
    assert list(hitting._blocks([hitting.ROOM // 10] * 25)) == [(0, 10), (10, 20), (20, 25)]
    assert list(hitting._blocks([2 * hitting.ROOM] * 9)) == [(0, 4), (4, 8), (8, 9)]
