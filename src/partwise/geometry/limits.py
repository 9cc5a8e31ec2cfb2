"""Guards against offsets that no document can have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError

MOST = 2.0**62
"""Characters that fit on one axis of 64 bits."""


def check_total(extent: NDArray[np.int64], what: str) -> None:
    """Refuse extents whose sum leaves 64 bits."""
    if float(extent.sum(dtype=np.float64)) >= MOST:
        row = int(np.argmax(extent))
        raise TableError(None, f"offsets of {what} reach {int(extent[row])}: too far to be counted")
