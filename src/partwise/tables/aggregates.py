"""From the values of topics to one number: the mean, unless a measure asks for another."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from partwise._typing import Reals

LEAST = 0.00001
"""What stands for a value of 0 in a geometric mean (trec_eval, BioASQ)."""

ON_LOGARITHMS = "{measures}: differences and their tests are of logarithms (geometric mean)"
"""Note on comparisons of measures with a geometric mean."""


def _same(value: float) -> float:
    return value


class Aggregate(NamedTuple):
    """A mean on a scale of its own: each value is put on it, and their mean is read back."""

    on_scale: Callable[[float], float] = _same
    read_back: Callable[[float], float] = _same
    is_mean: bool = True
    """Whether it is the plain mean."""
    sums: bool = False
    """Whether saved results hold the sum of the values beside their mean."""

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
