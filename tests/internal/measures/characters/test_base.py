"""Sums behind measures of characters, on parts of 40, 10 and 20 characters."""

from __future__ import annotations

import pytest
from tests.measures.worlds import text

from partwise.measures import CharF, CharIoU, CharR


@pytest.mark.parametrize(
    ("measure", "gained"),
    [
        # 20 new in the first part, 10 seen ones in the second, 10 new in the third
        (CharR(), 30),
        (CharR(tolerance=1.0), 40),
        (CharR(tolerance=0.5), 35),
        (CharR() @ 2, 20),
        (CharR(tolerance=0.5) @ 2, 25),
    ],
)
def test_seen_characters_count_less(measure, gained):
    view = text()

    # the same in the topic of the case; nothing where nothing is relevant or returned
    assert measure.gained(measure.parts_read(view)).tolist() == [gained, 0, 0]


def test_a_budget_cuts_the_last_part_it_pays_for():
    measure = CharR(budget=45)

    read = measure.parts_read(text())

    assert (read.end - read.start).tolist()[:2] == [40, 5]
    assert measure.gained(read).tolist() == [20, 0, 0]


@pytest.mark.parametrize(
    ("measure", "sizes"),
    [
        # the second part lies in the first: 60 characters, or 70 where it counts again
        (CharIoU(), [30, 60, 50]),
        (CharIoU(multiset=True), [30, 70, 50]),
        (CharIoU() @ 1, [20, 40, 50]),
        (CharF(multiset=True) @ 2, [20, 50, 50]),
        (CharF(budget=45), [20, 40, 50]),
        (CharF(budget=45, multiset=True), [20, 45, 50]),
    ],
)
def test_sizes_of_sets_of_characters(measure, sizes):
    found = [column.tolist() for column in measure.sizes(text())]

    assert [column[0] for column in found] == sizes
    assert found[2] == [50, 0, 50]
