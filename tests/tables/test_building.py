from __future__ import annotations

import polars as pl
import pytest

from partwise.errors import TableError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


@pytest.mark.parametrize(
    ("columns", "row", "words"),
    [
        ({"topic": ["a", None]}, 1, "topic is missing"),
        ({"topic": ["a", ""]}, 1, "topic is empty"),
        ({"topic": ["a", "b\0"]}, 1, "NUL"),
        ({"doc": ["a", 1.5]}, 1, 'doc "1.5" is not text'),
        (
            {"start": [0, -2], "end": [1, 1]},
            1,
            "start -2 is negative. Use None where there is no offset",
        ),
        ({"start": [0, 5], "end": [1, 3]}, 1, "end 3 is before start 5"),
        ({"start": [0, 5], "end": [1, None]}, 1, "start without end"),
        ({"start": [0, None], "end": [1, 4]}, 1, "end without start"),
        ({"start": [0, 1.5], "end": [1, 4]}, 1, 'start "1.5" is not a whole number'),
        ({"start": [0, 1e30], "end": [1, 4]}, 1, r'start "1e+30" is beyond 64 bits'),
        ({"start": [0, 2**64], "end": [1, 4]}, 1, 'start "18446744073709551616" is beyond 64 bits'),
        ({"start": [0, 10**400], "end": [1, 4]}, 1, "is beyond 64 bits"),
        ({"start": [0, float("inf")], "end": [1, 4]}, 1, 'start "inf" is not a whole number'),
        ({"start": ["0", "x"], "end": [1, 4]}, 0, 'start "0" is not a number'),
        ({"score": [1.0, float("nan")]}, 1, "score is missing"),
        ({"score": [1.0, None]}, 1, "score is missing"),
        ({"rank": [1, None]}, 1, "rank is missing"),
        ({"start": [0, 1], "end": [1, 4], "length": [1, 5]}, 1, "end 4 is not start + length"),
        ({"score": [1.0]}, None, "columns differ in length"),
    ],
)
def test_bad_runs_name_the_row(columns, row, words):
    given = {"topic": ["a", "b"], "doc": ["x", "y"], **columns}

    with pytest.raises(TableError, match=words.replace("+", r"\+")) as caught:
        Run.from_columns(**given)

    assert caught.value.row == row


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"start": [5], "end": [5]}, "row 0: empty span"),
        ({}, "row 0: document d has neither a grade nor a span or element"),
        ({"grade": [1], "bep": [-5]}, "row 0: bep -5 is negative"),
    ],
)
def test_bad_qrels_name_the_row(columns, words):
    with pytest.raises(TableError, match=words):
        Qrels.from_columns(topic=["q"], doc=["d"], **columns)


def test_a_frame_without_topics_is_refused():
    with pytest.raises(TableError, match=r"the frame has no column topic \(it has doc\)"):
        Run.from_frame(pl.DataFrame({"doc": ["a"]}))
    with pytest.raises(TableError, match="list is not a pandas, polars or Arrow frame"):
        Run.from_frame([1])


def test_rows_left_out_move_others_up():
    run = Run.from_columns(
        topic=["q"] * 3,
        doc=["a", "b", "c"],
        start=[None, 0, 5],
        end=[None, 3, 9],
        score=[2, 3, 1],
        page=[1, 2, 3],
        missing="skip",
    )

    assert (run.docs.tolist(), run.doc.tolist()) == (["b", "c"], [0, 1])
    assert (run.start.tolist(), run.extra["page"].tolist()) == ([0, 5], [2, 3])
    assert run.score is not None
    assert run.score.tolist() == [3, 1]
    assert run.notes[-1] == "1 row without a place left out; 1 part moved up"


@pytest.mark.parametrize(
    ("given", "note"),
    [
        ({"distance": [1]}, ("ordered by distance, smallest first",)),
        ({"distance": [1], "rank": [1]}, ("both rank and distance: rank orders the run",)),
        (
            {"distance": [1], "rank": [1], "score": [1]},
            ("both score and distance: score orders the run",),
        ),
        ({"score": [1]}, ()),
    ],
)
def test_what_orders_a_run_by_distances(given, note):
    assert Run.from_columns(topic=["q"], doc=["d"], **given).notes == note


def test_a_row_with_a_topic_only_is_an_answer_of_nothing():
    given = {"topic": ["q", "p"], "doc": ["d", None], "score": [1, None], "page": [3, None]}

    run = Run.from_columns(**given)

    assert (len(run), run.answered, run.docs.tolist()) == (1, ["p"], ["d"])
    with pytest.raises(TableError, match="row 1: doc is missing"):
        Run.from_columns(**{**given, "page": [3, 4]})
    with pytest.raises(TableError, match="row 1: doc is missing"):
        Run.from_columns(**given, start=[0, 3], end=[2, 5])


@pytest.mark.parametrize(
    ("answered", "said"),
    [
        ([""], "answered: '' is not a topic"),
        ([3], "answered: 3 is not a topic"),
        (["p"], "answered: topic p is answered with nothing, but has parts at row 1"),
    ],
)
def test_answers_of_nothing_that_are_refused(answered, said):
    with pytest.raises(TableError) as caught:
        Run.from_columns(topic=["q", "p"], doc=["d", "e"], answered=answered)

    assert str(caught.value) == said


def test_the_name_of_a_run():
    given = {"topic": ["q", "q"], "doc": ["d", "e"]}

    assert Run.from_columns(**given).name == "run"
    assert Run.from_columns(**given, run=["x", "x"]).name == "x"
    assert Run.from_columns(**given, run=["x", "y"]).name == "run"
    assert Run.from_columns(**given, run=["x", "x"], name="z").name == "z"


def test_topics_answered_with_nothing_are_named_once():
    run = Run.from_columns(topic=["q"], doc=["d"], answered=["p", "p"])

    assert run.topics.tolist() == ["q", "p"]


def test_assessments_of_grade_zero_need_no_place():
    qrels = Qrels.from_columns(
        topic=["q"] * 3,
        doc=["a", "b", "c"],
        start=[0, None, 4],
        end=[3, None, 8],
        grade=[1, 0, None],
    )

    assert qrels.start.tolist() == [0, -1, 4]


def test_assessments_without_a_place_become_relevant_documents():
    given = {"topic": ["q"] * 2, "doc": ["a", "b"], "start": [0, None], "end": [3, None]}

    whole = Qrels.from_columns(**given, missing="document")
    left = Qrels.from_columns(**given, missing="skip", bep=[1, None], page=[7, 8])

    assert whole.grade[1] == 1
    assert (left.docs.tolist(), left.bep.tolist(), left.extra["page"].tolist()) == (["a"], [1], [7])
    assert left.notes[-1] == "assessments: 1 row without a place left out"
    with pytest.raises(TableError, match="row 1: no place"):
        Qrels.from_columns(**given)


def test_a_run_is_not_assessments():
    with pytest.raises(TableError, match="has the column rank and no grade: a run, not assess"):
        Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5], rank=[1])
    graded = Qrels.from_columns(topic=["q"], doc=["d"], grade=[2], rank=[1])
    assert graded.grade.tolist() == [2]
    with pytest.raises(TableError, match="row 0: doc is missing"):
        Qrels.from_columns(topic=["q"], doc=[None], grade=[1])
