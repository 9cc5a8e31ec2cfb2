"""Rows at the edges of what is counted, shown and compared."""

from __future__ import annotations

import json
from contextlib import nullcontext

import pytest
from tests.helpers import answer, grouped_options

import partwise as pw

TEXT = "x. " + "ebb tide. " * 4 + "salt once. rope twice. rope twice."
LAMP = "The lamp burns low at noon. Salt eats the rope."
TEXTS = {"a": TEXT, "b": "The keeper lights the lamp."}
RUN = [{"topic": "q", "doc": "a", "start": 0, "end": 3, "score": 1}]


def refusal(rows, texts, runs=(RUN,), **options) -> list[str]:
    with pytest.raises(pw.PartwiseError) as bad:
        pw.evaluate(rows, list(runs), "CharR@5", texts=texts, **grouped_options(**options))
    return str(bad.value).splitlines()


def quoted(text, **more):
    return {"topic": "q", "doc": "a", "text": text, **more}


@pytest.mark.parametrize(
    ("text", "quote", "rows"),
    [
        # a whole quote with one error is worse than its pieces without
        ("so the lamp burns x low at noon", "the lamp burns ... low at noon",
         [(3, 17, "exact", 0, None, 1), (20, 31, "exact", 0, None, 2)]),
        # all letters are there: nothing was left out, and the number is another one
        ("the rate was 5.5 today", "the rate was 5 ... 5 today",
         [(0, 22, "fuzzy", 1, "digits", None)]),
        ("the rate was 5.5 at noon", "the rate was 55 ... at noon",
         [(0, 24, "fuzzy", 1, "digits", None)]),
    ],
)  # fmt: skip
def test_omissions_and_the_whole_quote(text, quote, rows):
    table = pw.locate([quoted(quote)], {"a": text}).table
    assert table.select("start", "end", "status", "errors", "changed", "piece").rows() == rows


@pytest.mark.parametrize(("blanks", "decided"), [(66, True), (67, False)])
@pytest.mark.parametrize("side", ["prefix", "suffix"])
def test_blanks_beside_a_place(side, blanks, decided):
    """Twice the characters of a prefix or suffix and 64 more are looked at."""
    gap = " " * blanks
    text = f"ab{gap}ebb. cb ebb." if side == "prefix" else f"ebb{gap}ba. ebb bc."
    context = "ab" if side == "prefix" else "ba"
    table = pw.locate([quoted("ebb", **{side: context})], {"a": text}).table
    assert table["start"].item() == (text.index("ebb") if decided else None)


@pytest.mark.parametrize(
    ("rows", "shown", "counts"),
    [
        ([quoted("rope twice")],
         ['row 0: "rope twice" occurs 2 times in document a (a:54-64, a:66-76)'],
         "1 quote has several places. Use prefix"),
        ([quoted("ebb tide")],
         ['row 0: "ebb tide" occurs 4 times in document a (a:3-11, a:13-21, a:23-31, ...)'],
         "1 quote has several places. Use prefix"),
        ([quoted("x."), quoted("zzz"), quoted("The keeper lights")],
         ['row 1: "zzz" is not in document a',
          'row 2: "The keeper lights" is not in document a, but in document b'],
         '2 quotes have none. Use missing="skip"'),
        ([quoted("no such thing here", doc=None), quoted("salt once")],
         ['row 0: "no such thing here" is not in the texts'], "1 quote has none. Use missing"),
        ([quoted("tide. ebb"), quoted("ebb"), quoted("zz")],
         ['row 0: "tide. ebb" occurs 3 times in document a (a:7-16, a:17-26, a:27-36)',
          'row 1: "ebb" occurs 4 times in document a (a:3-6, a:13-16, a:23-26, ...)',
          'row 2: "zz" is not in document a'],
         "2 quotes have several places and 1 has none. Use prefix"),
    ],
)  # fmt: skip
def test_quotes_without_a_place(rows, shown, counts):
    *lines, last = refusal(rows, TEXTS)
    assert lines == [f"assessments: {line}" for line in shown]
    assert last.startswith(counts)
    last = refusal([RUN[0]], TEXTS, [[row | {"score": 1} for row in rows]])[-1]
    assert "ambiguous=" not in last or 'ambiguous="first", missing="skip"' in last


