"""Whether measures agree about the order of the runs: Kendall's tau as a heat map."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from partwise.lab.rank_correlation import kendall, oriented
from partwise.report.data.findings import Findings
from partwise.report.html.words import MINUS

LEAST_MEASURES, LEAST_RUNS = 3, 4


@dataclass(frozen=True)
class Heat:
    """A cell: its words, and its colour from t0 (opposite) to t4 (the same)."""

    text: str
    level: str


def matrix(found: Findings) -> list[tuple[str, list[Heat]]]:
    """Return a row per measure; nothing where there are too few measures or runs."""
    results = found.results
    if len(results.measures) < LEAST_MEASURES or len(results.runs) < LEAST_RUNS:
        return []
    means = [oriented(found.means[:, m], results.better[m]) for m in range(len(results.measures))]
    return [
        (one.name, [_cell(mine, other) for other in means])
        for one, mine in zip(found.measures, means, strict=True)
    ]


def _cell(one: np.ndarray[tuple[int], np.dtype[np.float64]], other: object) -> Heat:
    two = np.asarray(other)
    both = ~(np.isnan(one) | np.isnan(two))
    tau = kendall(one[both], two[both])[0] if both.sum() > 1 else math.nan
    if math.isnan(tau):
        return Heat("–", "t2")
    level = sum(tau >= bar for bar in (-0.6, -0.2, 0.2, 0.6))
    return Heat(f"{tau:.2f}".replace("-", MINUS), f"t{level}")
