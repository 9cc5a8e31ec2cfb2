"""Relevant text and places in documents for the tests of ceilings."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from tests.geometry.assessments.judgements import judged

from partwise.geometry.relevant_text import GoldLine, Places

SPANS = st.lists(
    st.tuples(st.sampled_from("tu"), st.sampled_from("ab"), st.integers(0, 14), st.integers(1, 7)),
    min_size=1,
    max_size=5,
)
PARTS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 14), st.integers(0, 9)), max_size=6
)


def gold_of(spans, lengths=None):
    """Line of spans, each (topic, document, start, size)."""
    topic, doc, start, size = zip(*spans, strict=True)
    end = [a + n for a, n in zip(start, size, strict=True)]
    return GoldLine(judged(lengths, topic=topic, doc=doc, start=start, end=end), "losses")


def places_in(gold, parts, tokens=None):
    """Places of the parts (document, start, size) whose documents were judged."""
    codes = gold.judged.qrels.docs.index
    rows = [
        (codes[d], a, a + n, c)
        for (d, a, n), c in zip(parts, tokens or [-1] * len(parts), strict=True)
        if d in codes
    ]
    columns = np.array(rows, np.int64).reshape(-1, 4).T
    return Places(*columns).distinct()


def wanted(spans, topic):
    """Characters that a topic wants."""
    return {(d, c) for t, d, a, n in spans if t == topic for c in range(a, a + n)}
