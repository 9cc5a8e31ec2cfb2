"""How large an effect is, whatever its p-value."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from partwise.statistics.differences import Floats, deviations, exact_means


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
