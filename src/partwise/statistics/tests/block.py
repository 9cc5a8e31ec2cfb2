"""All statistics of a block of comparisons at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError
from partwise.statistics.corrections import CORRECTIONS
from partwise.statistics.differences import Floats, counts, difference, exact_means
from partwise.statistics.effects import cliff_delta, standardised, wins_ties_losses
from partwise.statistics.tests.bootstrap import mean_interval
from partwise.statistics.tests.paired import t_p, wilcoxon_p
from partwise.statistics.tests.permutation import sign_flip_p
from partwise.statistics.tests.power import detectable

Columns = dict[str, NDArray[Any]]
"""One array per statistic, one entry per comparison."""


@dataclass(frozen=True)
class Settings:
    """How comparisons are tested; see `compare` for the meaning of each."""

    alpha: float = 0.05
    correction: str = "holm"
    confidence: float = 0.95
    tie: float = 0.0
    flips: int = 10_000
    resamples: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.correction not in CORRECTIONS:
            names = ", ".join(CORRECTIONS)
            raise ParameterError("compare", "correction", self.correction, f"one of {names}")
        for name in ("alpha", "confidence"):
            if not 0 < getattr(self, name) < 1:
                raise ParameterError("compare", name, getattr(self, name), "between 0 and 1")
        if not (self.tie >= 0 and math.isfinite(self.tie)):
            raise ParameterError("compare", "tie", self.tie, "a number of at least 0")
        for name in ("flips", "resamples"):
            if getattr(self, name) < 100:
                raise ParameterError("compare", name, getattr(self, name), "at least 100")
        if self.seed < 0:
            raise ParameterError("compare", "seed", self.seed, "at least 0")


def tested(values: Floats, base: Floats, sign: Floats, settings: Settings) -> Columns:
    """Return every statistic of every comparison.

    Parameters
    ----------
    values, base : ndarray [topic, comparison]
        Values of the run and of its baseline; NaN = undefined.
    sign : ndarray [comparison]
        -1 where lower is better, else 1.
    settings : Settings
        How to test.
    """
    gap = difference(values, base)
    paired = ~np.isnan(gap)
    base_mean = exact_means(np.where(paired, base, np.nan))
    change = exact_means(gap)
    relative = np.full(change.size, np.nan)
    np.divide(change, np.abs(base_mean), out=relative, where=base_mean != 0)
    low, high = mean_interval(
        gap, confidence=settings.confidence, resamples=settings.resamples, seed=settings.seed
    )
    wins, ties, losses = wins_ties_losses(sign * gap, settings.tie)
    both = zip(paired.T, values.T, base.T, strict=True)
    return {
        "topics": counts(gap),
        "baseline_mean": base_mean,
        "mean": exact_means(np.where(paired, values, np.nan)),
        "difference": change,
        "relative": relative,
        "low": low,
        "high": high,
        "t": t_p(gap),
        "wilcoxon": wilcoxon_p(gap),
        "permutation": sign_flip_p(gap, flips=settings.flips, seed=settings.seed),
        "d": standardised(gap),
        "cliff": np.array([cliff_delta(run[rows], old[rows]) for rows, run, old in both]),
        "wins": wins,
        "ties": ties,
        "losses": losses,
        "detectable": detectable(gap, alpha=settings.alpha),
    }


def adjusted(columns: Columns) -> Columns:
    """Add the permutation p-values corrected over all comparisons of the block."""
    corrected = {n: f(columns["permutation"]) for n, f in CORRECTIONS.items() if n != "none"}
    return columns | corrected
