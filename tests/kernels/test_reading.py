from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from partwise.kernels import reading
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.ragged import segment_count

DOCUMENT = st.integers(1, 40).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.tuples(st.integers(0, size), st.integers(0, size)).map(sorted), max_size=5),
        st.lists(st.tuples(st.integers(0, size), st.integers(0, size)).map(sorted), max_size=5),
    )
)
SHORT = [(1, [(0, 1)], [(0, 1)]), (0, [], []), (4, [(2, 4)], [(0, 1), (3, 4)])]
"""Documents of one character, of none and of a few."""


def characters(pairs):
    return {c for a, b in pairs for c in range(a, b)}


def slow_order(size, retrieved, relevant, order):
    """The characters of a document in the order in which they are read."""
    shown, wanted = characters(retrieved), characters(relevant)
    if order == "document":
        return list(range(size))
    rest = [c for c in range(size) if c not in shown]
    if order == "worst":
        rest = [c for c in rest if c not in wanted] + [c for c in rest if c in wanted]
    return sorted(shown) + rest


def on_axis(documents, which):
    origin = lay_out(np.array([d[0] for d in documents], np.int64))
    pairs = [(a + o, b + o) for d, o in zip(documents, origin, strict=False) for a, b in d[which]]
    start, end = (np.array([p[side] for p in pairs], np.int64) for side in (0, 1))
    return merge(start, end)


@given(
    st.lists(DOCUMENT, min_size=1, max_size=4),
    st.sampled_from(["natural", "worst", "document"]),
    st.integers(1, 50),
)
def test_way_equals_the_slow_twin(documents, order, n):
    size = np.array([d[0] for d in documents], np.int64)
    origin = lay_out(size)[:-1]
    texts = reading.DocumentTexts(origin, size, on_axis(documents, 1), on_axis(documents, 2))
    way = reading.reading_path(texts, order)

    n_relevant = segment_count(way.length, way.offsets)
    means = reading.mean_precision(way, n_relevant)
    for i, (length, retrieved, relevant) in enumerate(documents):
        wanted = characters(relevant)
        flags = [c in wanted for c in slow_order(length, retrieved, relevant, order)]
        precision = [sum(flags[: j + 1]) / (j + 1) for j, hit in enumerate(flags) if hit]
        tired, missed = 0, 0
        for hit in flags:
            tired += hit
            missed += not hit
            if missed == n:
                break
        assert n_relevant[i] == len(wanted)
        assert means[i] == pytest.approx(np.mean(precision) if precision else 0, abs=1e-13)
        assert reading.relevant_in_first(way, n)[i] == sum(flags[:n])
        assert reading.relevant_until_intolerable(way, n)[i] == tired
        assert reading.first_relevant(way)[i] == (flags.index(True) + 1 if wanted else 0)


def test_parts_and_jumps_cost_characters():
    """Two parts and four jumps before the stretch, three and six in all, for 10 and 100 each."""
    one = np.array([1])
    path = reading.ReadingPath(np.array([0, 1]), 5 * one, 7 * one, 4 * one, 60 * one)
    more = reading.Interruptions(parts=2 * one, jumps=4 * one, all_parts=3 * one, all_jumps=6 * one)
    found = path.costing(more, part=10, jump=100)

    assert found.length == 5
    assert found.read == 7 + 10 * 2 + 100 * 4
    assert found.missed == 4 + 10 * 2 + 100 * 4
    assert found.size == 60 + 10 * 3 + 100 * 6


def slow_interruptions(document, order):
    """Parts begun and jumps up to each relevant stretch and in all, character by character."""
    size, retrieved, relevant = document
    shown = set() if order == "document" else characters(retrieved)
    wanted, before = characters(relevant), {}
    parts, jumps, last = 0, 0, None
    for c in slow_order(size, retrieved, relevant, order):
        parts += c in shown and c - 1 not in shown
        jumps += last is not None and c != last + 1
        before[c], last = (parts, jumps), c
    heads = [c for c in sorted(wanted) if c - 1 not in wanted or (c in shown) != (c - 1 in shown)]
    return [before[c] for c in heads], (parts, jumps)


@given(
    st.lists(DOCUMENT, min_size=1, max_size=4), st.sampled_from(["natural", "worst", "document"])
)
@example(SHORT, "natural")
@example(SHORT, "worst")
@example(SHORT, "document")
def test_interruptions_equal_the_slow_twin(documents, order):
    size = np.array([d[0] for d in documents], np.int64)
    origin = lay_out(size)[:-1]
    texts = reading.DocumentTexts(origin, size, on_axis(documents, 1), on_axis(documents, 2))
    found = reading.interruptions(texts, order)
    slow = [slow_interruptions(document, order) for document in documents]

    before = list(zip(found.parts.tolist(), found.jumps.tolist(), strict=True))
    assert before == [counts for stretches, _ in slow for counts in stretches]
    in_all = list(zip(found.all_parts.tolist(), found.all_jumps.tolist(), strict=True))
    assert in_all == [counts for _, counts in slow]


def test_interruptions_by_hand():
    """Read 0-1, 5-6, 2-4, 7-8: parts begin at 0 and 5, and three times a jump is made."""
    zero, size = np.array([0]), np.array([9])
    retrieved, relevant = np.array([[0, 5], [2, 7]]), np.array([[1, 6], [3, 9]])
    found = reading.interruptions(
        reading.DocumentTexts(zero, size, tuple(retrieved), tuple(relevant)), "natural"
    )

    # the stretches 1, 2, 6 and 7-8, of which the first and the third are retrieved
    assert found.parts.tolist() == [1, 2, 2, 2]
    assert found.jumps.tolist() == [0, 2, 1, 3]
    assert (found.all_parts.tolist(), found.all_jumps.tolist()) == ([2], [3])
