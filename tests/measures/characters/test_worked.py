"""Worked values on parts of 40, 10 and 20 characters, where 50 characters are relevant.

The first part shows 20 relevant characters, the second repeats 10 of them, the third shows 10 new
ones. Down the ranking precision is 20/40, 20/50 and 30/70 at recall .4, .4 and .6.
"""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, text, value

import partwise as pw
from partwise.measures import CharF, CharIoU, CharP, CharR

WORKED = {
    # characters gained: a repeated one counts as much as is tolerated
    "CharR": (20 + 0 + 10) / 50,
    "CharR(tolerance=1.0)": (20 + 10 + 10) / 50,
    "CharR(tolerance=0.5)": (20 + 10 / 2 + 10) / 50,
    "CharR@2": (20 + 0) / 50,
    "CharR(tolerance=0.5)@2": (20 + 10 / 2) / 50,
    # a budget of 45 pays for the first part and for 5 of the 10 repeated characters
    "CharR(budget=45)": 20 / 50,
    "CharP(budget=45)": 20 / 45,
    "CharP(budget=45, tolerance=1.0)": (20 + 5) / 45,
    # the second part lies in the first: 60 characters shown, or 70 where it counts again
    "CharIoU": 30 / (60 + 50 - 30),
    "CharIoU(multiset=True)": 30 / (70 + 50 - 30),
    "CharIoU@1": 20 / (40 + 50 - 20),
    "CharF(multiset=True)@2": 2 * 20 / (50 + 50),
    "CharF(budget=45)": 2 * 20 / (40 + 50),
    "CharF(budget=45, multiset=True)": 2 * 20 / (45 + 50),
    # the best precision at this recall or a higher one
    "iP@0.0": 20 / 40,
    "iP@0.4": 20 / 40,
    "iP@0.41": 30 / 70,
    "iP@0.6": 30 / 70,
    "iP@0.61": 0,
    # 20, 30 and 40 characters are gained: recall .4, .6 and .8
    "iP(tolerance=1.0)@0.0": 30 / 50,
    "iP(tolerance=1.0)@0.6": 30 / 50,
    "iP(tolerance=1.0)@0.61": 40 / 70,
    "iP(tolerance=1.0)@0.8": 40 / 70,
    "iP(tolerance=1.0)@0.81": 0,
    # 20, 21 and 31 characters are gained: recall .4, .42 and .62, none of which rounding misses
    "iP(tolerance=0.1)@0.4": 20 / 40,
    "iP(tolerance=0.1)@0.42": 31 / 70,
    "iP(tolerance=0.1)@0.62": 31 / 70,
    "iP(tolerance=0.1)@0.63": 0,
    "AiP(tolerance=0.1)": (41 * 20 / 40 + 22 * 31 / 70) / 101,
    # after two parts the levels 0, .01, ..., .4 are reached; the second part adds nothing
    "AiP@2": 41 * 20 / 40 / 101,
    "AiP(tolerance=1.0)@2": 61 * 30 / 50 / 101,
    "AiP@9": (41 * 20 / 40 + 20 * 30 / 70) / 101,
}


@pytest.mark.parametrize("measure", WORKED)
def test_worked_values(measure):
    assert value(measure, text()) == pytest.approx(WORKED[measure], abs=1e-12)


@pytest.mark.parametrize("measure", WORKED)
def test_nothing_relevant_and_nothing_returned(measure):
    assert edges(measure, text()) == pytest.approx((float("nan"), 0), nan_ok=True)


@pytest.mark.parametrize("kind", [CharR, CharP, CharIoU, CharF])
def test_a_budget_and_a_cutoff_exclude_each_other(kind):
    with pytest.raises(pw.PartwiseError, match="budget"):
        (kind(budget=100) @ 5).complete()
    with pytest.raises(pw.ParameterError, match="budget"):
        kind(budget=0)
