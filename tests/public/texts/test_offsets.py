"""Offsets of judgements and runs against the texts that they point into."""

from __future__ import annotations

import random

import pytest
from tests.helpers import grouped_options

import partwise as pw

TEXT = "The 🌊 rises at dawn; the café closes."
SPAN = (TEXT.index("café"), TEXT.index("café") + 4)
WIDTHS = {"codepoint": ("utf-32-le", 4), "utf16": ("utf-16-le", 2), "byte": ("utf-8", 1)}


def in_unit(unit: str, *places: int, text: str = TEXT) -> list[int]:
    coding, width = WIDTHS[unit]
    return [len(text[:place].encode(coding)) // width for place in places]


def run_of(start, end, text=None, doc="d", **columns):
    row = {"topic": "q", "doc": doc, "start": start, "end": end, "score": 1.0, **columns}
    return [row if text is None else row | {"text": text}]


def precision(run, texts=None, gold=SPAN, **options) -> pw.Results:
    """Precision of one row on a judged span: 1.0 where their offsets are the same."""
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[gold[0]], end=[gold[1]])
    return pw.evaluate(
        qrels,
        [run],
        ["CharP@1", "CharR@1"],
        texts=texts or {"d": TEXT},
        **grouped_options(**options),
    )


def both(found: pw.Results) -> list[float]:
    return found.table.ravel().tolist()


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@pytest.mark.parametrize("unit", WIDTHS)
def test_units(unit):
    found = precision(run_of(*in_unit(unit, *SPAN), "café"))
    assert both(found) == [1, 1]
    proof = [note for note in found.notes if "offsets are" in note]
    assert len(proof) == (unit != "codepoint")
    assert all("1 of 1 fit their text (1 row tells the units apart); converted" in n for n in proof)
    gold = in_unit(unit, *SPAN)
    assert both(precision(run_of(*gold, "café"), gold=gold, unit=unit)) == [1, 1]
    if unit != "codepoint":  # without a text beside it
        converted = precision(run_of(*gold), gold=gold, unit=unit)
        assert both(converted) == [1, 1]
        assert both(precision(run_of(*gold))) != [1, 1]


@pytest.mark.parametrize(
    ("run", "options", "words"),
    [
        (run_of(*in_unit("utf16", *SPAN), "café"), {"unit": "byte"},
         "0 of 1 offset fit their text as byte, 1 as utf16"),
        (run_of(5, 9), {"unit": "utf16"}, "offset 5 in utf16 units is inside a character of doc"),
        (run_of(0, 5), {"unit": "utf16"}, "offset 5 in utf16 units is inside a character of doc"),
        (run_of(0, 99), {"unit": "byte"}, "offset 99 in byte units"),
        (run_of(0, 4, "dusk"), {}, r'd\[0:4\] at character 0 \("dusk" instead of "The .*Wrong'),
        (run_of(0, 5, "The 🌊x"), {}, r"d\[0:5\] at character 4|d\[0:5\] at character 5"),
        (run_of(*SPAN, "cafés"), {}, r"at character 4 \(\"s\" instead of \"\"\)"),
        (run_of(0, 4, doc="x"), {}, r"document x is not in .* \(1 row; the texts hold 1 doc"),
        (run_of(0, 4) + run_of(0, 4, doc="x") * 2, {}, r"document x is not in .* \(2 rows"),
        (run_of(0, 4, "The") + run_of(0, 4, "dusk") * 2, {}, r"(?s)row 1: .*Wrong.*row 2: text"),
    ],
)  # fmt: skip
def test_refused(run, options, words):
    with pytest.raises(pw.PartwiseError, match=words) as refused:
        precision(run, **options)
    assert str(refused.value).count("Wrong unit") <= 1
    if "differs" in str(refused.value):
        assert both(precision(run[:1], trust="offsets")) == both(
            precision([{k: v for k, v in row.items() if k != "text"} for row in run[:1]])
        )


