"""Sizes of memory, written with and without units."""

from __future__ import annotations

import pytest

from partwise.errors import UsageError
from partwise.evaluation.buckets.memory_size import parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [("500M", 500_000_000), ("1G", 10**9), ("2GiB", 2 << 30), ("1.5g", 15 * 10**8), ("7", 7)],
)
def test_sizes(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "much", "-1G", "1X", "G"])
def test_no_sizes(text):
    with pytest.raises(UsageError, match="expected a size"):
        parse_size(text)
