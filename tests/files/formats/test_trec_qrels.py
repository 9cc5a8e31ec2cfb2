from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.trec_qrels import read_qrels, write_qrels
from partwise.files.options import Reading
from partwise.files.parsing.losses import Losses
from partwise.tables.qrels import Qrels

STRICT = Reading()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_lines_by_hand(source, end, close):
    lines = ["301 0 CR93E-1282 1", "# c", "301\t0 \t FR94 -2", "", "7 Q0 CR93E-1282 0"]
    reading = read_qrels(source(end.join(lines) + (end if close else "")), STRICT)
    qrels = reading

    assert texts(qrels, "topic") == ["301", "301", "7"]
    assert texts(qrels, "doc") == ["CR93E-1282", "FR94", "CR93E-1282"]
    assert qrels.grade.tolist() == [1.0, -2.0, 0.0]
    assert [reading.lines.of(row) for row in range(3)] == [1, 3, 5]
    assert qrels.notes == ("1 comment line skipped",)


def test_further_columns_only_where_the_format_is_named(source):
    text = "301 0 a 1\n301 0 b 1 x y\n"
    assert said(read_qrels, source(text), STRICT) == (
        "x:2: 6 columns, expected 4 (topic iteration doc grade). "
        'Use format="trec-qrels" to ignore further columns'
    )
    qrels = read_qrels(source(text), Reading(format_qrels="trec-qrels"))
    assert qrels.grade.tolist() == [1.0, 1.0]
    assert qrels.notes[0].startswith("1 line has more columns than the format knows")


@pytest.mark.parametrize("grade", ["x", "nan", "inf", "-Infinity", "1_0"])
def test_grades_are_finite_numbers(source, grade):
    assert said(read_qrels, source(f"1 0 a 0\n1 0 b {grade}\n"), STRICT) == (
        f'x:2: grade "{grade}" is not a number'
    )


def test_fractions_are_noted(source):
    qrels = read_qrels(source("1 0 a 0.5\n1 0 b 2.0\n"), STRICT)

    assert qrels.grade.tolist() == [0.5, 2.0]
    assert qrels.notes == ("1 grade is not a whole number",)


def test_a_document_judged_twice(source):
    text = "1 0 a 1\n1 0 b 0\n1 0 a 3\n2 0 a 0\n1 0 a 2\n"
    words = said(read_qrels, source(text), STRICT).splitlines()
    assert words[0].startswith("x:3: document a judged twice for topic 1 (line 1). Use ")
    assert words[1].startswith("x:5: ")
    reading = read_qrels(source(text), Reading(lenient=True))
    assert texts(reading, "doc") == ["a", "b", "a"]
    assert reading.grade.tolist() == [3.0, 0.0, 0.0]
    assert [reading.lines.of(row) for row in range(3)] == [1, 2, 4]
    assert reading.notes == ("1 document judged twice, the largest grade taken",)


def test_written_as_it_was(source):
    content = "301 0 a 1\n301 0 b -2\n7 0 a 0\n"

    assert write_qrels(read_qrels(source(content), STRICT)).decode() == content


def test_the_largest_grade_of_places_becomes_the_document_s():
    losses = Losses()
    spans = Qrels.from_columns(
        topic=["q"] * 2, doc=["a", "a"], start=[0, 5], end=[3, 9], grade=[1, 2]
    )

    assert write_qrels(spans, lossy=losses) == b"q 0 a 2\n"
    words = "1 document judged by spans became a document grade; the spans are left out"
    assert losses.notes == (words,)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"doc": ["a", "a"], "grade": [1, 2]}, "a document twice for one topic"),
        ({"doc": ["a"], "e": [1], "s": [1]}, "a document without grade"),
        ({"doc": ["a"], "grade": [0.5]}, "grades that are not whole numbers"),
        ({"doc": ["a"], "grade": [1e300]}, "grades beyond 64 bits"),
        ({"doc": ["a"], "grade": [-(2.0**63)]}, "grades beyond 64 bits"),
    ],
)
def test_what_cannot_be_written(columns, words):
    table = Qrels.from_columns(topic=["q"] * len(columns["doc"]), **columns)

    with pytest.raises(TableError, match=f"TREC qrels cannot hold {words}"):
        write_qrels(table, lossy=Losses())
