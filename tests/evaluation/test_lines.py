"""From a row back to the line of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.evaluation.lines import line_of, lined, places_of, with_lines
from partwise.files import reading as api
from partwise.files.options import Reading
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_rows_become_lines_with_the_options_of_the_first_reading(here):
    Path("x").write_bytes("# caf\xe9\n301 Q0 d\xe9 1 2 7 junk\n301 Q0 e 2 1 7\n".encode("latin-1"))
    run = api.read_run("x", reading=Reading(encoding="latin-1"), format="trec-run")

    assert (run.format, run.encoding) == ("trec-run", "iso8859-1")
    assert [line_of(run, row) for row in (0, 1)] == [2, 3]


def test_rows_of_fol_qrels_become_lines(here):
    Path("q").write_text("1 Q0 a 15 99 0 0:10 20:5\n\n# c\n1 Q0 b 0 9\n")

    qrels = api.read_qrels("q")

    assert [line_of(qrels, row) for row in range(3)] == [1, 1, 4]


def test_a_file_that_is_gone_has_its_lines(here):
    Path("x").write_text("1 Q0 a 1 2 t\n")
    run = api.read_run("x")
    Path("x").unlink()

    assert places_of(run, [0]) == [("x", 1)]
    assert str(with_lines(RowsError("x", [(0, "bad")]), run)) == "x:1: bad"


def test_the_table_of_the_file_has_the_lines(here):
    Path("q").write_text("# c\n1 0 a 1\n")
    Path("x").write_text("1 Q0 a 1 2 t\n")
    qrels, run = api.read_qrels("q"), api.read_run("x")

    assert str(with_lines(RowsError("q", [(0, "bad")]), qrels, run)) == "q:2: bad"
    assert str(with_lines(RowsError("x", [(0, "bad")]), qrels, run)) == "x:1: bad"
    assert str(with_lines(RowsError("z", [(0, "bad")]), qrels, run)) == "z: row 0: bad"


def test_rows_without_a_file_stay_rows():
    run = Run.from_columns(topic=["1"], doc=["a"], name="mine")

    with pytest.raises(FormatError, match=r"^mine: row 1: bad$"), lined(run):
        raise RowsError(None, [(0, "bad")])
