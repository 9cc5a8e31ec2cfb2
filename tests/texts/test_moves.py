"""What becomes of spans when their texts change."""

from __future__ import annotations

import pytest

from partwise.texts.finder import Moves, OldSpan

PAGE = "Tide table. High water at noon. "
SENTENCE = "The keeper never lights the lamp before 6.5 hours have passed. "
OLD = "Preface. " + PAGE + SENTENCE + PAGE + "Salt eats the rope on the quay."
OTHER = "Nets hang on the wall of the inn, and boats come in with the flood."


def move(span, new, old=OLD, nth=0, **more):
    at = -1
    for _ in range(nth + 1):
        at = old.index(span, at + 1)
    texts = {"a": old, "b": OTHER}
    (found,) = Moves(texts, {"b": OTHER, **new, **more}).of([OldSpan("a", at, at + len(span))])
    place = new.get("a", "")[found.start : found.end] if found.doc == "a" else found.doc
    return found.fate, place


def test_the_same_document():
    assert move("High water", {"a": OLD}) == ("unchanged", "High water")


def test_the_same_place_in_another_document():
    assert move("Preface.", {"a": OLD + " More."}) == ("unchanged", "Preface.")


def test_stale():
    assert move("Salt eats the rope", {"a": "New. " + OLD}) == ("moved", "Salt eats the rope")
    new = OLD.replace("Salt eats", "SALT\neats")
    assert move("Salt eats the rope", {"a": new}) == ("moved", "SALT\neats the rope")


def test_edited():
    new = OLD.replace("on the quay", "at the quay")
    assert move("Salt eats the rope on the quay.", {"a": new}) == (
        "edited",
        "Salt eats the rope at the quay.",
    )


@pytest.mark.parametrize(("before", "after"), [("never ", ""), ("6.5", "65"), ("6.5", "6.7")])
def test_changed_numbers_and_negations(before, after):
    assert move(SENTENCE.strip(), {"a": OLD.replace(before, after)})[0] == "edited"


def test_gone():
    assert move(SENTENCE, {"a": OLD.replace(SENTENCE, "")}) == ("gone", "")
    assert move("Salt", {}) == ("gone", "")


def test_another_document():
    new = {"a": OLD.replace(SENTENCE, ""), "c": SENTENCE}
    assert move(SENTENCE.strip(), new) == ("moved", "c")
    assert move(SENTENCE.strip(), {"c": SENTENCE}) == ("moved", "c")
    assert move(SENTENCE.strip(), {"c": SENTENCE.replace("lights", "light")}) == ("edited", "c")


def test_a_small_edit_at_home_beats_a_copy_elsewhere():
    new = {"a": OLD.replace("keeper", "keepers"), "c": SENTENCE}
    assert move(SENTENCE.strip(), new)[0] == "edited"
    assert move(SENTENCE.strip(), new)[1] != "c"


@pytest.mark.parametrize("nth", [0, 1])
def test_copies_are_told_apart_by_what_stands_around_them(nth):
    new = "New. " + OLD
    found = Moves({"a": OLD}, {"a": new})
    at = [OLD.index(PAGE), OLD.rindex(PAGE)][nth]
    (place,) = found.of([OldSpan("a", at, at + len(PAGE.strip()))])
    assert (place.fate, place.start) == ("moved", at + 5)


def test_copies_keep_their_number():
    old, new = "x. " * 4, "x.\n" * 4 + "y"
    found = Moves({"a": old}, {"a": new}).of([OldSpan("a", 3 * i, 3 * i + 2) for i in range(4)])
    assert [place.start for place in found] == [0, 3, 6, 9]


def test_a_copy_that_has_gone_is_not_replaced_by_another():
    at = OLD.rindex(PAGE)
    new = OLD[:at] + "Now this page is about whales. " + OLD[at + len(PAGE) :]
    (place,) = Moves({"a": OLD}, {"a": new}).of([OldSpan("a", at, at + len(PAGE.strip()))])
    assert (place.fate, place.start) == ("ambiguous", -1)


def test_equal_spans_have_one_answer():
    one = OldSpan("a", 0, 8)
    first, second = Moves({"a": OLD}, {"a": "x" + OLD}).of([one, one])
    assert first is second
