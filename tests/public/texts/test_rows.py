"""Rows with quotes: what decides between places, offsets that came in, columns that go out."""

from __future__ import annotations

import json

import polars as pl
import pytest

import partwise as pw

TEXT = (
    "The keeper lights the lamp at dusk. He never sleeps before midnight. The tide turns twice. "
    "The keeper trims the wick at dawn. The tide turns twice. The boats come in with the flood."
)
OTHER = "Salt eats the rope. The boats come in with the ebb and the harbour fills."
TEXTS = {"a": TEXT, "b": OTHER}
TIDES = [TEXT.index("The tide"), TEXT.rindex("The tide")]
WIDE = "Ebb 🌊 and flood; the café shuts at nine. The lamp burns all night. The end. The end."


def located(rows, texts=TEXTS, **options) -> pl.DataFrame:
    rows = [{"topic": "q", "doc": "a", **row} for row in rows]
    return pw.locate(rows, texts, **options).table


@pytest.mark.parametrize(
    ("row", "start", "by"),
    [
        ({}, None, None),
        ({"suffix": " The boats"}, TIDES[1], "context"),
        ({"suffix": "THE *keeper"}, TIDES[0], "context"),
        ({"suffix": "The"}, None, None),  # agrees with both
        ({"prefix": "before midnight. "}, TIDES[0], "context"),
        ({"prefix": "at dawn"}, TIDES[1], "context"),
        ({"prefix": "xyz dawn"}, TIDES[1], "context"),
        ({"prefix": "xyzn"}, TIDES[1], "context"),  # one letter is enough
        ({"prefix": "xyz"}, None, None),
        (
            {"prefix": "midnight", "suffix": "The boats"},
            TIDES[0],
            "context",
        ),  # eight letters, seven
        ({"prefix": "ight", "suffix": "The boats"}, TIDES[1], "context"),  # four + three, eight
        ({"prefix": "night", "suffix": "The boats"}, None, None),
        ({"prefix": "xyz", "start": 0}, TIDES[0], "hint"),
        ({"suffix": "The", "start": 999}, TIDES[1], "hint"),
        ({"start": 0}, TIDES[0], "hint"),
        ({"start": sum(TIDES) // 2 - 1}, TIDES[0], "hint"),
        ({"start": sum(TIDES) // 2 + 1}, TIDES[1], "hint"),
        ({"start": TIDES[1]}, TIDES[1], "offsets"),
        ({"start": TIDES[0], "end": TIDES[0] + 21}, TIDES[0], "offsets"),
        ({"start": TIDES[0], "end": TIDES[0] + 23}, TIDES[0], "hint"),
    ],
)
def test_what_decides_between_copies(row, start, by):
    table = located([{"text": "The tide turns twice.", **row}])
    assert table.select("start", "by").row(0) == (start, by)
    # the same with a prefix that is far longer than what stands there
    if "prefix" in row:
        longer = row | {"prefix": "z" * 500 + row["prefix"]}
        assert located([{"text": "The tide turns twice.", **longer}])["start"].item() == start


@pytest.mark.parametrize("filler", ["23456", "234567"])
def test_a_tie_of_hints_decides_nothing(filler):
    text = f"The end of it. {filler} The end of it."
    last = text.rindex("The")
    starts = range(1, last)
    rows = [{"text": "The end of it", "start": start} for start in starts]
    nearest = [None if 2 * at == last else 0 if 2 * at < last else last for at in starts]
    assert located(rows, {"a": text})["start"].to_list() == nearest


def test_context_at_the_beginning_of_a_text():
    """What stands before a place is cut at the beginning of the text."""
    texts = {"a": "a the lamp burns, e the lamp burns"}
    rows = [{"text": "the lamp burns", "prefix": prefix} for prefix in ("a", "e", "x a", " E ")]
    assert located(rows, texts)["start"].to_list() == [2, 20, 2, 20]


def test_omissions_by_kind_and_option():
    quote = "The keeper lights the lamp [...] before midnight"
    cover = (0, TEXT.index("midnight") + 8)
    end = TEXT.index("before")
    pieces = [(0, 26, 1, "exact"), (end, end + 15, 2, "exact")]
    names = ["start", "end", "piece", "status"]
    assert located([{"text": quote}]).select(names).rows() == pieces
    covered = [(*cover, None, "normalised")]
    assert located([{"text": quote, "score": 1.0}]).select(names).rows() == covered
    assert located([{"text": quote}], ellipsis="cover").select(names).rows() == covered
    assert located([{"text": quote, "rank": 1}], ellipsis="pieces").select(names).rows() == pieces
    assert located([{"text": quote}], kind="run").select(names).rows() == covered
    nowhere = [(None, None, None, "unmatched")]
    assert located([{"text": quote}], ellipsis="literal").select(names).rows() == nowhere
    assert pw.locate([{"topic": "q", "text": quote}], TEXTS).counts["exact"] == 1


def test_omissions_with_copies():
    (row,) = located([{"text": "The tide ... twice"}]).rows(named=True)
    assert (row["start"], row["status"], row["places"]) == (None, "ambiguous", 2)
    first, second = located([{"text": "The tide ... twice", "start": 120}]).rows(named=True)
    assert (first["by"], second["by"]) == ("hint", "hint")
    assert (first["start"], second["start"]) == (TIDES[1], TIDES[1] + 15)
    (row,) = located(
        [{"text": "the lamp was 55 ... not come"}],
        {"a": "The lamp was 5.5; they do come, not come"}, ellipsis="cover",
    ).rows(named=True)  # fmt: skip
    assert (row["start"], row["end"], row["errors"], row["changed"]) == (0, 40, 1, "digits")


@pytest.mark.parametrize("gap", [1000, 1978, 1979, 2500])
def test_pieces_far_apart(gap):
    """Two thousand characters from the first start to the last end, or ten times the letters."""
    for first, last in (("the lamp", "the wick of it"), ("the lamp " * 14, "wick of it " * 12)):
        text = f"{first}{'z' * gap}{last}"
        letters = len((first + last).replace(" ", ""))
        (row, *_) = located([{"text": f"{first} ... {last}"}], {"a": text}).rows(named=True)
        far = len(text.rstrip()) > max(2000, 10 * letters)
        assert row["status"] == ("unmatched" if far else "exact")


def test_other_documents():
    rows = [
        {"text": "the harbour fills."}, {"text": "no such words anywhere"}, {"text": "rope"},
        {"doc": None, "text": "Salt eats the ROPE"},
        {"doc": None, "text": "The boats come in with the"},
        {"doc": "b", "text": "The boats come in with the flood"},
    ]  # fmt: skip
    found = pw.locate([{"topic": "q", "doc": "a", **row} for row in rows], TEXTS)
    assert found.table.select("doc", "start", "status", "elsewhere").rows() == [
        ("a", None, "unmatched", "b"), ("a", None, "unmatched", None),
        ("a", None, "unmatched", None), ("b", 0, "normalised", None),
        (None, None, "ambiguous", None), ("b", None, "unmatched", "a"),
    ]  # fmt: skip
    assert found.facts["elsewhere"] == 2
    assert found.unplaced == 5
    assert "2 quotes are in another document than named (column elsewhere)" in found.notes
    first = pw.locate([{"text": "The boats come in with the"}], TEXTS, ambiguous="first").table
    assert first.select("doc", "start").row(0) == ("a", TEXT.index("The boats"))


def offsets_in(unit: str, text: str, at: int) -> int:
    if unit == "codepoint":
        return at
    return len(text[:at].encode("utf-8" if unit == "byte" else "utf-16-le")) // (
        1 + (unit != "byte")
    )


CODES = {"utf-32-le": 4, "utf-16-le": 2, "utf-8": 1}


def _cut(row: dict, code: str) -> str:
    """Text of a row's offsets, counted in the units of an encoding."""
    start = CODES[code] * row["start"]
    end = CODES[code] * row["end"] if "end" in row else start + len(row["text"].encode(code))
    return WIDE.encode(code)[start:end].decode(code, "replace").strip()


SPANS = [(0, 3), (4, 5), (6, 15), (21, 25), (42, 50)]


@pytest.mark.parametrize("ends", [True, False], ids=["ends", "starts"])
@pytest.mark.parametrize("unit", ["codepoint", "utf16", "byte"])
def test_units_of_offsets(unit, ends):
    rows = []
    for a, b in SPANS:
        rows.append(
            {"topic": "q", "doc": "a", "text": WIDE[a:b], "start": offsets_in(unit, WIDE, a)}
        )
        rows[-1] |= {"end": offsets_in(unit, WIDE, b)} if ends else {}
    found = pw.locate(rows, {"a": WIDE})
    assert found.table.select("start", "end").rows() == SPANS
    assert {*found.table["by"].to_list()} == {"offsets"}
    facts = found.facts["unit"]
    assert (facts["used"], facts["rows"], facts["fits"][unit]) == (unit, 5, 5)
    fits = [[_cut(row, code) == row["text"].strip() for code in CODES] for row in rows]
    assert facts["telling"] == sum(any(row) and not all(row) for row in fits)
    assert [*facts["fits"].values()] == [sum(column) for column in zip(*fits, strict=True)]
    warned = [note for note in found.notes if note.startswith("warning: offsets are ")]
    assert len(warned) == (unit != "codepoint")
    assert pw.locate(rows, {"a": WIDE}, unit=unit).table.select("start", "end").rows() == SPANS
    given = [
        row["start"] if (row["start"], row.get("end", b)) != (a, b) else None
        for row, (a, b) in zip(rows, SPANS, strict=True)
    ]
    assert found.table["given_start"].to_list() == given
    for other in {"codepoint", "utf16", "byte"} - {unit}:
        with pytest.raises(pw.PartwiseError, match=f"as {other}, 5 as {unit}"):
            pw.locate(rows, {"a": WIDE}, unit=other)


@pytest.mark.parametrize("unit", ["utf16", "byte"])
def test_units_of_offsets_without_text(unit):
    def span(a, b):
        return {"start": offsets_in(unit, WIDE, a), "end": offsets_in(unit, WIDE, b)}

    texts = {"a": WIDE, "b": "é" + WIDE}
    bare = [{"text": None, **span(6, 15)}, {"text": None, **span(0, 3)}]
    assert located(bare, texts, unit=unit).select("start", "end").rows() == [(6, 15), (0, 3)]
    told = {"text": WIDE[21:25], **span(21, 25)}
    nothing = {"doc": None, "text": None, "start": None, "end": None, "topic": "r"}
    table = located([told, nothing, *bare], texts)
    assert table.select("start", "end").rows() == [(21, 25), (None, None), (6, 15), (0, 3)]
    with pytest.raises(pw.PartwiseError, match=f"row 1: offset 5 in {unit} units is inside a char"):
        located([bare[0], {"text": None, "start": 0, "end": 5}], texts, unit=unit)
    with pytest.raises(pw.PartwiseError, match=f"row 0: offset 5 in {unit} units is inside a char"):
        located([{"text": None, "start": 5, "end": 9}], texts, unit=unit)
    # one row that only code points explain is a contradiction: nothing is converted
    mixed = [told, {"text": WIDE[42:50], "start": 42, "end": 50}]
    assert located(mixed, texts).select("start", "by").rows() == [(21, "text"), (42, "offsets")]


@pytest.mark.parametrize("start", [-1, None, 3, 10**6])
def test_offsets_that_do_not_fit(start):
    found = pw.locate(
        [{"doc": "a", "text": "the café shuts", "start": start, "end": None}], {"a": WIDE}
    )
    names = ["start", "end", "status", "by", "given_start", "given_end"]
    assert found.table.select(names).rows() == [(17, 31, "exact", "text", start, None)]
    assert len(found.notes) == (start is not None)
    kept = pw.locate(
        [{"doc": "a", "text": "the café", "start": 3, "end": 9}], {"a": WIDE}, trust="offsets"
    )
    assert kept.table.select(names).rows() == [(3, 9, None, "given", None, None)]
    assert "kept as given" in kept.notes[0]
    wrong = pw.locate(
        [{"doc": "a", "text": "the café", "start": -1, "end": 9}], {"a": WIDE}, trust="offsets"
    )
    assert wrong.table.select(names).rows() == [(17, 25, "exact", "text", -1, 9)]


def test_offsets_that_fit_but_for_case_and_blanks():
    rows = [
        {"text": "CAFÉ", "start": 21, "end": 25}, {"text": "flood;", "start": 9, "end": 17},
        {"text": "flood", "start": 10, "end": 15}, {"text": "--", "start": 10, "end": 15},
    ]  # fmt: skip
    assert located(rows, {"a": WIDE}).select("start", "end", "status", "by").rows() == [
        (21, 25, "normalised", "offsets"), (9, 17, "normalised", "offsets"),
        (10, 15, "exact", "offsets"), (None, None, "unmatched", None),
    ]  # fmt: skip
    text = {"a": "It fell by 5.5 or by 55"}
    assert located([{"text": "55", "start": 11, "end": 14}], text)["start"].item() == 21


def test_rows_without_a_quote():
    rows = [
        {"text": None, "start": 3, "end": 9}, {"text": "", "start": 3, "end": 9, "grade": 1},
        {"text": None, "grade": 0}, {"text": None, "grade": "-1"}, {"text": "flood", "grade": 1},
        {"text": None, "doc": None, "grade": 2},
    ]  # fmt: skip
    found = pw.locate([{"topic": "q", "doc": "a", **row} for row in rows], TEXTS)
    assert found.table.select("start", "end", "status", "by").rows() == [
        (3, 9, None, "given"), (3, 9, None, "given"), (None, None, None, "given"),
        (None, None, None, "given"), (TEXT.index("flood"), len(TEXT) - 1, "exact", "text"),
        (None, None, None, "given"),
    ]  # fmt: skip
    assert "5 rows without text passed on as they are" in found.notes
    assert found.summary.startswith("6 rows: 1 exact, 0 normalised")
    for bare in ({"grade": 1}, {"grade": "x"}, {"start": 3}, {"topic": None, "doc": None}):
        with pytest.raises(pw.PartwiseError, match="row 1: no place in a table that has places"):
            located([{"text": "flood"}, {"text": None, **bare}])
    tree = located([{"text": "flood", "element": None}, {"text": None, "element": "/a[1]"}])
    assert tree["start"].to_list() == [TEXT.index("flood"), None]


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        ({}, "chunks"), ({"doc": "a", "score": 1}, "chunks"), ({"topic": "q", "score": 1}, "run"),
        ({"topic": "q", "rank": 1}, "run"), ({"topic": "q", "distance": 0.5}, "run"),
        ({"topic": "q", "score": 1, "grade": 1}, "qrels"), ({"topic": "q"}, "qrels"),
        ({"topic": "q", "score": None}, "qrels"), ({"topic": "q", "score": 1, "grade": ""}, "run"),
    ],
)  # fmt: skip
def test_kinds_of_rows(columns, kind):
    """A run cannot read a part twice, and its omissions are covered."""
    row = {"doc": "a", **columns}
    quote = {**row, "text": "The keeper lights ... at dusk"}
    if kind == "run":
        with pytest.raises(pw.PartwiseError, match="several times"):
            pw.locate([quote], TEXTS, ambiguous="all")
    assert pw.locate([quote], TEXTS).table.height == (1 if kind == "run" else 2)
    table = pw.locate([{**row, "text": "The tide turns twice."}], TEXTS).table
    assert table.select("start", "status", "places").rows() == [(None, "ambiguous", 2)]


def test_columns_and_json():
    rows = [
        {"mine": 1, "quote": "THE KEEPER lights", "query_id": "q", "start": 7, "docno": "a",
         "grade": "2"},
        {"mine": 2, "quote": "in 5 % the tide turned again here", "query_id": "q", "start": None,
         "docno": "c", "grade": ""},
    ]  # fmt: skip
    texts = TEXTS | {"c": "In 5.5 % the tide turned again here."}
    found = pw.locate(rows, texts)
    assert found.table.columns == [
        "topic", "doc", "start", "end", "mine", "text", "grade", "status", "errors", "changed",
        "places", "by", "piece", "elsewhere", "given_start", "given_end",
    ]  # fmt: skip
    assert found.table.row(0)[:7] == ("q", "a", 0, 17, 1, "THE KEEPER lights", 2)
    assert found.table["grade"].to_list() == [2, None]
    data = json.loads(found.to_json())
    assert [*data] == [
        "partwise", "rows", "counts", "changed", "elsewhere", "unit", "texts", "located",
        "notes",
    ]  # fmt: skip
    assert (data["rows"], data["changed"]) == (2, {"digits": 1, "negation": 0})
    assert data["counts"] == {
        "exact": 0,
        "normalised": 1,
        "fuzzy": 1,
        "ambiguous": 0,
        "unmatched": 0,
    }
    assert data["texts"] == {"documents": 3, "characters": sum(map(len, texts.values()))}
    assert data["located"] == found.table.to_dicts()
    assert (
        data["notes"][0] == "warning: 1 fuzzy row has changed digits or negations (column changed)"
    )
    assert repr(found) == f"Located({found.summary})"


@pytest.mark.parametrize(
    ("rows", "options", "words"),
    [
        ([{"doc": d, "text": "x"} for d in "abx"], {}, r"row 2: document x is not in .* \(1 row"),
        ([{"doc": d, "text": "x"} for d in "xax"], {}, r"row 0: document x is not in .* \(2 row"),
        ([{"doc": "A.txt", "text": "x"}], {}, "Did you mean doc_ids=|hold 2 documents, e.g. a"),
        ([{"doc": "a"}], {}, r"no column text \(available: doc\)"),
        ([{"doc": "a", "text": "x", "start": "x"}], {}, 'row 0: start "x" is not a whole number'),
        ([{"doc": "a", "text": "x", "start": 1.5}], {}, "row 0: start .* is not a whole number"),
        ([{"doc": "a", "text": "x", "start": True}], {}, "row 0: start .* is not a whole number"),
        ([{"doc": "a", "text": "x", "start": 1 << 70}], {}, "row 0: start .* is beyond 64 bits"),
        ([{"doc": "a", "text": "x", "start": -(1 << 64)}], {}, "is beyond 64 bits"),
        ([{"text": "a"}, {"text": "\ud800"}], {}, "row 1: text holds half of a character"),
        ([{"text": "a", "suffix": "é\udc00"}], {}, "row 0: suffix holds half of a character"),
        ([{"text": "a"}], {"max_errors": 1}, "max_errors must be from 0 to below 1, not 1"),
        ([{"text": "a"}], {"max_errors": -0.1}, "max_errors must be from 0"),
        ([{"text": "a"}], {"ambiguous": "some"}, "ambiguous must be keep, first or all"),
        ([{"text": "a"}], {"kind": "x"}, "kind must be qrels, run or chunks, not 'x'"),
        ([{"text": "a", "quote": "b"}], {}, "text and quote both name the column text"),
    ],
)  # fmt: skip
def test_refused(rows, options, words):
    with pytest.raises(pw.PartwiseError, match=words):
        pw.locate(rows, TEXTS, **options)
    with pytest.raises(pw.PartwiseError, match="needs the documents' text"):
        pw.locate(rows, None, **options)


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet"])
def test_files(tmp_path, suffix):
    """The same rows in every format; lines are named in errors."""
    rows = [
        {"topic": "q", "doc": "a", "text": "lights the lamp", "start": None},
        {"topic": "q", "doc": "b", "text": "Salt EATS", "start": -1},
    ]
    frame, file = pl.DataFrame(rows), tmp_path / f"q.{suffix}"
    write = {"parquet": frame.write_parquet, "jsonl": frame.write_ndjson}.get(suffix)
    if write:
        write(file)
    else:
        frame.write_csv(file, separator="\t" if suffix == "tsv" else ",")
    table = pw.locate(file, TEXTS).table
    assert table.select("start", "end", "status").rows() == [
        (11, 26, "exact"),
        (0, 9, "normalised"),
    ]
    if suffix != "parquet":
        file.write_text(file.read_text().replace("-1", "x" if suffix != "jsonl" else '"x"'))
        line = 2 if suffix == "jsonl" else 3
        with pytest.raises(
            pw.PartwiseError, match=rf'q\.{suffix}:{line}: start "x" is not a whole'
        ):
            pw.locate(file, TEXTS)
