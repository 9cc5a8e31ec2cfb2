from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.beir import read_qrels, read_run, write_qrels
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.files.reading import read_run as read_any_run
from partwise.tables.qrels import Qrels

HEAD = "query-id\tcorpus-id\tscore\n"


@pytest.mark.parametrize("head", [HEAD, HEAD.replace("\n", "\r\n"), ""])
def test_lines_by_hand(source, head):
    reading = read_qrels(source(f"{head}q1\tdoc 7\t2\n\nq2\tb\t0\n"), Reading())
    qrels = reading

    assert (texts(qrels, "topic"), texts(qrels, "doc")) == (["q1", "q2"], ["doc 7", "b"])
    assert (qrels.grade.tolist(), qrels.format) == ([2, 0], "beir")
    assert reading.lines.of(1) == 3 + bool(head)


def test_the_header_tells_assessments_and_a_named_format_a_run(source):
    file = source(f"{HEAD}q1\ta\t2.5\nq1\tb\t3\n")

    assert read_any(file).format == "beir"
    assert read_any_run(file).score.tolist() == [2.5, 3]  # headed columns are a table, too
    run = read_any_run(file, format="beir")
    assert (run.score.tolist(), run.format, texts(run, "doc")) == ([2.5, 3], "beir", ["a", "b"])


def test_fractional_grades_are_noted(source):
    (note,) = read_qrels(source(f"{HEAD}q1\ta\t0.5\n"), Reading()).notes

    assert "0.5" in note or "fraction" in note or "whole" in note


def test_three_whole_numbers_have_to_be_named(source):
    file = source("1\t2\t1\n1\t3\t0\n")
    for read in (read_any, read_any_run):
        assert said(read, file).startswith(
            'x: could be "beir" (topic doc grade) or "msmarco" (topic doc rank): 3 columns. Use '
        )
    assert read_any(file, format="beir").grade.tolist() == [1, 0]
    assert read_any_run(file, format="msmarco").rank.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("q1\ta", "x:2: 2 columns, expected 3 (query-id corpus-id score), separated by tabs"),
        ("q1\ta\tx", 'x:2: score "x" is not a number'),
        ("\ta\t1", "x:2: topic is missing"),
        ("q1\ta\tinf", 'x:2: score "inf" is not a number'),
        ("q1\ta\t1\nq1\ta\t2", "x:3: document a judged twice for topic q1 (line 2)"),
    ],
)
def test_lines_that_are_refused(source, line, words):
    assert said(read_qrels, source(f"{HEAD}{line}\n"), Reading()).startswith(words)


def test_rows_without_a_name_are_refused_once(source):
    file = source("51\t\t1\n52\t\t2\n\tx\t1\n\tx\t1\n")

    assert said(read_qrels, file, Reading()).split("\n") == [
        "x:1: doc is missing", "x:2: doc is missing", "x:3: topic is missing",
        "x:4: topic is missing",
    ]  # fmt: skip


def test_an_infinite_score_is_a_score(source):
    assert read_run(source("q\td\t-inf\n"), Reading()).score.tolist() == [-float("inf")]


def test_written_as_it_was(source):
    content = f"{HEAD}q1\ta\t2\nq2\tb\t0\n"

    assert write_qrels(read_qrels(source(content), Reading())) == content.encode()
    with pytest.raises(TableError, match="BEIR qrels cannot hold places in documents"):
        write_qrels(Qrels.from_columns(topic=["1"], doc=["d"], start=[0], end=[1]))
