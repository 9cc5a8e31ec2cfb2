"""The sign-flip permutation test of paired differences."""

from __future__ import annotations

import numpy as np

from partwise.statistics.differences import Floats

EXACT = 16
"""Up to this many non-zero differences all sign patterns are enumerated."""

_BLOCK = 1_000
"""Most flips per matrix product."""

_CELLS = 5_000_000
"""Cells of a matrix of flips: bounds the memory for large topic sets."""


def sign_flip_p(differences: Floats, *, flips: int = 10_000, seed: int = 0) -> Floats:
    r"""Return the two-sided p-value of each comparison under random signs.

    If run and baseline were exchangeable, each difference could as well have
    had the opposite sign. The p-value is the share of sign patterns whose sum
    is at least as far from zero as the observed one.

    .. math::

        p = \frac{|\{\sigma \in \{-1, 1\}^n : |\sum_t \sigma_t d_t| \ge |\sum_t d_t|\}|}{2^n}

    Up to `EXACT` non-zero differences all patterns are counted. Beyond that,
    `flips` random ones are drawn and :math:`p = (1 + k) / (1 + flips)`, which
    never claims more than was looked at (Phipson and Smyth, 2010).

    Parameters
    ----------
    differences : ndarray [topic, comparison]
        NaN = not paired.
    flips : int
        Random sign patterns, shared by all comparisons, so that the p-value of
        one does not depend on which others were made.
    seed : int
        Seed of the sign patterns.

    Returns
    -------
    ndarray [comparison]
        NaN without a paired topic; 1 when all differences are zero.

    Notes
    -----
    A topic that is not paired, like one without a difference, adds 0 whatever
    its sign; that is why one block of signs serves all comparisons. Cost: one
    product ``[flips, topic] x [topic, comparison]``.

    References
    ----------
    Fisher (1935), The Design of Experiments, section 21. Smucker, Allan and
    Carterette (2007), A comparison of statistical significance tests for
    information retrieval evaluation.
    """
    paired = np.where(np.isnan(differences), 0.0, differences)
    changed = np.count_nonzero(paired, axis=0)
    p = np.ones(paired.shape[1])
    for column in np.flatnonzero((changed > 0) & (changed <= EXACT)):
        values = paired[:, column]
        p[column] = _exact_p(values[values != 0])
    many = np.flatnonzero(changed > EXACT)
    if many.size:
        p[many] = _sampled_p(paired[:, many], flips, seed)
    p[np.isnan(differences).all(axis=0)] = np.nan
    return p


def _exact_p(values: Floats) -> float:
    # the mirror image of a pattern has the same absolute sum: fix the first sign
    pattern = np.arange(2 ** (values.size - 1))[:, None] >> np.arange(values.size - 1)
    sums = values[0] + (1.0 - 2.0 * (pattern & 1)) @ values[1:]
    return float(np.mean(np.abs(sums) >= _bar(values[:, None])))


def _sampled_p(values: Floats, flips: int, seed: int) -> Floats:
    random = np.random.default_rng(seed)
    bar = _bar(values)
    reached = np.zeros(values.shape[1], np.int64)
    block = max(1, min(_BLOCK, _CELLS // values.shape[0]))
    for first in range(0, flips, block):
        shape = (min(block, flips - first), values.shape[0])
        signs = 1.0 - 2.0 * random.integers(0, 2, shape, np.int8)
        reached += np.sum(np.abs(signs @ values) >= bar, axis=0)
    sampled: Floats = (1 + reached) / (1 + flips)
    return sampled


def _bar(values: Floats) -> Floats:
    """Observed absolute sums, lowered by what a sum may lose to rounding."""
    rounding = 4 * values.shape[0] * np.finfo(np.float64).eps
    bar: Floats = np.abs(values.sum(axis=0)) - rounding * np.abs(values).sum(axis=0)
    return bar
