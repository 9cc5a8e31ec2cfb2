"""Rows that are verified, passed on, or searched for."""

from __future__ import annotations

import pytest

from partwise.errors import PartwiseError
from partwise.texts.locate import locate
from partwise.texts.offsets import borders

TEXT = "Ebb 🌊 and flood; the café shuts at nine. The lamp burns all night. The end. The end."


def rows(*given, **more):
    table = [{"topic": "q", "doc": "a", **row} for row in given]
    return locate(table, {"a": TEXT}, **more)


def columns(found, *names):
    return found.table.select(names).rows()


def quoted(a, b, **more):
    return {"text": TEXT[a:b], "start": a, "end": b, **more}


def test_offsets_that_fit_are_kept():
    found = rows(quoted(6, 15), {"text": "CAFÉ", "start": 21, "end": 25})
    assert columns(found, "start", "end", "status", "by", "given_start") == [
        (6, 15, "exact", "offsets", None),
        (21, 25, "normalised", "offsets", None),
    ]


def test_a_missing_end_follows_from_the_text():
    found = rows({"text": "flood", "start": TEXT.index("flood")})
    assert columns(found, "end", "by") == [(TEXT.index("flood") + 5, "offsets")]


@pytest.mark.parametrize("start", [-1, None, 3, 10**6])
def test_offsets_that_do_not_fit_are_replaced(start):
    found = rows({"text": "the café shuts", "start": start, "end": None})
    assert columns(found, "start", "end", "status", "by") == [(17, 31, "exact", "text")]
    assert columns(found, "given_start") == [(start,)]
    expected = [] if start is None else ["1 of 1 offset does not fit its text as"]
    assert [note[:38] for note in found.notes] == expected


def test_or_kept_as_given():
    found = rows({"text": "the café shuts", "start": 3, "end": 9}, trust="offsets")
    assert columns(found, "start", "end", "status", "by") == [(3, 9, None, "given")]
    assert "kept as given" in found.notes[0]


def test_the_given_start_decides_between_copies():
    end = TEXT.index("The end.")
    found = rows({"text": "The end.", "start": end + 5})
    assert columns(found, "start", "by", "places") == [(end + 9, "hint", 2)]


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_units_are_proved_and_converted(unit):
    border = borders(TEXT, unit)
    spans = [(6, 15), (21, 25), (42, 50)]
    given = [{"text": TEXT[a:b], "start": int(border[a]), "end": int(border[b])} for a, b in spans]
    found = rows(*given)
    assert columns(found, "start", "end") == spans
    assert found.notes[0].startswith("warning: offsets are ")
    assert f"({unit}): 3 of 3 fit their text" in found.notes[0]
    assert found.facts["unit"]["used"] == unit
    assert found.facts["unit"]["fits"][unit] == 3
    assert columns(rows(*given, unit=unit), "start", "end") == spans
    with pytest.raises(PartwiseError, match=rf"0 of 3 offsets fit .* as codepoint, 3 as {unit}"):
        rows(*given, unit="codepoint")


def test_rows_without_text_are_passed_on():
    found = rows({"start": 3, "end": 9, "text": None}, {"text": "flood"})
    assert columns(found, "start", "end", "status", "by")[0] == (3, 9, None, "given")
    assert "1 row without text passed on as it is" in found.notes
    assert found.summary == "2 rows: 1 exact, 0 normalised, 0 fuzzy, 0 ambiguous, 0 unmatched"


def test_rows_that_need_no_place():
    found = rows({"grade": 0, "text": None}, {"text": "flood", "grade": 1})
    assert columns(found, "start", "by")[0] == (None, "given")


def test_rows_with_neither(tmp_path):
    with pytest.raises(PartwiseError, match="row 0: no place in a table that has places"):
        rows({"text": None, "grade": 1})
    file = tmp_path / "q.jsonl"
    file.write_text('{"doc": "a", "text": "flood"}\n{"doc": "a", "text": ""}\n')
    with pytest.raises(PartwiseError, match=r"q\.jsonl:2: no place"):
        locate(file, {"a": TEXT})


def test_an_unknown_document():
    with pytest.raises(PartwiseError, match=r"row 1: document b is not in the texts \(2 rows"):
        locate([{"doc": d, "text": "x"} for d in "abb"], {"a": TEXT})


def test_a_run_cannot_be_read_several_times():
    with pytest.raises(PartwiseError, match="several times"):
        rows({"text": "The end.", "score": 1.0}, ambiguous="all")


def test_no_text_at_all():
    with pytest.raises(PartwiseError, match=r"no column text \(available: doc\)"):
        locate([{"doc": "a"}], {"a": TEXT})


def test_many_rows_with_few_texts():
    found = locate(
        [{"doc": "a", "text": t} for t in ["flood", "the lamp"] * 20_000],
        {"a": TEXT},
    )
    assert found.counts["exact"] == found.counts["normalised"] == 20_000


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_offsets_without_text_are_converted_too(unit):
    border = borders(TEXT, unit)
    bare = {"text": None, "start": int(border[6]), "end": int(border[15])}
    assert columns(rows(bare, unit=unit), "start", "end", "given_start") == [(6, 15, border[6])]
    told = {"text": TEXT[21:25], "start": int(border[21]), "end": int(border[25])}
    assert columns(rows(told, bare), "start", "end") == [(21, 25), (6, 15)]
    with pytest.raises(PartwiseError, match=f"row 0: offset 5 in {unit} units is inside a char"):
        rows({"text": None, "start": 0, "end": 5}, unit=unit)
