"""Questions in the files of other tools: ``--topics-file`` takes them as it takes a table."""

from __future__ import annotations

import json

import pytest
from tests.helpers import answer, grouped_options
from tests.public.formats.samples import load, write

import partwise as pw

QUESTIONS = {
    "bioasq": {"a": "Who?", "b": "What?", "7": "", "c": ""},
    "chroma": {"q000": "Who?\nWhy?", "q001": "None?", "q002": "What?"},
    "fever": {"7": "C", "8": "D"},
    "hotpot": {"q1": "Who?"},
    "kilt": {"1": "Who?", "b": ""},
    "legalbench": {"q000": "Who?", "q001": "Who?", "q002": "Why?"},
    "legalbench-results": {"q000": "Who?", "q001": "Why?"},
    "ragas": {"q000": "Who?", "q001": "Why?"},
    "scifact": {"1": "C", "2": "D", "3": "E"},
    "squad": {"q": "q?"},
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_of_the_first_sample(tmp_path, name):
    sample = next(s for s in load(name) if s["kind"] == "qrels" and "columns" in s["outcome"])
    file = write(tmp_path, sample)
    topics = pw.read_qrels(file, **grouped_options(**sample.get("options", {}))).topics.tolist()
    rows = "".join(f"{topic}\td\t1\n" for topic in topics)
    (tmp_path / "q.tsv").write_text(f"topic\tdoc\tgrade\n{rows}", encoding="utf-8")
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\tscore\n{rows}", encoding="utf-8")

    words = ["report", "q.tsv", "r.tsv", "-m", "AP", "-o", "page.html", "--data", "data.json"]
    done = answer(tmp_path, *words, "--topics-file", file.name)

    assert done.code == 0
    asked = json.loads((tmp_path / "data.json").read_text(encoding="utf-8"))["topics"]
    assert dict(zip(asked["id"], asked["text"], strict=True)) == QUESTIONS[name]


@pytest.mark.parametrize(
    ("rows", "texts", "attributes", "warning"),
    [
        (
            [{"topic": "t1", "text": "Who?", "kind": "a"}, {"topic": "t2", "kind": None}],
            ["Who?", ""],
            {"kind": ["a", ""]},
            "",
        ),
        (
            [{"topic": "t2", "text": "Why?", "size": 1.5}, {"topic": "t1", "size": None}],
            ["", "Why?"],
            {"size": ["", "1.5"]},
            "",
        ),
        (
            [{"topic": "x1", "text": "Who?"}, {"topic": "w2", "text": "Why?"}],
            ["", ""],
            {},
            "t.jsonl: none of its 2 topics is judged (there: w2.., assessments: t1..)",
        ),
    ],
)
def test_cells_of_questions_that_are_empty(tmp_path, rows, texts, attributes, warning):
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    for name, column in (("q", "grade"), ("r", "score")):
        (tmp_path / f"{name}.tsv").write_text(f"topic\tdoc\t{column}\nt1\td\t1\nt2\td\t1\n")
    words = ["report", "q.tsv", "r.tsv", "-m", "AP", "-o", "page.html", "--data", "data.json"]
    done = answer(tmp_path, *words, "--topics-file", "t.jsonl")
    asked = json.loads((tmp_path / "data.json").read_text(encoding="utf-8"))["topics"]
    assert (asked["id"], asked["text"], asked["attributes"]) == (["t1", "t2"], texts, attributes)
    assert warning in done.err
    assert ("t.jsonl" in done.err) == bool(warning)
