from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.conftest import qrels_of, run_of

import partwise as pw
from partwise.evaluation.evaluate import evaluate
from partwise.report.account import KINDS, kinds_of, spent
from partwise.report.material import gather

PLACES = st.tuples(
    st.sampled_from("tu"), st.sampled_from("de"), st.integers(0, 30), st.integers(1, 20)
).map(lambda place: (*place[:3], place[2] + place[3]))


def read(judged, parts, topic, budget=None):
    """Kinds of the characters of each part of a topic, one by one, from the words of the page."""
    left = budget
    relevant = {(d, at) for t, d, s, e in judged if t == topic for at in range(s, e)}
    seen, told = set(), []
    for t, doc, start, end in parts:
        if t != topic or left == 0:
            continue
        stop = end if left is None else min(end, start + left)
        left = None if left is None else left - (stop - start)
        places = [(doc, at) for at in range(start, stop)]
        holds = any(place in relevant for place in places)
        kinds = []
        for place in places:
            if place in seen:
                kinds.append("repeated")
            elif place in relevant:
                kinds.append("new")
            else:
                kinds.append("padding" if holds else "irrelevant")
        seen |= set(places)
        told.append(kinds)
    return told


def account(judged, parts):
    material = gather(qrels_of(*judged), [run_of("r", *parts)], ["CharR"])
    return material.accounts[0], material.results.topics


def test_by_hand():
    # 10..20 is judged. The first part reads 5 and 5, the second repeats 5, the third is elsewhere
    judged, parts = (
        [("t", "d", 10, 20)],
        [("t", "d", 5, 15), ("t", "d", 10, 20), ("t", "e", 0, 7)],
    )
    one, _ = account(judged, parts)

    assert kinds_of(one.parts).tolist() == [[5, 0, 5, 0], [5, 5, 0, 0], [0, 0, 0, 7]]
    kind, length, offsets = one.stretches(np.arange(3))
    assert kind.tolist() == [2, 0, 1, 0, 3]
    assert length.tolist() == [5, 5, 5, 5, 7]
    assert offsets.tolist() == [0, 2, 4, 5]
    assert spent(one.parts, 12, np.array([True])) == {
        "new": 5,
        "repeated": 2,
        "padding": 5,
        "irrelevant": 0,
        "unspent": 0,
    }
    assert one.finds().recall_within(12).tolist() == [0.5]
    assert one.finds().recall_within(16).tolist() == [0.6]
    assert one.finds().recall_at(2).tolist() == [1.0]


COPIED = (("d", 0), ("d", 40), ("e", 10))
"""Where the same ten characters stand."""


def read_once(parts, budget=None):
    """Kinds of the characters of each part, one by one; places of a copy share their name."""
    name = {(doc, at + i): i for doc, at in COPIED for i in range(10)}
    left, seen, told = budget, set(), []
    for _, doc, start, end in parts:
        stop = end if left is None else min(end, start + left)
        left = None if left is None else left - (stop - start)
        places = [(doc, at) for at in range(start, stop)]
        holds = any(place in name for place in places)
        kinds = []
        for place in places:
            what = name.get(place, place)
            other = "new" if place in name else "padding" if holds else "irrelevant"
            kinds.append("repeated" if what in seen else other)
            seen.add(what)
        told.append(kinds)
    return told


