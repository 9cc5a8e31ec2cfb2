"""Small random documents with wanted text, on the line that the kernels use."""

from __future__ import annotations

import numpy as np

from partwise.kernels.coverage_budgets import Offers
from partwise.kernels.intervals import covered_before, merge


class World:
    """One topic: documents of 40 characters side by side, wanted spans, parts."""

    def __init__(self, seed: int, n_parts: int = 7) -> None:
        rng = np.random.default_rng(seed)
        n_docs = int(rng.integers(1, 4))
        self.parts = []
        for _ in range(n_parts):
            a, b = sorted(rng.integers(0, 41, 2).tolist())
            self.parts.append((f"d{rng.integers(n_docs)}", a, b))
        spans = []
        for doc in range(n_docs):
            for _ in range(int(rng.integers(0, 4))):
                a, b = sorted(rng.integers(0, 41, 2).tolist())
                spans.append((doc * 50 + a, doc * 50 + b))
        self.gold = {(f"d{x // 50}", x % 50) for a, b in spans for x in range(a, b)}
        pairs = np.array(spans, np.int64).reshape(-1, 2)
        self.spans = merge(pairs[:, 0], pairs[:, 1])
        self.tokens = [int(rng.integers(1, 12)) for _ in self.parts]

    def axis(self):
        low = np.array([int(doc[1:]) * 50 + start for doc, start, _ in self.parts], np.int64)
        high = np.array([int(doc[1:]) * 50 + end for doc, _, end in self.parts], np.int64)
        return low, high

    def line(self):
        low, high = self.axis()
        return covered_before(low, *self.spans), covered_before(high, *self.spans)

    def offers(self, *, tokens: bool = False) -> Offers:
        low, high = self.axis()
        start, end = self.line()
        some = start < end
        size = (high - low)[some]
        cost = np.array(self.tokens, np.int64)[some] if tokens else size
        line = covered_before(self.spans[0], *self.spans)
        return Offers(start[some], end[some], cost, size, low[some], line, self.spans[0])
