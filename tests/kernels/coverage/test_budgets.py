"""The best choice for a budget, against all choices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.kernels.coverage.worlds import World
from tests.reference.slow_coverage import most_for_budget as slow

from partwise.kernels.coverage.bounds import most_at_any_price
from partwise.kernels.coverage.budgets import Offers, TooManyError, _Chains, most_for_budget


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

    assert most_for_budget(offers, 20_000, most=500) is None
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
