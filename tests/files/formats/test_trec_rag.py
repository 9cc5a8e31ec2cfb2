from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.evaluation.lines import line_of
from partwise.files.formats.trec_rag import read_run
from partwise.files.options import Reading
from partwise.files.reading import read_run as read_any


def lines(*answers):
    return "".join(json.dumps(answer) + "\n" for answer in answers)


def answer(topic, references, *citations, **more):
    sentences = [{"text": "s", "citations": list(each)} for each in citations]
    return {"topic_id": topic, "references": references, "answer": sentences, **more}


TWO = lines(
    answer(7, ["a#1", "b#2", "c#3"], [2], [0, 2], run_id="me"),
    answer("t", ["a#1"], [], run_id="me"),
)


def test_references_by_hand(source):
    run = read_any(source(TWO))

    assert (run.format, run.name, run.topics.tolist()) == ("trec-rag", "me", ["7", "t"])
    assert texts(run, "doc") == ["a#1", "b#2", "c#3", "a#1"]
    assert run.rank.tolist() == [1, 2, 3, 1]
    assert run.extra["cited"].tolist() == [2, None, 1, None]


def test_only_what_is_cited(source):
    run = read_any(source(TWO), reading=Reading(cited=True))

    assert (texts(run, "doc"), run.rank.tolist()) == (["a#1", "c#3"], [2, 1])
    assert run.answered == ["t"]
    assert "2 references never cited left out" in run.notes
    assert [line_of(run, row) for row in (0, 1)] == [1, 1]


def test_lines_are_those_of_the_rows_that_were_read(source):
    text = lines(answer(1, ["a", "b"], [1]), answer(2, ["c"], [0]))

    assert line_of(read_any(source(text)), 2) == 2
    assert line_of(read_any(source(text), reading=Reading(cited=True)), 1) == 2


def test_citations_that_name_references(source):
    run = read_run(source(lines(answer(1, ["a", "b"], ["b"]))), Reading())

    assert run.extra["cited"].tolist() == [None, 1]


@pytest.mark.parametrize("key", ["topic_id", "narrative_id"])
def test_topics_among_the_metadata(source, key):
    text = lines({"metadata": {key: 3, "run_id": "r"}, "references": ["a"], "answer": []})
    run = read_any(source(text))

    assert (run.topics.tolist(), run.name) == (["3"], "r")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (answer(1, ["a"], [1]), 'answer[0]: citation "1" is none of the 1 reference'),
        (answer(1, ["a"], ["z"]), 'answer[0]: citation "z" is none of the 1 reference'),
        ({"references": [], "answer": []}, "topic without an id"),
        ({"topic_id": 1, "answer": []}, 'no key "references"'),
        (answer(1, [{}]), 'references[0]: doc "{...}" is not text'),
    ],
)
def test_what_is_refused(source, found, words):
    assert said(read_run, source(lines(found)), Reading()).startswith(f"x:1: {words}")


def test_cited_is_for_answers(source):
    words = said(read_any, source("1 Q0 d 1 2 t\n"), cited=True)

    assert words == (
        "x: a TREC run, whose rows are not cited. Use cited=True for TREC RAG answers only"
    )
