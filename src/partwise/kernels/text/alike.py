"""Names reduced to their letters and digits, of millions of names at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints

_SMALL = np.frombuffer(bytes(range(256)).lower(), np.uint8)
_KEPT = np.array([byte < 128 and chr(byte).isalnum() for byte in range(256)])


def letters_and_digits(blob: NDArray[np.uint8], ends: Ints) -> tuple[NDArray[np.uint8], Ints]:
    """Letters and digits of ASCII in small letters: bytes of all names, and where each ends."""
    kept = _KEPT[blob]
    before = np.zeros(kept.size + 1, np.int64)
    np.cumsum(kept, out=before[1:])
    return _SMALL[blob[kept]], before[ends]
