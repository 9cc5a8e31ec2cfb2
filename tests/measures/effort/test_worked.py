"""Worked values of effort: D is not relevant, B costs two screens more, A nothing.

Ranks cost 5, 3 and 1 screens; the ideal list has A and B first, at 1 screen each, and 5 below.
"""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, screens, value

import partwise as pw
from partwise.measures import ANCE, CE, NCE

NAN = float("nan")

WORKED = {
    # value of the case, and of a list without results
    "CE(LE(screen=5))@1": (5 - 1, 4),
    "CE(LE(screen=5))@2": (4 + 3 - 1, 2 * 4),
    "CE(LE(screen=5))@3": (4 + 2 + 1 - 1, 3 * 4),
    # an empty rank costs the most
    "CE(LE(screen=5))@4": (4 + 2 + 0 + 4, 4 * 4),
    "NCE(LE(screen=5))@1": (5 / 1 - 1, 4),
    "NCE(LE(screen=5))@2": (4 + 3 / 1 - 1, 2 * 4),
    # ranks below the relevant documents may cost 5
    "NCE(LE(screen=5))@3": (4 + 2 + 1 / 5 - 1, 2 * 4),
    "NCE(LE(screen=5))@5": (4 + 2 + (1 / 5 - 1) + 2 * (5 / 5 - 1), 2 * 4),
    "ANCE(LE(screen=5))@2": ((4 + 6) / 2, (4 + 8) / 2),
    "ANCE(LE(screen=5))@5": ((4 + 6 + 3 * 5.2) / 5, (4 + 4 * 8) / 5),
}


@pytest.mark.parametrize("measure", WORKED)
def test_worked_values(measure):
    case, empty = WORKED[measure]

    assert value(measure, screens()) == pytest.approx(case)
    assert edges(measure, screens()) == pytest.approx((NAN, empty), nan_ok=True)


@pytest.mark.parametrize("kind", [CE, NCE, ANCE])
def test_the_effort_may_stand_bare(kind):
    assert kind().effort == pw.LE()
    assert repr(kind(pw.LE(screen=5))) == f"{kind.__name__}(LE(screen=5))"
