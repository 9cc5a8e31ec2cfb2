"""What is known of the reliability of measures, as data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise.lab.reliability.discriminative import Discrimination
from partwise.lab.reliability.stability import Decisions
from partwise.lab.reliability.swaps import SwapRates
from partwise.messages import plural, texts_of
from partwise.statistics.differences import Floats
from partwise.tables.constructors import Shown
from partwise.tables.results import or_none


@dataclass(frozen=True)
class Needed:
    """Difference that keeps the error within bounds at one topic-set size; NaN = none is known.

    Where ``bound`` is true it is enough, but a smaller one may be too.
    """

    size: int
    difference: float
    relative: float
    extrapolated: bool
    bound: bool


@dataclass(frozen=True, eq=False)
class MeasureReliability:
    """What is known of one measure.

    Parameters
    ----------
    measure, better : str
        The measure.
    official : ndarray [run]
        Means under the official assessments.
    spread : ndarray [3, run]
        Mean, least and greatest mean over the variants.
    taus : ndarray [variant]
        Kendall's tau with the official ranking, of each variant that is another one.
    decisions : Decisions
        Error rate and ties.
    swaps : SwapRates or None
        None where there are too few topics or runs.
    beyond : tuple of int
        Topic-set sizes to which `beyond_rates` extrapolates.
    beyond_rates : ndarray [size, bin]
        Extrapolated swap rates.
    needed : tuple of Needed
        Difference needed at each size.
    power : Discrimination or None
        Discriminative power.
    """

    measure: str
    better: str
    official: Floats
    spread: Floats
    taus: Floats
    decisions: Decisions
    swaps: SwapRates | None
    beyond: tuple[int, ...]
    beyond_rates: Floats
    needed: tuple[Needed, ...]
    power: Discrimination | None

    @property
    def tau(self) -> tuple[float, float, float]:
        """Mean, least and greatest tau; NaN where no ranking has one."""
        defined = self.taus[~np.isnan(self.taus)]
        if not defined.size:
            return (math.nan,) * 3
        return float(defined.mean()), float(defined.min()), float(defined.max())

    def topics_needed(self, error: float = 0.05) -> list[tuple[float, int | None]]:
        """Return, for the lower end of each bin, the smallest topic-set size within `error`.

        Extrapolated sizes count; None where even the largest is too small.
        """
        if self.swaps is None:
            return []
        sizes = (*self.swaps.sizes, *self.beyond)
        rates = np.concatenate((self.swaps.rates, self.beyond_rates))
        out: list[tuple[float, int | None]] = []
        for column, edge in enumerate(self.swaps.edges):
            bad = np.flatnonzero(~(rates[:, column] <= error))
            first = int(bad[-1]) + 1 if bad.size else 0
            out.append((edge, sizes[first] if first < len(sizes) else None))
        return out


@dataclass(frozen=True, eq=False)
class Reliability(Shown):
    """Reliability of several measures on the same runs and topics.

    Parameters
    ----------
    variants : int
        How many variants of the assessments were looked at.
    runs : tuple of str
        The runs.
    measures : tuple of MeasureReliability
        One entry per measure.
    error : float
        The error that `needed` allows.
    notes : tuple of str
        What was left out, and why.
    nav : str, optional
        The user model that completed the measures.
    """

    variants: int
    runs: tuple[str, ...]
    measures: tuple[MeasureReliability, ...]
    error: float
    notes: tuple[str, ...]
    nav: str | None = None

    def __repr__(self) -> str:
        sizes = (
            plural(len(self.measures), "measure"),
            plural(len(self.runs), "run"),
            plural(self.variants, "variant"),
        )
        return f"Reliability({', '.join(sizes)})"

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the shape of the JSON output; undefined is None."""
        measures = self.measures
        return {
            "variants": self.variants,
            "runs": [
                {"run": run, "measure": m.measure, **_three(m.spread[:, r])}
                | {"official": or_none(m.official[r])}
                for r, run in enumerate(self.runs)
                for m in measures
            ],
            "tau": [
                {"measure": m.measure, **_three(m.tau), "variants": m.taus.size} for m in measures
            ],
            "error_rate": {m.measure: or_none(m.decisions.error_rate) for m in measures},
            "ties": {m.measure: or_none(m.decisions.ties) for m in measures},
            "swaps": [row for m in measures for row in _swap_rows(m)],
            "extrapolated": [row for m in measures for row in _beyond_rows(m)],
            "needed": [row for m in measures for row in _needed_rows(m)],
            "topics_needed": [
                {"measure": m.measure, "difference": edge, "topics": size}
                for m in measures
                for edge, size in m.topics_needed(self.error)
            ],
            "power": [row for m in measures for row in _power_rows(m)],
            "notes": texts_of(self.notes),
        }

    def to_json(self) -> str:
        """Return everything as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode() + "\n"


def _bins(edges: tuple[float, ...]) -> list[tuple[float, float | None]]:
    return list(zip(edges, (*edges[1:], None), strict=True))


def _swap_rows(row: MeasureReliability) -> list[dict[str, Any]]:
    found = row.swaps
    if found is None:
        return []
    rates = found.rates
    return [
        {"measure": row.measure, "size": size, "low": low, "high": high}
        | {"rate": or_none(rates[s, b]), "pairs": int(found.pairs[s, b])}
        for s, size in enumerate(found.sizes)
        for b, (low, high) in enumerate(_bins(found.edges))
    ]


def _beyond_rows(row: MeasureReliability) -> list[dict[str, Any]]:
    if row.swaps is None:
        return []
    return [
        {"measure": row.measure, "size": size, "low": low, "high": high}
        | {"rate": or_none(row.beyond_rates[s, b])}
        for s, size in enumerate(row.beyond)
        for b, (low, high) in enumerate(_bins(row.swaps.edges))
    ]


def _needed_rows(row: MeasureReliability) -> list[dict[str, Any]]:
    return [
        {"measure": row.measure, "size": need.size, "needed": or_none(need.difference)}
        | {"bound": need.bound, "relative": or_none(need.relative)}
        | {"extrapolated": need.extrapolated}
        for need in row.needed
    ]


def _power_rows(row: MeasureReliability) -> list[dict[str, Any]]:
    if row.power is None:
        return []
    found = row.power
    return [
        {"measure": row.measure, "power": or_none(found.power), "pairs": found.pairs}
        | {"difference": or_none(found.difference)}
    ]


def _three(numbers: Any) -> dict[str, float | None]:
    return dict(zip(("mean", "min", "max"), map(or_none, numbers), strict=True))
