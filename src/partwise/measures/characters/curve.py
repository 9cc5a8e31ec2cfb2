"""Precision and recall after each part, which iP and AiP interpolate."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.kernels.ragged import (
    offsets_from_lengths,
    owners,
    rank_in_segment,
    running_count,
    top,
)
from partwise.kernels.ranked import ratio
from partwise.kernels.recall_levels import weighted

if TYPE_CHECKING:
    from partwise.geometry.view import View


@dataclass(frozen=True)
class Curve:
    """One row per part."""

    offsets: Ints
    """Parts of each topic."""
    precision: Reals
    """Character precision down to the part."""
    gained: NDArray[Any]
    """Relevant characters gained down to the part, counted in 1 / `unit`."""
    unit: int
    """Denominator of the tolerance."""
    total: Ints
    """Relevant characters of the part's topic, at least 1."""


def curve(view: View, tolerance: float, name: str, k: int | None) -> Curve:
    """Follow precision and recall down the first `k` parts of each topic."""
    parts = view.parts
    size, seen, total = (
        parts.size(name, k),
        parts.seen(name, k),
        view.assessments.n_characters(name),
    )
    fresh, relevant, offsets = seen.fresh_relevant, seen.relevant, parts.offsets
    if k is not None:
        kept = rank_in_segment(offsets) <= k
        fresh, relevant, size = fresh[kept], relevant[kept], size[kept]
        offsets = offsets_from_lengths(top(offsets, k) - offsets[:-1])
    fresh = running_count(fresh, offsets)
    again = running_count(relevant, offsets) - fresh
    gained, unit = weighted(fresh, again, Fraction(repr(tolerance)))
    precision = ratio(fresh + tolerance * again, running_count(size, offsets))
    return Curve(offsets, precision, gained, unit, np.maximum(total, 1)[owners(offsets)])
