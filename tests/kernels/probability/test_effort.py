from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow

from partwise.kernels.probability import EffortWalk, precision


def walk(reach, m, novelty=None, cut=None):
    """Feed a dense small table, optionally in two pieces."""
    one = EffortWalk(m, novelty)
    cut = len(reach) if cut is None else cut
    for low, high in ((0, cut), (cut, len(reach))):
        rows = [(i + 1, x, float(p)) for i in range(low, high) for x, p in enumerate(reach[i]) if p]
        rank, thing, chance = zip(*rows, strict=True) if rows else ((), (), ())
        one.feed(np.array(rank, np.int64), np.array(thing, np.intp), np.array(chance, float))
    return one.finish(len(reach))


TABLE_III = [[0.4, 0.4], [0.6, 0.4], [1, 0], [0, 1]]

CHANCE = st.sampled_from([0, 0, 1]) | st.fractions(0, 1, max_denominator=12)


@st.composite
def tables(draw, ranks=5, ideals=4):
    m = draw(st.integers(1, ideals))
    o = draw(st.integers(0, ranks))
    cells = [[Fraction(draw(CHANCE)) for _ in range(m)] for _ in range(o)]
    unranked = draw(st.integers(m, 30))
    return cells, m, unranked


def floats(values):
    return [float(v) for v in values]


def test_table_three_of_the_prum_paper():
    noisy = walk(TABLE_III, 2, "noisy-or")
    exact = walk(TABLE_III, 2, "exact")

    assert np.cumsum(exact.consulted) == pytest.approx([1.4464, 2.7136])
    assert np.cumsum(exact.leading) == pytest.approx([1, 1.7536])
    assert precision(exact, 0) == pytest.approx([1 / 1.4464, 1.7536 / 2.7136])
    assert precision(noisy, 0) == pytest.approx([1 / 1.4464, 1.7248 / 2.7136])


def test_an_empty_list_leaves_everything_to_chance():
    # m + 1 over elements + 1, for every recall value
    assert precision(walk([], 3), 9) == pytest.approx([0.4, 0.4, 0.4])
    assert walk([], 3).saving.tolist() == [0, 0, 0]


@given(tables(), st.sampled_from(["noisy-or", "exact"]))
def test_equals_the_formula(table, novelty):
    reach, m, unranked = table
    effort = walk(reach, m, novelty)
    expected = slow.prum(reach, m, unranked, 0, novelty)

    assert precision(effort, unranked) == pytest.approx(floats(expected), abs=1e-11)


@given(tables(ranks=4, ideals=3))
def test_exact_novelty_equals_all_scenarios(table):
    reach, m, unranked = table
    expected = slow.prum_by_scenarios(reach, m, unranked, 0)

    assert slow.prum(reach, m, unranked, 0, "exact") == expected
    assert precision(walk(reach, m, "exact"), unranked) == pytest.approx(
        floats(expected), abs=1e-12
    )


@given(tables(ranks=4, ideals=3))
def test_saving_equals_all_scenarios(table):
    reach, m, _ = table
    expected = slow.eprum_by_scenarios(reach, m)

    assert slow.eprum(reach, m) == expected
    assert walk(reach, m).saving == pytest.approx(floats(expected), abs=1e-12)


@given(tables())
def test_noisy_or_is_never_above_exact(table):
    reach, m, unranked = table
    noisy = precision(walk(reach, m, "noisy-or"), unranked)
    exact = precision(walk(reach, m, "exact"), unranked)

    assert (noisy <= exact + 1e-12).all()
    assert (exact <= 1 + 1e-12).all()


@given(tables(), st.data())
def test_pieces_and_novelty_do_not_change_a_bit(table, data):
    reach, m, _ = table
    whole = walk(reach, m, "exact")
    cut = walk(reach, m, "noisy-or", data.draw(st.integers(0, len(reach))))

    assert whole.final.tolist() == cut.final.tolist()
    assert whole.consulted.tolist() == cut.consulted.tolist()
    assert whole.saving.tolist() == cut.saving.tolist()


