"""One interval after the other, against the slow choice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.kernels.coverage.worlds import World
from tests.reference.slow_coverage import oracle

from partwise.kernels.coverage import choose


@pytest.mark.parametrize("per_cost", [False, True])
@settings(max_examples=examples(150), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_equals_the_slow_choice(per_cost, seed):
    world = World(seed, 8)
    world.parts = sorted(set(world.parts))
    start, end = world.line()
    low, high = world.axis()
    found = choose(
        (np.arange(start.size), start, end),
        high - low,
        np.zeros(start.size, np.int64),
        per_cost=per_cost,
    )
    named = [world.parts[row] for row in found.row.tolist()]

    assert list(zip(named, found.gain.tolist(), strict=True)) == oracle(
        world.parts, world.gold, per_cost=per_cost
    )


def test_large_costs_are_compared_exactly():
    # 3/2**60 is more than 2/2**60, both vanish beside each other in doubles only at 2**53
    start, end = np.array([0, 3]), np.array([3, 5])
    cost = np.array([3 * 2**58 + 1, 2 * 2**58])
    found = choose((np.arange(2), start, end), cost, np.zeros(2, np.int64), per_cost=True)

    assert found.row.tolist() == [1, 0]


@pytest.mark.parametrize("per_cost", [False, True])
def test_topics_do_not_depend_on_each_other(per_cost):
    worlds = [World(seed, 6) for seed in range(9)]
    lines = [world.line() for world in worlds]
    base = np.cumsum([0, *(len(world.gold) for world in worlds[:-1])])
    start, end = (
        np.concatenate([line[side] + low for line, low in zip(lines, base, strict=True)])
        for side in (0, 1)
    )
    size = np.concatenate([world.axis()[1] - world.axis()[0] for world in worlds])
    topic = np.repeat(np.arange(9), 6)
    found = choose((np.arange(54), start, end), size, topic, per_cost=per_cost)

    assert found.row.size > 9
    for number, line in enumerate(lines):
        mine = size[6 * number : 6 * number + 6]
        alone = choose((np.arange(6), *line), mine, np.zeros(6, np.int64), per_cost=per_cost)
        rows = found.row[topic[found.row] == number] - 6 * number
        assert rows.tolist() == alone.row.tolist()
