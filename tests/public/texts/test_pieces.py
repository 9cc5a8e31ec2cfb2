"""Texts of more characters than are read at a time: blanks with a few words at known places."""

from __future__ import annotations

import random

import pytest
from tests.helpers import small_text_cache

import partwise as pw

PIECE = 1 << 19
"""Characters that are read at a time."""


@pytest.fixture(params=[64 << 20, 0], ids=["kept", "worked out again"])
def _cache(request):
    """Letters that are kept, or worked out whenever they are wanted."""
    small_text_cache(request.param)
    yield
    small_text_cache(64 << 20)


def words(rng: random.Random, *sizes: int) -> list[str]:
    return ["".join(rng.choices("abcdefghijklmnop", k=size)) for size in sizes]


def wide(size: int, *pieces: tuple[int, str]) -> str:
    """Text of blanks with some words at some places."""
    text = ""
    for at, word in pieces:
        text += " " * (at - len(text)) + word
    return text + " " * (size - len(text))


def places(rows, texts, **options):
    table = pw.locate(rows, texts, **options).table
    return table.select("doc", "start", "end", "status").rows()


@pytest.mark.usefixtures("_cache")
@pytest.mark.parametrize("border", [PIECE])
def test_words_across_a_border(border):
    """Quotes of few letters, of many and with an error, at all places around a border."""
    rng = random.Random(border)
    texts, rows, expected = {"x": "Salt é", "y": ""}, [], []
    for shift in (0, 1, 3, 4, 6, 7, 8, 15, 24):
        few, many, last = words(rng, 7, 16, 5)
        line = f"{few} {many} {last}"
        doc, at = f"d{shift}", border - shift
        first = "" if shift % 2 else "é"  # the letters of some pieces have two bytes
        texts[doc] = wide(border + 90, (2, first), (at - 9, "wick"), (at, line))
        texts[f"z{shift}"] = "Salt eats the rope."
        spans = [(few, 0, 7, "exact"), (few.upper(), 0, 7, "normalised"),
                 (line, 0, 30, "exact"), (line.upper(), 0, 30, "normalised"),
                 (f"{few} {many[:5]}".upper(), 0, 13, "normalised"),  # as many as a seed has
                 (many.upper(), 8, 24, "normalised"), (last.upper(), 25, 30, "normalised"),
                 (f"{few} {many[:8]}q{many[8:]} {last}", 0, 30, "fuzzy"),
                 (few[:4].upper(), None, None, "unmatched"),
                 (few[-4:].upper(), None, None, "unmatched")]  # fmt: skip
        for quote, start, end, status in spans:
            for named in (doc, None):
                found = start is not None
                rows.append({"doc": named, "text": quote})
                span = (at + start, at + end) if found else (None, None)
                expected.append((doc if found else named, *span, status))
    assert places(rows, texts) == expected


@pytest.mark.usefixtures("_cache")
def test_many_copies_across_a_border():
    """More copies than are remembered: all are found, in their order."""
    line = "the lamp burns low, "
    text = wide(PIECE - 710, (3, line)) + line * 80
    starts = [3, *(PIECE - 710 + 20 * n for n in range(80))]
    texts = {"x": "Salt é", "a": text, "z": line}
    for quote, more in (("The lamp burns low", 0), ("The Lamp", 0), ("low, the lamp BURNS", 15)):
        row = {"doc": "a", "text": quote, "topic": "q"}
        table = pw.locate([row], texts, ambiguous="all").table
        ends = starts if not more else starts[:-1]
        assert table["start"].to_list() == [start + more for start in ends]
        anywhere = pw.locate([row | {"doc": None}], texts, ambiguous="all").table
        assert anywhere.height == len(ends) + (more == 0)


@pytest.mark.parametrize("border", [PIECE, 2 * PIECE])
@pytest.mark.parametrize(
    ("line", "quote"),
    [
        ("the [old lamp](http://x.y/z) burns", "the old lamp burns"),
        ("the <span class='wide'>old lamp</span> burns", "the old lamp burns"),
        ("the old lamp &amp; burns", "the old lamp burns"),
        ("a <b>b</b> c", "A B C"),
    ],
)
def test_markup_across_a_border(border, line, quote):
    texts, expected = {"x": "<b>Salt</b>"}, []
    for shift in range(0, len(line) + 2, 5):
        texts[f"d{shift}"] = wide(border + 99, (border - shift, line))
        expected.append((f"d{shift}", border - shift, border - shift + len(line), "normalised"))
    rows = [{"doc": doc, "text": quote} for doc, *_ in expected]
    assert places(rows, texts) == expected


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_offsets_around_a_border(unit):
    coding, width = ("utf-8", 1) if unit == "byte" else ("utf-16-le", 2)
    text = wide(PIECE - 9, (0, "🌊"), (9, "wick")) + "keeper é lamp burns low" + " " * PIECE + "ebb"
    spans = [(9, 13), (PIECE - 9, PIECE - 3), (PIECE - 3, PIECE), (PIECE, PIECE + 4),
             (PIECE - 9, PIECE + 14), (PIECE + 5, PIECE + 10), (len(text) - 3, len(text)),
             (2 * PIECE, len(text))]  # fmt: skip
    rows = [
        {"topic": "q", "doc": "a", "text": text[start:end].strip() or None}
        | {
            name: len(text[:at].encode(coding)) // width
            for name, at in (("start", start), ("end", end))
        }
        for start, end in spans
    ]
    table = pw.locate(rows, {"a": text}, unit=unit).table
    assert table.select("start", "end").rows() == spans
    past = {"topic": "q", "doc": "a", "text": None, "start": 0, "end": rows[-1]["end"] + 1}
    with pytest.raises(pw.PartwiseError, match=f"offset {past['end']} in {unit} units is inside"):
        pw.locate([past], {"a": text}, unit=unit)


def test_long_quotes():
    """Quotes of more letters than are read at a time, and one too long for errors."""
    rng = random.Random(3)
    text = " ".join(words(rng, *[9] * 70_000))
    size = 300_000
    spans = [(at, at + size) for at in (0, 1000, 200_000, 390_000)]
    rows = [{"topic": "q", "doc": "a", "text": text[start:end].upper()} for start, end in spans]
    rows.append({"topic": "q", "doc": "a", "text": text[:150_000] + "zz" + text[150_002:160_000]})
    rows.append({"topic": "q", "doc": "a", "text": text[9000:9050] + "z" + text[9051:9100]})
    found = pw.locate(rows, {"x": "Salt.", "a": text})
    wanted = [*((text[a:b].strip(), "normalised") for a, b in spans), (None, "unmatched")]
    cut = [
        None if start is None else text[start:end]
        for start, end in found.table.select("start", "end").rows()
    ]
    said = [*zip(cut, found.table["status"], strict=True)]
    assert said[:-1] == wanted
    assert said[-1] == (text[9000:9100].strip(), "fuzzy")
    assert found.notes[0] == (
        "warning: 1 quote of more than 131,072 letters was not searched for with errors"
    )
