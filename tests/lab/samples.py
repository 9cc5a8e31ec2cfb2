"""Small and random collections with highlighted text and element trees."""

from __future__ import annotations

import numpy as np

from partwise.tables.qrels import Qrels
from partwise.tables.structure.table import Structure


def random_tree(random, length, depth=3):
    """Rows (parent, tag, start, end) of a random tree over [0, length), in pre-order."""
    rows = []

    def grow(parent, start, end, level):
        number = len(rows)
        rows.append((parent, "sec" if level < depth else "p", start, end))
        if level == depth or end - start < 4:
            return
        cuts = np.sort(random.choice(np.arange(start, end + 1), 2 * int(random.integers(1, 4))))
        for a, b in zip(cuts[::2], cuts[1::2], strict=True):
            grow(number, int(a), int(b), level + 1)

    grow(None, 0, length, 0)
    return rows


def random_collection(seed, *, n_docs=7, n_topics=5):
    """Qrels with random spans, and the structure of their documents."""
    random = np.random.default_rng(seed)
    lengths = random.integers(20, 90, n_docs)
    tree = {"doc": [], "parent": [], "tag": [], "start": [], "end": []}
    for d, length in enumerate(lengths):
        for parent, tag, start, end in random_tree(random, int(length)):
            for name, value in zip(tree, (f"d{d}", parent, tag, start, end), strict=True):
                tree[name].append(value)
    rows = {"topic": [], "doc": [], "start": [], "end": []}
    for t in range(n_topics):
        for d in random.choice(n_docs, int(random.integers(1, n_docs)), replace=False):
            for _ in range(int(random.integers(1, 4))):
                start = int(random.integers(0, lengths[d] - 1))
                end = int(random.integers(start + 1, lengths[d] + 1))
                for name, value in zip(rows, (f"t{t}", f"d{d}", start, end), strict=True):
                    rows[name].append(value)
    return Qrels.from_columns(**rows), Structure.from_columns(**tree)
