"""Offsets against the texts that they point into (findings 7.5, E17, E40, E42)."""

from __future__ import annotations

import random

import pytest

import partwise as pw
from partwise.errors import PartwiseError, UsageError
from partwise.tables.problems import RowsError
from partwise.tables.texts import Texts
from partwise.texts.offsets import borders
from partwise.texts.verify import noted_past_end, verified

TEXT = "The 🌊 rises at dawn; the café closes."
TEXTS = Texts({"d": TEXT})
SPAN = (TEXT.index("café"), TEXT.index("café") + 4)


def run(start, end, text=None, doc="d"):
    more = {} if text is None else {"text": [text]}
    place = {"topic": ["q"], "doc": [doc], "start": [start], "end": [end]}
    return pw.Run.from_columns(**place, score=[1.0], **more)


def in_unit(unit, start, end):
    border = borders(TEXT, unit)
    return int(border[start]), int(border[end])


@pytest.mark.parametrize("wider", [0, 1])
def test_offsets_that_fit_stay(wider):
    table = run(SPAN[0] - wider, SPAN[1] + wider, "café")  # blanks may differ

    found = verified(table, TEXTS)

    # the text is shorter than its span by blanks, which only its document can tell
    assert (found.start.tolist(), found.end.tolist()) == (table.start.tolist(), table.end.tolist())
    assert found.notes == ()


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_a_unit_is_proved_by_the_texts(unit):
    found = verified(run(*in_unit(unit, *SPAN), "café"), TEXTS)

    assert (found.start[0], found.end[0]) == SPAN
    assert found.notes[0].startswith("warning: offsets are ")
    assert (
        f"({unit}): 1 of 1 fit their text (1 row tells the units apart); converted"
        in found.notes[0]
    )


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_a_unit_is_converted_on_request_without_a_text(unit):
    found = verified(run(*in_unit(unit, *SPAN)), TEXTS, unit=unit)

    assert (found.start[0], found.end[0]) == SPAN


def test_a_unit_that_the_texts_refute():
    with pytest.raises(PartwiseError, match="0 of 1 offset fit their text as byte, 1 as utf16"):
        verified(run(*in_unit("utf16", *SPAN), "café"), TEXTS, unit="byte")


def test_an_offset_inside_a_character_is_refused():
    with pytest.raises(RowsError, match="row 0: offset 5 in utf16 units is inside a character"):
        verified(run(5, 9), TEXTS, unit="utf16")


def test_text_that_is_not_there():
    with pytest.raises(RowsError, match=r"text differs from d\[0:4\] at character 0 .*Wrong unit"):
        verified(run(0, 4, "dusk"), TEXTS)


def test_trusted_offsets_stay():
    table = run(0, 4, "dusk")

    assert verified(table, TEXTS, trust="offsets") is table


def test_a_document_that_is_not_there():
    words = r"document x is not in the texts \(1 row; the texts hold 1 document, e.g. d\)"
    with pytest.raises(RowsError, match=words):
        verified(run(0, 4, doc="x"), TEXTS)


def test_evaluate_checks_both_sides_and_knows_lengths():
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[SPAN[0]], end=[SPAN[1]])
    texts = {"d": TEXT}

    with pytest.warns(pw.PartwiseWarning, match="bytes"):
        found = pw.evaluate(qrels, run(*in_unit("byte", *SPAN), "café"), "CharR@1", texts=texts)
    assert found.means["mean"].to_list() == [1.0]
    whole = pw.Run.from_columns(topic=["q"], doc=["d"], score=[1.0])
    with pytest.warns(pw.PartwiseWarning, match="no column for a place"):
        found = pw.evaluate(qrels, whole, "CharR@1", texts=texts)
    assert found.means["mean"].to_list() == [1.0]
    with pytest.raises(RowsError, match='unit="utf16"'):
        pw.evaluate(qrels, run(0, 4, "dusk"), "CharR@1", texts=texts)
    with pytest.raises(UsageError, match=r"offsets in utf16 units need the texts. Use texts="):
        pw.evaluate(qrels, run(0, 4), "CharR@1", reading=pw.Reading(unit="utf16"))


def test_a_law_over_random_texts():
    rng = random.Random(4)
    for _ in range(300):
        text = "".join(rng.choices("aé🌊 \n漢", k=rng.randint(1, 40)))
        start = rng.randrange(len(text))
        end = rng.randint(start, len(text))
        for unit in ("utf16", "byte"):
            border = borders(text, unit)
            table = run(int(border[start]), int(border[end]))
            found = verified(table, Texts({"d": text}), unit=unit)
            assert (found.start[0], found.end[0]) == (start, end)


@pytest.mark.parametrize("unit", ["byte", "utf16"])
def test_offsets_without_text_that_only_fit_in_another_unit_are_doubted(unit):
    text = "Ebb 🌊🌊 tide"
    size = len(text.encode("utf-8" if unit == "byte" else "utf-16-le")) // (1 + (unit != "byte"))
    given = {"topic": ["q", "q"], "doc": ["a", "a"], "start": [0, 4]}
    qrels = pw.Qrels.from_columns(**given, end=[4, size])
    found = verified(qrels, pw.Texts({"a": text}))
    (note,) = found.notes
    assert note.startswith("warning: 1 row passes the end of its document as code points, none as")
    assert f'unit="{unit}"' in note
    fits = pw.Qrels.from_columns(**given, end=[4, len(text)])
    assert verified(fits, pw.Texts({"a": text})).notes == ()
    nowhere = pw.Qrels.from_columns(**given, end=[4, 1000])
    assert verified(nowhere, pw.Texts({"a": text})).notes == ()


def test_rows_past_the_end_are_counted():
    texts = pw.Texts({"a": "Ebb tide"})
    run = pw.Run.from_columns(topic=["q", "q"], doc=["a", "b"], start=[0, 0], end=[9, 99])
    (note,) = noted_past_end(run, texts)
    said = "1 row ends past the end of its document and is cut there (first: a[0:9], 8 characters)"
    assert note == said
    assert noted_past_end(run, None) == []

    run = pw.Run.from_columns(topic=["q"] * 3, doc=["a"] * 3, start=[8, 7, 8], end=[9, 9, 8])
    said = "begins past the end of its document (first: a[8:9], 8 characters)"
    assert noted_past_end(run, texts)[1] == f"warning: 1 row {said}"


def test_what_to_do_about_texts_that_do_not_fit_is_said_once():
    given = {"topic": ["q"] * 3, "doc": ["a"] * 3, "start": [0, 1, 2], "end": [3, 4, 5]}
    run = pw.Run.from_columns(**given, text=["Ebb", "xxx", "yyy"])

    with pytest.raises(RowsError) as caught:
        verified(run, pw.Texts({"a": "Ebb tide"}))

    first, second = (said for _, said in caught.value.problems)
    assert "Wrong unit?" in first
    assert "Wrong unit?" not in second
