from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text.lines import PAD, padded, split_cells
from partwise.kernels.text.names import fingerprints
from partwise.kernels.text.ranking import has_repeats, rank_rows

scores = st.sampled_from([1.0, 2.0, 0.5, -0.0, 0.0, float("inf"), float("-inf"), -3.25])
rows = st.lists(st.tuples(scores, st.text("abc", min_size=1, max_size=12)), min_size=1, max_size=12)
segments = st.lists(rows, min_size=1, max_size=5)


def inputs(topics):
    names = [name for topic in topics for _, name in topic]
    data = padded("".join(name + "\n" for name in names).encode())
    score = np.array([score for topic in topics for score, _ in topic])
    offsets = np.concatenate(([0], np.cumsum([len(topic) for topic in topics])))
    return offsets, score, data, split_cells(data, data.size - PAD, 1).field(0)


def slow(topics):
    order, tied, base = [], [], 0
    for topic in topics:
        best = sorted(range(len(topic)), key=lambda i: topic[i][1], reverse=True)
        best.sort(key=lambda i: -topic[i][0])
        order += [base + i for i in best]
        tied += [k > 0 and topic[i][0] == topic[best[k - 1]][0] for k, i in enumerate(best)]
        base += len(topic)
    return order, tied


@given(segments)
def test_order_equals_sorting_each_topic(topics):
    topics = [list({name: (score, name) for score, name in topic}.values()) for topic in topics]
    offsets, score, data, span = inputs(topics)
    order, tied = rank_rows(offsets, score, data, span)
    expected, expected_tied = slow(topics)

    found = list(range(score.size)) if order is None else order.tolist()
    assert found == expected
    assert tied.tolist() == expected_tied
    if expected == list(range(score.size)):
        assert order is None


@given(segments)
def test_repeats_are_found(topics):
    offsets, score, data, span = inputs(topics)
    segment = np.repeat(np.arange(len(topics)), np.diff(offsets))
    twice = any(len({name for _, name in topic}) < len(topic) for topic in topics)

    assert has_repeats(segment, fingerprints(data, span), data, span) == twice
    if not twice:
        collide = np.zeros(score.size, np.uint64) - segment.view(np.uint64) * np.uint64(
            0xD1B54A32D192ED03
        )
        assert not has_repeats(segment, collide, data, span)


def test_nothing_to_rank():
    none = np.empty(0, np.int64)
    order, tied = rank_rows(np.zeros(1, np.int64), np.empty(0), padded(b""), (none, none))

    assert order is None
    assert tied.size == 0


def test_names_that_stand_twice_in_order_stay_where_they_are():
    order, tied = rank_rows(*inputs([[(2.0, "b"), (1.0, "a"), (1.0, "a")]]))

    assert order is None
    assert tied.tolist() == [False, False, True]


def test_equal_scores_of_two_topics_are_no_tie():
    topics = [[(1.0, "a"), (2.0, "b")], [(1.0, "c")], [(3.0, "a")], [(1.0, "zz"), (3.0, "b")]]
    order, tied = rank_rows(*inputs(topics))

    assert order.tolist() == [1, 0, 2, 3, 5, 4]
    assert not tied.any()


def test_a_name_that_stands_twice_beside_others_of_one_fingerprint():
    _, _, data, span = inputs([[(1.0, name) for name in ("a", "b", "c", "c")]])
    alike = np.array([5, 5, 7, 7], np.uint64)

    assert has_repeats(np.zeros(4, np.int64), alike, data, span)
    assert not has_repeats(np.array([0, 0, 0, 1]), alike, data, span)
