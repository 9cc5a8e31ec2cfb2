"""Denominators of recall."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Reals
from partwise.navigation.expectations import Expected, ratio

Base = Literal["total", "collection", "expected"]
BASES = ("total", "collection", "expected")


def recall_of(known: Expected, column: Reals, base: Base, depth: int | None) -> Reals:
    """Gain at a rank over all relevance, the topic's text, or the recall-base."""
    gain = known.at(column, depth)
    whole = known.total
    if base == "expected":
        whole = known.at(known.base, depth, known.total)
    elif base == "collection":
        whole = known.known.n_characters.astype(np.float64)
    return known.defined(ratio(gain, whole))
