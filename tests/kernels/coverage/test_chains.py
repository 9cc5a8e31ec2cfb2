"""The best choice of k intervals, against all choices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.kernels.coverage.worlds import World
from tests.reference.slow_coverage import most_of_k

from partwise.kernels.coverage import most_covered, without_inner


def ints(*values):
    return np.array(values, np.int64)


def test_greedy_is_not_the_best():
    # the middle one holds most, but the two halves hold everything
    assert most_covered(ints(0, 50, 20), ints(50, 100, 80), ints(0, 100), 2).tolist() == [
        [0, 60, 100]
    ]


def test_inner_intervals_are_dropped():
    start, end = without_inner(ints(0, 2, 0, 5, 5, 9), ints(6, 6, 6, 9, 9, 9))

    assert (start.tolist(), end.tolist()) == ([0, 5], [6, 9])


def test_no_intervals_and_topics_without_any():
    none = np.empty(0, np.int64)

    assert most_covered(none, none, ints(0, 0, 5), 2).tolist() == [[0, 0, 0], [0, 0, 0]]


@settings(max_examples=examples(400), deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 9))
def test_equals_the_best_of_all_choices(seed, n_parts):
    world = World(seed, n_parts)
    start, end = world.line()
    best = most_covered(start, end, ints(0, len(world.gold)), 5)[0]

    for k in range(6):
        assert best[k] == most_of_k(world.parts, world.gold, k)
    assert (np.diff(best) >= 0).all()
    assert (np.diff(best, 2) <= 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_topics_do_not_depend_on_each_other(seed):
    worlds = [World(seed * 100 + i, 8) for i in range(30)]
    start, end, border = [], [], [0]
    for world in worlds:
        s, e = world.line()
        start.append(s + border[-1])
        end.append(e + border[-1])
        border.append(border[-1] + len(world.gold))
    together = most_covered(np.concatenate(start), np.concatenate(end), ints(*border), 4)

    for world, row in zip(worlds, together, strict=True):
        alone = most_covered(*world.line(), ints(0, len(world.gold)), 4)
        assert row.tolist() == alone[0].tolist()


def test_more_intervals_never_cover_less():
    rng = np.random.default_rng(3)
    start = rng.integers(0, 400, 60)
    end = start + rng.integers(1, 60, 60)
    best = [most_covered(start[:n], end[:n], ints(0, 500), 6)[0] for n in range(1, 61)]

    assert (np.diff(best, axis=0) >= 0).all()
