from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

import partwise as pw
from partwise.files.formats.ragas import kind_of, read_qrels, read_quotes, read_run, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.files.reading import read_run as read_any_run


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


IDS = lines(
    {
        "user_input": "Who?",
        "retrieved_contexts": ["Ann ran.", "x"],
        "retrieved_context_ids": ["c1", 2],
        "reference_context_ids": ["c9"],
    },
    {"user_input": "Why?", "retrieved_context_ids": [], "reference_context_ids": ["c1", "c9"]},
)
QUOTES = lines(
    {"user_input": "Who?", "retrieved_contexts": ["It rained.", "Ann ran."]},
    {"user_input": "Why?", "retrieved_contexts": []},
)
GOLD = lines(
    {"user_input": "Who?", "reference_contexts": ["Ann ran."]},
    {"user_input": "Why?", "reference_contexts": ["It rained."]},
)
TEXTS = {"d": "Ann ran. Then it rained. It rained."}


def test_one_file_is_run_and_assessments(source):
    run, qrels = read_any_run(source(IDS)), read_any(source(IDS))

    assert (texts(run, "topic"), texts(run, "doc")) == (["q000", "q000"], ["c1", "2"])
    assert (run.rank.tolist(), run.answered) == ([1, 2], ["q001"])
    assert run.extra["text"].tolist() == ["Ann ran.", "x"]
    assert texts(qrels, "topic") == ["q000", "q001", "q001"]
    assert qrels.extra["id"].tolist() == ["c9", "c1", "c9"]
    assert qrels.grade.tolist() == [1, 1, 1]
    assert kind_of(source(IDS)) == "run"
    assert read_topics(source(IDS)) == {"q000": "Who?", "q001": "Why?"}


def test_contexts_without_ids_are_quotes(source, here):
    assert said(read_run, source(QUOTES), Reading()) == (
        "x: 2 contexts are text without an id. Use texts=... to place them by their text"
    )
    table = read_quotes(source(QUOTES), "run")
    assert table.extra["text"].tolist() == ["It rained.", "Ann ran.", ""]
    assert read_quotes(source(IDS), "run") is None
    assert kind_of(source(GOLD)) == "qrels"


def test_quotes_are_located_in_the_texts(source, here):
    source(QUOTES, "run.jsonl")
    source(GOLD, "gold.jsonl")
    found = pw.evaluate("gold.jsonl", "run.jsonl", ["CharR", "CharR@1"], texts=TEXTS)

    values = {(row[1], row[2]): row[3] for row in found.values.rows()}
    assert values["q000", "CharR"] == 1
    assert values["q000", "CharR@1"] == 0
    assert values["q001", "CharR"] == 0


def test_quotes_are_given_places_by_locate(source, here):
    source(GOLD, "gold.jsonl")
    for kind in (None, "qrels"):
        found = pw.locate("gold.jsonl", TEXTS, kind=kind).table
        assert found["start"].to_list() == [0, 25]
        assert found["topic"].to_list() == ["q000", "q001"]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"user_input": "q", "reference_contexts": ["a"]}, 'x: no line has "retrieved_contexts" '),
        ({"retrieved_contexts": "a"}, "x:1: retrieved_contexts: text, not a list"),
        (
            {"retrieved_contexts": ["a"], "retrieved_context_ids": ["a", "b"]},
            "x:1: 1 retrieved_contexts and 2 retrieved_context_ids",
        ),
    ],
)
def test_what_is_refused(source, row, words):
    assert said(read_run, source(lines(row)), Reading()).startswith(words)


def test_assessments_of_a_run(source):
    assert said(read_qrels, source(QUOTES), Reading()).startswith(
        'x: no line has "reference_contexts" or "reference_context_ids"'
    )
