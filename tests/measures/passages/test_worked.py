"""Worked values where one part meets two gold passages, A[10,20) and A[30,40)."""

from __future__ import annotations

import pytest
from tests.measures.worlds import passages, value

VIEW = passages([("A", 5, 35), ("B", 0, 5)], [("A", 10, 20), ("A", 30, 40)], {"A": 100, "B": 100})

WORKED = {
    # the first gold passage only: 10 of 30 characters; the other passage is never credited
    "PassageAP": 10 / 30 / (1 + 1),
    # both: 10 + 5 of 30 characters, and none is left
    "PassageAP(gold=all)": 15 / 30 / 1,
}


@pytest.mark.parametrize("measure", WORKED)
def test_the_first_gold_passage_or_all(measure):
    assert value(measure, VIEW) == pytest.approx(WORKED[measure])
