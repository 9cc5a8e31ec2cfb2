"""Statuses, and what becomes of quotes with several places."""

from __future__ import annotations

import pytest

from partwise.texts.spans import Span, answer_of, several, status_of

EXACT = Span(0, 4, 8, 0, "", exact=True)


@pytest.mark.parametrize(
    ("change", "status"),
    [({}, "exact"), ({"exact": False}, "normalised"), ({"exact": False, "errors": 2}, "fuzzy")],
)
def test_status(change, status):
    assert status_of(EXACT._replace(**change)) == status


def test_a_place():
    found = answer_of(EXACT, 3, "hint", 1)
    assert (found.doc, found.start, found.end, found.places, found.by) == (0, 4, 8, 3, "hint")


def test_several_places():
    places = [EXACT, EXACT._replace(start=1, end=5), EXACT._replace(doc=1)]
    (kept,) = several(places, "keep")
    assert (kept.status, kept.doc, kept.start, kept.places, kept.by) == ("ambiguous", -1, -1, 3, "")
    (first,) = several(places, "first")
    assert (first.doc, first.start, first.end) == (0, 1, 5)
    assert [(one.doc, one.start) for one in several(places, "all")] == [(0, 4), (0, 1), (1, 4)]


def test_the_document_is_told_where_it_is_the_only_one():
    (kept,) = several([EXACT, EXACT._replace(start=1)], "keep")
    assert (kept.doc, kept.start) == (0, -1)
