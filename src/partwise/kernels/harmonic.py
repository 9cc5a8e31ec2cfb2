"""Differences of harmonic numbers, and sums of precision along a walk."""

from __future__ import annotations

from math import fsum

import numpy as np

from partwise._typing import Ints, Reals

_DIRECT = 32
"""Up to here differences are looked up; beyond, the expansion is exact to the last bits."""

_TABLE = np.array(
    [
        [fsum(1 / j for j in range(a + 1, b + 1)) for b in range(_DIRECT + 1)]
        for a in range(_DIRECT + 1)
    ]
)


def harmonic_difference(a: Ints, b: Ints) -> Reals:
    r"""Sum of 1/j over a < j <= b, for 0 <= a <= b.

    .. math::

        H(b) - H(a) = \log(1 + (b-a)/a) + g(b) - g(a), \quad
        g(x) = \frac{1}{2x} - \frac{1}{12x^2} + \frac{1}{120x^4}
               - \frac{1}{252x^6} + \frac{1}{240x^8}

    The terms up to 32 come from a table, so the expansion only ever starts
    there. Relative error below 6e-15; subtracting two harmonic numbers would lose
    most digits for large `a`.
    """
    low_a, low_b = np.minimum(a, _DIRECT), np.minimum(b, _DIRECT)
    far_a, far_b = np.maximum(a, _DIRECT), np.maximum(b, _DIRECT)
    x, y = far_a.astype(np.float64), far_b.astype(np.float64)
    return _TABLE[low_a, low_b] + (np.log1p((far_b - far_a) / x) + (_tail(y) - _tail(x)))


def _tail(x: Reals) -> Reals:
    u = 1 / (x * x)
    return 0.5 / x - u * (1 / 12 - u * (1 / 120 - u * (1 / 252 - u / 240)))


def precision_along(m: Ints, missed: Ints, read: Ints) -> Reals:
    r"""Sum of precision over `m` relevant characters in a row.

    Entered after `read` characters, `missed` of them not relevant:

    .. math:: \sum_{t=1}^{m} \frac{r_0 + t}{p_0 + t} = m - (p_0 - r_0) (H(p_0 + m) - H(p_0))
    """
    return m - missed * harmonic_difference(read, read + m)
