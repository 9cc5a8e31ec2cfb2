from __future__ import annotations

import polars as pl
import pytest
from tests.files.samples import said, texts

from partwise.files.formats.autorag.questions import read_topics
from partwise.files.reading import read_qrels
from partwise.files.source import Source


@pytest.fixture
def questions(here):
    def made(**columns):
        pl.DataFrame(columns).write_parquet("qa.parquet")
        return "qa.parquet"

    return made


def test_groups_and_alternatives(questions):
    file = questions(
        qid=["a", "b", "c"],
        query=["A?", "B?", None],
        retrieval_gt=[[["p1", "p2"], ["p3"]], [["p1"]], []],
    )
    qrels = read_qrels(file)

    assert (qrels.format, qrels.topics.tolist()) == ("autorag-qa", ["a", "b", "c"])
    assert (texts(qrels, "topic"), texts(qrels, "doc")) == (list("aaab"), ["p1", "p2", "p3", "p1"])
    assert qrels.extra["group"].tolist() == ["0", "0", "1", "0"]
    assert qrels.extra["alternative"].tolist() == ["0", "1", "0", "0"]
    assert read_topics(Source(file)) == {"a": "A?", "b": "B?", "c": ""}


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"qid": ["a", "a"], "retrieval_gt": [[["p"]], [["p"]]]},
         'row 2: question "a" occurs twice (row 1)'),
        ({"qid": ["a"], "retrieval_gt": [["p"]]},
         "row 1: retrieval_gt: expected lists of lists of ids. See partwise formats autorag-qa"),
        ({"retrieval_gt": [[["p"]]]}, "no column qid (available: retrieval_gt)"),
    ],
)  # fmt: skip
def test_what_is_refused(questions, columns, words):
    assert said(read_qrels, questions(**columns)) == f"qa.parquet: {words}"


@pytest.mark.parametrize("missing", ["qid", "retrieval_gt"])
def test_a_column_that_is_not_there(questions, missing):
    columns = {"qid": ["a"], "retrieval_gt": [[["p"]]], "query": ["?"]}
    del columns[missing]
    listed = ", ".join(columns)

    words = said(lambda file: read_qrels(file, format="autorag-qa"), questions(**columns))
    assert words == f"qa.parquet: no column {missing} (available: {listed})"


def test_topics_need_their_ids(questions):
    words = said(lambda file: read_topics(Source(file)), questions(query=["?"]))

    assert words == "qa.parquet: no column qid (available: query)"
