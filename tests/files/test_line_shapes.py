from __future__ import annotations

import pytest

from partwise.files.line_shapes import (
    are_numbers,
    are_whole,
    fitting,
    fitting_shortened,
    is_marked,
    resembling,
    split,
)


def test_blanks_are_those_of_the_readers():
    assert split(" a\t b\u00a0c\r") == ["a", "b\u00a0c"]
    assert split("\ud800 a") == ["?", "a"]


@pytest.mark.parametrize(
    ("line", "formats"),
    [
        ("1 Q0 d 1 2.5 tag", {"trec-run"}),
        ("1 0 d 2", {"trec-qrels"}),
        ("1 Q0 d 10 100 5 5:10", {"fol-qrels"}),
        ("1 Q0 d 1 2.5 tag /a[1] /a[1]/b[2]", {"inex-run"}),
        ("1 d 3 0.5 10 20 tag", {"genomics-run"}),
        ("1\t2\t10\t20\tGENES", {"genomics-gold"}),
        ("1 d", set()),
    ],
)
def test_formats_of_a_line(line, formats):
    assert fitting(line, split(line), passages=True, idle=False) == formats


def test_five_columns_are_fol_qrels_beside_passages_or_where_nothing_is_highlighted():
    cells = split("1 Q0 d 0 100")

    assert fitting("1 Q0 d 0 100", cells, passages=False, idle=True) == {"fol-qrels"}
    assert fitting("1 Q0 d 0 100", cells, passages=False, idle=False) == set()


def test_what_a_line_with_something_wrong_looks_like():
    assert resembling(split("1 Q0 d x 2.5 tag"), None, colon=False) == {"trec-run"}
    assert resembling(split("1 Q0 d 2.5 tag"), None, colon=False) == {"trec-run"}
    assert resembling(split("1 0 d"), None, colon=False) == {"trec-qrels"}
    assert resembling(split("1 0 d x y z 5:z"), None, colon=True) == {"fol-qrels"}
    assert resembling(split("1 0 d x 2.5 tag"), "qrels", colon=False) == {"fol-qrels"}
    assert resembling(split("1 a d"), None, colon=False) == set()


def test_columns_too_many():
    assert fitting_shortened(split("1 Q0 d 1 2.5 tag more")) == {"trec-run", "trec-qrels"}
    assert fitting_shortened(split("1 0 d 1 more")) == {"trec-qrels"}
    assert fitting_shortened(split("1 0 d 1")) == set()


def test_cells():
    assert are_whole("1", "-2", "+3")
    assert not are_whole("1", "2.0")
    assert are_numbers("1", "-.5", "2e-3", "INF")
    assert not are_numbers("1", "nan")
    assert is_marked(["1", "Q0"])
    assert is_marked(["1", "0"])
    assert not is_marked(["1", "q0"])
