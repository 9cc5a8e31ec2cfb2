from __future__ import annotations

import numpy as np
import pytest
from tests.files.samples import said

import partwise as pw
from partwise.errors import FormatError, TableError
from partwise.files.parsing.columns import decoded
from partwise.files.parsing.delimited import read_delimited
from partwise.files.parsing.rows import answered_topics, placed_rows
from partwise.tables.column_names import Schema


@pytest.fixture
def table(source):
    def made(*lines: str, kind="run"):
        text = "".join("\t".join(line.split(",")) + "\n" for line in lines)
        return read_delimited(source(text), Schema(kind), "tsv", "\t")

    return made


def test_a_topic_alone_was_answered_with_nothing(table):
    made = answered_topics(table("topic,doc,run,score", "a,d,me,1", "b,,me,", "c,d,me,2"))

    assert decoded(made.texts["topic"]).tolist() == ["a", "c"]
    assert made.texts["topic"].names.tolist() == ["a", "b", "c"]
    assert made.lines.of(1) == 4
    assert made.problems.total == 0


def test_rows_that_say_anything_else_stay(table):
    made = table("topic,doc,score,note", "a,d,1,", "b,,0,", "c,,,x")

    assert answered_topics(made) is made


def test_a_topic_with_parts_and_with_nothing(table):
    made = answered_topics(table("topic,doc", "a,", "b,d", "a,d", "a,e"))

    words = "x:2: topic a is answered with nothing here, but has parts at line 4"
    assert said(made.problems.refuse) == words


def test_without_columns_of_places_nothing_is_missing(table):
    made = table("topic,doc", "a,d")

    assert placed_rows(made, "run", "error") is made


def test_rows_without_a_place(table):
    lines = ("topic,doc,start,end,score", "a,d,0,5,1", "a,e,,,9", "b,e,,,5", "b,f,1,2,4")
    refused = placed_rows(table(*lines), "run", "error")
    assert said(refused.problems.refuse).startswith(
        "x:3: no place in a table that has places (2 such rows). Use missing="
    )
    whole = placed_rows(table(*lines), "run", "document")
    assert whole.size == 4
    assert whole.notes[-1] == "2 rows without a place count as whole documents"
    some = placed_rows(table(*lines), "run", "skip")
    assert decoded(some.texts["doc"]).tolist() == ["d", "f"]
    # e is first in both topics: by their scores d and f stood second
    assert some.notes[-1] == "2 rows without a place left out; 2 parts moved up"


@pytest.mark.parametrize(
    ("order", "moved"),
    [("rank,score", 0), ("rank,distance", 0), ("distance,note", 1), ("note,other", 1)],
)
def test_who_moves_up_depends_on_what_orders(table, order, moved):
    # by score, rank and distance the row without a place is last; without them it is first
    first, second = order.split(",")
    cells = {"rank": "21", "score": "12", "distance": "12", "note": "xy", "other": "xy"}
    if order == "distance,note":
        cells["distance"] = "01"
    lines = [
        f"a,{doc},{place},{cells[first][i]},{cells[second][i]}"
        for i, doc, place in ((0, "e", ","), (1, "d", "0,5"))
    ]
    made = placed_rows(table(f"topic,doc,start,end,{order}", *lines), "run", "skip")

    assert ("moved up" in made.notes[-1]) == bool(moved)


def test_what_is_not_relevant_needs_no_place(table):
    made = table("topic,doc,start,end,grade", "a,d,0,5,1", "a,e,,,0", "a,f,,,-1", kind="qrels")

    assert placed_rows(made, "qrels", "error") is made
    assert made.problems.total == 0


def test_ungraded_assessments_without_a_place_are_relevant_documents(table):
    lines = ("topic,doc,start,end,grade", "a,d,0,5,", "a,e,,,", "a,f,,,3")
    made = placed_rows(table(*lines, kind="qrels"), "qrels", "document")

    assert made.reals["grade"].tolist()[1:] == [1.0, 3.0]
    assert str(made.reals["grade"][0]) == "nan"


JUDGED = {
    "tsv": "topic\tdoc\tstart\tend\nq1\ta\t0\t5\nq7\t\t\t\n",
    "csv": "topic,doc,start,end\nq1,a,0,5\nq7,,,\n",
    "lines.jsonl": '{"topic":"q1","doc":"a","start":0,"end":5}\n{"topic":"q7"}\n',
    "null.jsonl": '{"topic":"q1","doc":"a","start":0,"end":5}\n{"topic":"q7","doc":null}\n',
    "nested.jsonl": '{"topic":"q1","results":[{"doc":"a","start":0,"end":5}]}\n'
    '{"topic":"q7","results":[]}\n',
    "ids.jsonl": '{"topic":"q1","results":["c1"]}\n{"topic":"q7","results":[]}\n',
}


@pytest.mark.parametrize("name", JUDGED)
def test_a_topic_can_be_judged_with_nothing_relevant(tmp_path, name):
    """Nothing is relevant for it: measures are undefined there, and it counts as judged."""
    file = tmp_path / f"g.{name.rpartition('.')[2]}"
    file.write_text(JUDGED[name])
    parts = pw.Inventory.from_columns(doc=["a"], start=[0], end=[5], id=["c1"])
    qrels = pw.read_qrels(file, inventory=parts) if "ids" in name else pw.read_qrels(file)
    assert (qrels.topics.tolist(), qrels.without_rows, len(qrels)) == (["q1", "q7"], ["q7"], 1)
    run = pw.Run.from_columns(topic=["q1", "q7"], doc=["a", "a"], start=[0, 0], end=[5, 5])
    found = pw.evaluate(qrels, run, "CharR")
    np.testing.assert_equal(found.values["value"].to_numpy(), [1.0, np.nan])
    for form in ("tsv", "csv", "jsonl", "parquet"):
        pw.write_qrels(qrels, tmp_path / f"again.{form}")
        again = pw.read_qrels(tmp_path / f"again.{form}")
        assert (again.topics.tolist(), again.without_rows) == (["q1", "q7"], ["q7"])
    assert pw.Qrels.from_frame(qrels.to_frame()).without_rows == ["q7"]


def test_a_topic_that_is_judged_twice(tmp_path):
    (tmp_path / "g.tsv").write_text("topic\tdoc\tstart\tend\nq1\ta\t0\t5\nq1\t\t\t\n")
    said = "g.tsv:3: topic q1 is judged with nothing relevant here, but has rows at line 2"
    with pytest.raises(FormatError, match=said):
        pw.read_qrels(tmp_path / "g.tsv")
    given = {"topic": ["q1"], "doc": ["a"], "start": [0], "end": [5]}
    assert pw.Qrels.from_columns(**given, judged=["q7"]).topics.tolist() == ["q1", "q7"]
    said = "judged: topic q1 is judged with nothing relevant, but has rows at row 0"
    with pytest.raises(TableError, match=said):
        pw.Qrels.from_columns(**given, judged=["q1"])


def test_an_id_that_holds_a_nul_character_is_told_with_its_line(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"topic": "a", "id": "b"}\n{"topic": "a", "id": "c\\u0000d"}\n')

    assert said(pw.read_run, path) == f"{path}:2: id holds a NUL character"
