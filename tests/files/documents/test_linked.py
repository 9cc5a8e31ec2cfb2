from __future__ import annotations

import pytest

from partwise.files.documents.links import Anchor, PageLinks, slug


@pytest.mark.parametrize(
    ("heading", "fragment"),
    [
        ("Set up", "set-up"),
        ("  What it's for?  ", "what-its-for"),
        ("A_b - c", "a_b---c"),
        ("Größe №1", "größe-1"),
        ("two\nlines  apart", "two-lines--apart"),
        ("हिन्दी", "हिन्दी"),
        ("!?", ""),
    ],
)
def test_slugs(heading, fragment):
    assert slug(heading) == fragment


def test_headings_of_the_same_words_are_counted():
    page = PageLinks()
    words = ("Notes", "notes", "Notes 1", "NOTES")
    page.headings += [(text, Anchor(row, 10 * row)) for row, text in enumerate(words)]

    assert {name: place.row for name, place in page.anchors().items()} == {
        "notes": 0,
        "notes-1": 1,
        "notes-1-1": 2,
        "notes-2": 3,
    }


def test_a_name_goes_before_a_heading_and_the_first_of_two_before_the_second():
    page = PageLinks()
    page.headings.append(("Set up", Anchor(1, 5)))
    page.name("set-up", 7, 70)
    page.name("set-up", 8, 80)
    page.name("", 9, 90)
    page.name(None, 9, 90)

    assert page.anchors() == {"set-up": Anchor(7, 70)}