def test_blanks_case_and_unknown_units():
    assert both(precision(run_of(SPAN[0] - 1, SPAN[1] + 1, "CAFÉ"))) == [4 / 6, 1]
    with pytest.raises(pw.UsageError, match="offsets in utf16 units need the texts"):
        pw.evaluate(
            pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[4]),
            [run_of(0, 4)], "CharR@1", reading=pw.Reading(unit="utf16"),
        )  # fmt: skip
    with pytest.raises(pw.UsageError, match="trust must be text or offsets"):
        precision(run_of(0, 4), trust="x")


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
def test_random_texts():
    rng = random.Random(4)
    texts, spans = {}, []
    for number in range(40):
        texts[f"d{number}"] = text = "".join(rng.choices("aé🌊 \n漢", k=rng.randint(2, 40)))
        start = rng.randrange(len(text) - 1)
        spans.append((start, rng.randint(start + 1, len(text))))
    for unit in WIDTHS:
        rows = []
        for (doc, text), span in zip(texts.items(), spans, strict=True):
            start, end = in_unit(unit, *span, text=text)
            rows.append({"topic": doc, "doc": doc, "start": start, "end": end, "score": 1.0})
        pairs = [*zip(rows, spans, strict=True)]
        told = [row | {"text": texts[row["doc"]][a:b]} for row, (a, b) in pairs]
        plain = [row | {"start": a, "end": b, "grade": 1} for row, (a, b) in pairs]
        gold = [row | {"grade": 1} for row in rows]
        converted = pw.evaluate(gold, [rows], "CharF@1", texts=texts, reading=pw.Reading(unit=unit))
        proved = pw.evaluate(plain, [told], "CharF@1", texts=texts)
        assert {*converted.table.ravel().tolist()} == {*proved.table.ravel().tolist()} == {1.0}


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@pytest.mark.parametrize("unit", ["byte", "utf16"])
def test_ends_past_a_document(unit):
    text = "Ebb 🌊🌊 tide"
    (size,) = in_unit(unit, len(text), text=text)
    words = f'unit="{unit}"'
    for end, doubted in ((size, True), (len(text), False), (1000, False)):
        run = run_of(0, 4) + run_of(4, end)
        notes = " ".join(map(str, precision(run, {"d": text}, (0, 3)).notes))
        assert (words in notes) == doubted
        assert ("was truncated" in notes) == (end > len(text))


RATE = "The rate was 5.5 % in 2019. It is not able to [grow](http://x.y/z) <b>fast</b> at all."
QUOTES = [
    "The rate was 5.5 %", "it is NOT able to grow fast", "The rate was 55 % in 2018",
    "The rate was ... not able", "[...] in 2019 ... to grow", "The rate ... able to",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@pytest.mark.parametrize("ellipsis", ["pieces", "cover"])
@pytest.mark.parametrize("quote", QUOTES)
def test_rows_that_were_located_before(quote, ellipsis):
    """Rows of `locate` are compared with the texts by as many errors as they have."""
    rows = [{"topic": "q", "doc": "d", "text": quote}]
    table = pw.locate(rows, {"d": RATE}, ellipsis=ellipsis).table
    run = [run_of(0, 20)]

    def values(texts, **options):
        qrels = pw.Qrels.from_frame(options.pop("table", table))
        return pw.evaluate(qrels, run, "CharR@1", texts=texts, **grouped_options(**options)).mean(
            "run", "CharR@1"
        )

    shown = sum(max(0, min(20, b) - a) for a, b in table.select("start", "end").rows() if a < 20)
    assert values({"d": RATE}) == shown / sum(table["end"] - table["start"])
    other = "# Annual report of all\n" + RATE
    with pytest.raises(pw.PartwiseError, match=r"was not located at d\[\d+:\d+\]; has the text"):
        values({"d": other})
    assert values({"d": other}, trust="offsets") >= 0
    with pytest.raises(pw.PartwiseError, match="document d is not in the texts"):
        values({"e": RATE})
    stamped = pw.locate(rows, {"d": RATE}, ellipsis=ellipsis, stamp=True).table
    assert values({"d": RATE}, table=stamped) == values({"d": RATE})
    with pytest.raises(pw.PartwiseError, match=r"document d has changed since it was assessed"):
        values({"d": RATE + " "}, table=stamped, trust="offsets")


def test_covered_pieces_begin_and_end_as_the_quote_does():
    gold = [{"topic": "q", "doc": "d", "text": "The rate was 5.5 ... able to"}]
    table = pw.locate(gold, {"d": RATE}, ellipsis="cover").table
    for new, fits in (
        (RATE.replace("in 2019. It is", "in 1999, it is"), True),  # between the pieces
        (RATE.replace("The rate was 5.5", "The rope has 5.7"), False),
        (RATE.replace("able to", "boat by"), False),
        (RATE.replace("The rate", "THE  rat").replace("able to", "ABLE TO"), False),
        (RATE.replace("The rate", "THE RATE").replace("able to", "ABLE TO"), True),
    ):
        evaluated = lambda new=new: pw.evaluate(  # noqa: E731
            pw.Qrels.from_frame(table), [run_of(0, 20)], "CharR@1", texts={"d": new}
        )
        if fits:
            assert evaluated().table.size == 1
        else:
            with pytest.raises(pw.PartwiseError, match="was not located at d"):
                evaluated()


def test_a_status_of_others_is_no_proof():
    gold = pw.Qrels.from_frame([
        {"topic": "q", "doc": "d", "start": 0, "end": 3, "status": "new", "text": "Ebb"}
    ])  # fmt: skip
    with pytest.raises(pw.PartwiseError, match=r"text differs from d\[0:3\]"):
        pw.evaluate(gold, [run_of(0, 4)], "CharR@1", texts={"d": TEXT})
