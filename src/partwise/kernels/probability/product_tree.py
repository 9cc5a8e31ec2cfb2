"""A product of many small polynomials of which a few change at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partwise._typing import Reals

Polynomial = Reals

ONE: Polynomial = np.ones(1)
ONE.flags.writeable = False


def multiply(left: Polynomial, right: Polynomial) -> Polynomial:
    """Product of two polynomials, given by their coefficients from z^0 up.

    Direct convolution: with non-negative coefficients nothing cancels, so even the smallest
    coefficient keeps its relative accuracy (a Fourier transform would not keep it).
    """
    if left.size == 1:
        return right if left[0] == 1.0 else left[0] * right
    if right.size == 1:
        return left if right[0] == 1.0 else right[0] * left
    return np.convolve(left, right)


class ProductTree:
    """Balanced tree of partial products over ``n`` factors, all 1 at first.

    Leaf ``i`` is tree node ``n + i``, the children of node ``j`` are ``2 j`` and ``2 j + 1``, the
    root is node 1. Neighbouring leaves share most of their path, so factors that change together
    should stand together. Nothing is ever divided out: changing ``c`` factors multiplies again
    along their paths, O(n^2) coefficient products at most for factors of degree 1.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._node: list[Polynomial] = [ONE] * max(2 * n, 2)

    @property
    def product(self) -> Polynomial:
        """Product of all factors."""
        return self._node[1]

    def replace(self, leaves: Sequence[int], factors: Sequence[Polynomial]) -> None:
        """Give the ``leaves`` new factors."""
        node = self._node
        for leaf, factor in zip(leaves, factors, strict=True):
            node[self._n + leaf] = factor
        for j in reversed(self._above(leaves)):
            node[j] = multiply(node[2 * j], node[2 * j + 1])

    def others(self, leaves: Sequence[int]) -> list[Polynomial]:
        """Product of all factors but one, for each of the ``leaves``."""
        node = self._node
        rest = {1: ONE}
        touched = {self._n + leaf for leaf in leaves}
        paths = self._above(leaves)
        touched.update(paths)
        for j in paths:
            for child in (2 * j, 2 * j + 1):
                if child in touched:
                    rest[child] = multiply(rest[j], node[child ^ 1])
        return [rest[self._n + leaf] for leaf in leaves]

    def marked(
        self, leaves: Sequence[int], plain: Sequence[Polynomial], mark: Sequence[Polynomial]
    ) -> Polynomial:
        """Terms of the product in which at least one of the ``leaves`` gives its marked part.

        The factor of each leaf must be ``plain + mark``. The result is the product with these
        factors less the product with ``plain`` alone, computed without that subtraction:
        ``marked(A B) = marked(A) B + plain(A) marked(B)``.
        """
        node = self._node
        pair = {self._n + leaf: (p, m) for leaf, p, m in zip(leaves, plain, mark, strict=True)}
        for j in reversed(self._above(leaves)):
            left, right = 2 * j, 2 * j + 1
            if left not in pair or right not in pair:
                here, there = (left, right) if left in pair else (right, left)
                p, m = pair[here]
                whole = node[there]
                pair[j] = (multiply(p, whole) if j > 1 else ONE, multiply(m, whole))
                continue
            (pl, ml), (pr, mr) = pair[left], pair[right]
            marked = _add(multiply(ml, node[right]), multiply(pl, mr))
            pair[j] = (multiply(pl, pr) if j > 1 else ONE, marked)
        return pair[1][1]

    def _above(self, leaves: Sequence[int]) -> list[int]:
        """Inner nodes on the paths from the leaves to the root, parents first."""
        found: set[int] = set()
        for leaf in leaves:
            j = (self._n + leaf) >> 1
            while j and j not in found:
                found.add(j)
                j >>= 1
        return sorted(found)


def _add(left: Polynomial, right: Polynomial) -> Polynomial:
    if left.size < right.size:
        left, right = right, left
    total = left.copy()
    total[: right.size] += right
    return total
