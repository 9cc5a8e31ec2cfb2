from __future__ import annotations

import json

import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.prepared import joined_topics


def snippet(path, start=0, end=9):
    return {"file_path": path, "span": [start, end]}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def made(tests, results):
        """Write tests and results; each query wants the file of its own name."""
        gold = [{"query": query, "snippets": [snippet(query)]} for query in tests]
        saved = [
            {"qa_gt": {"query": query, "snippets": []}, "retrieved_snippets": [snippet(query)]}
            for query in results
        ]
        (tmp_path / "tests.json").write_text(json.dumps({"tests": gold}))
        (tmp_path / "results.json").write_text(json.dumps({"qa_result_list": saved}))
        return pw.read_qrels("tests.json"), pw.read_run("results.json")

    return made


def test_results_in_another_order(files):
    qrels, run = files(["a", "b", "c"], ["c", "x", "a"])

    assert joined_topics(run, qrels).topics.tolist() == ["q002", "x", "q000"]
    found = pw.evaluate("tests.json", "results.json", "CharR")
    assert dict(found.values.select("topic", "value").rows()) == {"q000": 1, "q001": 0, "q002": 1}


def test_the_same_order_needs_no_join(files):
    qrels, run = files(["a", "a"], ["a", "a"])

    assert joined_topics(run, qrels) is run


@pytest.mark.parametrize(
    ("tests", "results", "words"),
    [
        (["a", "a"], ["a"], 'tests.json: query "a" occurs twice (q000 and q001). '),
        (["a"], ["a", "b", "a"], 'results.json: query "a" occurs twice (q000 and q002). '),
    ],
)
def test_texts_that_repeat(files, tests, results, words):
    qrels, run = files(tests, results)
    with pytest.raises(FormatError) as caught:
        joined_topics(run, qrels)

    assert str(caught.value).startswith(words)


def test_other_runs_are_left_alone(files):
    qrels, _ = files(["a"], ["b"])
    run = pw.Run.from_columns(topic=["q000"], doc=["a"], start=[0], end=[1])

    assert joined_topics(run, qrels) is run
