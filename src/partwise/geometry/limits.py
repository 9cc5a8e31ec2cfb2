"""Offsets that no document can have, and the words for odd results that measures share."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints
from partwise.errors import TableError

REPEATED = "{n:repeated result} {n:keeps its|keep their} rank but {n:adds|add} nothing"
"""Note on results that a topic lists again."""

MOST = 2.0**62
"""Characters that fit on one axis of 64 bits."""


def check_total(extent: Ints, what: str) -> None:
    """Refuse extents whose sum leaves 64 bits."""
    if float(extent.sum(dtype=np.float64)) >= MOST:
        row = int(np.argmax(extent))
        raise TableError(None, f"offsets of {what} reach {int(extent[row])}: too far to be counted")


def truncated(noun: str) -> str:
    """Word a note on `n` places that a document is too short for."""
    return (
        f"{{n:{noun}}} {{n:extends|extend}} past the end of {{n:its|their}} document "
        "and {n:was|were} truncated"
    )
