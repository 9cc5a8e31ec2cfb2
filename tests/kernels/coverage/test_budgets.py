"""The best choice for a budget, against all choices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.kernels.coverage.worlds import World
from tests.reference.slow_coverage import most_for_budget as slow

from partwise.kernels import coverage_budgets as budgets
from partwise.kernels.coverage_budgets import (
    Labels,
    Offers,
    TooManyError,
    _undominated,
    _with_cut,
    most_at_any_price,
    most_for_budget,
)
from partwise.kernels.coverage_budgets import _BudgetChains as _Chains


@settings(max_examples=examples(400), deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 7), st.integers(1, 90), st.booleans())
def test_equals_the_best_of_all_choices(seed, n_parts, budget, tokens):
    world = World(seed, n_parts)
    price = world.tokens if tokens else None
    if tokens:
        budget = 1 + budget // 4
    best = slow(world.parts, world.gold, budget, price)
    offers = world.offers(tokens=tokens)

    assert most_for_budget(offers, budget) == best
    if offers.start.size:
        assert most_at_any_price(offers, budget) >= best


def test_grows_with_the_budget():
    for seed in range(30):
        offers = World(seed).offers()
        found = [most_for_budget(offers, budget) for budget in range(1, 100)]
        assert found == sorted(found)


def test_gives_up_beyond_the_labels():
    n = 40
    size = 1000 + 2 ** np.arange(n) % 997
    line = np.concatenate(([0], np.cumsum(size // 2)))
    text = np.concatenate(([0], np.cumsum(size)))
    offers = Offers(line[:-1], line[1:], size, size, text[:-1], line[:-1], text[:-1] + 500)

    assert most_for_budget(offers, 20_000, max_labels=500) is None
    assert most_at_any_price(offers, 20_000) <= 20_000


def test_sixteen_parts_never_give_up():
    rng = np.random.default_rng(5)
    size = rng.integers(50, 5000, 16)
    line = np.concatenate(([0], np.cumsum(size // 3)))
    text = np.concatenate(([0], np.cumsum(size)))
    offers = Offers(line[:-1], line[1:], size, size, text[:-1], line[:-1], text[1:] - size // 3)

    assert most_for_budget(offers, int(size.sum()) // 2) is not None


def test_more_chains_than_may_be_kept_are_told():
    start, end, cost = np.array([0, 2]), np.array([1, 3]), np.array([1, 1])
    assert _Chains(start, end, cost, 5, 3).before(2).covered.max() == 2
    with pytest.raises(TooManyError):
        _Chains(start, end, cost, 5, 2)  # one that ends at the first, two at the second


CHEAP = np.array([0, 5]), np.array([10, 20]), np.array([1, 15])
"""Ten characters for 1 and fifteen for 15, the first five of which are the same."""


def test_chains_of_overlapping_intervals_by_hand():
    labels = _Chains(*CHEAP, 16, 100).before(2)

    assert labels.cost.tolist() == [0, 1, 15, 16]
    assert labels.covered.tolist() == [0, 10, 15, 20]
    assert _Chains(*CHEAP, 15, 100).before(2).cost.tolist() == [0, 1, 15]


def test_a_cut_goes_on_where_another_interval_ends():
    start, end, cost = CHEAP
    offers = Offers(start, end, cost, end - start, start, start[:1], start[:1])

    # the cheap one, and seven characters of the other, five of which are seen already
    assert most_for_budget(offers, 8) == 12


def test_what_one_cell_adds(monkeypatch):
    start, end, cost = CHEAP
    offers = Offers(start, end, cost, end - start, start, start[:1], start[:1])
    one = Labels(np.array([0, 1, 9]), np.array([0, 10, 11]))
    other = Labels(np.array([0, 2]), np.array([0, 4]))

    def found(budget):
        return _with_cut(offers, 1, (5, 10), (one, other), budget)

    assert found(4) == 0  # five characters stand before the cell
    assert found(5) == 0
    assert found(6) == 10
    assert found(7) == 11
    assert found(8) == 14  # both sides, and nothing is left for the cell
    assert found(9) == 15
    monkeypatch.setattr(budgets, "_MOST_PAIRS", 6)
    assert found(9) == 15
    monkeypatch.setattr(budgets, "_MOST_PAIRS", 5)
    with pytest.raises(TooManyError):
        found(9)


def test_of_labels_at_one_cost_the_best_is_kept():
    labels = _undominated(
        [Labels(np.array([1, 2]), np.array([3, 5])), Labels(np.array([1, 3]), np.array([5, 6]))]
    )

    assert [column.tolist() for column in labels] == [[1, 3], [5, 6]]
