from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.bioasq import read_qrels, read_run, read_topics, write_qrels, write_run
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def snippet(document, section, start, end, **more):
    return {
        "document": f"http://www.ncbi.nlm.nih.gov/pubmed/{document}",
        "beginSection": section,
        "endSection": section,
        "offsetInBeginSection": start,
        "offsetInEndSection": end,
        **more,
    }


def content(*questions, indent=1):
    return json.dumps({"questions": list(questions)}, indent=indent)


GOLD = content(
    {"id": "a", "body": "Who?", "snippets": [
        snippet(12, "abstract", 3, 7, text="four"), snippet(9, "sections.0", 0, 5)]},
    {"id": "b", "body": "What?", "snippets": []},
    {"id": 7, "documents": []},
    {"id": "c", "snippets": [snippet(12, "title", 1, 2)]},
)  # fmt: skip


def test_gold_by_hand(source):
    reading = read_qrels(source(GOLD), Reading())
    qrels = reading

    assert qrels.topics.tolist() == ["a", "b", "7", "c"]
    assert texts(qrels, "topic") == ["a", "a", "c"]
    assert texts(qrels, "doc") == ["12/abstract", "9/0", "12/title"]
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([3, 0, 1], [7, 5, 2])
    assert qrels.extra["text"].tolist() == ["four", "", ""]
    line = next(n for n, text in enumerate(GOLD.split("\n"), 1) if "sections.0" in text)
    assert reading.lines.of(1) < line < reading.lines.of(2)
    assert read_topics(source(GOLD)) == {"a": "Who?", "b": "What?", "7": "", "c": ""}


def test_answers_are_ranked_by_the_list(source):
    run = read_run(source(GOLD), Reading())

    assert run.rank.tolist() == [1, 2, 1]
    assert run.score is None
    assert run.answered == ["b", "7"]
    assert run.name == "x"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"id": "a"}, 'x:1: questions[1]: question "a" occurs twice (questions[0])'),
        ({"body": "?"}, "x:1: questions[1]: question without an id"),
        ([], "x:1: questions[1]: a list, not an object"),
        ({"id": "z", "snippets": 3}, "x:1: questions[1].snippets: a number, not a list"),
        (
            {"id": "z", "snippets": [{**snippet(1, "title", 0, 1), "endSection": "abstract"}]},
            "x:1: questions[1].snippets[0]: question z: a snippet begins in title and ends in "
            "abstract. Not supported",
        ),
        (
            {"id": "z", "snippets": [snippet(1, "title", 4, 2)]},
            "x:1: questions[1].snippets[0]: end 2 is before start 4",
        ),
        (
            {"id": "z", "snippets": [snippet(1, "title", "x", 2)]},
            'x:1: questions[1].snippets[0]: start "x" is not a whole number',
        ),
        (
            {"id": "z", "snippets": [{"document": "u/1", "beginSection": "title"}]},
            'x:1: questions[1].snippets[0]: no key "offsetInBeginSection"',
        ),
        (
            {"id": "z", "snippets": [{"document": 4}]},
            'x:1: questions[1].snippets[0]: no text at the key "document"',
        ),
    ],
)
def test_what_is_refused(source, question, words):
    text = content({"id": "a", "snippets": []}, question, indent=None)

    assert said(read_qrels, source(text), Reading()).startswith(words)


def test_other_shapes(source):
    see = "See partwise formats bioasq"
    assert said(read_qrels, source('{"questions": 3}'), Reading()).startswith(
        "x:1: questions: a number, not a list"
    )
    assert said(read_qrels, source('{"questions": []}'), Reading()) == f"x: nothing in it. {see}"


def test_offsets_that_java_counted(source):
    one = snippet(1, "abstract", 0, 3, text="a\U0001f600")
    text = content({"id": "a", "snippets": [one]})

    (note,) = read_qrels(source(text), Reading()).notes
    assert "as long in UTF-16 units" in note


def test_written_as_it_was(source):
    qrels, run = read_qrels(source(GOLD), Reading()), read_run(source(GOLD), Reading())
    wanted = [
        {"id": str(each["id"]), "snippets": each.get("snippets", [])}
        for each in json.loads(GOLD)["questions"]
    ]

    assert json.loads(write_qrels(qrels)) == json.loads(write_run(run)) == {"questions": wanted}


def test_what_it_cannot_hold():
    place = {"start": [0], "end": [1]}
    bare = "a document that is not named by article and section"
    for table, words in (
        (Run.from_columns(topic=["a"], doc=["1/title"], rank=[1]), "a part without offsets"),
        (Run.from_columns(topic=["a"], doc=["1/title"], score=[1], **place), "the column score"),
        (Qrels.from_columns(topic=["a"], doc=["1"], **place), bare),
        (Qrels.from_columns(topic=["a"], doc=["1/title"], grade=[2], **place), "grades"),
    ):
        write = write_run if isinstance(table, Run) else write_qrels
        with pytest.raises(TableError, match=f"BioASQ JSON cannot hold {words}"):
            write(table)


def test_a_real_gold_standard(real_data):
    """Every snippet, as a plain reading of the JSON has it."""
    path = real_data / "bioasq_sample" / "gold.json"
    wanted = [
        (
            question["id"],
            f"{each['document'].split('/')[-1]}/{each['beginSection'].split('.')[-1]}",
            each["offsetInBeginSection"],
            each["offsetInEndSection"],
        )
        for question in json.loads(path.read_text())["questions"]
        for each in question["snippets"]
    ]
    qrels = read_any(path)

    spans = zip(qrels.start.tolist(), qrels.end.tolist(), strict=True)
    names = zip(texts(qrels, "topic"), texts(qrels, "doc"), spans, strict=True)
    assert [(topic, doc, *span) for topic, doc, span in names] == wanted
    assert (len(wanted), len(qrels.topics)) == (276, 49)
