from __future__ import annotations

import math

import pytest
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.trec_run import read_run, write_run
from partwise.files.options import Reading
from partwise.files.parsing.losses import Losses
from partwise.tables.run import Run

STRICT = Reading()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_lines_by_hand(source, end, close):
    lines = ["301 Q0 FR94 1 2.129 me", "301\tQ0\tFT92 2  -inf me", "#c", "7 0 é 0 1e-3 me"]
    reading = read_run(source(end.join(lines) + (end if close else "")), STRICT)
    run = reading

    assert texts(run, "topic") == ["301", "301", "7"]
    assert texts(run, "doc") == ["FR94", "FT92", "é"]
    assert run.rank.tolist() == [1, 2, 0]
    assert run.score.tolist() == [2.129, -math.inf, 0.001]
    assert run.whole.all()
    assert (run.name, run.natural, run.extra) == ("me", "score", {})
    assert [reading.lines.of(row) for row in range(3)] == [1, 2, 4]


def test_tags_that_vary_are_kept(source):
    content = "1 Q0 a 1 2.0 x\n1 Q0 b 2 1.0 y\n"
    run = read_run(source(content, "bm25.txt"), STRICT)

    assert run.name == "bm25"
    assert run.extra["run"].tolist() == ["x", "y"]
    assert write_run(run).decode() == content


def test_further_columns_only_where_the_format_is_named(source):
    text = "1 Q0 a 1 2 t\n1 Q0 b 2 1 t junk\n"
    assert said(read_run, source(text), STRICT) == (
        "x:2: 7 columns, expected 6 (topic Q0 doc rank score tag). "
        'Use format="trec-run" to ignore further columns'
    )
    assert texts(read_run(source(text), Reading(format_run="trec-run")), "doc") == ["a", "b"]


def test_a_document_twice(source):
    text = "1 Q0 a 1 3 t\n2 Q0 a 1 3 t\n1 Q0 a 2 2 t\n1 Q0 a 3 1 t\n"

    assert said(read_run, source(text), STRICT).splitlines() == [
        f"x:{line}: topic 1 already has document a (line 1). A six-column run lists each "
        "document once"
        for line in (3, 4)
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1 Q0 b 1 2", "5 columns, expected 6 (topic Q0 doc rank score tag)"),
        ("1 Q0 b one 2 t", 'rank "one" is not a whole number'),
        ("1 Q0 b -1 2 t", "rank -1 is negative"),
        ("1 Q0 b 1 nan t", 'score "nan" is not a number'),
    ],
)
def test_lines_that_are_refused(source, line, problem):
    assert said(read_run, source(f"1 Q0 a 1 2 t\n{line}\n"), STRICT) == f"x:2: {problem}"


def test_ranks_are_written_as_the_scores_order():
    run = Run.from_columns(topic=["q"] * 3, doc=["a", "b", "c"], score=[1, 2, 2], name="me")

    assert write_run(run) == b"q Q0 a 3 1.0 me\nq Q0 b 2 2.0 me\nq Q0 c 1 2.0 me\n"


def test_parts_become_documents_only_if_allowed():
    run = Run.from_columns(
        topic=["q"] * 3, doc=["a", "b", "a"], start=[0, 0, 7], end=[5, 5, 9], score=[1, 2, 3]
    )
    with pytest.raises(TableError, match="row 0: a TREC run cannot hold parts of documents"):
        write_run(run)
    losses = Losses()

    assert write_run(run, lossy=losses) == b"q Q0 b 2 2.0 run\nq Q0 a 1 3.0 run\n"
    assert losses.notes == ("3 parts became 2 documents; the places are left out",)


def test_what_is_never_written():
    twice = Run.from_columns(topic=["q"] * 2, doc=["a", "a"], score=[1, 2])

    with pytest.raises(TableError, match="row 1: a TREC run cannot hold a document twice"):
        write_run(twice, lossy=Losses())
