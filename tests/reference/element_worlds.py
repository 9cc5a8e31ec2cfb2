"""Random documents, grades and runs for the element measures."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from tests.reference.exact_elements import Elements

GRADES = [(e, s) for e in (1, 2, 3) for s in (1, 2, 3)]


@st.composite
def forests(draw, max_nodes=12):
    """Trees in document order; inner elements may have text of their own, sizes may be 0."""
    n = draw(st.integers(1, max_nodes))
    depth = [1]
    for _ in range(n - 1):
        depth.append(draw(st.integers(1, min(depth[-1] + 1, 6))))
    parent: list[int | None] = []
    for i, d in enumerate(depth):
        above = [j for j in range(i) if depth[j] == d - 1]
        parent.append(above[-1] if d > 1 else None)
    size = [draw(st.integers(0, 5)) for _ in range(n)]
    for c in reversed(range(n)):
        if parent[c] is not None:
            size[parent[c]] += size[c]
    return Elements(parent, size)


def columns(trees):
    """The trees as the arrays that the kernels take: parent, depth, last descendant, size."""
    n = len(trees.parent)
    parent = np.array([-1 if p is None else p for p in trees.parent], np.int64)
    depth = np.array([trees.depth(c) + 1 for c in range(n)], np.int64)
    last = np.array([c + len(trees.below(c)) for c in range(n)], np.int64)
    return parent, depth, last, np.array(trees.size, np.int64)


@st.composite
def graded(draw, trees, grades=GRADES):
    """Grades of some elements: gaps in a path are allowed."""
    nodes = draw(st.lists(st.integers(0, len(trees.parent) - 1), unique=True))
    return {c: draw(st.sampled_from(grades)) for c in sorted(nodes)}


def runs(trees, max_size=12):
    """Rankings with repeats, overlap, and results that are no element (None)."""
    return st.lists(st.none() | st.integers(0, len(trees.parent) - 1), max_size=max_size)


@st.composite
def topics(draw, max_topics=3):
    """One forest, and per topic its grades and its run."""
    trees = draw(forests())
    n = draw(st.integers(1, max_topics))
    return trees, [(draw(graded(trees)), draw(runs(trees))) for _ in range(n)]