@pytest.mark.parametrize("extra", [0, 1, 5])
def test_the_first_twenty_problems_are_shown(extra):
    table = pw.locate([quoted("The lamp burns low")] * (20 + extra), {"a": LAMP}, stamp=True).table
    more = [f"... and {extra} more problem{'s' * (extra > 1)}"] * (extra > 0)
    changed = refusal(pw.Qrels.from_frame(table), {"a": LAMP + "!"})
    assert changed[0].startswith("row 0, 1, 2 and 17 more: document a has changed since it was")
    assert changed[1:] == more
    moved = refusal(pw.Qrels.from_frame(table.drop("sha256")), {"a": "Now " + LAMP})
    assert moved[0].startswith('row 0, 1, 2 and 17 more: "The lamp burns low" was not located at')
    assert moved[1:] == more
    lost = refusal(pw.Qrels.from_frame(table), {"b": LAMP})
    assert lost[0].startswith(f"row 0: document a is not in the texts ({20 + extra} rows; the")
    told = [quoted("zzzz", start=at, end=at + 4) for at in range(20 + extra)]
    misfits = refusal(pw.Qrels.from_frame(told), {"a": LAMP})
    assert len(misfits) == 20 + len(more)
    assert misfits[20:] == more
    assert [line.split(":")[0] for line in misfits[:20]] == [f"row {n}" for n in range(20)]


@pytest.mark.parametrize(
    ("text", "source", "enough", "few"),
    [
        ("The lump burnt low", "The lamp burns low", [2, 3, "2"], [None, 0, 1, "nan", ""]),
        ("The lump burns low", "The <b>lamp</b> burns low", [1, 2], [0]),
        ("The [lamp](x) burns low", "The lump burns low", [1], [0, None]),
        ("The lamp ... low", "The lamp", [0, None], []),
        ("The lamp ... low", "low", [0, 3], []),
        ("The lamp ... low at", "The lamp burns low at", [0], []),
        ("The lamp ... low at", "The lump burns low at", [1], [0]),
        ("The lamp ... low at", "The lumq burns low at", [1], [0]),  # twice the errors at an end
        ("The lamp ... low at", "The luxq burns low at", [2], [0, 1]),
        ("The lamp ... low at", "The lamp burns lox bt", [1], [0]),
        ("The lamp ... low at", f"The{' ' * 89}lamp burns low at", [0], []),
        ("The lamp ... low at", f"The{' ' * 90}lamp burns low at", [1], [0]),  # too far apart
    ],
)  # fmt: skip
def test_errors_of_located_rows(text, source, enough, few):
    """Rows that were located fit with as many errors as they say."""
    for count in [*enough, *few]:
        row = quoted(text, start=0, end=len(source), status="fuzzy", errors=count)
        gold = pw.Qrels.from_frame([row])
        if count in enough:
            assert pw.evaluate(gold, [RUN], "CharR@5", texts={"a": source}).table.size == 1
        else:
            assert "was not located at" in refusal(gold, {"a": source})[0]
    untold = quoted("The lump burns low", start=0, end=18, status="fuzzy")
    assert "was not located at" in refusal(pw.Qrels.from_frame([untold]), {"a": LAMP})[0]


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1", "2"], [1, 2]), (["01", "2"], [1.0, 2.0]), (["-10", ""], [-10, None]),
        (["1.5", "2"], [1.5, 2.0]), (["x", "2"], ["x", "2"]), (["9" * 18, "0"], [10**18 - 1, 0]),
        (["", "x"], ["", "x"]),
    ],
)  # fmt: skip
def test_numbers_of_text_files(cells, values):
    rows = [quoted("salt", grade=cell) for cell in cells]
    found = pw.locate(rows, TEXTS).table["grade"].to_list()
    assert [*map(repr, found)] == [*map(repr, values)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("lamp-1", "e.g. lamp)"), ("Lamp", 'e.g. lamp). Did you mean doc_ids="casefold"?'),
        ("x/lamp.txt", 'Did you mean doc_ids="stem"?'), ("lmap", "Did you mean lamp?"),
    ],
)  # fmt: skip
def test_names_that_may_have_been_meant(name, words):
    with pytest.raises(pw.PartwiseError) as bad:
        pw.locate([{"doc": name, "text": "x"}], {"lamp": "x", "lamp-2": "y"})
    said = f"row 0: document {name} is not in the texts (1 row; the texts hold 2 documents, e.g. l"
    assert str(bad.value).startswith(said)
    assert str(bad.value).endswith(words)


