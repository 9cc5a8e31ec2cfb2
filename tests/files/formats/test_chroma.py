from __future__ import annotations

import csv
import io
import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.chroma import read_qrels, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.texts.locate import read_texts
from partwise.texts.verify import verified


def content(*rows, header=("question", "references", "corpus_id")):
    out = io.StringIO()
    csv.writer(out).writerows([header, *rows])
    return out.getvalue()


def ref(start, end, text="x"):
    return {"content": text, "start_index": start, "end_index": end}


def test_questions_by_hand(source):
    text = content(
        ["Who?\nWhy?", json.dumps([ref(5, 9, "Ann."), ref(0, 1)]), "book"],
        ["None?", "[]", "book"],
        ["What?", json.dumps([ref(2, 3)]), "other"],
    )
    reading = read_qrels(source(text), Reading())
    qrels = reading

    assert qrels.topics.tolist() == ["q000", "q001", "q002"]
    assert texts(qrels, "topic") == ["q000", "q000", "q002"]
    assert texts(qrels, "doc") == ["book", "book", "other"]
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([5, 0, 2], [9, 1, 3])
    assert qrels.extra["text"].tolist() == ["Ann.", "x", "x"]
    assert [reading.lines.of(row) for row in range(3)] == [2, 2, 5]
    assert read_topics(source(text))["q000"] == "Who?\nWhy?"


def test_further_columns_in_any_order(source):
    text = content(["d", 1, "[]", "q?"], header=("corpus_id", "n", "references", "question"))

    assert read_any(source(text)).topics.tolist() == ["q000"]


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("[{", 'x:2: references "[{" are not JSON'),
        ("{}", "x:2: references are an object, not a list"),
        ("[3]", "x:2: references[0]: a number, not an object"),
        ('[{"start_index": 3}]', 'x:2: references[0]: no key "end_index"'),
        (json.dumps([ref(0, 1), ref("x", 4)]), 'x:2: references[1]: start "x" is not a whole'),
        (json.dumps([ref(-1, 4)]), "x:2: references[0]: start -1 is negative"),
        (json.dumps([ref(5, 4)]), "x:2: end 4 is before start 5"),
    ],
)
def test_references_that_are_refused(source, cell, words):
    assert said(read_qrels, source(content(["q", cell, "d"])), Reading()).startswith(words)


def test_a_question_without_a_document(source):
    text = content(["q", json.dumps([ref(0, 1)]), ""])

    assert said(read_qrels, source(text), Reading()) == "x:2: references[0]: corpus_id is missing"


@pytest.mark.parametrize("folder", ["chunking_evaluation", "state-of-the-union"])
def test_real_questions(real_data, folder):
    """Every reference, as a plain reading of the file has it; texts and unit are proved."""
    path = real_data / folder / "questions_df.csv"
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    wanted = [
        (f"q{number:03d}", row["corpus_id"], each["start_index"], each["end_index"])
        for number, row in enumerate(rows)
        for each in json.loads(row["references"])
    ]
    qrels = read_any(path)
    spans = zip(qrels.start.tolist(), qrels.end.tolist(), strict=True)
    names = zip(texts(qrels, "topic"), texts(qrels, "doc"), spans, strict=True)
    assert [(topic, doc, *span) for topic, doc, span in names] == wanted
    assert len(qrels.topics) == len(rows)

    corpora = path.parent / "corpora"
    known = read_texts(corpora if corpora.is_dir() else path.parent / "state_of_the_union.md")
    assert verified(qrels, known) is qrels
