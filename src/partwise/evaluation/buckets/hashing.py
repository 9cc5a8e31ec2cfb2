"""Which bucket a topic belongs to: the same on every machine, in every process."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from partwise.errors import UsageError
from partwise.tables.names import Names

MOST = 4096
"""Most buckets."""


def buckets_of(topics: Names, buckets: int) -> NDArray[np.int64]:
    """Return the bucket of each topic: CRC-32 of its UTF-8 bytes modulo their number."""
    found = (crc32(name) % buckets for name in topics.bytes())
    return np.fromiter(found, np.int64, len(topics))


def check_buckets(buckets: int) -> None:
    """Refuse a number of buckets that nobody can mean."""
    if not isinstance(buckets, int) or isinstance(buckets, bool):
        raise UsageError(f"n must be a whole number of buckets, not {buckets!r}")
    if not 1 <= buckets <= MOST:
        raise UsageError(f"{buckets:,} buckets; from 1 to {MOST:,} are possible")


def parse_bucket(text: str) -> tuple[int, int]:
    """Read ``I/N``: bucket I, from 0 to N - 1, of N.

    Examples
    --------
    >>> parse_bucket("3/64")
    (3, 64)
    """
    bucket, sign, buckets = text.partition("/")
    digits = bucket.isascii() and buckets.isascii() and bucket.isdigit() and buckets.isdigit()
    if not sign or not digits or int(bucket) >= int(buckets):
        raise UsageError(f"--bucket {text}: expected I/N with I from 0 to N - 1")
    check_buckets(int(buckets))
    return int(bucket), int(buckets)
