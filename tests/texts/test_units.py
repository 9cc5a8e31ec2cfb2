"""Offsets that count UTF-16 units or bytes, as code points."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.texts.offsets import INSIDE, borders, code_points, inside_character

TEXT = "The 🌊 rises at dawn; the café closes."


def test_borders_by_hand():
    assert borders("a🌊é", "utf16").tolist() == [0, 1, 3, 4]
    assert borders("a🌊é", "byte").tolist() == [0, 1, 5, 7]


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_borders_are_those_of_the_encoding(unit):
    coding, width = {"utf16": ("utf-16-le", 2), "byte": ("utf-8", 1)}[unit]
    expected = [len(TEXT[:i].encode(coding)) // width for i in range(len(TEXT) + 1)]

    assert borders(TEXT, unit).tolist() == expected
    assert code_points(TEXT, borders(TEXT, unit), unit).tolist() == list(range(len(TEXT) + 1))


def test_an_offset_inside_a_character_has_no_code_point():
    assert code_points("a🌊", borders("a🌊", "utf16")[1:2] + 1, "utf16").tolist() == [INSIDE]


def test_absent_offsets_stay_and_those_past_the_end_have_no_place():
    for unit in ("codepoint", "utf16", "byte"):
        assert code_points("abc", np.array([-1, 3, 4]), unit).tolist() == [-1, 3, INSIDE]


def test_words():
    assert inside_character(5, "byte", "a") == (
        "offset 5 in byte units is inside a character of document a, or past its end"
    )
