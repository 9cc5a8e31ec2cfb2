from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.legalbench.results import read_qrels, read_run, read_topics
from partwise.files.kinds import kind_of
from partwise.files.options import Reading


def snippet(path, start, end, **more):
    return {"file_path": path, "span": [start, end], **more}


def result(query, gold, retrieved, tag="nda"):
    test = {"query": query, "tags": [tag], "snippets": gold}
    return {"qa_gt": test, "retrieved_snippets": retrieved, "recall": 0.5}


SAVED = json.dumps(
    {
        "qa_result_list": [
            result("Who?", [snippet("a", 0, 5)], [snippet("b", 1, 9, score=1.0),
                                                  snippet("a", 0, 9, score=0.5)]),
            result("Why?", [snippet("b", 2, 3)], []),
        ],
        "weights": [0.75, 0.25],
        "avg_recall": 1,
    }
)  # fmt: skip


def test_read_as_a_run(source):
    run = read_run(source(SAVED), Reading())

    assert (texts(run, "topic"), texts(run, "doc")) == (["q000", "q000"], ["b", "a"])
    assert (run.start.tolist(), run.end.tolist()) == ([1, 0], [9, 9])
    assert (run.rank.tolist(), run.score) == ([1, 2], None)
    assert run.extra["given_score"].tolist() == [1.0, 0.5]
    assert run.answered == ["q001"]
    assert read_topics(source(SAVED)) == {"q000": "Who?", "q001": "Why?"}


def test_read_as_assessments(source):
    qrels = read_qrels(source(SAVED), Reading())

    assert (texts(qrels, "topic"), texts(qrels, "doc")) == (["q000", "q001"], ["a", "b"])
    assert qrels.extra["weight"].tolist() == [0.75, 0.25]
    assert qrels.extra["tag"].tolist() == ["nda", "nda"]


def test_it_is_a_run_unless_somebody_says_otherwise(source):
    assert kind_of(source(SAVED)) == "run"


@pytest.mark.parametrize(
    ("read", "results", "words"),
    [
        (read_run, [{"qa_gt": {}}], 'qa_result_list[0]: no key "retrieved_snippets"'),
        (read_qrels, [{}], "qa_result_list[0]: null, not an object"),
        (read_qrels, [{"qa_gt": 3}], "qa_result_list[0].qa_gt: a number, not an object"),
        (read_qrels, [{"qa_gt": {}}], 'qa_result_list[0].qa_gt: no key "snippets"'),
    ],
)
def test_what_is_refused(source, read, results, words):
    text = json.dumps({"qa_result_list": results})

    assert said(read, source(text), Reading()).startswith(f"x:1: {words}")


def test_weights_of_another_number(source):
    text = json.dumps(
        {"qa_result_list": [result("q", [snippet("a", 0, 5)], [])], "weights": [1, 2]}
    )

    assert said(read_qrels, source(text), Reading()) == "x:1: weights: 2 weights for 1 tests"
