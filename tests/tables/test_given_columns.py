"""Columns, frames and dictionaries as callers hand them over."""

from __future__ import annotations

import pickle
import time

import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.errors import PartwiseWarning, TableError, UsageError
from partwise.tables.column_names import TwoNamesError

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[20], length=[1000])


def run(**columns):
    return pw.Run.from_columns(**{"topic": ["q"], "doc": ["d"], **columns})


@pytest.mark.parametrize("ends", [([-1], [-1]), ([-1], [4])])
def test_no_number_stands_for_absent(ends):  # findings 1.2
    said = "row 0: start -1 is negative. Use None where there is no offset"
    columns = {"topic": ["q"], "doc": ["d"], "start": ends[0], "end": ends[1]}
    for make in (
        lambda: run(start=ends[0], end=ends[1]),
        lambda: pw.Run.from_frame(pl.DataFrame(columns)),
        lambda: pw.Run.from_frame(pd.DataFrame(columns)),
        lambda: pw.Qrels.from_frame(pl.DataFrame(columns)),
        lambda: pw.Inventory.from_columns(doc=["d"], start=ends[0], end=ends[1]),
    ):
        with pytest.raises(TableError) as caught:
            make()
        assert str(caught.value) == said


def test_rows_without_a_place(recwarn):  # findings 1.1
    columns = {"topic": ["q", "q"], "doc": ["d", "e"], "start": [0, None], "end": [5, None]}
    said = (
        "row 1: no place in a table that has places (1 such row). "
        'Use missing="document" to read such rows as whole documents, '
        'or missing="skip" to leave them out'
    )
    for make in (pw.Run.from_columns, pw.Qrels.from_columns):
        with pytest.raises(TableError) as caught:
            make(**columns)
        assert str(caught.value) == said
    whole = pw.Run.from_columns(**columns, missing="document")
    assert (len(whole), whole.notes) == (2, ("1 row without a place counts as a whole document",))
    left = pw.Run.from_columns(**columns, missing="skip")
    assert (len(left), left.docs.tolist()) == (1, ["d"])
    assert left.notes == ("1 row without a place left out",)
    judged = pw.Qrels.from_columns(**columns, grade=[1, 0])
    assert len(judged) == 2
    with pytest.raises(UsageError, match="missing must be error, document or skip, not 'drop'"):
        pw.Run.from_columns(**columns, missing="drop")
    with pytest.raises(TableError, match="row 1: no place"):
        pw.Inventory.from_columns(doc=["d", "e"], start=[0, None], end=[5, None])


def test_names_of_other_tools():  # findings 1.3
    found = run(start_index=[0], end_index=[9], page=[3])

    assert (found.start.tolist(), found.end.tolist()) == ([0], [9])
    assert found.notes == ("start_index read as start, end_index as end", "unknown column page")
    frame = pl.DataFrame({"qid": ["q"], "docno": ["d"], "label": [2]})
    assert pw.Qrels.from_frame(frame).grade.tolist() == [2]
    named = pw.Run.from_frame(
        pd.DataFrame({"q": ["q"], "file": ["d"]}), columns={"topic": "q", "doc": "file"}
    )
    assert named.docs.tolist() == ["d"]
    with pytest.raises(TwoNamesError) as caught:
        run(start=[0], start_index=[0], end=[1])
    said = 'start and start_index both name the column start. Use columns={"start": NAME}'
    assert str(caught.value) == str(pickle.loads(pickle.dumps(caught.value))) == said
    with pytest.raises(TableError, match=r"no column sorce \(available: topic, doc\)"):
        run(columns={"doc": "sorce"})


def test_columns_that_are_called_like_arguments():
    frame = pl.DataFrame({"doc": ["d"], "start": [0], "end": [5], "source": ["s"], "missing": [1]})
    assert len(pw.Inventory.from_frame(frame)) == 1
    with pytest.raises(TableError, match="row 0: length without start"):
        run(length=[5])


def test_judged_topics_without_documents_stay():
    qrels = pw.Qrels.from_dict({"p": {}, "q": {"d": 1}})
    assert pw.evaluate(qrels, {"q": {"d": 2.0}}, ["AP"]).topics == ("q", "p")


