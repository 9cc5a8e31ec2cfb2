from __future__ import annotations

import csv

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.evidence_inference import read_qrels
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.tables.texts import Texts
from partwise.texts.verify import verified

HEAD = "UserID,PromptID,PMCID,Valid Label,Valid Reasoning,Annotations,Evidence Start,Evidence End\n"


def test_rows_by_hand(source):
    text = (
        HEAD
        + '0,11,900,True,True,"one, two",5,13\n'
        + "1,11,900,True,True,four,3,7\n"
        + "0,12,900,False,True,four,3,7\n"
        + "0,13,901,True,True,none,-1,-1\n"
    )
    reading = read_qrels(source(text), Reading())
    qrels = reading

    assert qrels.topics.tolist() == ["11"]
    assert (texts(qrels, "doc"), texts(qrels, "assessor")) == (["900", "900"], ["0", "1"])
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([5, 3], [13, 7])
    assert qrels.extra["text"].tolist() == ["one, two", "four"]
    assert reading.lines.of(1) == 3
    assert qrels.notes == (
        "1 annotation left out: label or reasoning not valid",
        "1 annotation left out: no offsets (-1)",
    )


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("0,11,900,True,True,t,x,7", 'x:2: start "x" is not a whole number'),
        ("0,11,900,True,True,t,9,7", "x:2: end 7 is before start 9"),
        ("0,11,,True,True,t,5,7", "x:2: doc is missing"),
        ("0,11,900,True,True,t,5", "x:2: 7 columns, expected 8"),
    ],
)
def test_rows_that_are_refused(source, row, words):
    assert said(read_qrels, source(HEAD + row + "\n"), Reading()).startswith(words)


def test_real_annotations(real_data):
    """Every valid row, as a plain reading has it; offsets are proved to be half-open."""
    folder = real_data / "evidence-inference"
    with (folder / "annotations.csv").open(newline="", encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["Valid Label"] == row["Valid Reasoning"] == "True"
            and row["Evidence Start"] != "-1"
        ]
    wanted = [
        (row["PromptID"], row["PMCID"], int(row["Evidence Start"]), int(row["Evidence End"]))
        for row in rows
    ]
    qrels = read_any(folder / "annotations.csv")
    spans = zip(qrels.start.tolist(), qrels.end.tolist(), strict=True)
    names = zip(texts(qrels, "topic"), texts(qrels, "doc"), spans, strict=True)
    assert [(topic, doc, *span) for topic, doc, span in names] == wanted
    assert len(wanted) == 421

    files = (folder / "txt").glob("*.txt")
    known = {f.stem.removeprefix("PMC"): f.read_bytes().decode() for f in files}
    assert verified(qrels, Texts(known)) is qrels
