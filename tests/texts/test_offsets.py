"""Offsets with their text: which fit, and which unit they count."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels.text.letters import LetterTable
from partwise.texts.offsets import Offsets, borders, same_text

TEXT = "Ebb 🌊 and flood; the café shuts. " * 8


def offsets(unit, spans, ends=True):
    border = np.arange(len(TEXT) + 1) if unit == "codepoint" else borders(TEXT, unit)
    start = np.array([border[a] for a, _ in spans])
    end = np.array([border[b] if ends else -1 for _, b in spans])
    said = [TEXT[a:b] for a, b in spans]
    return Offsets(lambda _: TEXT, np.zeros(len(spans), int), start, end, said, LetterTable())


def fits(found, row):
    """Whether a row fits in each unit: its offsets cut out of the encoded text."""
    coded = [(TEXT.encode("utf-32-le"), 4), (TEXT.encode("utf-16-le"), 2), (TEXT.encode(), 1)]
    names = ["utf-32-le", "utf-16-le", "utf-8"]
    for (data, width), name in zip(coded, names, strict=True):
        said = found.quotes[row].encode(name)
        start, end = int(found.start[row]) * width, int(found.end[row]) * width
        cut = data[start : end if end >= 0 else start + len(said)]
        try:
            yield cut.decode(name).strip() == found.quotes[row].strip()
        except UnicodeDecodeError:
            yield False


SPANS = [(0, 3), (4, 5), (6, 15), (21, 25), (40, 60)]


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("unit", ["codepoint", "utf16", "byte"])
def test_units_are_proved(unit, ends):
    found = offsets(unit, SPANS, ends)
    assert found.best(None) == (unit, unit)
    assert found.counts()[unit] == len(SPANS)
    assert found.telling == sum(len(set(fits(found, row))) > 1 for row in range(len(SPANS)))
    start, end = found.spans(unit)
    assert list(zip(start.tolist(), end.tolist(), strict=True)) == SPANS


def test_a_named_unit_is_kept_and_the_better_one_told():
    assert offsets("byte", SPANS).best("utf16") == ("utf16", "byte")


def test_one_contradiction_is_no_proof():
    found = offsets("utf16", SPANS)
    found.start[4], found.end[4] = 40, 60
    assert found.best(None) == ("codepoint", "utf16")


def test_the_proof_in_words():
    assert offsets("utf16", SPANS).proof("utf16") == (
        "warning: offsets are UTF-16 units (utf16): 5 of 5 fit their text "
        "(4 rows tell the units apart); converted"
    )


@pytest.mark.parametrize(
    ("source", "wanted", "same"),
    [
        ("a b", "a b", True),
        ("\na b ", "a b", True),
        ("A  b", "a b", True),
        ("5.5", "55", False),
        ("ab", "ac", False),
        ("--", "-", False),
        ("-- -", "--  -", True),
    ],
)
def test_same_text(source, wanted, same):
    assert same_text(source, wanted, LetterTable()) == same
