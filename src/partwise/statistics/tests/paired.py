"""Paired t-test and Wilcoxon signed-rank test."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.statistics.differences import Floats, counts, deviations, exact_means


def t_p(differences: Floats) -> Floats:
    r"""Return the two-sided p-value of Student's paired t-test for each comparison.

    .. math::

        t = \frac{\bar d}{s_d / \sqrt n}

    with :math:`n - 1` degrees of freedom.

    Returns
    -------
    ndarray [comparison]
        1 when all differences are zero. NaN where the test says nothing: fewer
        than two paired topics, or one and the same difference on all of them
        (the formula would divide by zero and claim certainty).

    References
    ----------
    Student (1908), The probable error of a mean.
    """
    from scipy.special import stdtr

    n = counts(differences)
    spread = deviations(differences)
    usable = spread > 0
    p = np.full(n.size, np.nan)
    statistic = exact_means(differences[:, usable]) / (spread[usable] / np.sqrt(n[usable]))
    p[usable] = 2 * stdtr(n[usable] - 1, -np.abs(statistic))
    p[_all_zero(differences)] = 1.0
    return p


def wilcoxon_p(differences: Floats) -> Floats:
    """Return the two-sided p-value of the Wilcoxon signed-rank test for each comparison.

    Zero differences are dropped (Wilcoxon's own way). The null distribution is
    exact up to 50 differences without ties, and with ties up to 13; beyond
    that it is the normal approximation with the correction for ties.

    Returns
    -------
    ndarray [comparison]
        1 when all differences are zero, NaN without a paired topic.

    References
    ----------
    Wilcoxon (1945), Individual comparisons by ranking methods.
    """
    from scipy.stats import wilcoxon

    p = np.full(differences.shape[1], np.nan)
    for column, values in enumerate(differences.T):
        changed = values[~np.isnan(values) & (values != 0)]
        if changed.size:
            p[column] = wilcoxon(changed).pvalue
    p[_all_zero(differences)] = 1.0
    return p


def _all_zero(differences: Floats) -> NDArray[np.bool_]:
    zero: NDArray[np.bool_] = (np.nan_to_num(differences) == 0).all(axis=0)
    return zero & (counts(differences) > 0)
