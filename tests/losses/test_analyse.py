"""Losses of the worked example, and laws over random collections."""

from __future__ import annotations

import pytest
from tests.helpers import grouped_options
from tests.losses.fixture import LENGTHS, candidates, inventory, qrels, run

import partwise as pw
from partwise.losses.breakdown import LOST, PLACES, READ


def analysed(**limit):
    found = pw.losses(
        qrels(),
        run(),
        inventory=inventory(),
        candidates=candidates(),
        lengths=LENGTHS,
        **grouped_options(**limit),
    )
    return found.total.to_dicts()[0]


@pytest.mark.parametrize(
    ("limit", "lost", "ceilings", "places", "read"),
    [
        (
            {"k": 1},
            [20, 5, 2, 30, 28, 0, 0],
            [20, 20],
            [5, 2, 5, 5, 35, 13],
            [40, 20, 0, 20, 0, 0, 0],
        ),
        (
            {"k": 3},
            [40, 5, 2, 0, 20, 3, 15],
            [58, 55],
            [5, 2, 20, 18, 0, 0],
            [100, 40, 0, 20, 0, 40, 0],
        ),
        (
            {"k": 5},
            [60, 5, 2, 0, 0, 18, 0],
            [78, 60],
            [5, 2, 0, 18, 0, 0],
            [155, 60, 5, 50, 0, 40, 15],
        ),
        (
            {"budget": 60},
            [20, 5, 2, 18, 10, 5, 25],
            [50, 45],
            [5, 2, 5, 5, 35, 13],
            [60, 20, 0, 20, 0, 20, 0],
        ),
    ],
)
def test_worked_values(limit, lost, ceilings, places, read):
    found = analysed(**limit)

    assert found["relevant"] == 85
    assert [found["shown"], *(found[f"lost.{key}"] for key in LOST)] == lost
    assert [found["ceiling.low"], found["candidates_ceiling.low"]] == ceilings
    assert [found["ceiling.high"], found["candidates_ceiling.high"]] == ceilings
    assert [found[f"places.{key}"] for key in PLACES] == places
    assert [found[f"read.{key}"] for key in READ] == read


def test_ceilings_of_the_worked_example():
    assert [analysed(k=k)["ceiling.low"] for k in range(1, 6)] == [20, 40, 58, 68, 78]
    assert [analysed(budget=n)["ceiling.low"] for n in (30, 60, 75, 100)] == [30, 50, 58, 70]


@pytest.mark.parametrize(
    ("limit", "parts"),
    [
        ({"k": 3}, "B[0,20) A[0,40) B[30,48) B[15,35) A[60,100)"),
        ({"budget": 60}, "B[0,20) B[30,48) A[0,40) B[15,35) A[60,100)"),
    ],
)
def test_oracle_run(limit, parts):
    oracle = pw.losses(
        qrels(), run(), inventory=inventory(), lengths=LENGTHS, **grouped_options(**limit)
    ).oracle()
    rows = zip(oracle.doc, oracle.start, oracle.end, strict=True)

    assert " ".join(f"{oracle.docs[d]}[{s},{e})" for d, s, e in rows) == parts
    assert oracle.rank.tolist() == [1, 2, 3, 4, 5]


def test_a_run_equal_to_the_oracle_loses_nothing_to_ranking():
    for limit in ({"k": 4}, {"budget": 75}):
        known = {"inventory": inventory(), "lengths": LENGTHS, **limit}
        oracle = pw.losses(qrels(), run(), **grouped_options(**known)).oracle()
        found = pw.losses(qrels(), oracle, **grouped_options(**known)).total.to_dicts()[0]
        assert found["lost.ranking"] == 0
