"""Letters: what stays of a text in normal form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_quotes

from partwise.kernels.text.letters import LetterTable, letters_of_character, narrow, points_of


def read(text, **more):
    codes, source = LetterTable().of(text, **more)
    return "".join(map(chr, codes.tolist())), source.tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The 5.5 %", "the55"),
        ("ﬁne", "fine"),
        ("Straße", "strasse"),
        ("café", "cafe\u0301"),
        ("cafe\u0301", "cafe\u0301"),
        ("ｆｕｌｌ１", "full1"),
        ("٣٤", "34"),
        ("soft\u00adhy\u200bphen-\nated", "softhyphenated"),
        ("كـتَب", "كتب"),
        ("שָׁלוֹם", "שלום"),
        ("कि", "कि"),
        ("a\u034fb\ufe0f", "ab"),
        ("🌊+☃", "🌊"),
        ("**_x_** | `y`", "xy"),
        ("\ud800a\0", "a"),
        ("", ""),
    ],
)
def test_by_hand(text, expected):
    assert read(text)[0] == expected


def test_letters_know_their_characters():
    assert read("ﬁ, x") == ("fix", [0, 0, 3])


def test_some_characters_can_be_left_out():
    assert read("abc", left_out=np.array([False, True, False])) == ("ac", [0, 2])


@pytest.mark.parametrize(
    "borders",
    [
        *((0x034F, 0x034F), (0x0591, 0x05C7), (0x0610, 0x061A), (0x0640, 0x0640)),
        *((0x064B, 0x065F), (0x0653, 0x0655), (0x0670, 0x0670), (0x06D6, 0x06ED)),
        *((0x180B, 0x180F), (0xFE00, 0xFE0F), (0x1F000, 0x1F02B), (0xE0100, 0xE01EF)),
    ],
)
def test_borders_of_what_is_left_out(borders):
    text = "".join(chr(code + more) for code in borders for more in (-1, 0, 1))

    assert read(text) == slow_quotes.letters(text)


@given(st.text())
def test_equals_the_slow_way(text):
    assert read(text) == slow_quotes.letters(text)


@given(st.lists(st.text(), max_size=4))
def test_a_table_learns_and_forgets_nothing(texts):
    table = LetterTable()
    for text in [*texts, *texts]:
        codes, source = table.of(text)
        assert ("".join(map(chr, codes)), source.tolist()) == slow_quotes.letters(text)


def test_a_character_alone():
    assert letters_of_character("½") == "12"


def test_points_are_bytes_where_they_can_be():
    assert points_of("ab").dtype == np.uint8
    assert points_of("a漢").tolist() == [97, 0x6F22]


@pytest.mark.parametrize(("code", "size"), [(255, 1), (256, 2), (65536, 4)])
def test_narrow(code, size):
    assert narrow(np.array([code])).itemsize == size
