"""Spans that parts find, alone or together."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.views import row, view
from tests.reference import slow_parts as slow
from tests.reference.characters_collections import collections

from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.highlights import evidence

HALF = Fraction(1, 2)


def test_a_part_finds_a_span_by_enough_of_it():
    # spans 10..20 and 30..34 of a: half of them is 5 and 2 characters
    judged = [row("a", 10, 20), row("a", 30, 34)]
    parts = [row("a", 0, 14), row("a", 0, 15), row("a", 19, 32), row("b", 10, 20), row("a", 9, 9)]
    found = evidence(view(parts, judged), "Hit")

    assert found.n_spans.tolist() == [2]
    assert found.hits(HALF, "Hit", None).tolist() == [False, True, True, False, False]
    assert found.hits(1, "Hit", None).tolist() == [True, True, True, False, False]
    assert found.hits(Fraction(1), "Hit", None).tolist() == [False] * 5


def test_a_part_finds_spans_of_its_own_document():
    judged = [row("a", 10, 20), row("b", 10, 20)]
    parts = [row("a", 0, 5), row("b", 10, 15), row("b", 18, 20)]
    seen = view(parts, judged)
    found = evidence(seen, "Hit")

    assert found.hits(HALF, "Hit", None).tolist() == [False, True, False]
    assert found.n_found(seen.parts, HALF, "SpanR", None).tolist() == [1]
    # the span of a lies behind all that is shown of it
    seen = view([row("a", 0, 5), row("b", 4, 14)], [row("a", 10, 20), row("b", 30, 34)])
    assert not evidence(seen, "Hit").hits(1, "Hit", None).any()
    # what is shown of a lies behind its span
    seen = view([row("a", 30, 45), row("b", 0, 1)], [row("a", 10, 20), row("b", 10, 20)])
    assert not evidence(seen, "Hit").hits(1, "Hit", None).any()


def test_parts_find_a_span_together_within_the_cutoff():
    seen = view([row("a", 8, 13), row("a", 13, 16)], [row("a", 10, 20)])
    found = evidence(seen, "SpanR")

    assert not found.hits(HALF, "SpanR", None).any()
    assert found.n_found(seen.parts, HALF, "SpanR", None).tolist() == [1]
    assert found.n_found(seen.parts, HALF, "SpanR", 1).tolist() == [0]
    assert found.n_found(seen.parts, 3, "SpanR", 1).tolist() == [1]


def test_any_text_of_a_whole_document_finds_it():
    judged = [row("a", grade=1), row("b", 0, 5)]
    parts = [row("a", 7, 7), row("a", 7, 8), row("a")]
    seen = view(parts, judged)
    found = evidence(seen, "Hit")

    assert found.n_spans.tolist() == [2]
    assert found.hits(HALF, "Hit", None).tolist() == [False, True, True]
    assert found.n_found(seen.parts, HALF, "SpanR", 1).tolist() == [0]
    assert found.n_found(seen.parts, HALF, "SpanR", None).tolist() == [1]


def test_a_whole_document_with_spans_needs_its_length():
    seen = view([row("a", 0, 5), row("a"), row("b")])
    found = evidence(seen, "Hit")

    assert found.hits(HALF, "Hit", 1).tolist() == [True, False, False]
    with pytest.raises(MissingLengthError, match="length of document a is not known, and Hit"):
        found.hits(HALF, "Hit", 2)


def test_grades_of_documents_are_no_evidence():
    with pytest.raises(MissingAssessmentError, match="Hit needs highlighted spans"):
        evidence(view([row("a", 0, 5)], [row("a", grade=1)]), "Hit")
    found = evidence(view([row("a", 0, 5)], [row("a", grade=0)]), "Hit")
    assert found.n_spans.tolist() == [0]


@given(collections(whole_judgements=True), st.sampled_from([1, 3, HALF, Fraction(1)]))
def test_equals_sets_of_characters(collection, least):
    try:
        seen = collection.view()
        found = evidence(seen, "Hit")
    except MissingAssessmentError:
        return
    hits, together = found.hits(least, "Hit", None), found.n_found(seen.parts, least, "Hit", None)
    written = least if isinstance(least, int) else float(least)
    for number, topic in enumerate(collection.topics):
        units, ranked = slow.spans(collection, topic), collection.slow(topic).parts
        units = [(doc, text) for doc, text in units if text is None or text]
        mine = hits[slice(*seen.parts.offsets[number : number + 2])].tolist()
        assert mine == [slow.is_hit(part, units, written) for part in ranked]
        shown = {}
        for part in ranked:
            shown.setdefault(part.doc, set()).update(slow.text_of(part))
        assert found.n_spans[number] == len(units)
        assert together[number] == sum(slow.found(unit, shown, written) for unit in units)


def test_documents_that_are_relevant_are_no_spans():
    graded = [row("a", grade=1), row("b", grade=0)]
    with pytest.raises(MissingAssessmentError, match="Hit needs highlighted spans"):
        evidence(view([row("a", 0, 5)], graded), "Hit")
    assert evidence(view([row("a", 0, 5)], graded[1:]), "Hit").n_spans.tolist() == [0]
