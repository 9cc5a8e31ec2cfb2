"""Blocks of a TREC run, for the tests of the short way."""

from __future__ import annotations

import numpy as np

from partwise.files.blocks import Block
from partwise.kernels.text.lines import PAD, padded


def block(text: str) -> Block:
    """Return some lines as a block."""
    data = padded(text.encode())
    return Block(data, data.size - PAD, 1)


def names(*words: str) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Return names one after the other, and where they stand."""
    sizes = np.array([len(word.encode()) for word in words], np.int64)
    end = PAD + np.cumsum(sizes + 1) - 1
    return padded("\n".join(words).encode()), (end - sizes, end)
