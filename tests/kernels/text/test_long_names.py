"""Names of any length: what is compared at once and what one by one agree."""

from __future__ import annotations

import numpy as np

from partwise.kernels.text.lines import LONG, PAD
from partwise.kernels.text.names import (
    blob_block,
    encode_names,
    fingerprints,
)

NAMES = [
    "a", "x" * LONG, "x" * LONG + "y", "x" * LONG + "y", "x" * LONG + "Y", "x" * (LONG + 8),
    "x" * (LONG + 8), "x" * (LONG + 7) + "y", "b" * 5 * LONG, "b" * 5 * LONG + "c", "a",
]  # fmt: skip


def laid(names):
    """Return names as a block and their places in it."""
    plain = [name.encode() for name in names]
    end = np.cumsum([len(name) for name in plain]) + PAD
    start = end - [len(name) for name in plain]
    return blob_block(np.frombuffer(b"".join(plain), np.uint8)), (start, end)


def test_equal_names_have_equal_codes():
    codes, first = encode_names(*laid(NAMES))

    seen = list(dict.fromkeys(NAMES))
    assert codes.tolist() == [seen.index(name) for name in NAMES]
    assert [NAMES[row] for row in first] == seen


def test_fingerprints_differ():
    assert len({*fingerprints(*laid(NAMES)).tolist()}) == len({*NAMES})
