"""Tables with quotes in place of offsets: evaluated as if they had been located before."""

from __future__ import annotations

import json
from itertools import accumulate

import pytest

import partwise as pw

TEXT = (
    "The keeper lights the lamp at dusk. He never sleeps before midnight. The tide turns twice. "
    "The keeper trims the wick at dawn. The tide turns twice. The boats come in with the flood."
)
TEXTS = {"a": TEXT, "b": "Salt eats the rope, and the rope gives way at ebb."}
GOLD = [
    {"topic": "q1", "doc": "a", "text": "lights the LAMP at dusk"},
    {"topic": "q1", "doc": "a", "text": "trims the wick", "grade": 2},
    {"topic": "q2", "text": "the rope gives way"},
]
RUN = [
    {"topic": "q1", "doc": "a", "text": "The keeper lights the lamp at dusk.", "score": 2.0},
    {
        "topic": "q1",
        "doc": "a",
        "text": "The keeper trims the wick [...] boats come in",
        "score": 1,
    },
    {"topic": "q2", "doc": "b", "text": "Salt eats the rope", "score": 1.0},
]
MEASURES = ["CharR@5", "CharP@5", "AP", "nDCG"]


def written(folder, name, rows):
    file = folder / name
    if file.suffix == ".jsonl":
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return file
    import polars as pl

    frame = pl.DataFrame(rows, infer_schema_length=None)
    if file.suffix == ".parquet":
        frame.write_parquet(file)
    else:
        frame.write_csv(file, separator="\t" if file.suffix == ".tsv" else ",")
    return file


@pytest.fixture
def values():
    qrels = pw.Qrels.from_frame(pw.locate(GOLD, TEXTS).table)
    run = pw.Run.from_frame(pw.locate(RUN, TEXTS).table, name="run")
    return pw.evaluate(qrels, run, MEASURES, texts=TEXTS).values.drop("run").rows()


@pytest.mark.parametrize("suffix", ["jsonl", "tsv", "csv", "parquet"])
def test_files_give_the_same_bits_as_located_tables(tmp_path, suffix, values):
    gold, run = (written(tmp_path, f"{n}.{suffix}", r) for n, r in (("gold", GOLD), ("run", RUN)))
    found = pw.evaluate(gold, run, MEASURES, texts=TEXTS)
    assert found.values.drop("run").rows() == values
    assert found.runs == ("run",)
    assert f"{gold}: located 3 of 3 quotes (2 exact, 1 normalised)" in found.notes
    assert "run: located 3 of 3 quotes (2 exact, 1 normalised)" in found.notes


def test_frames_and_lists_too(values):
    import polars as pl

    gold = pl.DataFrame(GOLD, infer_schema_length=None)
    assert pw.evaluate(gold, [RUN], MEASURES, texts=TEXTS).values.drop("run").rows() == values


def test_a_run_without_places(values):
    qrels = pw.Qrels.from_frame(pw.locate(GOLD, TEXTS).table)
    with pytest.warns(pw.PartwiseWarning, match="every row counts as a whole document"):
        whole = pw.evaluate(qrels, pw.Run.from_frame(RUN), ["CharR@5"], lengths={"a": 999, "b": 99})
    assert whole.mean("run", "CharR@5") == 1
    found = pw.evaluate(qrels, pw.Run.from_frame(RUN), MEASURES, texts=TEXTS)
    assert found.values.drop("run").rows() == values


def test_located_tables_are_checked_against_the_texts():
    table = pw.locate(GOLD, TEXTS).table
    run = pw.locate(RUN, TEXTS).table
    pw.evaluate(pw.Qrels.from_frame(table), pw.Run.from_frame(run), MEASURES, texts=TEXTS)
    moved = {"a": "Now " + TEXT, "b": TEXTS["b"]}
    with pytest.raises(pw.PartwiseError, match="was not located at a"):
        pw.evaluate(pw.Qrels.from_frame(table), pw.Run.from_frame(run), MEASURES, texts=moved)


def test_ambiguous_and_absent_quotes(tmp_path):
    rows = [
        {"topic": "q1", "doc": "a", "text": "The tide turns twice."},
        {"topic": "q1", "doc": "a", "text": "lights the lamp"},
        {"topic": "q1", "doc": "a", "text": "a zebra crosses the road"},
    ]
    gold = written(tmp_path, "gold.jsonl", rows)
    with pytest.raises(pw.PartwiseError) as bad:
        pw.evaluate(gold, [RUN], MEASURES, texts=TEXTS)
    assert str(bad.value).splitlines() == [
        f'{gold}:1: "The tide turns twice." occurs 2 times in document a (a:69-90, a:126-147)',
        f'{gold}:3: "a zebra crosses the road" is not in document a',
        "1 quote has several places and 1 has none. Use prefix, suffix or start, "
        'ambiguous="first" or ambiguous="all", missing="skip"; partwise locate writes the list',
    ]
    some = pw.evaluate(gold, [RUN], ["CharR@5"], texts=TEXTS, reading=pw.Reading(missing="skip"))
    assert some.mean("run", "CharR@5") == 1.0
    with pytest.raises(pw.PartwiseError, match=r"1 quote has none\. Use missing"):
        pw.evaluate(gold, [RUN], MEASURES, texts=TEXTS, reading=pw.Reading(ambiguous="first"))


