from __future__ import annotations

import json

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.ranx import kind_of, read_qrels, read_run, write_qrels, write_run
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.files.reading import read_run as read_any_run
from partwise.files.source import Source
from partwise.tables.run import Run

SCORES = {"q1": {"b": 2.5, "a": -1}, "q2": {}, "q3": {"a": 7}}
GRADES = {"q1": {"b": 2, "a": 0}, "q2": {}}


def dictionary(table, numbers):
    found = {topic: {} for topic in table.topics.tolist()}
    known = [] if numbers is None else numbers.tolist()
    rows = zip(texts(table, "topic"), texts(table, "doc"), known, strict=True)
    for topic, doc, number in rows:
        found[topic][doc] = number
    return found


@pytest.mark.parametrize("indent", [None, 1])
def test_read_as_a_run(source, indent):
    run = read_any_run(source(json.dumps(SCORES, indent=indent)))

    assert dictionary(run, run.score) == SCORES
    assert (run.answered, run.format) == (["q2"], "ranx")
    assert kind_of(source(json.dumps(SCORES))) == "run"


def test_read_as_assessments(source):
    qrels = read_any(source(json.dumps(GRADES)))

    assert dictionary(qrels, qrels.grade) == GRADES
    assert kind_of(source(json.dumps(GRADES))) == "qrels"


def test_fractions_are_no_grades_unless_the_format_is_named(source):
    file = source(json.dumps(SCORES, indent=1))

    assert said(read_qrels, file, Reading()) == (
        "x:3: q1.b: score 2.5 is not a whole number: a run, not assessments. QRELS come first; "
        'use format="ranx" to read it as assessments'
    )
    assert read_any(file, format="ranx").grade.tolist() == [2.5, -1, 7]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"q": {"d": 1}, "r": 3}', "x:1: r: a number, expected an object of numbers"),
        ('{"q": {"d": 1, "e": "x"}}', "x:1: q.e: text, not a number"),
        ('{"q": {"d": 1, "d": 2}}', 'x:1: key "d" occurs twice in one object'),
        ("[1]", "x: a list, expected an object of objects of numbers"),
    ],
)
def test_what_is_refused(source, text, words):
    assert said(read_run, source(text), Reading()).startswith(words)


def test_parquet(tmp_path):
    rows = [(q, d, s) for q, found in SCORES.items() for d, s in found.items()]
    frame = pl.DataFrame(rows, schema=["q_id", "doc_id", "score"], orient="row", strict=False)
    frame.write_parquet(tmp_path / "run.parquet")
    run = read_any_run(tmp_path / "run.parquet")

    assert run.format == "ranx"
    assert dictionary(run, run.score) == {q: found for q, found in SCORES.items() if found}
    assert "row 1: score 2.5 is not a whole number" in said(read_any, tmp_path / "run.parquet")
    frame.with_columns(score=pl.lit(1)).write_parquet(tmp_path / "qrels.parquet")
    assert read_any(tmp_path / "qrels.parquet").grade.tolist() == [1, 1, 1]


names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=4)
runs = st.dictionaries(
    names, st.dictionaries(names, st.floats(-9, 9), max_size=4), min_size=1, max_size=4
)


@given(runs)
def test_written_and_read_again(tmp_path_factory, scores):
    file = tmp_path_factory.mktemp("ranx") / "x.json"
    file.write_text(json.dumps(scores))
    run = read_run(Source(file), Reading())
    assert dictionary(run, run.score) == scores
    assert json.loads(write_run(run)) == scores


def test_grades_are_written(source):
    qrels = read_qrels(source(json.dumps(GRADES)), Reading())

    assert json.loads(write_qrels(qrels)) == GRADES
    with pytest.raises(TableError, match="ranx JSON is ordered by score, and this run by rank"):
        write_run(Run.from_columns(topic=["a"], doc=["d"], rank=[1]))


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"doc_id": ["d"], "score": [1.5]}, "no column q_id (available: doc_id, score)"),
        ({"q_id": ["a"], "doc_id": ["d"], "score": [1.5], "topic": ["a"]},
         "q_id and topic both name the column topic"),
    ],
)  # fmt: skip
def test_columns_of_parquet(tmp_path, columns, words):
    pl.DataFrame(columns).write_parquet(tmp_path / "run.parquet")

    found = said(lambda file: read_any_run(file, format="ranx"), tmp_path / "run.parquet")
    assert found.endswith(f"run.parquet: {words}")
