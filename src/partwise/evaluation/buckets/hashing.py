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
    bucket, buckets = parse_share("--bucket", text)
    check_buckets(buckets)
    return bucket, buckets


def parse_share(option: str, text: str) -> tuple[int, int]:
    """Read ``I/N``, which an option takes: I from 0 to N - 1.

    Examples
    --------
    >>> parse_share("--piece", "0/2")
    (0, 2)
    """
    share, sign, shares = text.partition("/")
    digits = share.isascii() and shares.isascii() and share.isdigit() and shares.isdigit()
    if not sign or not digits or int(share) >= int(shares):
        raise UsageError(f"{option} {text}: expected I/N with I from 0 to N - 1")
    return int(share), int(shares)
