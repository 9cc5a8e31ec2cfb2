from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow

from partwise.kernels.probability import SeenCount, at_least, poisson_binomial

CHANCES = st.lists(st.sampled_from([0, 1]) | st.fractions(0, 1, max_denominator=40), max_size=7)


def floats(values):
    return np.array([float(v) for v in values])


def test_two_coins():
    assert poisson_binomial(np.array([0.5, 0.5])).tolist() == [0.25, 0.5, 0.25]


def test_certain_and_impossible_things_are_exact():
    assert poisson_binomial(np.array([1.0, 0.0, 1.0, 0.5])).tolist() == [0, 0, 0.5, 0.5, 0]
    assert poisson_binomial(np.empty(0)).tolist() == [1.0]
    assert poisson_binomial(np.zeros(3)).tolist() == [1, 0, 0, 0]


@given(CHANCES)
def test_equals_the_sum_over_subsets(p):
    expected = slow.subsets([Fraction(q) for q in p])

    assert expected == slow.distribution([Fraction(q) for q in p])
    assert poisson_binomial(floats(p)) == pytest.approx(floats(expected), rel=1e-12, abs=1e-300)


def test_ten_thousand_tiny_chances_keep_their_tails():
    # P(F = s) = C(n, s) p^s (1 - p)^(n - s), down to 1e-45
    n, p = 10_000, Fraction(1, 10**9)
    f = poisson_binomial(np.full(n, 1e-9))
    expected = [Fraction(1)]
    for s in range(1, 9):
        expected.append(expected[-1] * (n - s + 1) / s * p / (1 - p))
    zero = (1 - p) ** n

    assert f[:9] == pytest.approx(floats(zero * e for e in expected), rel=1e-10, abs=0)
    assert at_least(f)[0] == pytest.approx(float(1 - zero), rel=1e-10, abs=0)


def test_chances_next_to_one_keep_the_unseen_part():
    tiny = 2.0**-40
    f = poisson_binomial(np.full(4, 1 - tiny))

    assert f[0] == pytest.approx(tiny**4, rel=1e-12, abs=0)
    assert f[3] == pytest.approx(4 * tiny, rel=1e-9, abs=0)


@given(CHANCES.filter(len))
def test_at_least_sums_the_tail(p):
    expected = slow.distribution([Fraction(q) for q in p])
    tails = [float(sum(expected[r:])) for r in range(1, len(expected))]

    assert at_least(poisson_binomial(floats(p))) == pytest.approx(tails, abs=1e-14)


def test_a_second_chance_multiplies_what_was_unseen():
    count, thing = SeenCount(2), np.array([1])
    for unseen in (0.5, 0.25, 0.125):
        count.apply(count.change(thing, np.array([0.5])))
        assert count.distribution().tolist() == pytest.approx([unseen, 1 - unseen, 0])


def test_what_was_seen_for_sure_is_not_seen_again():
    count, both = SeenCount(3), np.array([0, 1])
    count.apply(count.change(both, np.array([1.0, 0.5])))
    count.apply(count.change(both, np.array([0.5, 0.5])))

    assert count.distribution().tolist() == [0, 0.25, 0.75, 0]
    assert count.change(np.array([0]), np.array([1.0])) is None


def test_a_chance_too_small_to_be_told_from_none_is_not_certain():
    # 1 - 1e-20 is 1 in floating point; what is seen is kept beside it
    assert poisson_binomial(np.array([1e-20])).tolist() == [1, 1e-20]
    assert poisson_binomial(np.array([1e-20, 1.0])).tolist() == [0, 1, 1e-20]


def test_noisy_or_by_hand():
    count = SeenCount(2)
    count.apply(count.change(np.array([0]), np.array([0.5])))
    change = count.change(np.array([0, 1]), np.array([0.4, 0.25]))

    # none seen (1/2): the first shows with .4, the second with .25; one seen: the second alone
    expected = [0.5 * (1 - 0.6 * 0.75), 0.5 * 0.25, 0.0]
    assert count.newly_noisy_or(change).tolist() == pytest.approx(expected)
