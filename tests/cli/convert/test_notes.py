from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from partwise.cli.convert.notes import about_rows, with_extents, written_notes
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def run(**columns):
    return Run.from_columns(**{"topic": ["q", "q"], "doc": ["a", "b"], **columns})


def some_places(**columns):
    return run(start=[0, None], end=[4, None], missing="document", **columns)


def no_line(_row):
    return None


def test_columns_that_were_kept_are_written():
    table = replace(run(page=[1, 2], colour=["r", "g"], run=["x", "x"]), format="tsv")

    assert written_notes(table, [], no_line) == ["columns page, colour written"]
    lost = ["column page left out"]
    assert written_notes(table, lost, no_line) == ["column colour written", *lost]
    # formats of others say themselves what they hold
    assert written_notes(replace(table, format="trec-run"), [], no_line) == []


def test_notes_of_the_reader_that_still_hold():
    table = run(scroe=[1, 2])

    assert written_notes(table, [], no_line) == [
        "unknown column scroe (did you mean score for scroe?)"
    ]


def test_rows_become_lines_of_the_input():
    lost = ["2 spans left out (first: row 7)", "row 7 stays"]

    assert written_notes(run(), lost, lambda row: row + 2) == [
        "2 spans left out (first: line 9)",
        "row 7 stays",
    ]
    assert written_notes(run(), lost, no_line) == lost


def test_whole_documents_among_parts_get_their_extent():
    found = with_extents(some_places(), np.array([50, 70]))

    assert (found.start.tolist(), found.end.tolist()) == ([0, 0], [4, 70])
    unknown = with_extents(some_places(), np.array([50, -1]))
    assert (unknown.start.tolist(), unknown.end.tolist()) == ([0, -1], [4, -1])


@pytest.mark.parametrize("place", ["element", "tree"])
def test_elements_keep_their_places(place):
    parts = run(**{place: ["/a[1]", None]}, missing="document")

    found = with_extents(parts, np.array([50, 70]))

    assert (found.start.tolist(), found.end.tolist()) == ([-1, 0], [-1, 70])


def test_tables_that_need_no_extents():
    whole, placed = run(), run(start=[0, 1], end=[4, 5])

    assert with_extents(whole, np.array([50, 70])) is whole
    assert with_extents(placed, np.array([50, 70])) is placed


@pytest.mark.parametrize(("grade", "end"), [(None, 70), (2, 70), (0, -1)])
def test_documents_that_are_not_relevant_need_no_extent(grade, end):
    judged = Qrels.from_columns(
        topic=["q", "q"],
        doc=["a", "b"],
        start=[0, None],
        end=[4, None],
        grade=[1, grade],
        missing="document",
    )
    judged = replace(judged, grade=np.array([1, np.nan if grade is None else grade]))

    assert with_extents(judged, np.array([50, 70])).end.tolist() == [4, end]


def test_what_the_rows_do_not_show():
    said = '1 row is a whole document; read the file with missing="document"'

    assert about_rows(some_places(), "out.tsv", None) == [said]
    assert about_rows(run(), "out.tsv", None) == []
    assert about_rows(run(start=[0, 1], end=[4, 5]), "out.tsv", None) == []


def test_answers_of_nothing_stay_in_tables_only():
    idle = run(score=[2, 1], answered=["p"])

    assert about_rows(idle, "out.tsv", None) == []
    assert about_rows(idle, "out", "trec-run") == ["1 topic answered with nothing left out (p)"]
    assert about_rows(run(score=[2, 1]), "out", "trec-run") == []
