"""Corrections for many comparisons at once: Bonferroni, Holm, Benjamini and Hochberg.

An undefined p-value (NaN) is taken out first and stays undefined: it is no
comparison, and must neither count as one nor disturb the others.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise.statistics.differences import Floats


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
