from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial import polynomial

from partwise.kernels.probability import ONE, ProductTree, multiply

FACTORS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=12)


def product(factors):
    out = np.ones(1)
    for factor in factors:
        out = polynomial.polymul(out, factor)
    return np.pad(out, (0, len(factors) + 1 - out.size))


def padded(x, n):
    return np.pad(x, (0, n - x.size))


def test_by_hand():
    # (1 + 2z)(3 + 4z) = 3 + 10z + 8z^2
    tree = ProductTree(3)
    tree.replace([0, 2], [np.array([1.0, 2.0]), np.array([3.0, 4.0])])

    assert tree.product.tolist() == [3.0, 10.0, 8.0]
    assert tree.others([0])[0].tolist() == [3.0, 4.0]
    assert tree.others([1])[0].tolist() == [3.0, 10.0, 8.0]


def test_multiplying_by_one_costs_nothing():
    x = np.array([0.25, 0.75])

    assert multiply(x, ONE) is x
    assert multiply(ONE, x) is x
    assert multiply(np.array([2.0]), x).tolist() == [0.5, 1.5]
    assert multiply(x, np.array([2.0])).tolist() == [0.5, 1.5]


@given(FACTORS, st.data())
def test_others_leave_one_out(factors, data):
    n = len(factors)
    tree = ProductTree(n)
    tree.replace(range(n), [np.array(f) for f in factors])
    asked = data.draw(st.lists(st.integers(0, n - 1), min_size=1, unique=True))

    for leaf, rest in zip(asked, tree.others(asked), strict=True):
        expected = product(factors[:leaf] + factors[leaf + 1 :])
        assert padded(rest, n) == pytest.approx(expected, abs=1e-14)


@given(FACTORS, st.data())
def test_marked_is_the_difference_of_two_products(factors, data):
    n = len(factors)
    share = data.draw(st.lists(st.floats(0, 1), min_size=n, max_size=n))
    leaves = data.draw(st.lists(st.integers(0, n - 1), min_size=1, unique=True))
    tree = ProductTree(n)
    tree.replace(range(n), [np.array(f) for f in factors])
    mark = [np.array([factors[i][0] * share[i]]) for i in leaves]
    plain = [np.array([factors[i][0] * (1 - share[i]), factors[i][1]]) for i in leaves]

    without = list(factors)
    for i, p in zip(leaves, plain, strict=True):
        without[i] = tuple(p)
    expected = product(factors) - product(without)
    assert padded(tree.marked(leaves, plain, mark), n + 1) == pytest.approx(expected, abs=1e-13)


@given(FACTORS, st.data())
def test_replaced_factors_leave_no_trace_of_the_old_ones(factors, data):
    n = len(factors)
    tree, fresh = ProductTree(n), ProductTree(n)
    tree.replace(range(n), [np.array([0.5, 0.5])] * n)
    for leaf in data.draw(st.permutations(range(n))):
        tree.replace([leaf], [np.array(factors[leaf])])
    fresh.replace(range(n), [np.array(f) for f in factors])

    assert tree.product.tolist() == fresh.product.tolist()
