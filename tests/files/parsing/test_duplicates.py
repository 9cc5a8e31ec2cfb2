from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said

from partwise.tables.columns import Coded
from partwise.tables.duplicates import (
    check_judged_once,
    check_numbers_agree,
    first_of_each,
    largest,
    repeated_pairs,
)
from partwise.tables.names import Names
from partwise.tables.problems import Problems
from partwise.tables.row_lines import RowLines

codes = st.integers(0, 3)


def int32(*values):
    return np.array(values, np.int32)


LINES = RowLines(np.arange(10, 110, 10))
"""Lines that stand ten apart."""


def coded(*names: str) -> Coded:
    known = list(dict.fromkeys(names))
    return Coded(int32(*map(known.index, names)), Names.of(known))


def test_pairs_by_hand():
    rows, first = repeated_pairs(int32(0, 1, 0, 0, 1), int32(5, 5, 5, 4, 5))
    assert (rows.tolist(), first.tolist()) == ([2, 4], [0, 1])
    rows, first = repeated_pairs(int32(), int32())
    assert (rows.size, first.size) == (0, 0)


@given(st.lists(st.tuples(codes, codes), max_size=20))
def test_pairs_like_a_dictionary(pairs):
    topic, doc = int32(*(p[0] for p in pairs)), int32(*(p[1] for p in pairs))
    first = {}
    for row, pair in enumerate(pairs):
        first.setdefault(pair, row)
    expected = [(row, first[pair]) for row, pair in enumerate(pairs) if first[pair] != row]
    rows, before = repeated_pairs(topic, doc)

    assert list(zip(rows.tolist(), before.tolist(), strict=True)) == expected
    assert first_of_each([topic, doc]).tolist() == [first[pair] for pair in pairs]


def test_the_largest_grade_stays_in_the_first_row():
    kept, grade, count = largest(
        int32(0, 0, 0, 1, 0), int32(7, 8, 7, 7, 7), np.array([1.0, 5.0, 3.0, 0.0, 2.0])
    )

    assert kept.tolist() == [0, 1, 3]
    assert grade.tolist() == [3.0, 5.0, 0.0]
    assert count == 1
    kept, grade, count = largest(int32(0, 0), int32(1, 2), np.array([1.0, 2.0]))
    assert (kept, grade.tolist(), count) == (None, [1.0, 2.0], 0)


def test_second_judgements_are_refused(source):
    topics, docs = coded("1", "2", "1"), coded("d", "d", "d")
    words = said(check_judged_once, topics, docs, LINES, Problems(source("")))
    assert words == "x:30: document d judged twice for topic 1 (line 10)"
    words = said(check_judged_once, topics, docs, LINES, Problems(source("")), "Stop")
    assert words.endswith("(line 10). Stop")
    check_judged_once(topics, coded("d", "d", "e"), LINES, Problems(source("")))


def test_two_numbers_of_one_document(source):
    problems = Problems(source(""))
    docs, length = coded("d", "e", "d", "d"), np.array([-1, 5, 7, 8])
    check_numbers_agree("lengths", length, (docs,), LINES, problems)
    assert said(problems.refuse) == "x:40: document d has the lengths 7 and 8"

    fine = Problems(source(""))
    check_numbers_agree("lengths", length, (docs, coded("1", "1", "1", "2")), LINES, fine)
    check_numbers_agree("lengths", np.array([-1, 5, 7, 7]), (docs,), LINES, fine)
    unnamed = Coded(int32(-1, -1), Names.of([]))
    check_numbers_agree("lengths", np.array([1, 2]), (unnamed,), None, fine)
    assert fine.total == 0