def test_doc_ids_that_make_two_texts_one():
    rows = [{"doc": "A.TXT", "text": "ebb"}, {"doc": "x/a.txt", "text": "ebb"}]
    assert pw.locate(rows[:1], {"a.txt": "ebb"}, doc_ids="casefold").table["start"].item() == 0
    assert pw.locate(rows[1:], {"a.txt": "ebb"}, doc_ids="name").table["start"].item() == 0
    with pytest.raises(pw.UsageError, match=r'makes two texts one: "a\.txt" and "a\.md"'):
        pw.locate(rows[1:], {"b": "", "a.txt": "ebb", "a.md": "x"}, doc_ids="stem")


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@pytest.mark.parametrize(
    ("start", "end", "past", "behind"),
    [(14, 15, 0, 0), (14, 16, 1, 0), (15, 16, 0, 1), (16, 17, 0, 1), (0, 99, 1, 0)],
)
def test_rows_past_the_end_of_a_document(tmp_path, start, end, past, behind):
    text = "The lamp burns."
    (tmp_path / "t.jsonl").write_text(json.dumps({"doc": "d", "text": text}))
    gold = [{"topic": "q", "doc": "d", "start": 0, "end": 3, "grade": 1}]
    run = [{"topic": "q", "doc": "d", "start": start, "end": end, "score": 1}]
    for name, rows in (("gold", gold), ("run", run)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = answer(tmp_path, "check", "run.jsonl", "--texts", "t.jsonl").err
    first = f"(first: d[{start}:{end}], 15 characters)"
    assert (f"1 row ends past the end of its document and is cut there {first}" in said) == past
    assert (f"1 row begins past the end of its document {first}" in said) == behind
    notes = [str(note) for note in pw.evaluate(gold, [run], "CharR@5", texts={"d": text}).notes]
    assert sum("extends past the end" in note for note in notes) == past
    assert sum("begins past the end" in note for note in notes) == behind


def test_offsets_of_several_documents_without_text():
    """Bytes become code points, each in its own document."""
    texts = {"a": "é lamp burns", "b": "éé lamp burns", "c": "lamp burns"}
    rows = [{"topic": "q", "doc": doc, "text": None, "start": at, "end": at + 4}
            for doc, at in (("b", 5), ("a", 3), ("c", 0), ("a", 3))]  # fmt: skip
    rows.append({"topic": "r", "doc": None, "text": None, "start": None, "end": None})
    table = pw.locate(rows, texts, unit="byte").table
    assert table["start"].to_list() == [3, 2, 0, 2, None]
    assert table["end"].to_list() == [7, 6, 4, 6, None]


def test_one_changed_piece_is_noted():
    text = {"a": "The rate was 5.5; it rained. The lamp burns low at noon. The rate fell."}
    rows = [quoted("The rate was 55 ... lamp burns low"), quoted("The rate fell")]
    found = pw.locate(rows, text)
    assert found.table["changed"].to_list() == ["digits", None, None]
    assert found.notes[0].startswith("warning: 1 fuzzy row has changed digits or negations")
    assert found.facts["changed"] == {"digits": 1, "negation": 0}
    assert found.counts["fuzzy"] == 1
    with pytest.warns(pw.PartwiseWarning, match="1 quote was located with changed digits"):
        values = pw.evaluate(rows, [RUN], "CharR@5", texts=text)
    assert any("located 2 of 2 quotes (1 exact, 1 fuzzy)" in note for note in values.notes)


def test_numbers_that_are_not_given():
    """Rows about whole documents have no place, before and after; an entry point may be lost."""
    rows = [
        {"topic": "q", "doc": "a", "grade": 1, "bep": 3},
        {"topic": "q", "doc": "b", "grade": 1},
    ]
    found = pw.migrate(rows, {"a": LAMP, "b": "x"}, {"a": "So. " + LAMP, "b": "y"})
    assert found.table.select("start", "old_start", "old_end", "bep").rows() == [
        (None, None, None, 7), (None, None, None, None),
    ]  # fmt: skip
    assert not any("entry point" in note for note in found.notes)


def test_markup_where_no_errors_are_allowed():
    text = {"a": "So the [old lamp](http://x.y) burns low. <b>Ebb</b> tide."}
    rows = [quoted("the old lamp burns low"), quoted("ebb tide"), quoted("the old lamp burns lo")]
    table = pw.locate(rows, text, max_errors=0).table
    ends = text["a"].index(" low") + 4
    assert table.select("start", "end", "status").rows() == [
        (3, ends, "normalised"), (text["a"].index("Ebb"), len(text["a"]) - 1, "normalised"),
        (3, ends - 1, "normalised"),
    ]  # fmt: skip


def test_a_start_in_bytes_tells_copies_apart():
    text = "é" * 30 + " ebb, " + "x" * 23 + " ebb."
    starts = [text.index("ebb"), text.rindex("ebb")]
    assert starts == [31, 60]
    row = quoted("ebb", start=62, end=65)  # character 32
    table = pw.locate([row], {"a": text}, unit="byte").table
    assert table.select("start", "by", "given_start").row(0) == (31, "hint", 62)
    assert pw.locate([row], {"a": text}).table["start"].item() == 60


def test_letters_of_two_documents_are_no_quote():
    """Texts lie one behind the other where they are searched."""
    texts = {"a": "once the tide ran abcdefghij klmnopqrst", "b": "uvwxyz zyxwvut and then some"}
    both = "abcdefghij klmnopqrst uvwxyz zyxwvut"
    rows = [{"text": text} for text in (both, both[:21], both[22:], "st uvwxyz zyxw")]
    for errors in (0, 0.1):
        table = pw.locate(rows, texts, max_errors=errors).table
        assert table.select("doc", "start", "end", "status").rows() == [
            (None, None, None, "unmatched"), ("a", 18, 39, "exact"), ("b", 0, 14, "exact"),
            (None, None, None, "unmatched"),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "quote", "place"),
    [
        # the word before the error stands twice, and the first of both is at the beginning
        ("i i walked home slowly that night", "i a walked home slowly that night", (0, 33)),
        ("he i i walked home slowly that night", "i a walked home slowly that night", (3, 36)),
        # at the other end the last of both
        ("they walked home slowly at last i i", "they walked home slowly at last a i", (0, 35)),
        ("walked home slowly that night i i so", "walked home slowly that night a i", (0, 33)),
    ],
)
def test_ends_that_are_equally_good(text, quote, place):
    table = pw.locate([quoted(quote)], {"a": text}).table
    assert table.select("start", "end").rows() == [place]


