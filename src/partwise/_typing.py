"""Types of columns: arrays of int64, float64 and bool."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]

Values = Reals
"""One value per judged topic; NaN where a measure is undefined."""

Step = Callable[[str], None]
"""Progress callback: called with a line of text on what is done next."""
