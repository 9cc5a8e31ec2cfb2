"""What was meant by texts that are no measure."""

from __future__ import annotations

import pytest

from partwise.errors import MeasureSyntaxError, UnknownNameError
from partwise.language.parser import parse, parse_all
from partwise.language.registry import bracketed, in_full, several, unreadable


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4k)", '"4k" is not a number; use 4000'),
        ("1.5K", '"1.5K" is not a number; use 1500'),
        ("0.0005k", '"0.0005k" is not a number; use 0.5'),
        ("2m", '"2m" is not a number; use 2000000'),
        ("4_000", '"4_000" is not a number; use 4000'),
        ("4q", '"4q" is not a number'),
        ("?4", '"?" is not expected in a measure'),
    ],
)
def test_what_is_nearly_a_number(text, words):
    assert unreadable(text, 0) == words


def test_a_short_number_is_shown_where_it_stands():
    with pytest.raises(MeasureSyntaxError, match='"4k" is not a number; use 4000') as caught:
        parse("CharR(budget=4k)")

    assert caught.value.column == len("CharR(budget=")


def test_several_cutoffs_stand_in_brackets():
    with pytest.raises(MeasureSyntaxError, match=r"several cutoffs: use CharR@\[5,10\]"):
        parse_all("CharR@5,10")

    assert len(parse_all(bracketed("CharR@5, 10 "))) == 2
    assert bracketed("iP@0.0..0.1,0.5") == "iP@[0.0..0.1,0.5]"
    assert [bracketed(text) for text in ("CharR@5", "CharR@5,x", "P@[5,10]", "P.5,10")] == [""] * 4


def test_commas_between_measures_and_inside_them():
    assert several("P@5, M(a, [b, c]),R") == ["P@5", "M(a, [b, c])", "R"]
    assert several("P.5,10") == ["P.5,10"]
    assert several("P") == ["P"]


def test_names_in_full():
    names = ["CharR", "R", "CharP", "RR", "CharAP", "CharF"]

    assert in_full(names) == {"charrecall": "CharR", "recall": "R", "charprecision": "CharP"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("CharRecall@5", "CharR"),
        ("Recal@5", "R"),
        ("SpanRecall", "SpanR"),
        ("charprecison@3", "CharP"),
        ("Presicion@3", "P"),
    ],
)
def test_measures_named_in_full_are_suggested(text, meant):
    with pytest.raises(UnknownNameError) as caught:
        parse(text)

    assert caught.value.close == (meant,)
    assert f"Did you mean {meant}?" in str(caught.value)