@pytest.mark.parametrize("markup", ["", "<b></b>"])
def test_quotes_of_more_letters_than_are_compared_with_errors(markup):
    text = " ".join(f"w{number:05d}" for number in range(30_000))
    letters = (1 << 17) + 1
    quote = "x" + text[1 : letters + (letters - 1) // 6]  # six letters and a blank
    source = text.replace(" w09999", f"{markup} w09999")
    found = pw.locate([{"text": quote}, {"text": quote[1:]}], {"a": source})
    assert found.table["status"].to_list() == ["unmatched", "normalised" if markup else "exact"]
    told = "warning: 1 quote of more than 131,072 letters was not searched for with errors"
    assert told in found.notes


def test_offsets_that_are_kept_though_they_are_empty():
    rows = [quoted("salt", start=0, end=0), quoted("once", start=48, end=52)]
    found = pw.locate(rows, {"a": TEXT}, trust="offsets")
    assert found.table.select("start", "end", "by").rows() == [(0, 0, "given"), (48, 52, "offsets")]
    assert found.notes[0].startswith("1 of 2 offsets does not fit")


@pytest.mark.parametrize(
    ("missing", "recall"), [("document", 10 / (15 + 28)), ("skip", 0), ("error", None)]
)
def test_rows_without_text_beside_quotes(missing, recall):
    rows = [quoted("salt once. rope"), {"topic": "q", "doc": "b"}]
    texts = {"a": TEXT, "b": "The keeper lights the lamp.  "[:28]}
    run = [{"topic": "q", "doc": "b", "start": 0, "end": 10, "score": 1}]
    if recall is None:
        refused = refusal(rows, texts, [run], missing=missing)
        assert refused[0].startswith("row 1: no place in a table that has places (1 such row)")
    else:
        with pytest.warns(pw.PartwiseWarning) if missing == "skip" else nullcontext():
            found = pw.evaluate(
                rows, [run], "CharR@5", texts=texts, reading=pw.Reading(missing=missing)
            )
        assert found.mean("run", "CharR@5") == pytest.approx(recall)


def test_three_pieces_that_were_located_as_one_place():
    source = "The rate was 5.5 % in 2019, and then it is not able to grow fast"
    gold = [quoted("The rate was ... and then ... grow fast")]
    table = pw.locate(gold, {"a": source}, ellipsis="cover").table
    assert table.select("start", "end").rows() == [(0, len(source))]
    for new, fits in ((source, True), (source.replace("grow fast", "row boats"), False)):
        if fits:
            found = pw.evaluate(pw.Qrels.from_frame(table), [RUN], "CharR@1", texts={"a": new})
            assert found.mean("run", "CharR@1") == 3 / len(source)
        else:
            (refused,) = refusal(pw.Qrels.from_frame(table), {"a": new})
            assert "was not located at a[0:64]" in refused


def test_results_as_json_keep_their_letters():
    found = pw.locate([quoted("marée basse")], {"a": "à la marée basse"})
    assert "marée basse" in found.to_json()


WIDE = {
    "ascii": "The lamp burns low at noon. zz\u00ff",
    "two bytes": "\u0461ne d\u0461y \u0461t noon the flood came, \uffdc",
}


@pytest.mark.parametrize(
    ("quote", "doc"),
    [
        # letters whose last byte, or last two, are those of another letter
        ("l\u0461mp", None), ("l\u0461mp burns low at noon", None),
        ("\U00010461ne", None), ("\U00010461ne d\U00010461y \U00010461t noon", None),
        ("lamp", "ascii"), ("LAMP BURNS LOW AT NOON", "ascii"),
        ("\u0461NE", "two bytes"), ("\u0461NE D\u0461Y \u0461t noon", "two bytes"),
        # the greatest letters that one byte, and two, can hold
        ("ZZ\u00ff", "ascii"), ("low, at noon: ZZ\u00ff", "ascii"),
        ("Came \uffdc", "two bytes"), ("The flood came \uffdc", "two bytes"),
    ],
)  # fmt: skip
def test_letters_of_more_bytes(quote, doc):
    table = pw.locate([{"text": quote}], WIDE, max_errors=0).table
    assert (table["doc"].item(), table["start"].item() is None) == (doc, doc is None)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 1), (5, 5), (0, None), (None, 3)])
def test_offsets_without_text(start, end):
    """A row without text passes on with both its offsets, be they 0; with one it has no place."""
    rows = [quoted(None, start=start, end=end), quoted("The lamp")]
    if None in (start, end):
        with pytest.raises(pw.PartwiseError, match="row 0: no place in a table that has places"):
            pw.locate(rows, {"a": LAMP})
        for name in ("element", "tree"):  # which is a place as well
            table = pw.locate([rows[0] | {name: "/a[1]"}, rows[1]], {"a": LAMP}).table
            assert table.select(name, "by").rows() == [("/a[1]", "given"), (None, "text")]
    else:
        table = pw.locate(rows, {"a": LAMP}).table
        assert table.select("start", "end", "by").rows() == [(start, end, "given"), (0, 8, "text")]
