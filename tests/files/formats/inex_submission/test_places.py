from __future__ import annotations

import math

import pytest
from lxml import etree

from partwise.files.formats.inex_submission.places import PLACE_READERS, real_number, whole_number


def place(xml: str, *, lenient: bool = False) -> dict:
    child = etree.fromstring(xml)
    return PLACE_READERS[child.tag](child, (child.text or "").strip(), lenient=lenient)


@pytest.mark.parametrize(
    ("xml", "found"),
    [
        ("<path> /a[1]/b[2] </path>", {"element": "/a[1]/b[2]"}),
        ("<fol offset='120' length='340'/>", {"start": 120, "end": 460}),
        ("<fol offset='0' length='0'/>", {"start": 0, "end": 0}),
        ("<passage start='10' end='20'/>", {"start": 10, "end": 20}),
        (
            "<passage start='/a[1]/text()[2].7' end='/a[1]/b[1]'/>",
            {"element": "/a[1]/text()[2].7", "last": "/a[1]/b[1]"},
        ),
    ],
)
def test_places(xml, found):
    assert place(xml) == found


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        ("<path>a[1]</path>", 'path "a[1]" is not an element path'),
        ("<passage start='10'/>", "a passage without start or end"),
        ("<passage start='20' end='10'/>", "end 10 is before start 20"),
        ("<passage start='-1' end='10'/>", "offset -1 is negative"),
        ("<passage start='10' end='/a[1]'/>", 'path "10" is not an element path'),
        ("<fol offset='1'/>", "a fol without offset or length"),
        ("<fol offset='-1' length='5'/>", "offset -1 is negative"),
        ("<fol offset='1' length='-5'/>", "length -5 is negative"),
        ("<fol offset='1' length='5.0'/>", 'length "5.0" is not a whole number'),
        ("<fol offset='٣' length='5'/>", 'offset "٣" is not a whole number'),
    ],
)
def test_places_that_are_none(xml, words):
    with pytest.raises(ValueError, match=r".") as caught:
        place(xml)

    assert str(caught.value) == words


def test_lenient_reading_keeps_a_step_without_number():
    assert place("<path>/a/b[2]</path>", lenient=True) == {"element": "/a/b[2]"}
    with pytest.raises(ValueError, match="Use lenient=True"):
        place("<path>/a/b[2]</path>")


def test_whole_numbers():
    assert whole_number("007", "rank") == 7
    for bad in ("", "1.0", "+1", "1_0", "²", "1" * 19):
        with pytest.raises(ValueError, match=r"^rank .* is not a whole number$"):
            whole_number(bad, "rank")


def test_real_numbers():
    assert [real_number(text) for text in ("1", "-0.5e3", " 2 ")] == [1.0, -500.0, 2.0]
    assert real_number("-inf") == -math.inf
    for bad in ("", "nan", "1_0", "x", "1,5"):
        with pytest.raises(ValueError, match=r"^score .* is not a number$"):
            real_number(bad)
