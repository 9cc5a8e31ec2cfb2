from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.intervals import first_cover, first_met, merge, new_characters, precision_walk

PARTS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 15)).map(lambda p: (p[0], p[0] + p[1])),
    max_size=12,
)


def starts_ends(pairs):
    return tuple(np.array(list(pairs), np.int64).reshape(-1, 2).T)


def walked(topics, spans, k=None, width=100):
    """Walk topics that lie side by side on the axis, each with the same spans."""
    parts = [(a + width * t, b + width * t) for t, rows in enumerate(topics) for a, b in rows]
    everywhere = [(a + width * t, b + width * t) for t in range(len(topics)) for a, b in spans]
    offsets = np.concatenate(([0], np.cumsum([len(rows) for rows in topics]))).astype(np.int64)
    cover = first_cover(*starts_ends(parts))
    spans = merge(*starts_ends(everywhere))
    start, end = starts_ends(parts)
    missed = end - start - new_characters(cover, *spans).relevant
    met = first_met(cover, *spans)
    return precision_walk(met, start[met.part], missed, spans, offsets, k=k)


def slow_walk(parts, spans):
    relevant, seen, hits, read, total = {c for a, b in spans for c in range(a, b)}, set(), 0, 0, 0.0
    for a, b in parts:
        for c in range(a, b):
            if c in relevant and c in seen:
                continue
            read += 1
            if c in relevant:
                hits += 1
                total += hits / read
        seen |= set(range(a, b))
    return total


def test_by_hand():
    # relevant: 2, 3, 4. Characters 0 and 1 miss, 2 is the third read: 1/3. The second part
    # skips 2, which was seen, and meets 3 and 4: 2/4 and 3/5.
    assert walked([[(0, 3), (2, 5)]], [(2, 5)]) == pytest.approx([1 / 3 + 2 / 4 + 3 / 5])


def test_what_is_not_relevant_counts_each_time_it_is_read():
    # 0 and 1 are read twice before the hit
    assert walked([[(0, 2), (0, 3)]], [(2, 5)]) == pytest.approx([1 / 5])


def test_nothing_retrieved_and_nothing_relevant():
    assert walked([[], []], [(0, 5)]).tolist() == [0, 0]
    assert walked([[(0, 5)], []], []).tolist() == [0, 0]
    assert walked([[(3, 3)]], [(0, 5)]).tolist() == [0]


@given(st.lists(PARTS, min_size=1, max_size=4), PARTS, st.none() | st.integers(1, 5))
def test_equals_the_slow_walk(topics, spans, k):
    expected = [slow_walk(rows[:k], spans) for rows in topics]

    assert walked(topics, spans, k) == pytest.approx(expected, abs=1e-12)
