"""Labels: how another tool calls a value that we compute as it does, and how it averages it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
