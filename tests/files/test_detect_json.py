from __future__ import annotations

import json

import pytest
from tests.files.samples import said

from partwise.files.detect_json import detect_json, keys_of


@pytest.fixture
def detected(source):
    def found(head: str, kind=None, columns=None, *, cut=False) -> str:
        return detect_json(source(head), head, kind, columns, cut=cut)

    return found


@pytest.mark.parametrize(
    "head",
    [
        '{"topic": "q", "doc": "d"}\n',
        '\n\n{"query_id": 1, "doc_id": 2}\n',
        '{"doc": "d", "length": 5}\n',
        '{"doc": "d", "start": 0, "end": 5}\n',
        '{"doc": "d", "element": "/a[1]"}\n',
        '{"topic": "q", "doc": \n',  # broken: the reader says what is wrong
        '{"topic": 1}\n{"topic": 2, "doc": "d"}\n',  # another line has the key
        '{"topic": "q"}\n{"topic": "r", "run": "me"}\n',  # answered with nothing
    ],
)
def test_tables_of_ours(detected, head):
    assert detected(head) == "jsonl"


def test_names_that_the_user_gives(detected):
    line = '{"question": "q", "source": "d"}\n'
    assert detected(line, None, {"topic": "question", "doc": "source"}) == "jsonl"
    words = "x: JSON without the keys topic and doc. partwise formats lists the JSON of other tools"
    assert said(detected, line) == f"{words} that is read"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ({"input": "q", "retrieval_context": []}, "a DeepEval export"),
        ({"record_id": 1, "app_id": 2}, "a TruLens export"),
    ],
)
def test_json_that_is_not_read_is_named(detected, content, what):
    words = said(detected, json.dumps(content, indent=1 if "data" in content else None))

    assert words.startswith(f"x: {what}; partwise does not read it. Write a table with topic, ")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ({"questions": [{"id": "a", "snippets": []}]}, "bioasq"),
        ({"tests": [{"query": "q", "snippets": []}]}, "legalbench"),
        ({"resourceSpans": []}, "traces"),
        ({"attributes": {}, "context": {}}, "traces"),
        ({"qa_result_list": [{"qa_gt": {}}], "weights": []}, "legalbench-results"),
        ({"id": 1, "output": [{"provenance": []}]}, "kilt"),
        ({"data": [{"paragraphs": []}]}, "squad"),
        ({"claim": "c", "evidence": {}}, "scifact"),
        ({"claim": "c", "evidence": []}, "fever"),
        ([{"supporting_facts": [], "context": []}], "hotpot"),
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_the_json_of_others(detected, content, name, indent):
    assert detected(json.dumps(content, indent=indent)) == name


def test_an_array(detected):
    words = "x: a JSON array, not JSON lines. Write one object a line, without the brackets"

    assert said(detected, '[\n{"topic": 1}]') == words
    assert said(detected, '[{"topic": 1, "doc": 2}]') == words


def test_a_first_line_without_end_in_sight_does_not_decide(detected):
    assert detected('[{"text": "', cut=True) == "jsonl"
    assert detected('{"text": "', cut=True) == "jsonl"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (None, "the keys topic and doc"),
        ("run", "the keys topic and doc"),
        ("lengths", "the keys doc and length"),
        ("inventory", "the key doc"),
    ],
)
def test_what_is_missing(detected, kind, words):
    assert said(detected, '{"id": 1}\n', kind).startswith(f"x: JSON without {words}. ")


def test_an_output_without_provenance_is_not_of_kilt(detected):
    assert said(detected, '{"input": 1, "output": "x"}\n').startswith("x: JSON without the keys")


def test_a_topic_alone_is_no_assessment(detected):
    assert detected('{"topic": 1}\n', "run") == "jsonl"
    lacking = "x: JSON lines without the key doc (available: "
    assert said(detected, '{"topic": 1}\n', "qrels") == f"{lacking}topic)"
    assert said(detected, '{"topic": 1, "title": "t"}\n') == f"{lacking}topic, title)"


def test_keys():
    assert keys_of('{"b": {"c": 1}, "a": 2}') == ["b", "a"]
    assert keys_of('{"b": {"c": 1}, "a": ') == ["b", "c", "a"]
    assert keys_of("[1]") == keys_of("3") == []
    assert keys_of('{"a": ' + "[" * 100_000) == ["a"]
