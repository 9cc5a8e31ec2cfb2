from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.intervals import first_cover, merge, new_characters

PARTS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 15)).map(lambda p: (p[0], p[0] + p[1])),
    max_size=12,
)


def column(values):
    return np.array(list(values), np.int64)


def starts_ends(pairs):
    return column(a for a, _ in pairs), column(b for _, b in pairs)


def slow(parts, spans):
    """Relevant, fresh and fresh relevant characters, one part after the other."""
    relevant, seen = {c for a, b in spans for c in range(a, b)}, set()
    for a, b in parts:
        text = set(range(a, b))
        yield len(text & relevant), len(text - seen), len((text - seen) & relevant)
        seen |= text


def test_by_hand():
    painting = first_cover(*starts_ends([(0, 20), (10, 40), (10, 40), (0, 50)]))

    seen = new_characters(painting, *starts_ends([(10, 30)]))
    assert seen.relevant.tolist() == [10, 20, 20, 20]
    assert seen.fresh.tolist() == [20, 20, 0, 10]
    assert seen.fresh_relevant.tolist() == [10, 10, 0, 0]


@given(PARTS, PARTS)
def test_painting_equals_the_slow_twin(parts, spans):
    seen = new_characters(first_cover(*starts_ends(parts)), *merge(*starts_ends(spans)))

    found = zip(
        seen.relevant.tolist(), seen.fresh.tolist(), seen.fresh_relevant.tolist(), strict=True
    )
    assert list(found) == list(slow(parts, spans))


def test_thousands_of_nested_and_repeated_parts():
    rng = np.random.default_rng(3)
    start = rng.integers(0, 3000, 4000)
    end = start + rng.integers(0, 900, 4000) * rng.integers(0, 2, 4000)
    parts = list(zip(start.tolist(), end.tolist(), strict=True))
    spans = [(10, 500), (800, 801), (1200, 3500)]

    seen = new_characters(first_cover(start, end), *starts_ends(spans))
    found = zip(
        seen.relevant.tolist(), seen.fresh.tolist(), seen.fresh_relevant.tolist(), strict=True
    )
    assert list(found) == list(slow(parts, spans))


def test_memory_stays_below_200_bytes_a_part():
    import tracemalloc

    rng = np.random.default_rng(2)
    n = 200_000
    start = rng.integers(0, 50_000_000, n)
    end = start + rng.integers(1, 5000, n)
    spans = merge(start[:900], end[:900])
    tracemalloc.start()
    new_characters(first_cover(start, end), *spans)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak / n <= 200