@given(parts=st.lists(PLACES.map(lambda p: ("t", *p[1:])), min_size=1, max_size=6))
@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
def test_copies_of_a_text_are_new_once(parts):
    judged = pw.Qrels.from_columns(
        topic=["t"] * 3,
        doc=[doc for doc, _ in COPIED],
        start=[at for _, at in COPIED],
        end=[at + 10 for _, at in COPIED],
        same=["x"] * 3,
    )
    measures = ["CharR@2", "CharR(budget=25)"]
    found = gather(
        judged,
        [run_of("r", *parts)],
        measures,
        rules=pw.Rules(equivalent="same"),
        reading=pw.Reading(doc_ids="exact"),
    )
    one, told = found.accounts[0], read_once(parts)

    assert one.relevant.tolist() == [10]
    kinds = [[kinds.count(kind) for kind in KINDS] for kinds in told]
    assert kinds_of(one.parts).tolist() == kinds
    kind, length, offsets = one.stretches(np.arange(len(parts)))
    for at, part in enumerate(told):
        laid = [(KINDS[k], n) for k, n in zip(kind, length, strict=True)][
            offsets[at] : offsets[at + 1]
        ]
        assert laid == [(key, len([*run])) for key, run in itertools.groupby(part)]
    cut = [kind for part in read_once(parts, 25) for kind in part]
    assert spent(one.parts, 25, np.array([True])) == {
        **{kind: cut.count(kind) for kind in KINDS},
        "unspent": 25 - len(cut),
    }
    finds, values = one.finds(), found.results.table[0, :, 0].tolist()
    assert [*finds.recall_at(2), *finds.recall_within(25)] == values
    assert any("a copy that no part shows is called missed" in note for note in found.notes)


def test_a_part_is_judged_as_far_as_it_was_read():  # ruling 23
    one, _ = account([("t", "d", 10, 20)], [("t", "d", 0, 20)])

    assert spent(one.parts, 8, np.array([True]))["irrelevant"] == 8
    assert spent(one.parts, 11, np.array([True]))["padding"] == 10


@given(st.lists(PLACES, min_size=1, max_size=6), st.lists(PLACES, min_size=1, max_size=9))
def test_every_character_is_of_one_kind(judged, parts):
    if not {t for t, *_ in judged} & {t for t, *_ in parts}:
        return
    one, topics = account(judged, parts)
    kind, length, offsets = one.stretches(np.arange(len(one.parts)))
    expected = [kinds for topic in topics for kinds in read(judged, parts, topic)]

    told = [
        [KINDS[k] for k, n in zip(kind[a:b], length[a:b], strict=True) for _ in range(n)]
        for a, b in itertools.pairwise(offsets)
    ]
    assert told == expected
    counts = [[kinds.count(name) for name in KINDS] for kinds in expected]
    assert kinds_of(one.parts).tolist() == counts
    for budget in (1, 7, 19, 400):
        total = spent(one.parts, budget, np.ones(len(topics), bool))
        slow = [k for t in topics for kinds in read(judged, parts, t, budget) for k in kinds]
        assert {name: total[name] for name in KINDS} == {n: slow.count(n) for n in KINDS}
        assert sum(total.values()) == budget * len(topics)


@given(st.lists(PLACES, min_size=1, max_size=6), st.lists(PLACES, min_size=1, max_size=9))
def test_recall_is_the_measure_to_the_bit(judged, parts):
    if not {t for t, *_ in judged} & {t for t, *_ in parts}:
        return
    one, _ = account(judged, parts)
    budgets = (1, 5, 13, 30, 1000)
    words = [f"CharR(budget={n})" for n in budgets] + ["CharR@1", "CharR@2", "CharR@9"]
    measured = evaluate(qrels_of(*judged), run_of("r", *parts), words).table[0]
    finds = one.finds()
    own = [finds.recall_within(n) for n in budgets] + [finds.recall_at(k) for k in (1, 2, 9)]

    assert np.array_equal(np.stack(own), measured, equal_nan=True)


def test_a_topic_with_nothing_retrieved():
    one, topics = account(
        [("t", "d", 0, 5), ("u", "d", 0, 5)],
        [("t", "d", 0, 5)],
    )

    assert topics == ("t", "u")
    assert one.finds().recall_within(10).tolist() == [1.0, 0.0]
    assert one.length.tolist() == [5, 0]


def test_topics_that_do_not_count_are_left_out():
    one, _ = account([("t", "d", 0, 5), ("u", "d", 0, 5)], [("t", "d", 0, 5), ("u", "d", 0, 9)])

    assert sum(spent(one.parts, 10, np.array([True, False])).values()) == 10
    assert spent(one.parts, 10, np.array([False, True]))["padding"] == pytest.approx(4)
