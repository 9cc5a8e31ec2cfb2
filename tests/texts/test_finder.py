"""All best places of quotes: the forms of the text and their laws."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_quotes

from partwise.texts.finder import Finder
from partwise.texts.search import ANYWHERE

VOCABULARY = ["tide", "lamp", "rope", "salt", "fog", "12", "3.5", "not", "keel", "ﬁn", "café"]
WORDS = st.lists(st.sampled_from(VOCABULARY), min_size=1)


def find(quote, texts, doc=ANYWHERE, **more):
    texts = dict(enumerate(texts)) if isinstance(texts, list) else texts
    named = {str(name): text for name, text in texts.items()}
    (found,) = Finder(named, **more).find([quote], np.array([doc]))
    return found


@given(st.lists(WORDS, min_size=1, max_size=3), WORDS)
def test_exact_and_normalised_places_are_those_of_the_slow_way(texts, quote):
    texts, quote = [" ".join(words) for words in texts], " ".join(quote)
    wanted = slow_quotes.letters(quote)[0]
    if len(wanted) < 12:
        return
    found = find(quote, texts)
    exact = [
        (doc, at, at + len(quote))
        for doc, text in enumerate(texts)
        for at in slow_quotes.copies(quote, text)
    ]
    if exact:
        assert [(one.doc, one.start, one.end) for one in found] == exact
        assert all(one.exact and one.errors == 0 and one.changed == "" for one in found)
    same = sum(len(slow_quotes.copies(wanted, slow_quotes.letters(text)[0])) for text in texts)
    if found and found[0].errors == 0:
        assert same >= len(found)
    for one in found:
        if not one.exact and one.errors == 0:
            assert slow_quotes.letters(texts[one.doc][one.start : one.end])[0] == wanted


@given(WORDS, st.integers(0, 10**6))
def test_errors_are_a_distance(words, seed):
    rng = random.Random(seed)
    text = " ".join(words * 3) + " " + " ".join(words)
    quote = list(text[: max(len(text) // 2, 20)])
    quote[rng.randrange(len(quote))] = "x"
    for one in find("".join(quote), [text]):
        if one.errors and not one.changed:
            wanted, there = (
                slow_quotes.letters(part)[0] for part in ("".join(quote), text[one.start : one.end])
            )
            assert one.errors == slow_quotes.distance(wanted, there)


def test_a_place_cannot_begin_inside_a_ligature():
    (one,) = find("ine harbours are rare", ["so ﬁne harbours are rare"])
    assert ("so ﬁne harbours are rare"[one.start : one.end], one.errors) == (
        "ﬁne harbours are rare",
        1,
    )


def test_an_accent_is_one_error():
    (one,) = find("in the old cafe", ["in the old café"])
    assert (one.start, one.end, one.errors) == (0, 15, 1)


def test_a_quote_that_begins_inside_a_tag():
    text = 'x <a href="harbour lights at dusk">the keeper</a> y'
    (one,) = find('harbour lights at dusk">the keeper', [text])
    assert one.exact


def test_markup_of_the_quote_alone():
    (one,) = find("the [old](http://a.b/c) lamp <b>burns</b>", ["x", "the old lamp burns"])
    assert (one.doc, one.start, one.end, one.errors) == (1, 0, 18, 0)


def test_fewer_errors_win_whatever_the_form():
    (one,) = find("the old lamp burns at might", ["the old <b>lamp</b> burns at night"])
    assert (one.start, one.end, one.errors) == (0, 34, 1)


def test_exact_copies_beat_others():
    (one,) = find("the old lamp burns", ["The old lamp burns. the old lamp burns"])
    assert (one.start, one.exact) == (20, True)


def test_unchanged_copies_beat_changed_ones():
    (one,) = find("the rate was 5.5 % then", ["The rate was 55 % then. The rate was 5.5 % then."])
    assert (one.start, one.errors) == (24, 0)


def test_edges():
    text = "A lamp burns at the harbour mouth."
    assert [one.exact for one in find(text, [text])] == [True]
    assert find(text + text + text, [text]) == []
    assert find("a lamp burns at the harbour", [""]) == []
    assert find("", [text]) == find(" \n", [text]) == []
    assert find("lamp burns at the harbour", []) == []


def test_a_million_characters():
    rng = random.Random(3)
    text = "".join(rng.choices("abcdefgh ", k=1_000_000))
    (one,) = find(text, {"a": "x" + text})
    assert (one.start, one.end, one.exact) == (1, 1_000_001, True)


def test_quotes_that_are_too_long_for_errors(monkeypatch):
    from partwise.texts import finder
    from partwise.texts.locate import locate

    monkeypatch.setattr(finder, "MOST_LETTERS", 20)
    text = "the old lamp burns at the harbour mouth"
    rows = [{"doc": "a", "text": text.upper()}, {"doc": "a", "text": text.replace("lamp", "lump")}]
    found = locate(rows, {"a": text})
    assert found.table["status"].to_list() == ["normalised", "unmatched"]
    assert found.notes[0].startswith("warning: 1 quote of more than ")


def test_copies_of_one_line():
    found = find("the tide comes in again", {"a": "The tide comes in again.\n" * 100_000})
    assert len(found) == 1000


def test_some_documents_are_searched():
    texts = {"a": "the tide comes in again", "b": "the tide comes in again"}
    (found,) = Finder(texts, docs=[1]).find(["the tide comes in"], np.array([1]))
    assert [one.doc for one in found] == [1]


def test_the_answer_depends_on_no_other_quote():
    texts = {"a": "the tide comes in again and again", "b": "salt on the rope and the keel"}
    quotes = ["the tide cones in again", "rope and the keel", "nothing like it at all", "TIDE"]
    together = Finder(texts).find(quotes, np.full(4, ANYWHERE))
    assert together == [find(quote, texts) for quote in quotes]
