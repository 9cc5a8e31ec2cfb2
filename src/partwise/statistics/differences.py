"""Differences of paired values: effect sizes and corrections for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

# All functions of this module take differences as float64[topic, comparison].
# NaN: the topic is not paired, because one of the two values is undefined.

Floats = NDArray[np.float64]

NOISE = 1e-12
"""Relative tolerance: values that differ by less than this share of the larger one are equal.

A measure sums its terms in the order of the run, so two runs that deserve the
same value may differ in the last bits; a test must not take that for an effect.
"""


def difference(values: Floats, baseline: Floats) -> Floats:
    """Return ``values - baseline``, exactly 0 where they differ by rounding only.

    Examples
    --------
    >>> difference(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25])).tolist()
    [0.0, 0.25]
    """
    gap: Floats = values - baseline
    size = np.maximum(np.abs(values), np.abs(baseline))
    gap[np.abs(gap) <= NOISE * size] = 0.0
    return gap


def counts(differences: Floats) -> NDArray[np.int64]:
    """Return the number of paired topics of each comparison."""
    paired: NDArray[np.int64] = np.sum(~np.isnan(differences), axis=0)
    return paired


def exact_means(values: Floats) -> Floats:
    """Return the mean of each column over its defined rows, by ``math.fsum``; NaN if none is."""
    columns = (column[~np.isnan(column)].tolist() for column in values.T)
    means = [math.fsum(column) / len(column) if column else math.nan for column in columns]
    return np.array(means, np.float64)


def deviations(differences: Floats) -> Floats:
    """Return the standard deviation (n - 1) of each column over its defined rows.

    NaN for fewer than two rows. Exactly 0 when the column varies by rounding
    only, so that a constant difference never looks infinitely certain.
    """
    n = counts(differences)
    # one contiguous row per comparison: a sum must not depend on how many others there are
    rows = np.ascontiguousarray(np.nan_to_num(differences.T))
    centred = rows - (rows.sum(axis=1) / np.maximum(n, 1))[:, None]
    centred[np.isnan(differences.T)] = 0.0
    spread: Floats = np.sqrt((centred**2).sum(axis=1) / np.maximum(n - 1, 1))
    spread[spread <= NOISE * np.abs(rows).max(axis=1, initial=0.0)] = 0.0
    spread[n < 2] = np.nan
    return spread


def standardised(differences: Floats) -> Floats:
    r"""Return the standardised mean difference of each comparison.

    .. math::

        d = \bar d / s_d

    the mean of the paired differences in units of *their* standard deviation
    (``n - 1``), Cohen's :math:`d_z`. The t statistic is :math:`d \sqrt n`.

    Returns
    -------
    ndarray [comparison]
        0 when all differences are zero; NaN when they do not vary otherwise.

    References
    ----------
    Cohen (1988), Statistical Power Analysis, section 2.3.5.
    """
    mean, spread = exact_means(differences), deviations(differences)
    effect = np.full(mean.size, np.nan)
    np.divide(mean, spread, out=effect, where=spread > 0)
    effect[(mean == 0) & (np.nan_to_num(differences) == 0).all(axis=0)] = 0.0
    return effect


def cliff_delta(values: Floats, baseline: Floats) -> float:
    r"""Return Cliff's delta of two samples.

    .. math::

        \delta = \frac{|\{(i, j): x_i > y_j\}| - |\{(i, j): x_i < y_j\}|}{n_x n_y}

    In [-1, 1]; 1 when every value of the run lies above every value of the
    baseline. It compares the two *distributions*: pairing plays no role.

    References
    ----------
    Cliff (1993), Dominance statistics: ordinal analyses to answer ordinal questions.
    """
    if not values.size or not baseline.size:
        return math.nan
    ordered = np.sort(baseline)
    above = np.searchsorted(ordered, values, "left").sum()
    below = (baseline.size - np.searchsorted(ordered, values, "right")).sum()
    return float((above - below) / (values.size * baseline.size))


def wins_ties_losses(differences: Floats, width: float = 0.0) -> NDArray[np.int64]:
    """Count topics better than the baseline, within `width` of it, and worse.

    Parameters
    ----------
    differences : ndarray [topic, comparison]
        Oriented so that positive is better; NaN = not paired.
    width : float
        Largest absolute difference that is a tie.

    Returns
    -------
    ndarray [3, comparison]
    """
    better = np.sum(differences > width, axis=0)
    worse = np.sum(differences < -width, axis=0)
    tied = np.sum(np.abs(differences) <= width, axis=0)
    return np.stack((better, tied, worse)).astype(np.int64)


# An undefined p-value (NaN) is taken out first and stays undefined: it is no
# comparison, and must neither count as one nor disturb the others.


def bonferroni(p: Floats) -> Floats:
    r"""Return :math:`\min(1, m p_i)` for :math:`m` defined p-values.

    References
    ----------
    Dunn (1961), Multiple comparisons among means.
    """
    return _defined(p, lambda q: np.minimum(1.0, q * q.size))


def holm(p: Floats) -> Floats:
    r"""Return Holm's step-down adjusted p-values.

    .. math::

        \tilde p_{(i)} = \max_{j \le i} \min(1, (m - j + 1) p_{(j)})

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure.
    """

    def adjust(q: Floats) -> Floats:
        order = np.argsort(q, kind="stable")
        stepped = np.maximum.accumulate(q[order] * np.arange(q.size, 0, -1))
        adjusted = np.empty(q.size)
        adjusted[order] = np.minimum(1.0, stepped)
        return adjusted

    return _defined(p, adjust)


def benjamini_hochberg(p: Floats) -> Floats:
    """Return p-values adjusted for the false discovery rate.

    References
    ----------
    Benjamini and Hochberg (1995), Controlling the false discovery rate.
    """
    from scipy.stats import false_discovery_control

    return _defined(p, lambda q: np.asarray(false_discovery_control(q), np.float64))


def _none(p: Floats) -> Floats:
    return p.copy()


CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "bh": benjamini_hochberg,
    "none": _none,
}
"""Corrections by the name that the command line uses."""


def _defined(p: Floats, adjust: Callable[[Floats], Floats]) -> Floats:
    out = np.full(p.shape, np.nan)
    defined = ~np.isnan(p)
    if defined.any():
        out[defined] = adjust(p[defined])
    return out
