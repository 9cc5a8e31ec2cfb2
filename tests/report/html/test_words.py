from __future__ import annotations

import pytest

from partwise.report.page_sections import (
    Piece,
    after,
    change,
    percent,
    plain,
    sentence,
    signed,
    two_digits,
    value,
)


def test_shares_and_points():
    assert percent(0.84412) == "84.4 %"
    assert value(0.84412, is_share=True) == "84.4 %"
    assert value(-3.14159, is_share=False) == "\u22123.142"
    assert change(0.0137, is_share=True) == "+1.4"
    assert change(-0.0137, is_share=True) == "\u22121.4"
    assert change(-12.34567, is_share=False) == "\u221212.346"


def test_what_rounds_to_nothing_has_no_sign():
    assert signed(-0.00001, ".1f") == "0.0"
    assert signed(0.0, ".1f") == "0.0"


@pytest.mark.parametrize(
    ("number", "shown"), [(2134.2, 2100), (99.6, 100), (7, 7), (0.2, 1), (15_500, 16_000)]
)
def test_two_digits(number, shown):
    assert two_digits(number) == shown


def test_sentences():
    said = sentence(Piece("a", "run", 0), " is better than ", Piece("b", "run", 1), ".")

    assert plain(said) == "a is better than b."
    assert said[1] == Piece(" is better than ")


def test_corrections():
    assert after("holm") == " after Holm"
    assert after("none") == ", uncorrected"
