from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tests.files.samples import said, texts

from partwise.errors import FormatError, TableError
from partwise.evaluation.lines import line_of
from partwise.files import reading as api
from partwise.files.formats import inex_run_ends
from partwise.files.formats.inex_run import check_fol_ends, read_run, write_run
from partwise.files.options import Reading
from partwise.files.parsing.losses import Losses
from partwise.tables.names import Names
from partwise.tables.run import Run

EVERY_PLACE = """\
1 Q0 d 1 9.5 me /a[1]/b[2]
1 Q0 d 2 8.5 me 120 40
1 Q0 e 3 7.5 me
1 Q0 d 4 6.5 me /a[1]/b[1] /a[1]/b[3]
1 Q0 d 5 5.5 me 77
"""


def test_every_place(source):
    reading = read_run(source(EVERY_PLACE), Reading())
    run = reading

    assert texts(run, "element") == ["/a[1]/b[2]", None, None, "/a[1]/b[1]", None]
    assert texts(run, "last") == [None, None, None, "/a[1]/b[3]", None]
    assert run.start.tolist() == [-1, 120, -1, -1, 77]
    assert run.end.tolist() == [-1, 160, -1, -1, 77]
    assert run.whole.tolist() == [False, False, True, False, False]
    assert (run.name, run.rank.tolist()) == ("me", [1, 2, 3, 4, 5])
    assert reading.lines.of(3) == 4


@pytest.mark.parametrize("change", [("\n", "\r\n"), (" ", " \t "), ("\n1", "\n\n# c\n1")])
def test_blanks_and_line_ends_do_not_matter(source, change):
    run = read_run(source(EVERY_PLACE.replace(*change).strip()), Reading())

    assert run.end.tolist() == [-1, 160, -1, -1, 77]
    assert texts(run, "last")[3] == "/a[1]/b[3]"


def test_written_as_it_was(source):
    table = read_run(source(EVERY_PLACE), Reading())

    assert write_run(table).decode() == EVERY_PLACE.replace("77\n", "77 0\n")


def test_several_tags_are_noted_and_written(source):
    content = "1 Q0 d 1 9.5 a\n1 Q0 e 2 8.5 b\n"
    run = read_run(source(content), Reading())

    assert run.notes == (
        "warning: 2 names of runs (a, b) read as one run, x. Use one table for each run",
    )
    assert write_run(run).decode() == content


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1 Q0 d 1 2", "5 columns, expected 6 to 8 (topic Q0 doc rank score tag [path [path] | "),
        ("1 Q0 d 1 2 t 0 5 x", "9 columns, expected 6 to 8"),
        ("1 Q0 d 1 2 t x 5", 'offset "x" is not a whole number'),
        ("1 Q0 d 1 2 t 5 x", 'length "x" is not a whole number'),
        ("1 Q0 d 1 2 t 5 -1", "length -1 is negative"),
        ("1 Q0 d 1 2 t /a", 'path "/a" is not an element path. Use '),
        ("1 Q0 d 1 2 t /a[1] b", 'path "b" is not an element path'),
        ("1 Q0 d 1 2 t 5 999999999999999999", "length 999999999999999999 is larger than any "),
    ],
)
def test_lines_that_are_refused(source, line, problem):
    words = said(read_run, source(f"1 Q0 d 1 2 t 0 5\n{line}\n"), Reading())

    assert words.startswith(f"x:2: {problem}")


def test_column_8_may_be_an_end(source):
    run = inex_run_ends.read_run(source("1 Q0 d 1 2 t 120 160\n"), Reading())
    assert run.end.tolist() == [160]
    assert said(inex_run_ends.read_run, source("1 Q0 d 1 2 t 120 40\n"), Reading()) == (
        "x:1: end 40 is before start 120"
    )


def test_points_inside_a_text_have_no_line():
    point = "/a[1]/text()[1].3"
    first = Run.from_columns(topic=["q"], doc=["d"], element=[point], score=[1])
    plain = Run.from_columns(topic=["q"], doc=["d"], element=["/a[1]"], score=[1])
    last = replace(plain, elements=Names.of(["/a[1]", point]), last=np.array([1], np.int32))
    for run in (first, last):
        with pytest.raises(TableError, match="cannot hold points inside the text of an element"):
            write_run(run, lossy=Losses())


def test_e14_an_end_where_a_length_should_be(here):
    Path("run.txt").write_text("1 Q0 a 1 9 t 0 500\n1 Q0 12345 2 8 t 700 900\n")
    run = api.read_run("run.txt")
    length = np.array([600, 1200])

    with pytest.raises(FormatError) as caught:
        check_fol_ends(run, length, partial(line_of, run))
    assert str(caught.value) == (
        "run.txt:2: 700 + 900 passes the end of document 12345 (1,200 characters). "
        'If column 8 is an end, use format="inex-run-ends"'
    )
    assert api.read_run("run.txt", format="inex-run-ends").end.tolist() == [500, 900]
    check_fol_ends(api.read_run("run.txt", format="inex-run-ends"), length)
    check_fol_ends(run, np.array([600, -1]))  # not every length is known
    check_fol_ends(run, np.array([499, 1200]))  # 500 cannot be an end
    check_fol_ends(run, np.array([600, 1600]))  # nothing passes the end
