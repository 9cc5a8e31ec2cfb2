"""Between equally good places: context, then a hint."""

from __future__ import annotations

from partwise.kernels.text.letters import LetterTable
from partwise.texts.spans import Span, decided

TEXT = "One end. Two end. Two end."


def decide(prefix="", suffix="", hint=-1, text=TEXT):
    at = [i for i in range(len(text)) if text.startswith("end", i)]
    places = [Span(0, i, i + 3, 0, "", exact=True) for i in at]
    place, by = decided(places, [text] * len(at), LetterTable(), (prefix, suffix), hint)
    return None if place is None else at.index(place.start), by


def test_context():
    assert decide("one ") == (0, "context")
    assert decide(suffix=". TWO") == (None, "")
    assert decide(prefix="end. Two", suffix="two") == (1, "context")
    assert decide("two") == (None, "")
    assert decide("xyz") == (None, "")
    assert decide("xye") == (0, "context")  # one letter is enough where it is the only one


def test_context_leaves_the_rest_to_the_hint():
    assert decide("two", hint=0) == (1, "hint")


def test_hint():
    assert decide(hint=0) == (0, "hint")
    assert decide(hint=99) == (2, "hint")
    assert decide(hint=8, text="end of end") == (1, "hint")
    assert decide(hint=5, text="end 345678end") == (None, "")


def test_one_place():
    assert decide(text="the end") == (0, "text")
