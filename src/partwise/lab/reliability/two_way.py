"""Error rates where topics and assessors are drawn at random, together and alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError
from partwise.lab.reliability.stability import Decisions, decisions
from partwise.lab.reliability.variants import Variants
from partwise.tables.results import or_none

OUTER = 200
"""Resamples of the topics behind an interval; each has a fifth of the inner ones."""


@dataclass(frozen=True)
class TwoWay:
    """What chance does to the verdicts of one measure."""

    measure: str
    """The measure."""
    error: float
    ties: float
    """Share of decisions against the majority of their pair of runs, and of ties, where topics are
    drawn with replacement, and one assessor for each of them."""
    assessors: float
    topics: float
    """The error where only assessors, or only topics (under the first assessor) are drawn."""
    interval: tuple[float, float]
    """95 % interval of the error: percentiles over resampled sets of topics."""

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the JSON output; undefined is None."""
        names = ("error", "ties", "assessors", "topics")
        saved = {name: or_none(getattr(self, name)) for name in names}
        return {"measure": self.measure, **saved, "interval": [*map(or_none, self.interval)]}


def two_way(
    variants: Variants, *, fuzziness: float = 0.05, resamples: int = 1_000, seed: int = 0
) -> tuple[TwoWay, ...]:
    """Estimate the error rates of all measures.

    Parameters
    ----------
    variants : Variants
        From `assessor_variants`.
    fuzziness : float
        Runs that differ by at most this share of the larger mean are tied.
    resamples : int
        Draws of topics and assessors.
    seed : int
        Seed of the draws, which are the same for all measures.
    """
    n_slots = variants.n_slots
    if n_slots is None:
        raise UsageError("--two-way needs topics with several assessors (column assessor)")
    random = np.random.default_rng((seed, 2))
    n = n_slots.size
    every = np.arange(n)
    both = _draw(n_slots, random.integers(0, n, (resamples, n)), random)
    fixed = _draw(n_slots, np.broadcast_to(every, (resamples, n)), random)
    topics = random.integers(0, n, (resamples, n))
    outer = random.integers(0, n, (OUTER, n))
    inner = max(1, resamples // 5)
    within = [_draw(n_slots, some[random.integers(0, n, (inner, n))], random) for some in outer]

    def verdicts(at: int, topic: Ints, slot: Ints) -> Decisions:
        drawn = replace(variants, topic=topic, slot=slot, same=None)
        better = variants.official.better[at]
        return decisions(drawn.means(at), better, fuzziness=fuzziness, closed=True)

    found = []
    for at, measure in enumerate(variants.official.measures):
        together = verdicts(at, *both)
        errors = [verdicts(at, *some).error_rate for some in within]
        low, high = np.nanpercentile(errors, [2.5, 97.5]) if errors else (np.nan, np.nan)
        found.append(
            TwoWay(
                measure,
                together.error_rate,
                together.ties,
                verdicts(at, *fixed).error_rate,
                verdicts(at, topics, np.zeros_like(topics)).error_rate,
                (float(low), float(high)),
            )
        )
    return tuple(found)


def _draw(n_slots: Ints, topic: Ints, random: np.random.Generator) -> tuple[Ints, Ints]:
    """Return topics with an assessor of each, drawn uniformly."""
    return topic, random.integers(0, n_slots[topic])
