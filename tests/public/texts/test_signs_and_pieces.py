"""Quotes in small texts: signs, digits and negations, markup, pieces, other documents."""

from __future__ import annotations

import pytest

import partwise as pw


def locate(rows, texts, *columns, **options):
    rows = [{"topic": "q", "doc": "a", **row} for row in rows]
    return pw.locate(rows, texts, **options).table.select(columns).rows()


SAME = [
    ("the area is x2 for the whole lamp", "the area is x\u00b2 for the whole lamp"),
    ("there were 3 boats on the quay", "there were \u0663 boats on the quay"),
    ("it took 1/2 of the whole day", "it took \u00bd of the whole day"),
    ("boat number 5 came in at noon", "boat number \u2464 came in at noon"),
    ("do not open the old door today", "don't open the old door today"),
    ("we cannot open the old door", "we can not open the old door"),
    ("il n'est pas dans le port ce soir", "il ne est pas dans le port ce soir"),
    ("it is <b>not</b> open at the port", "it is not open at the port"),
    ("it is n<b>o</b>t open at the port", "it is not open at the port"),
    ("see [page 7](x9) of the old book", "see page 7 of the old book"),
    ("there were 1,000 boats at the quay", "there were 1000 boats at the quay"),
    ("there were 1,000.5 boats at the quay", "there were 1000.5 boats at the quay"),
    ("a share of 5*%* of the boats", "a share of 5% of the boats"),
    ("a share of 5 of % the boats", "a share of 5 of the boats"),
]
DIGITS = [
    ("the area is x3 for the whole lamp", "the area is x\u00b2 for the whole lamp"),
    ("there were 4 boats on the quay", "there were \u0663 boats on the quay"),
    ("it took 1/4 of the whole day", "it took \u00bd of the whole day"),
    ("see [page 7](x9) of the old book", "see page 8 of the old book"),
    ("there were 1,00 boats at the quay", "there were 100 boats at the quay"),
    ("there were 1,0000 boats at the quay", "there were 10000 boats at the quay"),
    ("a share of 5 % of the boats", "a share of 5 of the boats"),
    ("it fell by -5 at noon that day", "it fell by 5 at noon that day"),
]
NEGATIONS = [
    ("we do not say that it is not open", "we do not say that it is open"),
    ("il est pas dans le port ce soir", "il n'est pas dans le port ce soir"),
    ("never open the door, never at night", "never open the door, at night"),
    ("we can open the old door today", "we cannot open the old door today"),
]


@pytest.mark.parametrize(
    ("pairs", "changed"), [(SAME, None), (DIGITS, "digits"), (NEGATIONS, "negation")]
)
def test_numbers_and_negations_that_differ(pairs, changed):
    for quote, source in pairs:
        for one, other in ((quote, source), (source, quote)):
            ((status, said),) = locate(
                [{"text": one}], {"a": other}, "status", "changed", max_errors=0.3
            )
            assert (status in ("normalised", "fuzzy"), said) == (True, changed), (one, other)


SAID = "so \u201c(The lamp burns low, at noon!)\u201d said he"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        # signs beside the letters belong to a quote that has them too, in this order
        ("\u201c(THE LAMP BURNS LOW, at noon!)\u201d", SAID[3:35]),
        ('"(THE lamp burns low at noon!)"', SAID[3:35]),
        ("(\u201cTHE LAMP BURNS LOW, at noon!\u201d)", SAID[5:33]),
        ("(THE LAMP burns low", SAID[4:23]),
        ("\u2014\u201c(The LAMP burns low", SAID[3:23]),
        ("* burns LOW, at NOON!", SAID[14:33]),
        ("so \u201c(THE lamp", SAID[:13]),
        ("at NOON!)\u201d said he", SAID[25:]),
        ("So (the lamp", SAID[:13]),
    ],
)
def test_signs_around_a_quote(quote, text):
    ((start, end),) = locate([{"text": quote}], {"a": SAID}, "start", "end")
    assert SAID[start:end] == text


MARKED = {"a": "Salt eats the rope.", "b": "the <i>old</i> lamp <b>bu</b>rns low here"}


