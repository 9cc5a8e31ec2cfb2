"""ReachCache from results to goals: each goal is asked about once, and the answers are the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.users import graph as ways
from partwise.users.graph import LruBlocks, ReachCache

PAIRS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=12)


def columns(pairs):
    topic, node = zip(*sorted(pairs), strict=True) if pairs else ((), ())
    return np.array(topic, np.int64), np.array(node, np.int64)


class Slow:
    """A chance for each topic and pair of nodes, and who asked for it."""

    def __init__(self):
        self.asked = []

    def __call__(self, topic, x, y):
        self.asked += zip(topic.tolist(), y.tolist(), x.tolist(), strict=True)
        return topic + x / 100 + y / 10_000


@pytest.mark.parametrize(("window", "kept"), [(1 << 20, 1 << 23), (1, 1 << 23), (4, 8)])
@given(origins=PAIRS, goals=PAIRS, asked=st.lists(st.tuples(*[st.integers(0, 9)] * 3), max_size=20))
def test_answers_are_those_of_the_model(window, kept, origins, goals, asked):
    triples = [(topic % 4, x, y) for topic, x, y in asked]
    topic, x, y = (
        (np.array(column, np.int64) for column in zip(*triples, strict=True))
        if (triples)
        else (np.empty(0, np.int64),) * 3
    )
    slow = Slow()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ways, "WINDOW", window)
        patch.setattr(ways, "CACHED_CELLS", kept)
        known = ReachCache(columns(origins), columns(goals))
        for _ in range(2):
            assert known.lookup(topic, x, y, slow).tolist() == Slow()(topic, x, y).tolist()


def test_all_results_of_a_topic_are_answered_with_the_first():
    origins, goals = {(0, 1), (0, 2), (0, 3), (1, 1)}, {(0, 7), (0, 8), (1, 7)}
    slow = Slow()
    known = ReachCache(columns(origins), columns(goals))
    one, seven, eight = (np.array([node]) for node in (1, 7, 8))
    none = np.zeros(1, np.int64)

    known.lookup(none, one, seven, slow)
    everything = sorted((t, y, x) for t, x in origins for s, y in goals if s == t)
    assert slow.asked == everything
    known.lookup(none, one + 2, eight, slow)
    known.lookup(none + 1, one, seven, slow)
    assert slow.asked == everything


def test_others_are_asked_about_when_somebody_wants_to_know():
    slow = Slow()
    known = ReachCache(columns({(0, 1)}), columns({(0, 7)}))

    assert known.lookup(
        np.array([0]), np.array([5]), np.array([6]), slow
    ).tolist() == pytest.approx([0.0506])
    assert slow.asked == [(0, 6, 5)]


def test_models_share_the_room(monkeypatch):
    monkeypatch.setattr(ways, "CACHED_CELLS", 3)
    kept, slow = LruBlocks(), Slow()
    three = [ReachCache(columns({(0, 1), (0, 2)}), columns({(0, 7)}), kept) for _ in range(2)]
    topic, x, y = np.zeros(1, np.int64), np.array([1]), np.array([7])
    for model in (0, 0, 1, 1, 0):  # each has two chances, and there is room for one of them
        three[model].lookup(topic, x, y, slow)

    assert len(slow.asked) == 3 * 2


def test_what_would_take_too_much_room_is_found_again(monkeypatch):
    monkeypatch.setattr(ways, "WINDOW", 2)
    monkeypatch.setattr(ways, "CACHED_CELLS", 2)
    slow = Slow()
    known = ReachCache(columns({(0, 1), (0, 2)}), columns({(0, 7), (0, 8)}))
    topic, x = np.zeros(1, np.int64), np.array([1])
    for goal in (7, 8, 8, 7):
        known.lookup(topic, x, np.array([goal]), slow)

    assert [y for _, y, x in slow.asked if x == 1] == [7, 8, 7]