def test_all_copies_can_be_relevant():
    gold = [{"topic": "q1", "doc": "a", "text": "The tide turns twice."}]
    run = [{"topic": "q1", "doc": "a", "start": 0, "end": 100, "score": 1}]
    share = {
        how: pw.evaluate(
            gold, [run], ["CharR@5"], texts=TEXTS, reading=pw.Reading(ambiguous=how)
        ).mean("run", "CharR@5")
        for how in ("first", "all")
    }
    assert share == {"first": 1.0, "all": 0.5}
    with pytest.raises(pw.PartwiseError, match="read a part of a run several times"):
        pw.evaluate(gold, [RUN], ["CharR@5"], texts=TEXTS, reading=pw.Reading(ambiguous="all"))


def test_chunks_as_an_inventory(tmp_path):
    words = TEXT.split(". ")
    starts = [0, *accumulate(len(word) + 2 for word in words[:-1])]
    rows = [
        {"id": f"c{i}", "doc": "a", "text": part, "start": start}
        for i, (part, start) in enumerate(zip(words, starts, strict=True))
    ]
    file = written(tmp_path, "chunks.jsonl", rows)
    gold = [{"topic": "q1", "doc": "a", "text": "The tide turns twice", "start": 120}]
    qrels = pw.Qrels.from_frame(pw.locate(gold, TEXTS).table)
    run = [{"topic": "q1", "doc": "a", "text": words[0], "score": 1.0}]
    found = pw.losses(qrels, [run], inventory=file, k=1, texts=TEXTS)
    assert (found.total["relevant"].item(), found.total["shown"].item()) == (20, 0)
    assert found.total["lost.cutting"].item() == 0


@pytest.mark.parametrize("start", [3, -1])
def test_offsets_that_do_not_fit(tmp_path, start):
    rows = [{**GOLD[0], "start": start, "end": 12}]
    gold = written(tmp_path, "gold.jsonl", rows)
    with pytest.raises(pw.PartwiseError, match=r"text differs from a|start -1 is no offset"):
        pw.evaluate(gold, [RUN], MEASURES, texts=TEXTS)
    found = pw.evaluate(gold, [RUN], ["CharR@5"], texts=TEXTS, reading=pw.Reading(trust="text"))
    assert found.mean("run", "CharR@5") == 1.0


def test_changed_numbers_stand_first():
    gold = [
        {"topic": "q1", "doc": "a", "text": "lights the lamp at dusk. He sleeps before midnight"}
    ]
    with pytest.warns(pw.PartwiseWarning, match="1 quote was located with changed digits or neg"):
        found = pw.evaluate(
            gold, [RUN], ["CharR@5"], texts=TEXTS, reading=pw.Reading(max_errors=0.2)
        )
    assert found.options["max_errors"] == 0.2


def test_bad_cells_are_named(tmp_path):
    (tmp_path / "gold.tsv").write_text("topic\tdoc\ttext\tgrade\nq\ta\tthe lamp\tx\n")
    with pytest.raises(pw.PartwiseError, match=r'gold\.tsv:2: grade "x" is not a number'):
        pw.evaluate(tmp_path / "gold.tsv", [RUN], MEASURES, texts=TEXTS)


def test_without_texts_the_reader_says_what_to_do(tmp_path):
    gold = written(tmp_path, "gold.jsonl", GOLD[:1])
    with pytest.raises(pw.PartwiseError, match="partwise locate turns its column text into places"):
        pw.evaluate(gold, [RUN], MEASURES)


def test_a_topic_that_was_answered_with_nothing(tmp_path):
    file = tmp_path / "run.jsonl"
    file.write_text('{"topic": "q1", "text": "Ann ran.", "rank": 1}\n{"topic": "q2"}\n')
    qrels = pw.Qrels.from_columns(topic=["q1", "q2"], doc=["d", "d"], start=[0, 0], end=[3, 3])
    found = pw.evaluate(qrels, file, "CharR", texts={"d": "Ann ran. Then it rained."})

    assert found.values["value"].to_list() == [1, 0]


def test_no_line_is_better_than_a_wrong_one(tmp_path):
    rows = [
        {"topic": "q1", "doc": "a", "text": "The keeper lights ... never sleeps"},
        {"topic": "q1", "doc": "a", "text": "the wick", "start": 3, "end": 11},
    ]
    gold = written(tmp_path, "gold.jsonl", rows)
    with pytest.raises(pw.PartwiseError) as bad:
        pw.evaluate(gold, [RUN], MEASURES, texts=TEXTS)
    assert str(bad.value).startswith(f'{gold}: text differs from a[3:11] at character 0 ("the wick')


