"""From a row back to the line of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.evaluation.lines import line_of, lined, lines_of, places_of, read_again, with_lines
from partwise.files import reading as api
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_rows_become_lines_with_the_options_of_the_first_reading(here):
    Path("x").write_bytes("# caf\xe9\n301 Q0 d\xe9 1 2 7 junk\n301 Q0 e 2 1 7\n".encode("latin-1"))
    run = api.read_run("x", encoding="latin-1", format="trec-run")

    assert (run.format, run.encoding) == ("trec-run", "iso8859-1")
    assert lines_of(run, [0, 1]) == [2, 3]


def test_rows_of_fol_qrels_become_lines(here):
    Path("q").write_text("1 Q0 a 15 99 0 0:10 20:5\n\n# c\n1 Q0 b 0 9\n")

    assert lines_of(api.read_qrels("q"), range(3)) == [1, 1, 4]


def test_a_file_that_is_gone_has_rows_only(here):
    Path("x").write_text("1 Q0 a 1 2 t\n")
    run = api.read_run("x")
    Path("x").unlink()
    error = RowsError("x", [(0, "bad")])

    assert line_of(run, 0) is None
    assert places_of(run, [0]) == [("x", None)]
    assert read_again(run) is None
    assert with_lines(error, run) is error


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
