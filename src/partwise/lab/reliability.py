"""Reliability of measures: tau, error rates, swap rates and discriminative power."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise._typing import Step
from partwise.errors import ParameterError, UsageError
from partwise.kernels.ragged import distinct
from partwise.lab.reliability_criteria import (
    Decisions,
    Discrimination,
    SwapRates,
    decisions,
    discriminative_power,
    extrapolated,
    needed_differences,
    ranking_taus,
    scaled_edges,
    swap_rates,
)
from partwise.lab.variants import Variants, spread
from partwise.messages import Notes, plural, texts_of
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
    """Reliability of one measure.

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


_SIZES = 20
"""Topic-set sizes looked at when none are asked for."""


def reliability(
    variants: Variants,
    *,
    fuzziness: float = 0.05,
    sizes: tuple[int, ...] | None = None,
    trials: int = 100,
    edges: tuple[float, ...] | None = None,
    beyond: tuple[int, ...] | None = None,
    error: float = 0.05,
    alpha: float = 0.05,
    resamples: int = 1_000,
    top: float = 1.0,
    seed: int = 0,
    jobs: int = 1,
    step: Step | None = None,
) -> Reliability:
    """Measure how the results react to other assessments and other topics.

    Parameters
    ----------
    variants : Variants
        From `assessor_variants`, `assessment_variants` or `topic_variants`.
    fuzziness : float
        Runs closer than this share of the larger mean are tied.
    sizes : tuple of int, optional
        Topic-set sizes for swap rates; up to half of the topics by default.
    trials : int
        Random pairs of topic sets per size.
    edges : tuple of float, optional
        Lower ends of the bins of differences; those of Kazai and Lalmas by default.
    beyond : tuple of int, optional
        Sizes to extrapolate to; by default all topics, and twice as many.
    error : float
        Error rate that the needed difference allows.
    alpha, resamples
        Level and resamples of the discriminative power.
    top : float
        Share of the runs, best first, that swap rates and power look at.
    seed, jobs, step
        Seed of all random choices; processes (the result does not depend on them); progress.

    References
    ----------
    Kazai and Lalmas (2006), section 6.2.
    """
    if not 0 < top <= 1:
        raise ParameterError("reliability", "top", top, "above 0 and at most 1")
    if trials < 1:
        raise ParameterError("reliability", "trials", trials, "at least 1")
    if not 0 < error < 1:
        raise ParameterError("reliability", "error", error, "between 0 and 1")
    official = variants.official
    if official.rescaled:
        raise UsageError(
            f"{official.rescaled[0]}: reliability looks at means. Use the measure inside"
        )
    notes = Notes([*official.notes, *variants.notes])
    tasks = []
    for at, measure in enumerate(official.measures):
        values = _compared(official.table[:, at], official.better[at], top)
        _remark(measure, values, official.table.shape[2], notes)
        chosen = _sizes(values.shape[1]) if sizes is None else tuple(sizes)
        if values.shape[1] < 2 or values.shape[0] < 2:
            chosen = ()
        bins = edges or scaled_edges(float(np.abs(values).mean(axis=1).max(initial=0.0)))
        further = _beyond(values.shape[1]) if beyond is None else tuple(beyond)
        tasks.append((values, chosen, trials, bins, further, seed, alpha, resamples))
    answers = spread(_topics_of, tasks, jobs=jobs, step=step, what="topic-set sizes")
    rows = tuple(
        _summary(variants, at, answer, tasks[at], fuzziness, error)
        for at, answer in enumerate(answers)
    )
    if any(math.isnan(row.tau[0]) for row in rows):
        undefined = [row.measure for row in rows if math.isnan(row.tau[0])]
        notes.add("no ranking to correlate, no tau: {measures}", measures=undefined)
    nav = official.options.get("nav")
    return Reliability(len(variants), official.runs, rows, error, tuple(notes), nav)


Measured = tuple[SwapRates | None, Floats, Discrimination | None]


