"""Denominators of recall."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Reals
from partwise.navigation.expectations import Expected, ratio

Base = Literal["total", "collection", "expected"]
BASES = ("total", "collection", "expected")


def recall_of(expected: Expected, column: Reals, base: Base, depth: int | None) -> Reals:
    """Gain at a rank over all relevance, the topic's text, or the recall-base."""
    gain = expected.at(column, depth)
    whole = expected.total
    if base == "expected":
        whole = expected.at(expected.base, depth, expected.total)
    elif base == "collection":
        whole = expected.targets.n_characters.astype(np.float64)
    return expected.defined(ratio(gain, whole))
