"""Parquet files of our own tables, of AutoRAG and of ranx."""

from __future__ import annotations

import polars as pl
import pytest

import partwise as pw

CORPUS = {
    "doc_id": ["p1", "p2", "p3"],
    "contents": ["title: A\nAnn ran.", "title: A\nBob sat.", "lost"],
    "path": ["a.txt", "a.txt", "b.txt"],
    "start_end_idx": [[0, 7], [9, 16], [0, 0]],
}
QUESTIONS = {
    "qid": ["a", "b", "c"],
    "query": ["A?", "B?", None],
    "retrieval_gt": [[["p1", "p2"], ["p3"]], [["p1"]], []],
}


@pytest.fixture
def parquet(tmp_path):
    def write(columns, **schema):
        path = tmp_path / "x.parquet"
        pl.DataFrame(columns, schema_overrides=schema, strict=False).write_parquet(path)
        return path

    return write


@pytest.mark.parametrize("kind", [pl.List(pl.Int64), pl.Array(pl.Int64, 2), pl.List(pl.UInt8)])
def test_corpus(parquet, kind):  # the last character is part of the passage
    parts = pw.read_inventory(
        parquet(CORPUS, start_end_idx=kind), reading=pw.Reading(missing="skip")
    )

    assert (parts.docs.tolist(), parts.id.tolist()) == (["a.txt"], ["p1", "p2"])
    assert (parts.start.tolist(), parts.end.tolist()) == ([0, 9], [8, 17])
    assert parts.text.tolist() == ["Ann ran.", "Bob sat."]


@pytest.mark.parametrize(
    ("column", "facts"),
    [
        ({"start_end_idx": [1, 2, 3]}, "start_end_idx holds Int64"),
        ({"start_end_idx": [["a"], ["b"], ["c"]]}, "start_end_idx holds List"),
        ({"contents": [1, 2, 3]}, "contents holds Int64"),
        ({"start_end_idx": [[5, 2], [9, 16], [1, 2]]}, "row 1: end 3 is before start 5"),
        ({"start_end_idx": [[0, 7], [9, (1 << 63) - 1], [1, 2]]}, "row 2: end"),
        ({}, "row 3"),  # a passage that was not found
    ],
)  # fmt: skip
def test_corpus_that_is_refused(parquet, column, facts):
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_inventory(parquet(CORPUS | column))
    assert facts in str(error.value)


def test_questions(parquet):
    rows = pw.read_qrels(parquet(QUESTIONS)).to_frame()

    assert rows["topic"].to_list() == ["a", "a", "a", "b", "c"]
    assert rows["doc"].to_list() == ["p1", "p2", "p3", "p1", None]
    assert rows["grade"].to_list() == [1, 1, 1, 1, None]
    assert rows["group"].to_list() == ["0", "0", "1", "0", None]
    assert rows["alternative"].to_list() == ["0", "1", "0", "0", None]


@pytest.mark.parametrize(
    ("columns", "facts"),
    [
        ({"qid": ["a", "a"], "retrieval_gt": [[["p"]], [["p"]]]}, 'row 2: question "a"'),
        ({"qid": ["a"], "retrieval_gt": [["p"]]}, "row 1: retrieval_gt"),
        ({"retrieval_gt": [[["p"]]]}, "no column qid"),
        ({"qid": ["a"]}, "no column retrieval_gt"),
    ],
)
def test_questions_that_are_refused(parquet, columns, facts):
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_qrels(parquet(columns), format="autorag-qa")
    assert facts in str(error.value)


def test_scores_of_ranx(parquet):
    table = {"q_id": ["q", "q", "p"], "doc_id": ["a", "b", "a"], "score": [0.5, 2.5, 1.0]}

    run = pw.read_run(parquet(table)).to_frame()
    qrels = pw.read_qrels(parquet(table | {"score": [0, 2, 1]})).to_frame()

    assert run.select("topic", "doc", "score").rows() == [
        ("q", "a", 0.5), ("q", "b", 2.5), ("p", "a", 1.0),
    ]  # fmt: skip
    assert qrels["grade"].to_list() == [0, 2, 1]


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt64, pl.Float64, pl.Int32])
def test_offsets_of_any_type(parquet, kind):
    table = {"topic": ["q", "q"], "doc": ["a", "b"], "start": [0, 7], "end": [5, 9], "rank": [1, 2]}
    run = pw.read_run(parquet(table, start=kind, end=kind, topic=pl.Categorical))

    assert (run.start.tolist(), run.end.tolist()) == ([0, 7], [5, 9])
    assert run.rank.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("column", "row"),
    [
        ({"start": [0, -3]}, 2),
        ({"start": [0, 10]}, 2),
        ({"end": [5, None]}, 2),
        ({"doc": [None, "b"]}, 1),
    ],
)
def test_rows_that_are_refused(parquet, column, row):
    table = {"topic": ["q", "q"], "doc": ["a", "b"], "start": [0, 7], "end": [5, 9]}
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_run(parquet(table | column))
    assert f"row {row}: " in str(error.value)
