from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.genomics_gold import read_qrels, write_qrels
from partwise.files.options import Reading

LINES = ["200\t14\t10\t5\tICAM-1|TNF ALPHA", "", "200\t14\t0\t2\t", "201\t7\t3\t4\tA\u00a0B"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_lines_by_hand(source, end, close):
    reading = read_qrels(source(end.join(LINES) + (end if close else "")), Reading())
    qrels = reading

    assert texts(qrels, "topic") == ["200", "200", "201"]
    assert texts(qrels, "doc") == ["14", "14", "7"]
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([10, 0, 3], [15, 2, 7])
    assert qrels.grade.tolist() == [1.0, 1.0, 1.0]
    assert qrels.extra["aspects"].tolist() == ["ICAM-1|TNF ALPHA", "", "A\u00a0B"]
    assert [reading.lines.of(row) for row in range(3)] == [1, 3, 4]
    assert qrels.format == "genomics-gold"


def test_short_lines_are_skipped_and_counted(source):
    qrels = read_qrels(source("200\t14\t10\t5\tA\n200\t14\t10\nnote\n"), Reading())

    assert len(qrels) == 1
    assert qrels.notes == ("2 lines with fewer than five cells skipped",)


def test_a_passage_judged_twice_is_kept_twice(source):
    assert len(read_qrels(source(f"{LINES[0]}\n" * 2), Reading())) == 2


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("200\t14\t10\t5\tA\tB", "6 columns, expected 5 (topic pmid offset length aspects), sep"),
        ("200\t14\tx\t5\tA", 'offset "x" is not a whole number'),
        ("200\t14\t10\t0\tA", "empty span 10..10"),
        ("200\t14\t-1\t5\tA", "offset -1 is negative"),
        ("200\t14\t10\t-5\tA", "length -5 is negative"),
        ("\t14\t10\t5\tA", "topic is missing"),
        ("200\t\t10\t5\tA", "doc is missing"),
    ],
)
def test_lines_that_are_refused(source, line, problem):
    words = said(read_qrels, source(f"{LINES[0]}\n{line}\n"), Reading())

    assert words.startswith(f"x:2: {problem}")


def test_written_as_it_was(source):
    content = "".join(f"{line}\n" for line in LINES if line)

    assert write_qrels(read_qrels(source(content), Reading())) == content.encode()
