"""Buckets of topics: the same on every machine, in every process."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError
from partwise.tables.names import Names
from partwise.work.memory import MOST_BUCKETS


def buckets_of(topics: Names, n: int) -> Ints:
    """Return the bucket of each topic: CRC-32 of its UTF-8 bytes modulo their number."""
    return np.fromiter((crc32(name) % n for name in topics.bytes()), np.int64, len(topics))


def check_buckets(n: object) -> int:
    """Return a number of buckets; UsageError for one that is not possible."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise UsageError(f"n must be a whole number of buckets, not {n!r}")
    if not 1 <= n <= MOST_BUCKETS:
        raise UsageError(f"{n:,} buckets; from 1 to {MOST_BUCKETS:,} are possible")
    return n


def parse_bucket(text: str) -> tuple[int, int]:
    """Return bucket I, from 0 to N - 1, and number N of ``I/N``.

    Examples
    --------
    >>> parse_bucket("3/64")
    (3, 64)
    """
    bucket, sign, n = text.partition("/")
    is_numeric = all(word.isascii() and word.isdigit() for word in (bucket, n))
    if not sign or not is_numeric or int(bucket) >= int(n):
        raise UsageError(f"--bucket {text}: expected I/N with I from 0 to N - 1")
    return int(bucket), check_buckets(int(n))
