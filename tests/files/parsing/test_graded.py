from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.trec_qrels import read_qrels
from partwise.files.options import Reading

TWICE = "1 0 a 1\n1 0 b 0.5\n1 0 a 3\n"


def test_a_document_judged_twice_is_refused(source):
    assert said(read_qrels, source(TWICE), Reading()) == (
        "x:3: document a judged twice for topic 1 (line 1). Use lenient=True to take the largest "
        "grade"
    )


def test_leniently_the_largest_grade_is_taken(source):
    reading = read_qrels(source(TWICE), Reading(lenient=True))
    qrels = reading

    assert (texts(qrels, "doc"), qrels.grade.tolist()) == (["a", "b"], [3, 0.5])
    assert qrels.notes[0] == "1 document judged twice, the largest grade taken"
    assert reading.lines.of(1) == 2


@pytest.mark.parametrize("lenient", [False, True])
def test_bad_cells_are_refused_in_either_case(source, lenient):
    words = said(read_qrels, source("1 0 a x\n"), Reading(lenient=lenient))

    assert words == 'x:1: grade "x" is not a number'
