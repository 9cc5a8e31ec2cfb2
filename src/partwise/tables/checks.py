"""Row checks that all tables share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def first(bad: NDArray[np.bool_]) -> int | None:
    """Return the first row where `bad` holds, or None."""
    return int(np.argmax(bad)) if bad.any() else None
