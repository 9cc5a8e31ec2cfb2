"""What changes when the assessments change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from partwise.errors import ParameterError
from partwise.lab.rank_correlation import kendall, oriented
from partwise.statistics.differences import NOISE, Floats


@dataclass(frozen=True)
class Decisions:
    """How consistently a measure prefers one run over another.

    Parameters
    ----------
    error_rate : float
        Share of decisions against the majority of their pair of runs.
    ties : float
        Share of comparisons in which the two runs are too close to call.
    """

    error_rate: float
    ties: float


def decisions(means: Floats, better: str, *, fuzziness: float = 0.05) -> Decisions:
    r"""Return the error rate and the share of ties over variants of the assessments.

    .. math::

        ErrorRate = \frac{\sum_{A,B} \min(|A \succ B|, |B \succ A|)}
                         {\sum_{A,B} |A \succ B| + |B \succ A| + |A = B|},
        \qquad
        Ties = \frac{\sum_{A,B} |A = B|}
                    {\sum_{A,B} |A \succ B| + |B \succ A| + |A = B|}

    where :math:`|A \succ B|` counts the variants in which run A beats run B, and
    :math:`A = B` says that they differ by less than `fuzziness` of the larger mean.

    Parameters
    ----------
    means : ndarray [variant, run]
        Means of one measure; a variant in which a run has none counts for none of its pairs.
    better : {'higher', 'lower'}
        Direction of the measure.
    fuzziness : float
        In [0, 1).

    Notes
    -----
    The paper prints equation 16 under the name ErrorRate; it is the share of ties.

    References
    ----------
    Kazai and Lalmas (2006), equations 15 and 16. Buckley and Voorhees (2000),
    Evaluating evaluation measure stability.
    """
    if not 0 <= fuzziness < 1:
        raise ParameterError("reliability", "fuzziness", fuzziness, "at least 0 and below 1")
    sign = -1.0 if better == "lower" else 1.0
    wrong = tied = total = 0
    for run in range(means.shape[1] - 1):
        mine, others = means[:, [run]], means[:, run + 1 :]
        gap = sign * (mine - others)
        larger = np.maximum(np.abs(mine), np.abs(others))
        same = (np.abs(gap) < fuzziness * larger) | (np.abs(gap) <= NOISE * larger)
        wins = np.sum((gap > 0) & ~same, axis=0)
        losses = np.sum((gap < 0) & ~same, axis=0)
        wrong += int(np.minimum(wins, losses).sum())
        tied += int(same.sum())
        total += int((wins + losses).sum()) + int(same.sum())
    if total == 0:
        return Decisions(float("nan"), float("nan"))
    return Decisions(wrong / total, tied / total)


def ranking_taus(means: Floats, official: Floats, better: str) -> Floats:
    """Return Kendall's tau of each variant's ranking with the official one.

    Parameters
    ----------
    means : ndarray [variant, run]
        Means of one measure.
    official : ndarray [run]
        Means under the official assessments.
    better : {'higher', 'lower'}
        Direction of the measure.

    Returns
    -------
    ndarray [variant]
        NaN where a ranking is all ties or has fewer than two runs with means.
    """
    out = np.full(means.shape[0], np.nan)
    for at, variant in enumerate(means):
        there = ~np.isnan(variant) & ~np.isnan(official)
        if there.sum() > 1:
            pair = oriented(variant[there], better), oriented(official[there], better)
            out[at] = kendall(*pair)[0]
    return out
