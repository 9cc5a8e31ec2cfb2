"""Aggregates of the values of topics, and the labels of values that another tool prints."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Reals

LEAST = 0.00001
"""Stand-in for a value of 0 in a geometric mean (trec_eval, BioASQ)."""

ON_LOGARITHMS = "{measures}: differences and their tests are of logarithms (geometric mean)"
"""Note on comparisons of measures with a geometric mean."""


def _same(value: float) -> float:
    return value


class Aggregate(NamedTuple):
    """A mean on a scale of its own: each value is put on it, and their mean is read back."""

    on_scale: Callable[[float], float] = _same
    read_back: Callable[[float], float] = _same
    is_mean: bool = True
    """True for the plain mean."""
    sums: bool = False
    """True if saved results hold the sum of the values beside their mean."""

    def of(self, values: Reals) -> float:
        """Aggregate the defined values, exactly summed; NaN when there is none."""
        defined = values[~np.isnan(values)].tolist()
        if not defined:
            return math.nan
        scaled = defined if self.on_scale is _same else map(self.on_scale, defined)
        return self.read_back(math.fsum(scaled) / len(defined))

    def scaled(self, values: Reals) -> Reals:
        """Put values on the scale on which they are averaged; undefined ones stay so."""
        if self.is_mean:
            return values
        flat = [x if math.isnan(x) else self.on_scale(x) for x in values.ravel().tolist()]
        return np.array(flat, np.float64).reshape(values.shape)


MEAN = Aggregate()
AGGREGATES = {
    "mean": MEAN,
    "sum": Aggregate(sums=True),
    "geometric mean, floor=max": Aggregate(
        lambda value: math.log(max(value, LEAST)), math.exp, is_mean=False
    ),
    "geometric mean, floor=add": Aggregate(
        lambda value: math.log(value + LEAST), math.exp, is_mean=False
    ),
}
"""By the names that measures and saved results call them."""


@dataclass(frozen=True)
class Label:
    """The tool's name of a value.

    Parameters
    ----------
    name : str
        As the tool prints it; unique among the values of a run.
    tool : str, optional
        Name and version of the tool that was reproduced; None where its quirks were left out.
    spread : bool
        Whether the tool also gives the standard deviation over topics.
    weights : tuple of float, optional
        Weight of each topic in the mean; NaN for topics that the value is not about.
    """

    name: str
    tool: str | None = None
    spread: bool = False
    weights: tuple[float, ...] | None = None

    @property
    def concerns(self) -> NDArray[np.bool_] | None:
        """Topics that the value is about; None for all."""
        return None if self.weights is None else ~np.isnan(np.array(self.weights, np.float64))

    def mean(self, values: NDArray[np.float64]) -> float | None:
        """Weighted mean of the defined values; None where the plain mean is meant."""
        if self.weights is None:
            return None
        weight = np.array(self.weights, np.float64)
        counted = ~np.isnan(values) & ~np.isnan(weight)
        total = math.fsum(weight[counted].tolist())
        return math.fsum((weight * values)[counted].tolist()) / total if total > 0 else math.nan

    def entry(self, values: NDArray[np.float64], topics: tuple[str, ...]) -> dict[str, Any]:
        """Return what JSON says of the label beside a value."""
        said: dict[str, Any] = {"label": self.name}
        if self.tool is not None:
            said["tool"] = self.tool
        if self.spread:
            defined = values[~np.isnan(values)]
            said["std"] = float(defined.std()) if defined.size else None
        if self.weights is not None:
            pairs = zip(topics, self.weights, strict=True)
            said["weights"] = {topic: weight for topic, weight in pairs if not math.isnan(weight)}
        return said


def restored(
    name: str | None,
    tool: str | None,
    weights: dict[str, float] | None,
    *,
    spread: bool,
    topics: list[str],
) -> Label | None:
    """Return the label that `Label.entry` described."""
    if name is None:
        return None
    known = None if weights is None else tuple(weights.get(topic, math.nan) for topic in topics)
    return Label(name, tool, spread, known)
