"""Worked values of expected hits, on e1 (100 characters), e3 (30) and e4 (20).

Assessed are e3 and e4; readers do not navigate, so that expected amounts are certain.
"""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, toy, value

import partwise as pw
from partwise.measures import SRP

NAN, INF = float("nan"), float("inf")

LISTED = {
    # e1, e3, e4: hits down the list are 0, 1 and 2, or 0, 30 and 50 characters
    "EHits(nav=NoNav)@1": 0,
    "EHits(nav=NoNav)@2": 1,
    "EHits(nav=NoNav)@3": 2,
    "EHits(nav=NoNav)": 2,
    "EHits(nav=NoNav)@9": 2,
    "ESRP(nav=NoNav)@1": 0,
    "ESRP(nav=NoNav)@2": 1 / 2,
    "ESRP(nav=NoNav)@3": 2 / 3,
    "ESRP(rel=length, nav=NoNav)@1": 0,
    "ESRP(rel=length, nav=NoNav)@2": 30 / 2,
    "ESRP(rel=length, nav=NoNav)@3": 50 / 3,
    "ESRP(rel=length, nav=NoNav)": 50 / 3,
}

CERTAIN = {
    # e3, e1, e4: shown are 30, 130 and 150 characters, of which 30, 30 and 50 are relevant
    "SRiP(nav=NoNav)@1": 30 / 30,
    "SRiP(nav=NoNav)@2": 30 / 130,
    # the greatest at this recall level or a higher one
    "SRiP(nav=NoNav)@0.6": 30 / 30,
    "SRiP(nav=NoNav)@0.7": 50 / 150,
    "SRiP(nav=NoNav)@1.0": 50 / 150,
    # levels 0 and 1; 0, .5 and 1: precision 1 reaches to recall .6
    "ASRiP(points=2, nav=NoNav)": (1 + 1 / 3) / 2,
    "ASRiP(points=3, nav=NoNav)": (1 + 1 + 1 / 3) / 3,
    "SRiR(nav=NoNav)@1": 30 / 50,
    "SRiR(nav=NoNav)@2": 30 / 50,
    "SRiR(nav=NoNav)@3": 50 / 50,
    # desired is half of 50 characters in 5 ranks, 5 a rank
    "NSRCG(l=0.5, m=5, nav=NoNav)@2": 30 / (2 * 5),
    # relevance inferred down the list is 1, 1 and 2
    "SRP(nav=NoNav)@1": 1 / 1,
    "SRP(nav=NoNav)@2": 1 / 2,
    "SRP(nav=NoNav)@3": 2 / 3,
    "SRP(nav=NoNav)": 2 / 3,
}


@pytest.mark.parametrize("measure", LISTED)
def test_hits_down_the_list(measure):
    assert value(measure, toy()) == pytest.approx(LISTED[measure])


@pytest.mark.parametrize("measure", CERTAIN)
def test_gains_down_the_list(measure):
    assert value(measure, toy("e3", "e1", "e4")) == pytest.approx(CERTAIN[measure])


@pytest.mark.parametrize("measure", [*LISTED, *CERTAIN])
def test_nothing_assessed_and_nothing_returned(measure):
    assert edges(measure, toy()) == pytest.approx((NAN, 0), nan_ok=True)


@pytest.mark.parametrize(
    ("measure", "high"),
    [
        *(("ESRP", 1), ("ESRP(rel=length)", INF), ("SRiR", 1), ("SRiR(base=collection)", INF)),
        *(("SRP", 1), ("SRP(infer=sum)", INF), ("SRP(rel=length)", INF)),
    ],
)
def test_ranges(measure, high):
    assert pw.parse(measure).bounds == (0, high)


def test_binary_relevance_is_not_inferred_from_a_union():
    with pytest.raises(pw.ParameterError, match="infer"):
        SRP(rel="binary", infer="union")