def test_noisy_or_can_give_a_perfect_run_less_than_one():
    # navigation.md 3.2: 48 ideals, .98 each from the first result, all from the second
    reach = [[0.98] * 48, [1.0] * 48]

    assert precision(walk(reach, 48, "noisy-or"), 0)[-1] == pytest.approx(0.901, abs=5e-4)
    assert precision(walk(reach, 48, "exact"), 0)[-1] == pytest.approx(1.0, abs=1e-12)


def test_ten_thousand_faint_ideals():
    # One result shows each of n ideals with p: a user wants one of them.
    n, p, elements = 10_000, Fraction(1, 10**9), 10**6
    none = (1 - p) ** n
    expected = (1 - none) + none
    consulted = 1 + none * Fraction(elements, n + 1)
    for novelty in ("noisy-or", "exact"):
        effort = walk([[1e-9] * n], n, novelty)
        assert effort.leading[0] == pytest.approx(float(1 - none), rel=1e-9, abs=0)
        assert effort.saving[0] == pytest.approx(float(1 - none), rel=1e-9, abs=0)
        value = precision(effort, elements - 1)[0]
        assert value == pytest.approx(float(expected / consulted), rel=1e-12)


def test_a_long_list_stays_within_exact_arithmetic():
    rng = np.random.default_rng(5)
    reach = [[Fraction(int(v), 64) for v in rng.integers(0, 40, 3)] for _ in range(60)]
    for novelty in ("noisy-or", "exact"):
        expected = floats(slow.prum(reach, 3, 500, 60, novelty))
        assert precision(walk(reach, 3, novelty), 440) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("r", [1, 2, 3])
def test_agrees_with_simulated_users(r):
    reach = [[0.3, 0.1, 0.0], [0.0, 0.5, 0.2], [0.6, 0.0, 0.1]]
    rng = np.random.default_rng(r)
    n = 4000
    leads, consulted = slow.simulate(reach, 3, 9, 3, r, n, rng)
    ratio = sum(leads) / sum(consulted)
    spread = np.std(np.array(leads) - ratio * np.array(consulted)) / np.mean(consulted)
    value = precision(walk(reach, 3, "exact"), 6)[r - 1]

    assert abs(value - ratio) < 4 * spread / np.sqrt(n)


@pytest.mark.parametrize("r", [1, 2, 3])
def test_saving_agrees_with_simulated_users(r):
    reach = np.array([[0.3, 0.1, 0.0], [0.0, 0.5, 0.2], [0.6, 0.0, 0.1], [0.2, 0.9, 0.3]])
    rng = np.random.default_rng(40 + r)
    n = 20_000
    seen = np.zeros((n, 3), bool)
    saved = np.zeros(n)
    for rank, row in enumerate(reach, start=1):
        before = seen.sum(axis=1)
        seen |= rng.random((n, 3)) < row
        saved += ((before < r) & (seen.sum(axis=1) >= r)) * min(1, r / rank)

    value = walk(reach.tolist(), 3).saving[r - 1]
    assert abs(value - saved.mean()) < 4 * saved.std() / np.sqrt(n)


def test_ranks_at_which_enough_is_seen_by_hand():
    # one thing at rank 1 or, as often, at rank 2: 1 / K is 1 or 1 / 2
    one = walk([[0.5], [1]], 1)
    assert (one.saving.tolist(), one.inverse.tolist()) == ([0.75], [0.75])
    # two things at ranks 1 and 2; both at rank 2 alone
    assert walk([[1, 0], [0, 1]], 2).inverse.tolist() == [1, 0.5]
    both = walk([[0, 0], [1, 1]], 2)
    assert (both.saving.tolist(), both.inverse.tolist()) == ([0.5, 1], [0.5, 0.5])
    # at rank 3: two of three ranks saved
    late = walk([[0, 0], [1, 0], [0, 1]], 2)
    assert late.saving.tolist() == [1 / 2, 2 / 3]
    assert late.inverse.tolist() == [1 / 2, 1 / 3]


def test_expectations_without_novelty():
    effort = walk(TABLE_III, 2)

    assert effort.leading.tolist() == [0, 0]
    assert np.cumsum(effort.consulted) == pytest.approx([1.4464, 2.7136])
