from __future__ import annotations

import math

import pytest
from tests.files.samples import said, texts

from partwise.files.parsing.assessed_rows import Rows


def test_columns_by_hand():
    rows = Rows()
    rows.add("1", "d", line=3, element="/a[1]", e=2.0, s=0.5, assessor="ann")
    rows.add("1", "d", line=4, grade=0.0)
    rows.add("2", "e", line=9, element="/a[1]", e=1.0, s=1.0)
    qrels = rows.qrels("x.xml", "share", "xrai")

    assert texts(qrels, "topic") == ["1", "1", "2"]
    assert texts(qrels, "doc") == ["d", "d", "e"]
    assert texts(qrels, "element") == ["/a[1]", None, "/a[1]"]
    assert texts(qrels, "assessor") == ["ann", None, None]
    assert qrels.e.tolist()[::2] == [2.0, 1.0]
    assert math.isnan(qrels.e[1])
    assert qrels.grade.tolist()[1] == 0.0
    assert (qrels.source, qrels.scale, qrels.format) == ("x.xml", "share", "xrai")


def test_texts_that_come_late_and_go():
    rows = Rows()
    rows.add("1", "a", line=1, grade=0.0)
    rows.add("1", "b", line=2, grade=0.0, texts={"inferred": "true"})
    rows.add("1", "c", line=3, grade=0.0, texts={"size": "7"})
    qrels = rows.qrels("x", "grade", "xrai-2004")

    assert qrels.extra["inferred"].tolist() == ["", "true", ""]
    assert qrels.extra["size"].tolist() == ["", "", "7"]


def test_rows_remember_file_and_line():
    rows = Rows()
    for file, lines in (("a.xml", [5, 8]), ("empty.xml", []), ("b.xml", [2])):
        rows.begin(file)
        for line in lines:
            rows.add("1", f"{file}{line}", line=line, grade=0.0)

    assert [rows.lines.place(row) for row in range(3)] == [("a.xml", 5), ("a.xml", 8), ("b.xml", 2)]


def test_notes_are_counted():
    rows = Rows()
    rows.add("1", "a", line=1, grade=0.0)
    for said_ in ("left out", "odd", "left out"):
        rows.note(said_)

    assert rows.qrels("x", "grade", "f").notes == ("2 elements left out", "1 element odd")


def test_problems_refuse_all_rows():
    rows = Rows()
    rows.add("1", "a", line=1, grade=0.0)
    rows.refuse("a.xml", 4, "wrong")
    rows.refuse("b.xml", None, "worse")

    assert said(rows.qrels, "x", "grade", "f") == "a.xml:4: wrong\nb.xml: worse"


def test_twenty_problems_and_a_count():
    rows = Rows()
    for line in range(1, 24):
        rows.refuse("a.xml", line, f"wrong {line}")
    words = said(rows.qrels, "x", "grade", "f").splitlines()

    assert words[19:] == ["a.xml:20: wrong 20", "... and 3 more problems"]


def test_no_rows():
    with pytest.raises(ValueError, match=r"^x: no assessments in the file$"):
        Rows().qrels("x", "grade", "f")
