from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.msmarco import read_qrels, read_run, write_run
from partwise.files.options import Reading
from partwise.tables.run import Run


def test_lines_by_hand(source):
    run = read_run(source("7 12 2\n7\t13\t1\n9 12 1\n"), Reading())

    assert (texts(run, "topic"), texts(run, "doc")) == (["7", "7", "9"], ["12", "13", "12"])
    assert (run.rank.tolist(), run.natural, run.format) == ([2, 1, 1], "rank", "msmarco")


def test_assessments_are_trec_qrels(source):
    qrels = read_qrels(source("7 0 12 1\n"), Reading())

    assert (qrels.grade.tolist(), qrels.format) == ([1], "msmarco")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("7 12", "x:1: 2 columns, expected 3 (qid pid rank)"),
        ("7 12 x", 'x:1: rank "x" is not a whole number'),
        ("7 12 -1", "x:1: rank -1 is negative"),
    ],
)
def test_lines_that_are_refused(source, line, words):
    assert said(read_run, source(f"{line}\n"), Reading()) == words


def test_written_in_the_order_of_the_run(source):
    run = read_run(source("7 12 2\n7 13 1\n9 12 1\n"), Reading())

    assert write_run(run) == b"7\t13\t1\n7\t12\t2\n9\t12\t1\n"
    scored = Run.from_columns(topic=["1"], doc=["d"], score=[1.0])
    with pytest.raises(TableError, match="an MS MARCO run cannot hold the column score"):
        write_run(scored)