@pytest.mark.parametrize("quote", ["the old lamp burns low", "lamp burns"])
def test_markup_of_another_document(quote):
    """A quote of a document without markup is not looked for in those that have some."""
    text = MARKED["b"]
    place = ("b", text.index(quote[:3] if quote[0] == "t" else "lamp"), "normalised")
    for doc, found in (("a", ("a", None, "unmatched")), ("b", place), (None, place)):
        assert locate([{"doc": doc, "text": quote}], MARKED, "doc", "start", "status") == [found]


@pytest.mark.parametrize(
    ("quote", "start"), [("<i>A</i>", 10), ("<i>Low</i>", 18), ("<i>E</i>", None)]
)
def test_few_letters_in_markup(quote, start):
    assert locate([{"text": quote}], {"a": "so it is, a. lamp low"}, "start") == [(start,)]


@pytest.mark.parametrize(("doc", "other"), [("b", "a"), ("a", "b")])
def test_the_document_that_holds_the_letters(doc, other):
    texts = {"a": "Salt eats the rope at noon.", "b": "The lamp burns low."}
    gold = [{"topic": "q", "doc": doc, "text": texts[other][:18]}]
    run = [{"topic": "q", "doc": "a", "start": 0, "end": 3, "score": 1}]
    with pytest.raises(
        pw.PartwiseError, match=f"is not in document {doc}, but in document {other}"
    ):
        pw.evaluate(gold, [run], "CharR@5", texts=texts)


TWO = "lamp x tide x lamp y tide"
MIXED = "lamp noon x noon tide z lamp noon 123456 tide"
"""Two narrowest places of "lamp ... noon ... tide": two ways in the first, one in the second."""


@pytest.mark.parametrize(
    ("text", "quote", "spans"),
    [
        ("lamp lamp x tide", "lamp ... tide", ["5-9", "12-16"]),  # the narrowest
        ("lamp x tide tide", "lamp ... tide", ["0-4", "7-11"]),
        (TWO, "lamp ... tide", 2),
        ("lamp noon x noon tide", "lamp ... noon ... tide", 2),
        (MIXED, "lamp ... noon ... tide", 3),
        ("lamp x tide. " * 1000, "lamp ... tide", 1000),
        ("lamp x tide. " * 1001, "lamp ... tide", 1000),  # no more are counted
    ],
)
def test_pieces_of_a_quote(text, quote, spans):
    rows = locate([{"text": quote}], {"a": text}, "start", "end", "status", "places")
    if isinstance(spans, int):
        assert rows == [(None, None, "ambiguous", spans)]
    else:
        assert [f"{start}-{end}" for start, end, *_ in rows] == spans


def test_what_stands_before_pieces():
    rows = [{"text": "lamp ... tide", "prefix": "x"}]
    assert locate(rows, {"a": TWO}, "start", "by") == [(14, "context"), (21, "context")]
    # several ways of one place are as many places: nothing around them decides
    rows = [{"text": "lamp ... noon ... tide", "prefix": "z"}]
    assert locate(rows, {"a": MIXED}, "status", "places") == [("ambiguous", 3)]


def test_chunks_with_pieces_in_several_places():
    """A chunk that is nowhere as a whole has no place by its order either."""
    rows = [{"doc": "a", "text": text} for text in ("lamp ... tide", "x lamp y")]
    table = pw.locate(rows, {"a": TWO}).table
    assert table.select("start", "status").rows() == [(None, "ambiguous"), (12, "exact")]


@pytest.mark.parametrize(
    ("grade", "passes"),
    [("0", True), ("-1", True), ("0.0", True), ("0.5", False), ("1", False), ("x", False),
     ("", False), (None, False)],
)  # fmt: skip
def test_rows_without_text_that_need_no_place(grade, passes):
    """What is not relevant needs no place, nor does a topic without documents."""
    quoted = {"text": "Salt", "grade": "1"}
    for row, needs_none in (({"grade": grade}, passes), ({"doc": None, "grade": grade}, True)):
        rows = [{"text": None, "start": None, "end": None} | row, quoted]
        if needs_none:
            found = [(row.get("doc", "a"), None, "given"), ("a", 0, "text")]
            assert locate(rows, MARKED, "doc", "start", "by") == found
        else:
            with pytest.raises(
                pw.PartwiseError, match="row 0: no place in a table that has places"
            ):
                locate(rows, MARKED)
