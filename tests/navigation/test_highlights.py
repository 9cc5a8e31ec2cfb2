from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import spans, view
from tests.users.places import article

import partwise as pw
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.navigation import destinations as highlights
from partwise.navigation import results_and_targets
from partwise.navigation.destinations import destinations
from partwise.tables.lengths import Inventory


def test_highlights_are_worth_the_greatest_grade_merged_into_them():
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 5,
        doc=["d", "d", "d", "d", "e"],
        start=[0, 3, 20, 30, 0],
        end=[5, 9, 25, 35, 4],
        grade=[1, 3, 2, 0, 4],
    )
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[9])
    spans = destinations(View(Assessments(qrels), run)).spans

    assert spans.nodes.start.tolist() == [0, 20, 0]
    assert spans.nodes.end.tolist() == [9, 25, 4]
    assert spans.value.tolist() == [3, 2, 4]


def test_parts_of_an_inventory_take_the_grade_of_what_they_meet():
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, start=[3, 12], end=[11, 14], grade=[1, 3]
    )
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    inventory = pw.Inventory.from_columns(
        doc=["d"] * 4 + ["e"], start=[0, 5, 10, 15, 0], end=[5, 10, 15, 20, 5]
    )
    known = destinations(View(Assessments(qrels), run, inventory=inventory))
    both = results_and_targets.ResultsAndTargets.of(known.results, known.parts, 1)
    start = both.nodes.start[both.tree_nodes[both.tree_offsets[both.target]]]

    assert start.tolist() == [0, 5, 10]
    assert both.value.tolist() == [1, 1, 3]
    assert both.returned.tolist() == [0, -1, -1]


def test_an_inventory_needs_lengths_of_whole_documents():
    parts = pw.Inventory.from_columns(doc=["d", "e"])
    spans = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    whole = pw.Qrels.from_columns(
        topic=["t", "t"], doc=["d", "e"], start=[None, 0], end=[None, 5], grade=[1, 1],
        missing="document",
    )  # fmt: skip
    run = pw.Run.from_columns(topic=["t"], doc=["d"], missing="document")
    for qrels in (spans, whole):
        with pytest.raises(pw.MissingLengthError, match="length of document d is not known"):
            pw.evaluate(qrels, run, ["ESRP(nav=NoNav)@1"], inventory=parts)
    lengths = pw.Lengths.from_columns(doc=["d", "e"], length=[9, 9])
    got = pw.evaluate(whole, run, ["ESRR(nav=NoNav)"], inventory=parts, lengths=lengths)
    assert got.table[0, 0, 0] == 0.5


def test_a_span_that_is_an_element_is_that_element():
    known = destinations(view(spans((0, 5)), spans((20, 60), (0, 19)), structure=article()))

    assert known.spans.nodes.row.tolist() == [-1, 3]


def test_text_by_number_of_the_document():
    qrels = {"topic": ["u", "t", "t"], **spans(("b", 0, 4), ("c", 2, 5), ("a", 7, 9))}
    known = destinations(view(spans(("a", 0, 1)), qrels))
    text = known.text
    number = {known.space.document(n): n for n in range(known.space.docs.size)}

    # topic u is number 0
    pair = text.base(np.array([1, 1, 0, 0]), np.array([number[d] for d in "acba"]))
    held = text.before(pair[:3], np.array([8, 99, 3])) - text.before(pair[:3], np.zeros(3, int))
    assert held.tolist() == [1, 3, 3]
    assert pair[3] == -1


def test_topics_with_text():
    qrels = {
        "topic": ["t", "u", "v", "w"], "start": [0, None, None, 3], "end": [5, None, None, 4],
        "grade": [1, 1, 0, 0],
    }  # fmt: skip
    known = destinations(view(spans((0, 1)), qrels))

    assert known.has_text.tolist() == [True, True, False, False]  # u is endless


PLACES = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(0, 12), st.integers(1, 8)), min_size=1, max_size=6
)


@given(PLACES, PLACES, st.sampled_from([1, 1 << 18]))
def test_parts_that_share_a_character_with_a_span(parts, wanted, block):
    places = [(d, a, a + n) for d, a, n in parts]
    inventory = Inventory.from_columns(**spans(*places))
    judged = spans(*((d, a, a + n) for d, a, n in wanted))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(highlights, "CANDIDATE_BLOCK", block)
        known = destinations(view(spans(("d", 0, 1)), judged, inventory=inventory))
        nodes = known.parts.nodes
        name = [known.space.document(int(doc)) for doc in nodes.doc]
        found = set(zip(name, nodes.start.tolist(), nodes.end.tolist(), strict=True))

    gold = {(d, c) for d, a, n in wanted for c in range(a, a + n)}
    assert found == {p for p in places if {(p[0], c) for c in range(p[1], p[2])} & gold}


def test_an_empty_part_at_the_start_of_a_document_holds_nothing():
    inventory = Inventory.from_columns(doc=["d"] * 2, start=[0, 0], end=[0, 5])
    known = destinations(view(spans((0, 1)), spans((0, 3)), inventory=inventory))

    assert known.parts.nodes.end.tolist() == [5]


def test_a_grade_below_one_is_what_a_span_is_worth():
    known = destinations(view(spans((0, 1)), {**spans((0, 5), (9, 12)), "grade": [0.5, 2]}))

    assert known.spans.value.tolist() == [0.5, 2]


GRADED = st.tuples(
    st.sampled_from("tuv"), st.sampled_from("def"), st.integers(0, 9), st.integers(1, 4),
    st.sampled_from([0, 0.5, 1, 3]),
)  # fmt: skip


@given(st.lists(GRADED, min_size=1, max_size=8).filter(lambda rows: any(row[4] for row in rows)))
def test_spans_of_topics_in_documents_and_their_worth(rows):
    topic, doc, start, size, grade = (list(column) for column in zip(*rows, strict=True))
    end = [a + n for a, n in zip(start, size, strict=True)]
    qrels = {"topic": topic, "doc": doc, "start": start, "end": end, "grade": grade}
    known = destinations(view({"doc": ["x"], "start": [0], "end": [1]}, qrels))
    found = known.spans
    names = [known.space.document(int(number)) for number in found.nodes.doc]
    topics = [known.assessments.topics[int(number)] for number in found.topic]
    places = zip(found.nodes.start.tolist(), found.nodes.end.tolist(), strict=True)

    worth = {}
    for t, d, a, n, g in rows:
        for c in range(a, a + n) if g else ():
            worth[t, d, c] = max(g, worth.get((t, d, c), 0))
    expected = {}
    for t, d, c in sorted(worth):
        if (t, d, c - 1) not in worth:
            head, expected[t, d, c] = c, (c, 0)
        expected[t, d, head] = c + 1, max(worth[t, d, c], expected[t, d, head][1])
    heads = [(t, d, a) for t, d, (a, _) in zip(topics, names, places, strict=True)]
    told = zip(found.nodes.end.tolist(), found.value.tolist(), strict=True)
    assert dict(zip(heads, told, strict=True)) == expected
    assert found.topic.tolist() == sorted(found.topic.tolist())


def test_a_whole_document_of_unknown_length_is_a_span_from_its_beginning():
    qrels = {"doc": ["d", "e", "f"], "start": [3, None, 0], "end": [9, None, 2], "grade": [1, 2, 3]}
    found = destinations(view(spans(("d", 0, 1)), qrels)).spans

    assert (found.nodes.start.tolist(), found.nodes.end.tolist()) == ([3, 0, 0], [9, -1, 2])
    assert found.value.tolist() == [1, 2, 3]
