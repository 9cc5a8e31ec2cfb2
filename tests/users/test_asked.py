from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.users.places import passages

import partwise as pw
from partwise.users.base import Navigation, TopicIdeals

SPAN = st.tuples(st.integers(0, 12), st.integers(0, 6)).map(lambda s: (s[0], s[0] + s[1]))


@given(st.lists(st.tuples(st.integers(0, 2), SPAN), max_size=6), st.integers(0, 20), st.data())
def test_text_of_topics_against_sets(ideals, enter, data):
    until = data.draw(st.integers(enter, 25))
    topics = np.array([topic for topic, _ in ideals], np.int64)
    text = TopicIdeals(topics, passages(*(span for _, span in ideals))).on_axis("chars", "T2I")
    for topic in {owner for owner, _ in ideals}:
        spans = [span for owner, span in ideals if owner == topic]
        asked = np.array([topic]), np.array([0])
        characters = {at for low, high in spans for at in range(low, high)}
        covered = text.covered(*asked, np.array([enter]), np.array([until]))[0]
        assert covered == len(characters & set(range(enter, until)))
        met = [enter if low < enter < high else low for low, high in spans]
        first = min((at for at in met if at >= enter), default=-1)
        assert text.first_met(*asked, np.array([enter]))[0] == first


class Told(Navigation):
    """Keeps what it was told."""

    ranked = True
    seen: list[tuple[str, int]]

    def chance(self, x, y):
        Told.seen += zip(x.topic.tolist(), x.rank.tolist(), strict=True)
        return 1.0 / np.maximum(x.rank, 1)


@pytest.mark.parametrize("kind", ["passages", "elements"])
def test_a_model_of_ones_own_is_told_topic_and_rank(kind):
    Told.seen = []
    names = [f"/a[1]/p[{n}]" for n in range(1, 5)]
    place = (
        (lambda at: {"element": [names[n] for n in at]})
        if kind == "elements"
        else (lambda at: {"start": [10 * n for n in at], "end": [10 * n + 5 for n in at]})
    )
    judged = {"grade": [1, 1]} if kind == "elements" else {}
    qrels = pw.Qrels.from_columns(topic=["q7", "q9"], doc=["d"] * 2, **place([0, 0]), **judged)
    run = pw.Run.from_columns(
        topic=["q7", "q7", "q9", "q9"], doc=["d"] * 4, **place([1, 2, 2, 3]), rank=[1, 2, 1, 2]
    )
    values = pw.evaluate(qrels, run, [pw.GR(nav=Told()) @ 1, pw.GR(nav=Told())])

    assert set(Told.seen) == {("q7", 1), ("q7", 2), ("q9", 1), ("q9", 2)}
    assert (values.table[0, :, :] == 1).all()


def test_what_is_no_result_has_no_rank():
    # in an ESR row the universe holds other nodes, but readers only go on from results
    Told.seen = []
    qrels = pw.Qrels.from_columns(topic=["t"] * 2, doc=["d"] * 2, element=["a", "b"], grade=[1, 1])
    run = pw.Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, element=["c", "a"])
    value = pw.evaluate(qrels, run, [pw.ENearMisses(nav=Told(), normalise="none")])

    assert value.table[0, 0, 0] == pytest.approx(1.0)  # b is certain after c at rank 1
    assert {rank for _, rank in Told.seen} <= {0, 1, 2}
