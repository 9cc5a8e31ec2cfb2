"""Precision at a recall level when ranks hold several results (Raghavan et al. 1989)."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.curves import Curves, first_reaching, height_at


def precision_at_recall(
    found: Curves,
    wanted: Reals,
    segment: Ints,
    *,
    n_seen: Ints,
    rest: Reals,
    irrelevant_rest: Reals,
    slack: Reals,
) -> Reals:
    r"""Find the precision of a reader who stops with `wanted` relevance found.

    .. math:: \frac{w}{w + j + s\,i/(r+1)}

    at the first rank at which the cumulated relevance of a segment comes
    within `slack` of :math:`w`: :math:`j` is the irrelevance before that rank,
    :math:`s` what is missing before it, :math:`r` and :math:`i` relevance and
    irrelevance at it. A rank holds one result or several that share it; each
    has a relevance in [0, 1] and an irrelevance of 1 minus that, and `n_seen`
    counts the results down to each rank of `found`. Behind the last rank come
    all other elements of the segment as one rank of relevance `rest` and
    irrelevance `irrelevant_rest`, or nothing where that is NaN. For :math:`w = 0` the limit:
    0 if there is irrelevance before the first relevant rank, else :math:`(r+1)/(r+1+i)`.

    One answer per entry of `wanted` and `segment`; `rest` and `irrelevant_rest` have one
    entry per segment. O(log longest segment) each.
    """
    length = found.length[segment]
    # with w = 0 the reader stops at the first relevance, however little
    goal = np.where(wanted > 0, wanted - slack, np.finfo(np.float64).tiny)
    rank = first_reaching(found, segment, goal)
    listed = rank <= length
    before = height_at(found, segment, rank - 1)
    results = Curves(n_seen.astype(np.float64), found.offsets)
    seen = height_at(results, segment, rank - 1)
    irrelevance = seen - before
    at = height_at(found, segment, rank) - before
    r = np.where(listed, at, rest[segment])
    i = np.where(listed, height_at(results, segment, rank) - seen - at, irrelevant_rest[segment])
    missing = np.maximum(wanted - before, 0)
    limit = np.where(irrelevance > 0, 0.0, (r + 1) / (r + 1 + i))
    with np.errstate(invalid="ignore", divide="ignore"):
        value = wanted / (wanted + irrelevance + missing * i / (r + 1))
    value = np.where(wanted > 0, value, limit)
    return np.where(np.isnan(i), 0.0, value)
