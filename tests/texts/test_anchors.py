"""How far the text around a span has moved."""

from __future__ import annotations

from partwise.kernels.text.letters import LetterTable
from partwise.texts.finder import Anchors

FIRST = "The keeper lights the lamp at dusk. "
COPY = "Low water at six. "
LAST = "Salt eats the rope on the quay."
OLD = COPY + FIRST + COPY + LAST


def start(new, span, old=OLD):
    at = old.index(span)
    return Anchors(old, new, LetterTable()).start(at, at + len(span))


def test_what_stands_before_or_after():
    assert start("New! " + OLD, FIRST) == 5 + OLD.index(FIRST)
    assert start(LAST + FIRST + COPY, "lamp") == len(LAST) + OLD.index("lamp") - len(COPY)


def test_the_nearest_anchor_counts():
    new = COPY + FIRST + "Much was added here. " + COPY + LAST
    assert start(new, LAST[-9:]) == new.index(LAST[-9:])
    assert start(new, FIRST[:5]) == new.index(FIRST[:5])


def test_nothing_in_common():
    assert start("Quite another text, on whales.", FIRST) == -1
    assert start("", FIRST) == -1


def test_copies_are_no_anchors():
    assert start(COPY * 3, COPY, old=COPY * 2) == -1