def _topics_of(task: tuple[Any, ...]) -> Measured:
    """Swap rates and discriminative power of one measure; runs in a worker."""
    values, sizes, trials, edges, beyond, seed, alpha, resamples = task
    if not sizes:
        return None, np.empty((0, len(edges))), None
    found = swap_rates(values, sizes, trials=trials, edges=edges, seed=seed)
    power = discriminative_power(values, alpha=alpha, resamples=resamples, seed=seed)
    return found, extrapolated(found, beyond), power


def _compared(values: Floats, better: str, top: float) -> Floats:
    """Complete topics of the best runs, ``[run, topic]``."""
    with_mean = values[~np.isnan(values).all(axis=1)]
    complete = with_mean[:, ~np.isnan(with_mean).any(axis=0)]
    if not complete.size:
        return complete
    order = np.argsort(complete.mean(axis=1), kind="stable")
    best_first = order if better == "lower" else order[::-1]
    kept = max(2, math.floor(len(order) * top))
    return np.ascontiguousarray(complete[np.sort(best_first[:kept])])


def _remark(measure: str, values: Floats, n_topics: int, notes: Notes) -> None:
    if values.shape[0] < 2:
        words = "fewer than two runs to compare, no swap rates and no power: {measures}"
        notes.add(words, measures=[measure])
    elif values.shape[1] < 2:
        words = "fewer than two topics, no swap rates and no power: {measures}"
        notes.add(words, measures=[measure])
    elif values.shape[1] < n_topics:
        left_out = n_topics - values.shape[1]
        words = "swap rates and power leave out {n:undefined topic}: {measures}"
        notes.add(words, n=left_out, measures=[measure])


def _sizes(n_topics: int) -> tuple[int, ...]:
    largest = n_topics // 2
    every = distinct(np.round(np.linspace(1, largest, min(largest, _SIZES))).astype(int))
    return tuple(every.tolist()) if largest else ()


def _beyond(n_topics: int) -> tuple[int, ...]:
    return (n_topics, 2 * n_topics) if n_topics else ()


def _summary(
    variants: Variants, at: int, answer: Measured, task: tuple[Any, ...], *limits: float
) -> MeasureReliability:
    fuzziness, error = limits
    official = variants.official
    better = official.better[at]
    means = variants.means(at)
    base = official.mean_table[:, at]
    found, further, power = answer
    return MeasureReliability(
        measure=official.measures[at],
        better=better,
        official=base,
        spread=_spread(means),
        taus=ranking_taus(means[variants.others], base, better),
        decisions=decisions(means, better, fuzziness=fuzziness),
        swaps=found,
        beyond=task[4] if found is not None else (),
        beyond_rates=further,
        needed=_needed(found, further, task[4], task[0], error),
        power=power,
    )


def _spread(means: Floats) -> Floats:
    """Mean, least and greatest over the variants where there is a mean."""
    out = np.full((3, means.shape[1]), np.nan)
    for run, column in enumerate(means.T):
        defined = column[~np.isnan(column)]
        if defined.size:
            out[:, run] = defined.mean(), defined.min(), defined.max()
    return out


def _needed(
    found: SwapRates | None,
    further: Floats,
    beyond: tuple[int, ...],
    values: Floats,
    error: float,
) -> tuple[Needed, ...]:
    if found is None:
        return ()
    best = float(np.abs(values.mean(axis=1)).max())
    rates = np.concatenate((found.rates, further))
    # an extrapolated rate rests on all the comparisons of its bin
    pairs = np.concatenate((found.pairs, np.tile(found.pairs.sum(axis=0), (len(beyond), 1))))
    needed, bound = needed_differences(rates, pairs, found.edges, error=error)
    sizes = (*found.sizes, *beyond)
    share = needed / best if best > 0 else np.full(needed.shape, np.nan)
    return tuple(
        Needed(size, float(needed[at]), float(share[at]), at >= len(found.sizes), bool(bound[at]))
        for at, size in enumerate(sizes)
    )
