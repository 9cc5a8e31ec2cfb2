from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.genomics_run import read_run, write_run
from partwise.files.options import Reading


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_with_value_and_tag(source, end, close):
    lines = ["200\t12\t2\t48.63\t100\t20\tme", "# c", "200  13 1 50 0 7 me"]
    reading = read_run(source(end.join(lines) + (end if close else "")), Reading())
    run = reading

    assert (run.name, run.natural) == ("me", "rank")
    assert texts(run, "doc") == ["12", "13"]
    assert run.rank.tolist() == [2, 1]
    assert run.score.tolist() == [48.63, 50.0]
    assert (run.start.tolist(), run.end.tolist()) == ([100, 0], [120, 7])
    assert [reading.lines.of(row) for row in range(2)] == [1, 3]
    assert run.notes == ("1 comment line skipped",)


def test_five_columns_have_neither_value_nor_tag(source):
    run = read_run(source("200 12 1 100 20\n", "york.txt"), Reading())

    assert run.score is None
    assert (run.rank.tolist(), run.start.tolist(), run.end.tolist()) == ([1], [100], [120])
    assert (run.name, run.extra) == ("york", {})


def test_lines_of_several_widths(source):
    text = "200 12 1 9.5 100 20 a\n200 13 2 50 5\n200 14 3 7.5 60 6\n"
    run = read_run(source(text), Reading())

    assert run.score is None  # not every line has a value
    assert (run.start.tolist(), run.end.tolist()) == ([100, 50, 60], [120, 55, 66])
    assert run.extra["run"].tolist() == ["a", "", ""]


def test_several_tags_are_noted(source):
    run = read_run(source("200 12 1 2 0 5 a\n200 13 2 1 0 5 b\n"), Reading())

    assert run.name == "x"
    assert run.notes == (
        "warning: 2 names of runs (a, b) read as one run, x. Use one table for each run",
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            "200 12 1 100",
            "4 columns, expected 5 to 7 (topic pmid rank [value] offset length [tag])",
        ),
        ("200 12 one 100 20", 'rank "one" is not a whole number'),
        ("200 12 1 x 100 20", 'value "x" is not a number'),
        ("200 12 1 x 20", 'offset "x" is not a whole number'),
        ("200 12 1 9.5 100 -2", "length -2 is negative"),
    ],
)
def test_lines_that_are_refused(source, line, problem):
    assert said(read_run, source(f"200 11 1 0 5\n{line}\n"), Reading()) == f"x:2: {problem}"


@pytest.mark.parametrize("tag", ["\tme", ""])
def test_written_as_it_was(source, tag):
    content = f"200\t12\t2\t48.63\t100\t20{tag}\n200\t13\t1\t50.0\t0\t7{tag}\n"

    assert write_run(read_run(source(content), Reading())) == content.encode()
