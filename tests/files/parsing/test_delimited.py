from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said

from partwise.files.parsing.delimited import read_delimited
from partwise.files.source import Source
from partwise.tables.column_names import Schema
from partwise.tables.columns import decoded

HEAD = "topic\tdoc\tstart\tend\tscore\tnote\n"


def tsv(file):
    return read_delimited(file, Schema("run"), "tsv", "\t")


def comma(file):
    return read_delimited(file, Schema("run"), "csv", ",")


def refusal(table) -> str:
    return said(table.problems.refuse)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_cells_by_hand(source, end, close):
    rows = ["q\td\t3\t9\t1.5\tx y", "q\te\t\t\t\t", "", 'r\td\t0\t1\t-inf\t"quoted"']
    content = end.join([HEAD.strip(), *rows]) + (end if close else "")
    table = tsv(source(content))

    assert table.size == 3
    assert decoded(table.texts["doc"]).tolist() == ["d", "e", "d"]
    assert table.wholes["start"].tolist() == [3, -1, 0]
    assert table.reals["score"].tolist()[::2] == [1.5, -math.inf]
    assert math.isnan(table.reals["score"][1])
    assert table.extra["note"].tolist() == ["x y", "", '"quoted"']  # TSV has no quotes
    assert [table.lines.of(row) for row in range(3)] == [2, 3, 5]
    assert table.problems.total == 0


def test_comments_and_blank_lines_before_the_header_only(source):
    table = tsv(source("\n# made by me\ntopic\tdoc\n#1\td\n"))

    assert decoded(table.texts["topic"]).tolist() == ["#1"]
    assert table.lines.of(0) == 4


def test_a_header_alone_and_nothing(source):
    assert tsv(source(HEAD)).size == 0
    assert tsv(source("")).texts == {}


@pytest.mark.parametrize(("cell", "decimal"), [("2", frozenset()), ("2.0", {"s"})])
def test_shares_are_told_by_their_point(source, cell, decimal):
    file = source(f"topic\tdoc\te\ts\nq\td\t1\t1\nq\te\t2\t{cell}\n")

    assert read_delimited(file, Schema("qrels"), "tsv", "\t").decimal == decimal


def test_bad_cells_and_lines_are_noted_with_their_lines(source):
    table = tsv(source(f"{HEAD}q\td\tx\t9\t1\t\nq\td\n\nq\td\t-4\t9\tnan\t\n"))

    assert refusal(table).splitlines() == [
        'x:2: start "x" is not a whole number',
        "x:3: 2 columns, expected 6 (topic doc start end score note)",
        "x:5: start -4 is negative",
        'x:5: score "nan" is not a number',
    ]


def test_a_column_twice(source):
    file = source("# c\ntopic\tdoc\tdoc\n")

    assert said(tsv, file) == 'x:2: column "doc" occurs twice'


def test_quotes_hold_separators_newlines_and_quotes(source):
    text = 'topic,"doc",note\r\n"q, 1","d ""x""","two\nlines"\r\nr,e,\r\n'
    table = comma(source(text))

    assert decoded(table.texts["topic"]).tolist() == ["q, 1", "r"]
    assert decoded(table.texts["doc"]).tolist() == ['d "x"', "e"]
    assert table.extra["note"].tolist() == ["two\nlines", ""]
    assert table.lines.of(1) == 4


def test_quotes_that_are_wrong(source):
    inside = comma(source('topic,doc\nq,a"b"c\n'))
    assert refusal(inside) == (
        "x:2: a quote inside a cell. Quote the whole cell and double the quotes in it"
    )
    never = 'topic,doc\nq,d\nr,"e\ns,f\n'
    words = "a quote is opened and never closed. Double a quote that is text"
    assert f"x:3: {words}" in refusal(comma(source(never)))
    doubled = 'topic,doc\nq,"d"\nr,"e\n""f\n'
    assert f"x:3: {words}" in refusal(comma(source(doubled)))
    assert said(comma, source('"topic,doc\nq,d\n')) == f"x:1: {words}"


def test_quotes_across_blocks(source, monkeypatch):
    monkeypatch.setattr(Source.blocks, "__defaults__", (16, None))
    rows = [f'q,"d{i}\nd"\n' for i in range(20)]
    table = comma(source("topic,doc\n" + "".join(rows)))

    assert table.problems.total == 0
    assert decoded(table.texts["doc"]).tolist() == [f"d{i}\nd" for i in range(20)]
    assert table.lines.of(19) == 40


cells = st.text('ab",\n é', min_size=1, max_size=6)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=8))
def test_like_the_csv_of_python(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("csv") / "x"
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([("topic", "note"), *rows])
    path.write_text(text.getvalue(), newline="")
    table = comma(Source(path))

    assert decoded(table.texts["topic"]).tolist() == [topic for topic, _ in rows]
    assert table.extra["note"].tolist() == [note for _, note in rows]
