"""The rest of names that are too long to be compared eight bytes at a time.

What goes through all names at once takes as many turns as the longest name has words; one text of
a megabyte beside a million short names would cost both together. Beyond `LONG` bytes names are
taken one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.text.lines import LONG, Field

_SMALL = bytes(byte | 0x20 for byte in range(256))
"""Bytes with the bit set that tells small letters from capitals."""


def tails(data: NDArray[np.uint8], field: Field, rows: Ints) -> list[bytes]:
    """Return what long names hold beyond their first bytes."""
    start, end = field[0][rows] + LONG, field[1][rows]
    return [data[a:b].tobytes() for a, b in zip(start.tolist(), end.tolist(), strict=True)]


def digests(data: NDArray[np.uint8], field: Field, rows: Ints, *, fold: bool) -> NDArray[np.uint64]:
    """Return 64 bits of what long names hold beyond their first bytes."""
    from hashlib import blake2b  # start-up: hardly any file has such names

    rests = (rest.translate(_SMALL) if fold else rest for rest in tails(data, field, rows))
    plain = b"".join(blake2b(rest, digest_size=8).digest() for rest in rests)
    return np.frombuffer(plain, "<u8").astype(np.uint64)
