"""Markup that quotes may lack: link targets, tags, entities."""

from __future__ import annotations

import pytest
from tests.clock import tenths

from partwise.texts.normalise import has_markup, markup_mask


def left(text):
    return "".join(sign for sign, out in zip(text, markup_mask(text), strict=True) if not out)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[grow](http://x.y/z) <b>fast</b>.", "[grow fast."),
        ("[a](x_(y) 'title') b", "[a b"),
        ("a &amp; b &#8212; c &#x2014;", "a  b  c "),
        ("<unk> and List<T>, 1 < 2 > 0", "<unk> and List<T>, 1 < 2 > 0"),
        ('<A HREF="x">y</A><br/>', "y"),
        ("AT&T; R&D", "AT&T; R&D"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_by_hand(text, expected):
    assert left(text) == expected
    assert has_markup(text) == (text != expected)


def test_hostile_text_is_read_in_linear_time():
    texts = ("](" * 20_000, "<b " * 20_000, "](a(" * 20_000)
    assert tenths(lambda: [markup_mask(text) for text in texts]) < 50
