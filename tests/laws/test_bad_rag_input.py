"""What RAG engineers hand over that cannot be used: one clear message, exit code 2, no guess."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from tests.helpers import answer

import partwise as pw

TEXT = "Ebb é🌊 tide comes in. "
TEXTS = {"a": TEXT}
RUN = "topic\tdoc\tstart\tend\nq1\ta\t0\t5\n"
LINES = {
    "start -1": ('{"topic":"q1","doc":"a","start":-1,"end":5}', "start -1 is negative"),
    "start null": ('{"topic":"q1","doc":"a","start":null,"end":5}', "end without start"),
    "half of the quotes": (
        '{"topic":"q1","text":"tide comes"}\n{"topic":"q2","text":"nowhere to be found at all"}',
        '"nowhere to be found at all" is not in the texts',
    ),
    "cleaned text": (
        '{"topic":"q1","doc":"a","text":"ebb water tide","start":0,"end":14}',
        "text differs from a[0:14] at character 0",
    ),
    "ids twice": ('{"topic":"q1","id":"c1"}', 'id "c1" is that of two parts, a[0:5] and a[5:9]'),
    "another unit": (
        '{"topic":"q1","doc":"a","text":"tide comes","start":7,"end":17}',
        "fit their text as byte, 1 as codepoint. Use --unit codepoint",
    ),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts").mkdir()
    (tmp_path / "empty").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXT, "utf-8")
    (tmp_path / "run.tsv").write_text(RUN)
    (tmp_path / "parts.tsv").write_text("id\tdoc\tstart\tend\nc1\ta\t0\t5\nc1\ta\t5\t9\n")
    return tmp_path


def refused(folder, *words):
    output = ("-o", "out.tsv", "--format", "tsv")
    done = answer(folder, "evaluate", *words, "-m", "CharR", *output)
    return done.code, done.err


@pytest.mark.parametrize("name", LINES)
def test_the_command_says_what_is_wrong(folder, name):
    lines, said = LINES[name]
    (folder / "gold.jsonl").write_text(lines)
    more = ["--inventory", "parts.tsv"] if "ids" in name else ["--texts", "texts"]
    more += ["--unit", "byte"] if "unit" in name else []
    code, words = refused(folder, "gold.jsonl", "run.tsv", *more)
    assert code == 2
    assert said in words
    assert not (folder / "out.tsv").exists()


def test_an_empty_folder(folder):
    (folder / "gold.tsv").write_text(RUN)
    code, words = refused(folder, "gold.tsv", "run.tsv", "--texts", "empty")
    assert (code, "empty: no documents" in words) == (2, True)
    with pytest.raises(pw.PartwiseError, match="empty: no documents"):
        pw.read_texts("empty")


def test_texts_that_have_changed(folder):
    rows = [{"topic": "q1", "doc": "a", "text": "tide comes"}]
    found = pw.locate(rows, TEXTS, stamp=True).table
    found.write_ndjson(folder / "gold.jsonl")
    (folder / "texts" / "a.txt").write_text("The " + TEXT, "utf-8")
    code, words = refused(folder, "gold.jsonl", "run.tsv", "--texts", "texts")
    assert code == 2
    assert "document a has changed since it was assessed" in words
    assert "partwise migrate" in words


def document(text, start):
    metadata = {"source": "a", "start_index": start}
    return SimpleNamespace(page_content=text, metadata=metadata, id=None)


@pytest.mark.parametrize(
    ("items", "more", "said"),
    [
        ([document("Ebb", 0), document("tide", -1)], {}, r"1 of 2 items has no place: q1\[2\]"),
        ([document("Ebb", None)], {}, r"1 of 1 items has no place: q1\[1\] \(no start_index\)"),
        (
            [document("Ebb", -1), document("nowhere to be found", -1)],
            {"texts": TEXTS, "locate": True},
            r"1 of 2 items has no place: q1\[2\] \(its text is not in the texts\)",
        ),
        ([document("ebb tide", 0)], {"texts": TEXTS}, "differs at character 0"),
        (
            [document("tide", 7)],
            {"texts": TEXTS, "unit": "byte"},
            "an offset is inside a character, or past the end",
        ),
    ],
)
def test_the_adapter_says_what_is_wrong(items, more, said):
    with pytest.raises(pw.PartwiseError, match=said):
        pw.Run.from_langchain({"q1": items}, **more)


def test_a_run_is_the_same_through_an_adapter_json_lines_and_parquet(tmp_path):
    texts = {"a": TEXT * 40, "b": TEXT * 30}
    found = {
        f"q{topic}": [
            SimpleNamespace(
                page_content=texts[doc][start : start + 30],
                metadata={"source": doc, "start_index": start},
                id=None,
            )
            for start in range(topic, 300, 23 + topic)
            for doc in ("a", "b")
        ]
        for topic in range(5)
    } | {"q9": []}
    run = pw.Run.from_langchain(found, texts=texts, name="mine")
    qrels = pw.Qrels.from_columns(
        topic=[f"q{n}" for n in (0, 1, 2, 3, 4, 9)],
        doc=list("abbaab"),
        start=[5, 40, 100, 0, 250, 3],
        end=[60, 45, 190, 33, 300, 9],
    )
    measures = ["CharR@5", "CharP@5", "CharAP", "CharR(budget=100)", "nDCG", "PartRR", "Hit@3"]
    with pytest.warns(
        pw.PartwiseWarning, match="124 of 124 items have a text that their documents"
    ):
        wanted = pw.evaluate(qrels, run, measures, texts=texts).values
    for name in ("run.jsonl", "run.parquet", "run.tsv", "run.csv"):
        pw.write_run(run, tmp_path / name)
        again = pw.evaluate(qrels, tmp_path / name, measures, texts=texts).values
        assert again.equals(wanted), name
    nested = [
        {
            "topic": topic,
            "run": "mine",
            "results": [
                {"doc": one.metadata["source"], "start": one.metadata["start_index"],
                 "end": one.metadata["start_index"] + len(one.page_content)}
                for one in items
            ],
        }
        for topic, items in found.items()
    ]  # fmt: skip
    (tmp_path / "nested.jsonl").write_text("\n".join(map(json.dumps, nested)))
    assert pw.evaluate(qrels, tmp_path / "nested.jsonl", measures, texts=texts).values.equals(
        wanted
    )
