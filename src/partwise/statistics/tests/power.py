"""What a topic set could have shown at all."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from partwise.statistics.differences import Floats, counts, deviations

POWER = 0.8
"""The chance to find a true difference that we ask of a topic set."""


def detectable(differences: Floats, *, alpha: float = 0.05, power: float = POWER) -> Floats:
    r"""Return the smallest true mean difference that this topic set would usually show.

    .. math::

        \delta = d_n \, s_d

    where :math:`s_d` is the standard deviation of the paired differences and
    :math:`d_n` the standardised difference that a two-sided paired t-test at
    level `alpha` finds with probability `power` on n topics.

    Returns
    -------
    ndarray [comparison]
        NaN for fewer than two paired topics, or when the difference does not
        vary: the spread that the answer depends on is not known then.

    References
    ----------
    Cohen (1988), Statistical Power Analysis, section 2.3.5. Webber, Moffat and
    Zobel (2008), Statistical power in retrieval experimentation.
    """
    n, spread = counts(differences), deviations(differences)
    smallest = np.full(n.size, np.nan)
    for column in np.flatnonzero(spread > 0):
        smallest[column] = spread[column] * effect_needed(int(n[column]), alpha, power)
    return smallest


@lru_cache(maxsize=4096)
def effect_needed(n: int, alpha: float = 0.05, power: float = POWER) -> float:
    """Return the standardised difference found with probability `power` on `n` topics.

    Examples
    --------
    >>> round(effect_needed(34), 4)
    0.495
    """
    from scipy.optimize import brentq

    if n < 2:
        return math.nan

    # solved for the centre of the t distribution, which is near 3 for all but tiny n
    def lacking(centre: float) -> float:
        return t_power(centre / math.sqrt(n), n, alpha) - power

    high = 1.0
    while lacking(high) < 0:
        high *= 2
    return float(brentq(lacking, 0.0, high, xtol=1e-12)) / math.sqrt(n)


def t_power(effect: float, n: int, alpha: float = 0.05) -> float:
    """Return the power of the two-sided paired t-test for a standardised difference."""
    from scipy.special import nctdtr, stdtrit

    bar = float(stdtrit(n - 1, 1 - alpha / 2))
    centre = abs(effect) * math.sqrt(n)
    above = 1 - float(nctdtr(n - 1, centre, bar))
    # the lower tail by reflection, P(T < -t | c) = P(T > t | -c); below 1e-9 beyond c = 6,
    # where the library's series no longer converge
    below = 1 - float(nctdtr(n - 1, -centre, bar)) if centre < 6 else 0.0
    return above + below
