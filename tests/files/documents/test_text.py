from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.documents.samples import grown, shown

from partwise.errors import FormatError
from partwise.files.documents import text as plain


def test_paragraphs_by_hand():
    raw = "a\n\n \nb\nc\r\n\r\n  d  \r\re\u2028f\n\n"
    structure, text = grown(plain, raw)

    assert text == raw
    assert list(shown(structure, text).values())[1:] == ["a", "b\nc", "d", "e\u2028f"]


def test_nothing_and_blank():
    assert len(grown(plain, "")[0]) == 1
    assert len(grown(plain, " \n\t\n")[0]) == 1


def test_wrong_encoding_names_the_line():
    with pytest.raises(FormatError, match=r"doc:3: not UTF-8 \(byte 0xE9\). Use encoding="):
        grown(plain, b"a\nb\ncaf\xe9")


@given(st.text("ab \n\r\t", max_size=40))
def test_like_splitting_at_blank_lines(raw):
    structure, text = grown(plain, raw)

    lines = re.split(r"\r\n|\r|\n", raw)
    expected, here = [], []
    for line in [*lines, ""]:
        if line.strip():
            here.append(line.strip())
        elif here:
            expected.append(here)
            here = []
    found = list(shown(structure, text).values())[1:]
    assert [[line.strip() for line in re.split(r"\r\n|\r|\n", p)] for p in found] == expected
