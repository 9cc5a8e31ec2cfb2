"""Gains of results at, inside and around ideal nodes of trees."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.trees.capped_gain import Norm, cap_gains
from partwise.kernels.trees.forest import NOWHERE, Forest
from partwise.kernels.trees.ideal import at_or_above, best_on_paths

Ideal = Literal["derived", "full"]


class Families(NamedTuple):
    """Ideal nodes, and which of them each node of the forest is related to.

    Attributes
    ----------
    ideal : ndarray of int64
        Positions of the ideal nodes in document order.
    holder : ndarray of int64
        Per node the number of the ideal at or above it, negative if none.
    first, last : ndarray of int64
        Per node without a holder the range of the ideals below it.
    """

    ideal: Ints
    holder: Ints
    first: Ints
    last: Ints


def families(within: Forest, value: Reals, relevant: Flags, kind: Ideal) -> Families:
    """Find the ideal nodes and their relatives. O(nodes log ideals).

    ``derived``: one node a path, without overlap (`best_on_paths`). ``full``:
    every node with a value is an ideal of its own and related to itself only.
    """
    if kind == "full":
        ideal = np.flatnonzero(value > 0)
        holder = np.full(within.size, NOWHERE)
        holder[ideal] = np.arange(ideal.size)
        nothing = np.zeros(within.size, np.int64)
        return Families(ideal, holder, nothing, nothing)
    ideal = best_on_paths(within, value, relevant)
    holder = at_or_above(within, ideal)
    first = np.searchsorted(ideal, np.arange(within.size))
    return Families(ideal, holder, first, np.searchsorted(ideal, within.until))


class Gains(NamedTuple):
    """Gain of each row, and whether the row is the first to touch an ideal."""

    gain: Reals
    touches: Flags


def near_miss_gains(
    related: Families, place: Ints, worth: Reals, value: Reals, *, norm: Norm
) -> Gains:
    """Limit what each row is worth by what is left of the ideals of its family.

    `value` is that of each node; an ideal's budget is its value. Rows at
    `NOWHERE` gain nothing. O(rows), see `cap_gains`.
    """
    gain = np.zeros(place.size)
    touches = np.zeros(place.size, np.bool_)
    rows = np.flatnonzero(place >= 0)
    at = place[rows]
    gain[rows], touches[rows] = cap_gains(
        worth[rows],
        related.holder[at],
        related.first[at],
        related.last[at],
        value[related.ideal],
        norm=norm,
    )
    return Gains(gain, touches)
