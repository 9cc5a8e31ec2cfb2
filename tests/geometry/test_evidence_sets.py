"""Spans that belong together: groups, alternatives and weights."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import MissingAssessmentError, MissingLengthError, TableError
from partwise.geometry.assessments import Assessments
from partwise.geometry.evidence_sets import evidence_sets, has_sets
from partwise.geometry.view import View
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

WHOLE = Fraction(1)


def view(shown, **columns):
    """Parts of document a against judged spans of it."""
    start, end = zip(*shown, strict=True) if shown else ((), ())
    n = len(columns["start"])
    qrels = Qrels.from_columns(
        **{"topic": ["t"] * n, "doc": ["a"] * n, "missing": "document", **columns}
    )
    run = Run.from_columns(
        topic=["t"] * len(shown), doc=["a"] * len(shown), start=start, end=end, missing="document"
    )
    return View(Assessments(qrels), run)


def sets(shown, **columns):
    return evidence_sets(view(shown, **columns), "Complete")


def share(shown, **columns):
    found = sets(shown, **columns)
    which = found.spans_found(found.parts, WHOLE, "Complete", None)
    return found.share(which).tolist()[0], bool(found.all_found(which)[0])


THREE = {"start": [0, 10, 20], "end": [5, 15, 25]}


def test_without_groups_every_span_is_one():
    assert share([(0, 5), (20, 25)], **THREE) == (pytest.approx(2 / 3), False)
    assert share([(0, 25)], **THREE) == (1, True)
    assert not has_sets(view([], **THREE))


def test_a_group_is_found_by_all_its_spans():
    grouped = {**THREE, "group": ["g", "g", None]}

    assert has_sets(view([], **grouped))
    assert share([(0, 5)], **grouped) == (0, False)
    assert share([(0, 15)], **grouped) == (0.5, False)
    assert share([(20, 25)], **grouped) == (0.5, False)


def test_one_alternative_of_a_group_is_enough():
    either = {**THREE, "group": ["g"] * 3, "alternative": ["x", "x", "y"]}

    assert share([(0, 5)], **either)[0] == 0
    assert share([(0, 15)], **either)[0] == 1
    assert share([(20, 25)], **either)[0] == 1


def test_a_span_without_alternative_is_needed_with_each():
    either = {**THREE, "group": ["g"] * 3, "alternative": ["x", "y", ""]}

    assert share([(0, 15)], **either)[0] == 0
    assert share([(20, 25)], **either)[0] == 0
    assert share([(10, 25)], **either)[0] == 1


def test_alternatives_without_a_group_are_a_group_beside_spans_of_their_own():
    either = {**THREE, "alternative": ["x", None, None]}

    assert share([(0, 5)], **either)[0] == pytest.approx(1 / 3)
    assert share([(20, 25)], **either)[0] == pytest.approx(1 / 3)
    assert share([(0, 5), (20, 25)], **either)[0] == pytest.approx(2 / 3)


def test_weights_are_those_of_the_groups():
    weighted = {**THREE, "group": ["g", "g", "h"], "weight": [3, None, 1]}

    assert share([(0, 15)], **weighted)[0] == 0.75
    assert share([(20, 25)], **weighted)[0] == 0.25


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        ([1, 2, 1], "row 1: a group has two weights, 1 and 2"),
        ([1, 1, "many"], "row 2: weight many is not a number above 0"),
        ([0, 0, 1], "row 0: weight 0 is not a number above 0"),
        ([1, 1, np.inf], "row 2: weight inf is not a number above 0"),
    ],
)
def test_weights_that_make_no_sense(weight, words):
    with pytest.raises(TableError, match=words):
        sets([], **THREE, group=["g", "g", "h"], weight=weight)


def test_the_weight_of_text_past_the_end_is_nobodys():
    found = sets(
        [], start=[0, 10, 50], end=[5, 15, 60], weight=[1, 2, 3], group=[*"ghi"], length=[20] * 3
    )

    assert found.weight.tolist() == [1, 2]


def test_groups_may_share_text_and_overlap():
    # 0..10 for g and 5..15 for h: each keeps its own span, equal places are counted once
    twice = {"start": [0, 5, 0], "end": [10, 15, 10], "group": ["g", "h", "i"]}
    found = sets([(0, 10)], **twice)

    assert found.n_spans.tolist() == [2]
    which = found.spans_found(found.parts, WHOLE, "Complete", None)
    assert found.share(which).tolist() == [pytest.approx(2 / 3)]
    assert found.count(which).tolist() == [1]
    assert found.hits(WHOLE, "Complete", None).tolist() == [True]


def test_touching_spans_of_one_group_are_one_span():
    found = sets([], start=[0, 5], end=[5, 9], group=["g", "g"])

    assert (found.start.tolist(), found.end.tolist()) == ([0], [9])


def test_a_whole_document_is_found_by_any_text():
    whole = {"start": [None, 3], "end": [None, 9], "grade": [1, 1], "group": ["g", "h"]}
    found = sets([(20, 20), (20, 21)], **whole)

    assert found.hits(WHOLE, "Complete", None).tolist() == [False, True]
    which = found.spans_found(found.parts, WHOLE, "Complete", 1)
    assert found.share(which).tolist() == [0]
    assert share([(20, 21)], **whole)[0] == 0.5


def test_a_whole_document_that_holds_no_spans_needs_no_length():
    asked = {"topic": ["t"] * 2, "doc": ["a", "b"], "group": ["g", "h"], "missing": "document"}
    gold = Qrels.from_columns(start=[None, 3], end=[None, 9], grade=[1, 1], **asked)
    run = Run.from_columns(topic=["t"], doc=["a"])

    found = evidence_sets(View(Assessments(gold), run), "Complete")
    assert found.hits(WHOLE, "Complete", None).tolist() == [True]


def test_a_whole_document_that_may_hold_spans_needs_its_length():
    with pytest.raises(MissingLengthError, match="length of document a is not known"):
        share([(None, None)], **THREE)


def test_grades_are_no_spans_and_no_spans_are_no_share():
    with pytest.raises(MissingAssessmentError, match="Complete needs highlighted spans"):
        sets([], start=[None], end=[None], grade=[1])
    value, complete = share([(0, 5)], start=[0], end=[5], grade=[0])
    assert np.isnan(value)
    assert complete


def runs_of(text):
    """Contiguous runs of characters."""
    for low in sorted(c for c in text if c - 1 not in text):
        high = low
        while high in text:
            high += 1
        yield set(range(low, high))


def slow_share(rows, seen):
    """Share of the groups found, from (start, size, group, alternative)."""
    text = {}
    for start, size, group, other in rows:
        text.setdefault((group, other), set()).update(range(start, start + size))
    results = [run <= seen for run in runs_of(text.pop((None, None), set()))]
    for name in {group for group, _ in text}:
        needed = text.get((name, None), set())
        choices = [text[name, other] for group, other in text if group == name and other]
        results.append(any(needed | choice <= seen for choice in choices or [set()]))
    return sum(results) / len(results)


ROW = st.tuples(
    st.integers(0, 12), st.integers(1, 6), st.sampled_from([None, "g", "h"]),
    st.sampled_from([None, "x", "y"]),
)  # fmt: skip
SHOWN = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 9)), max_size=4)


@given(st.lists(ROW, min_size=1, max_size=7), st.lists(ROW, min_size=1, max_size=3), SHOWN)
def test_equals_sets_of_characters(first, second, shown):
    start, size, group, other = zip(*first, *second, strict=True)
    found = sets(
        [(a, a + n) for a, n in shown],
        topic=["t"] * len(first) + ["u"] * len(second),
        start=start, end=[a + n for a, n in zip(start, size, strict=True)],
        group=group, alternative=other,
    )  # fmt: skip
    share = found.share(found.spans_found(found.parts, WHOLE, "Complete", None))

    seen = {c for a, n in shown for c in range(a, a + n)}
    assert share.tolist() == pytest.approx([slow_share(first, seen), slow_share(second, set())])


def test_parts_of_other_documents_find_nothing():
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a", "b"], start=[0, 0], end=[5, 5])
    for doc, wanted in (("c", [False, False]), ("b", [False, True]), ("a", [True, False])):
        run = Run.from_columns(topic=["t"], doc=[doc], start=[0], end=[5])
        known = evidence_sets(View(Assessments(qrels), run), "Complete")
        assert known.spans_found(known.parts, WHOLE, "Complete", None).tolist() == wanted


def slow_places(rows):
    """Places of each topic, (document, characters); no characters are the whole document."""
    sets_of, found = {}, {}
    for topic, doc, span, group in rows:
        sets_of.setdefault((topic, doc, group), []).append(span)
    for (topic, doc, _), spans in sets_of.items():
        text = {c for span in spans if span for c in range(span[0], sum(span))}
        places = [frozenset()] if None in spans else map(frozenset, runs_of(text))
        found.setdefault(topic, set()).update((doc, place) for place in places)
    return found


def slow_finds(parts, doc, place, least):
    """Whether parts of a topic find a place together."""
    shown = {c for name, a, n in parts if name == doc for c in range(a, a + n)}
    if not place:
        return bool(shown)
    needed = min(least, len(place)) if isinstance(least, int) else -(-len(place) * least // 1)
    return len(shown & place) >= max(needed, 1)


SPAN = st.tuples(st.integers(0, 12), st.integers(1, 6))
JUDGED = st.tuples(
    st.sampled_from("tuv"), st.sampled_from("abc"), SPAN | st.none(), st.sampled_from([None, "g"])
)
PART = st.tuples(st.sampled_from("abcd"), st.integers(0, 12), st.integers(0, 9))


@given(
    st.lists(JUDGED, min_size=1, max_size=9).filter(lambda rows: any(row[2] for row in rows)),
    st.lists(PART, max_size=4), st.lists(PART, max_size=3),
    st.sampled_from([1, 3, Fraction(1, 2), WHOLE]), st.none() | st.integers(1, 3),
)  # fmt: skip
def test_places_of_topics_in_documents(rows, first, second, least, k):
    columns = [[row[at] for row in rows] for at in (0, 1, 3)]
    qrels = Qrels.from_columns(
        topic=columns[0], doc=columns[1], group=columns[2], grade=[1] * len(rows),
        start=[row[2] and row[2][0] for row in rows], missing="document",
        end=[row[2] and sum(row[2]) for row in rows],
    )  # fmt: skip
    lists = {"t": first, "v": second}
    listed = [(topic, *part) for topic, parts in lists.items() for part in parts]
    run = Run.from_columns(
        topic=[row[0] for row in listed], doc=[row[1] for row in listed],
        start=[row[2] for row in listed], end=[row[2] + row[3] for row in listed],
    )  # fmt: skip
    known = evidence_sets(View(Assessments(qrels), run), "Complete")

    places = slow_places(rows)
    topics = list(qrels.topics)
    found = known.count(known.spans_found(known.parts, least, "Complete", k))
    assert known.n_spans.tolist() == [len(places[topic]) for topic in topics]
    assert found.tolist() == [
        sum(slow_finds(lists.get(topic, [])[:k], *place, least) for place in places[topic])
        for topic in topics
    ]
    assert known.hits(least, "Complete", None).tolist() == [
        any(slow_finds([part], *place, least) for place in places[topic])
        for topic in topics for part in lists.get(topic, [])
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "hit"), [((0, 2), True), ((10, 12), True), ((20, 30), True), ((11, 29), False)]
)
def test_a_part_finds_a_span_of_any_group(shown, hit):
    # the spans of g lie around that of h
    known = sets([shown], start=[0, 20, 10], end=[2, 30, 12], group=["g", "g", "h"])

    assert known.hits(WHOLE, "Complete", None).tolist() == [hit]


def test_a_part_finds_spans_of_its_own_document():
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a", "b"], start=[0, 40], end=[5, 45])
    run = Run.from_columns(topic=["t"] * 4, doc=[*"abab"], start=[0, 40, 40, 0], end=[5, 45, 45, 5])
    known = evidence_sets(View(Assessments(qrels), run), "Complete")

    assert known.hits(WHOLE, "Complete", None).tolist() == [True, True, False, False]


def test_copies_of_a_text_are_one_span():
    qrels = Qrels.from_columns(
        topic=["t"] * 3, doc=["a", "b", "c"], start=[0, 10, 3], end=[5, 15, 9]
    )
    run = Run.from_columns(topic=["t"], doc=["b"], start=[10], end=[15])
    known = evidence_sets(View(Assessments(qrels, equivalent=np.array([0, 0, -1])), run), "SpanR")

    assert known.n_spans.tolist() == [2]
    found = known.spans_found(known.parts, WHOLE, "SpanR", None)
    assert found.tolist() == [True, True, False]
    assert known.count(found).tolist() == [1]
    assert known.hits(WHOLE, "SpanR", None).tolist() == [True]


@pytest.mark.parametrize(("k", "found"), [(1, [1, 0, 0]), (2, [1, 1, 0]), (3, [1, 1, 0])])
def test_spans_that_the_first_parts_find(k, found):
    known = sets([(0, 5), (10, 15), (20, 24)], **THREE)

    assert known.spans_found(known.parts, WHOLE, "Complete", k).tolist() == found