@pytest.mark.parametrize("start", [69, 126, 120, 130])
@pytest.mark.parametrize("form", ["rows", "jsonl", "tsv", "parquet"])
def test_a_start_without_an_end_tells_copies_apart(tmp_path, start, form):
    rows = [{"topic": "q", "doc": "a", "text": "The tide turns twice.", "start": start},
            {"topic": "q", "doc": "a", "text": "trims the wick", "start": None}]  # fmt: skip
    gold = rows if form == "rows" else written(tmp_path, f"gold.{form}", rows)
    right = 69 if start == 69 else 126
    run = pw.Run.from_columns(topic=["q"], doc=["a"], start=[right], end=[right + 21], score=[1.0])
    found = pw.evaluate(gold, run, "CharP", texts=TEXTS)
    assert found.mean("run", "CharP") == 1.0
    noted = any("does not fit its text" in note for note in found.notes)
    assert noted == (start not in (69, 126))


def test_a_start_and_a_length_are_a_whole_place():
    row = {"topic": "q", "doc": "a", "text": "The tide turns twice.", "rank": 1}
    gold = pw.Qrels.from_columns(topic=["q"], doc=["a"], start=[69], end=[90])
    run = [{**row, "start": 69, "length": 21}]
    assert pw.evaluate(gold, run, "CharP", texts=TEXTS).mean("run", "CharP") == 1.0
    with pytest.raises(pw.PartwiseError, match="text differs"):
        pw.evaluate(gold, [{**row, "start": 60, "length": 21}], "CharP", texts=TEXTS)


@pytest.mark.parametrize("unit", ["byte", "utf16", "codepoint", None])
def test_units_of_tables_without_offsets(unit, values):
    """Quotes need no unit, but an inventory is not verified: its places come from `locate`."""
    reading = pw.Reading(unit=unit)
    found = pw.evaluate(GOLD, RUN, MEASURES, texts=TEXTS, reading=reading)
    assert found.values.drop("run").rows() == values
    inventory = [{"id": "x", "doc": "a", "text": "lights the LAMP at dusk"}]

    def evaluated():
        return pw.evaluate(GOLD, RUN, "CharR@5", texts=TEXTS, inventory=inventory, reading=reading)

    if unit in (None, "codepoint"):
        assert evaluated().mean("run", "CharR@5") == 0.5
    else:
        with pytest.raises(pw.UsageError, match=f"--unit {unit}: the inventory has texts without"):
            evaluated()


ACCENTS = "éé é lamp burns low at noon, and the salt eats the rope é every day"
LAMP, ROPE = "lamp burns low", "salt eats the rope"


def placed(quote, unit, **more):
    """Row with the offsets of a quote in `ACCENTS`."""
    starts = [ACCENTS.index(quote), ACCENTS.index(quote) + len(quote)]
    if unit == "byte":
        starts = [len(ACCENTS[:at].encode()) for at in starts]
    return {"topic": "q", "doc": "a", "start": starts[0], "end": starts[1], **more}


def recall_and_precision(rows, trust, unit, gold="codepoint"):
    reading = pw.Reading(trust=trust, unit=unit)
    names = ["CharR@5", "CharP@5"]
    found = pw.evaluate([placed(ROPE, gold)], [rows], names, texts={"a": ACCENTS}, reading=reading)
    return found.table[0, :, 0].tolist()


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@pytest.mark.parametrize("text", [None, ROPE])
@pytest.mark.parametrize("trust", [None, "text"])
@pytest.mark.parametrize("unit", ["byte", "codepoint"])
def test_units_of_offsets_beside_texts(tmp_path, unit, trust, text):
    """Texts tell the unit of all offsets of their table, also of those without a text."""
    rows = [
        placed(LAMP, unit, text=LAMP, score=2),
        placed(ROPE, unit, text=text, score=1),
    ]
    share = [1, len(ROPE) / len(LAMP + ROPE)]
    assert recall_and_precision(rows, trust, None) == pytest.approx(share)
    assert recall_and_precision(rows, trust, unit, gold=unit) == pytest.approx(share)
    other = {"byte": "codepoint", "codepoint": "byte"}[unit]
    refused = rf'fit their text as {other}, \d as {unit}\. Use unit="{unit}"'
    for given, where in ((rows, "^"), (written(tmp_path, "r.jsonl", rows), r"r\.jsonl: ")):
        with pytest.raises(pw.PartwiseError, match=where + rf"(0 of \d offsets? )?{refused}"):
            recall_and_precision(given, trust, other)


def test_lines_of_rows_whose_offsets_contradict_each_other(tmp_path):
    rows = [placed(LAMP, "codepoint", text=LAMP, score=2)]
    rows.append({"topic": "q", "doc": "a", "start": 5, "length": 9, "text": ROPE, "score": 1})
    for given, where in ((rows, "^row 1: "), (written(tmp_path, "r.jsonl", rows), r"r\.jsonl:2: ")):
        with pytest.raises(pw.PartwiseError, match=where + r"end 55 is not start \+ length = 46"):
            recall_and_precision(given, "text", None)
