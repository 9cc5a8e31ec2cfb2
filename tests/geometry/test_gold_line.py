"""The relevant text of all topics as one line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from tests.geometry.gold import PARTS, SPANS, gold_of, places_in, wanted
from tests.geometry.views import row, view
from tests.reference.slow_coverage import characters

from partwise.errors import MissingLengthError
from partwise.geometry.relevant_text import ENDLESS, GoldLine, Places


def places(*rows):
    return Places(*np.array(rows, np.int64).reshape(-1, 4).T)


def test_the_line_leaves_out_the_text_between():
    # t: a 5..10 and a 20..22, b 0..3; u: a 0..4
    gold = gold_of([("t", "a", 5, 5), ("t", "a", 20, 2), ("t", "b", 0, 3), ("u", "a", 0, 4)])

    assert gold.total.tolist() == [10, 4]
    assert gold.border.tolist() == [0, 10, 14]
    pair = np.array([0, 0, 0, 0, 0, 1, 1, 2])
    position = np.array([0, 7, 12, 21, 99, 0, 2, 99])
    assert gold.line(pair, position).tolist() == [0, 2, 5, 6, 7, 7, 9, 14]


def test_documents_that_matter():
    gold = gold_of([("t", "a", 0, 3), ("t", "b", 9, 3), ("t", "c", 4, 1)], lengths={"b": 5})

    assert gold.docs.tolist() == [True, False, True]  # what b had lies past its end
    assert gold.total.tolist() == [4]


@given(SPANS, PARTS)
def test_parts_of_an_inventory_by_every_topic_for_which_they_hold_text(spans, parts):
    gold = gold_of(spans)
    held = gold.of_places(places_in(gold, parts))
    pairs, docs = gold.judged.judged_documents, gold.judged.qrels.docs

    found = [
        (gold.judged.topics[t], docs[int(pairs.doc[p])], int(a), int(b), int(high - low))
        for t, p, a, b, low, high in zip(
            held.topic, held.pair, held.start, held.end, held.low, held.high, strict=True
        )
    ]
    topics = list(dict.fromkeys(t for t, *_ in spans))
    expected = [
        (topic, d, a, b, len(set(characters((d, a, b))) & wanted(spans, topic)))
        for topic in topics
        for d, a, b in sorted({(d, a, a + n) for d, a, n in parts})
    ]
    assert found == [one for one in expected if one[-1]]
    for number, pair in enumerate(zip(pairs.topic, pairs.doc, strict=True)):
        topic, doc = gold.judged.topics[int(pair[0])], docs[int(pair[1])]
        shown = {c for d, a, n in parts for c in characters((d, a, a + n)) if d == doc}
        assert held.n_covered_in_pair[number] == len(shown & wanted(spans, topic))


def test_costs_in_characters_and_tokens():
    gold = gold_of([("t", "a", 0, 3)])
    held = gold.of_places(places_in(gold, [("a", 0, 5), ("a", 2, 9)], [4, 6]))

    assert held.cost("characters").tolist() == [5, 9]
    assert held.cost("tokens").tolist() == [4, 6]


def test_parts_of_a_run_hold_text_for_their_own_topic():
    run = [row("a", 0, 8), row("a", 0, 8), row("b", 0, 9), {**row("a", 2, 9), "topic": "u"}]
    judged = [row("a", 5, 10), {**row("b", 0, 3), "topic": "u"}]
    seen = view(run, judged, topics=("t", "u"))
    held = GoldLine(seen.assessments, "losses").of_view(seen)

    assert (held.topic.tolist(), held.start.tolist(), held.end.tolist()) == ([0], [0], [8])
    assert (held.low.tolist(), held.high.tolist()) == ([0], [3])


def test_whole_documents_need_a_length_where_they_hold_text():
    gold = gold_of([("t", "a", 0, 3), ("t", "b", 9, 3)], lengths={"b": 5})
    gold.check_lengths(places((1, 0, ENDLESS, -1)))
    with pytest.raises(MissingLengthError, match="length of document a"):
        gold.of_places(places((0, 0, ENDLESS, -1)))
    seen = view([row("b"), row("a", 0, 5)], [row("a", 0, 10), row("b", grade=0)])
    assert GoldLine(seen.assessments, "losses").of_view(seen).end.tolist() == [5]
    seen = view([row("a", 0, 5)], [row("a", 2, 3)])
    assert GoldLine(seen.assessments, "losses").of_view(seen).high.tolist() == [1]
    seen = view([row("b"), row("a")])
    with pytest.raises(MissingLengthError, match="length of document a"):
        GoldLine(seen.assessments, "losses").of_view(seen)


def test_stretches_of_the_line_and_where_they_lie():
    # t: a 5..10 and a 20..22, b 0..3; u: a 0..4: 0..7, 7..10 and 10..14 of the line
    gold = gold_of([("t", "a", 5, 5), ("t", "a", 20, 2), ("t", "b", 0, 3), ("u", "a", 0, 4)])
    low, high = gold.union_of(np.array([True, False, True]))

    assert (low.tolist(), high.tolist()) == ([0, 10], [7, 14])
    assert gold.by_topic((low, high)).tolist() == [7, 4]
    row, start, length = gold.in_text(np.array([2, 8]), np.array([6, 9]))
    assert row.tolist() == [0, 0, 1]
    assert start.tolist() == [5 + 2, 20, 1]
    assert length.tolist() == [5 - 2, 6 - 5, 9 - 8]
    row, start, length = gold.in_text(np.array([0, 5, 10]), np.array([5, 10, 14]))
    assert row.tolist() == [0, 1, 1, 2]
    assert (start.tolist(), length.tolist()) == ([5, 20, 0, 0], [5, 2, 3, 4])


def test_parts_without_relevant_text_are_left_out():
    gold = gold_of([("t", "a", 5, 5)])
    pair, tokens = np.zeros(3, np.int64), np.full(3, -1)
    held = gold.relevant_parts(pair, np.array([0, 0, 10]), np.array([5, 6, 20]), tokens)

    assert (held.start.tolist(), held.end.tolist()) == ([0], [6])
    assert (held.low.tolist(), held.high.tolist()) == ([0], [1])