def test_ties_and_distances():  # findings 2.2 and 1.6
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["a"], grade=[1])
    two = {"topic": ["q", "q"], "doc": ["a", "b"]}
    ranked = pw.Run.from_columns(**two, score=[1, 1], rank=[1, 2])
    near = pw.Run.from_columns(**two, distance=[0.1, 0.9])

    assert pw.evaluate(qrels, ranked, "RR").mean("run", "RR") == 1
    assert pw.evaluate(qrels, near, "RR").mean("run", "RR") == 1
    assert near.notes == ("ordered by distance, smallest first",)
    with pytest.warns(PartwiseWarning, match='Are they distances.* or use order="file"'):
        pw.evaluate(qrels, pw.Run.from_columns(**two, score=[0.1, 0.9]), "RR")


def test_a_run_is_not_assessments():  # findings 1.7
    with pytest.raises(TableError, match="has the column score and no grade: a run"):
        pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5], score=[1.0])
    frame = pl.DataFrame({"query-id": ["q"], "corpus-id": ["d"], "score": [1]})
    assert pw.Qrels.from_frame(frame).grade.tolist() == [1]  # findings 7.7


def test_a_name_is_guessed_from_those_there():
    with pytest.raises(TableError) as wrong:
        pw.Qrels.from_frame(pl.DataFrame({"question": ["q"], "doc": ["d"]}))
    assert str(wrong.value) == (
        'the frame has no column topic (it has question, doc). Use columns={"topic": "question"}'
    )


def test_columns_may_be_generators_and_rows():  # findings 8.2
    assert len(pw.Run.from_columns(topic=(x for x in "q"), doc=["d"])) == 1
    assert len(pw.Run.from_frame([{"topic": "q", "doc": "d"}])) == 1
    assert len(pw.Run.from_frame(pl.LazyFrame({"topic": ["q"], "doc": ["d"]}))) == 1


def test_a_run_without_results():  # findings 8.3
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], grade=[1])
    with pytest.warns(PartwiseWarning, match="run: no results"):
        results = pw.evaluate(qrels, run(topic=[], doc=[], score=[]), ["AP"])
    assert results.means["mean"].to_list() == [0.0]
    with pytest.warns(PartwiseWarning, match="run: no results"):
        assert pw.evaluate(qrels, {"q": {}}, ["AP"]).mean("run", "AP") == 0.0


def test_topics_answered_with_nothing():  # rag-adapters.md 1
    found = run(start=[0], end=[5], answered=["q7"])

    assert (found.topics.tolist(), found.answered, len(found)) == (["q", "q7"], ["q7"], 1)
    again = pw.Run.from_frame(found.to_frame())
    assert (again.answered, len(again)) == (["q7"], 1)
    with pytest.raises(TableError, match="topic q is answered with nothing, but has parts"):
        run(answered=["q"])
    with pytest.raises(TableError, match="row 1: topic q is answered with nothing here, but has"):
        pw.Run.from_columns(topic=["q", "q"], doc=["d", None])


def test_compact_runs_are_frozen_too(tmp_path):  # findings 8.6
    (tmp_path / "q").write_text("q1 0 d 1\n")
    (tmp_path / "r").write_text("q1 Q0 d 1 2 x\n")

    for compact in (pw.read_run(tmp_path / "r"),):
        assert not compact.doc.flags.writeable
        assert not compact.topic.flags.writeable


def test_many_names_cost_no_more_than_their_number():  # speed.md 2.1
    def seconds(size: int) -> float:
        frame = pl.DataFrame({"topic": ["q"] * size, "doc": [f"d{i}" for i in range(size)]})
        begin = time.process_time()
        pw.Run.from_frame(frame)
        return time.process_time() - begin

    seconds(100)
    assert seconds(60_000) < 10 * seconds(20_000) + 0.2


def test_an_ungraded_row_of_assessments_may_be_a_whole_document():  # findings 1.1
    given = {"topic": ["q", "q"], "doc": ["d", "e"], "start": [1, None], "end": [4, None]}

    qrels = pw.Qrels.from_columns(**given, missing="document")

    assert qrels.grade[1] == 1


def test_the_order_of_a_dictionary_tells_nothing():
    scores = {"q": {"a": 0.3, "b": 0.9}}
    results = pw.evaluate({"q": {"b": 1}}, scores, ["AP"])

    assert results.means["mean"].to_list() == [1.0]
    assert not results.warnings
