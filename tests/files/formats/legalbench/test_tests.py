from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.legalbench.tests import noted, read_qrels, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.tables.qrels import Qrels


def content(*tests, indent=1):
    return json.dumps({"tests": list(tests)}, indent=indent)


def snippet(path, start, end, **more):
    return {"file_path": path, "span": [start, end], **more}


def test_tests_by_hand(source):
    text = content(
        {"query": "Who?", "tags": ["nda", "x"], "snippets": [
            snippet("a/b.txt", 5, 9, answer="Ann."), snippet("c.txt", 0, 1)]},
        {"query": "Who?", "snippets": []},
        {"query": "Why?", "tags": [], "snippets": [snippet("c.txt", 2, 3)]},
    )  # fmt: skip
    qrels = read_any(source(text))

    assert qrels.format == "legalbench"
    assert qrels.topics.tolist() == ["q000", "q001", "q002"]
    assert texts(qrels, "doc") == ["a/b.txt", "c.txt", "c.txt"]
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([5, 0, 2], [9, 1, 3])
    assert qrels.extra["tag"].tolist() == ["nda", "nda", ""]
    assert qrels.extra["text"].tolist() == ["Ann.", "", ""]
    assert read_topics(source(text)) == {"q000": "Who?", "q001": "Who?", "q002": "Why?"}


def test_snippets_that_touch_are_noted(source):
    test = {"query": "q", "snippets": [snippet("a", 0, 5), snippet("a", 5, 7), snippet("b", 7, 9)]}
    qrels = read_qrels(source(content(test)), Reading())

    assert qrels.notes == (
        "1 snippet touches or overlaps another of the same test (LegalBench-RAG refuses that)",
    )


@pytest.mark.parametrize(
    ("test", "words"),
    [
        (3, "tests[0]: a number, not an object"),
        ({"query": "q"}, 'tests[0]: no key "snippets"'),
        ({"query": "q", "snippets": [], "tags": "x"}, "tests[0].tags: text, not a list"),
        (
            {"query": "q", "snippets": [{"span": [1, 2]}]},
            'tests[0].snippets[0]: no text at the key "file_path"',
        ),
        (
            {"query": "q", "snippets": [{"file_path": "a", "span": [1]}]},
            "tests[0].snippets[0].span: 1 numbers, expected [start, end]",
        ),
        (
            {"query": "q", "snippets": [snippet("a", 5, 5)]},
            "tests[0].snippets[0]: empty span 5..5",
        ),
    ],
)
def test_what_is_refused(source, test, words):
    text = content(test, indent=None)

    assert said(read_qrels, source(text), Reading()).startswith(f"x:1: {words}")


def test_nothing_is_noted_of_snippets_apart():
    qrels = Qrels.from_columns(topic=["a", "a"], doc=["d", "d"], start=[0, 6], end=[5, 9])

    assert noted(qrels).notes == ()
