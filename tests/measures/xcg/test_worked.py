"""Worked values of cumulated gain, its ideal ranking, and the efforts to reach a height.

Of a root with leaves 1, 2 and 3, leaf 1 is worth 1 and leaf 2 is worth .5; 3, 1, 2 are returned.
Cumulated gains are 0, 1 and 1.5, those of the ideal ranking 1 and 1.5.
"""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, elements, value

import partwise as pw
from partwise.measures import Aep, Q, ep, gr, nxCG, xCG

NAN, INF = float("nan"), float("inf")
GRADES = {1: (3, 3), 2: (2, 2)}
SMALL = "quant={(3, 3): 0.25, (2, 2): 0.125}"
"""A quarter of everything."""
UNEVEN = "quant={(3, 3): 1, (2, 2): 0.001}"

WORKED = {
    "xCG@1": 0,
    "xCG@2": 1,
    "xCG@3": 1.5,
    "xCG@9": 1.5,
    "nxCG@1": 0 / 1,
    "nxCG@2": 1 / 1.5,
    "nxCG@3": 1.5 / 1.5,
    "AnxCG@3": (0 + 1 / 1.5 + 1) / 3,
    "gr@1": 0,
    "gr@2": 1 / 1.5,
    "gr@9": 1,
    # cumulated gain with 1 for each earning result is 0, 2 and 3.5
    "Rmeasure": 2 / (1.5 + 2),
    "Q": (2 / (1.5 + 2) + 3.5 / (1.5 + 3)) / 2,
    # down to rank 2 one result earns, and one ideal element is missed
    "Q@2": (2 / (1.5 + 2) + 0) / 2,
    "Q@1": 0,
    # heights 1 and 1.5, which the ideal ranking has at ranks 1 and 2
    "Aep": (1 / 2 + 2 / 3) / 2,
    "Aep@2": (1 / 2 + 0) / 2,
    "Aep@1": 0,
    # height .75: ranks .75 and 1.75; height 1.5: ranks 2 and 3
    "ep@0.5": 0.75 / 1.75,
    "ep@1.0": 2 / 3,
    "iAep(points=2)": (0.75 / 1.75 + 2 / 3) / 2,
    # rank 1.75 is reached at rank 2
    "iAep(points=2)@1": 0,
    "iAep(points=2)@2": (0.75 / 1.75 + 0) / 2,
    "iAep(points=2)@3": (0.75 / 1.75 + 2 / 3) / 2,
    # height 1.2: linear between ranks, or its share of the height at the rank that has it
    "ep@0.8": (1 + 0.2 / 0.5) / (2 + 0.2 / 0.5),
    "ep(interpolation=inex2005)@0.8": (1 + 1.2 / 1.5) / (2 + 1.2 / 1.5),
    # small gains are gains: ratios stay, and 1 is added all the same
    f"xCG({SMALL})@2": 0.25,
    f"gr({SMALL})@2": 0.25 / 0.375,
    f"Rmeasure({SMALL})": 1.25 / (0.375 + 2),
    f"ep({SMALL})@0.5": 0.75 / 1.75,
    f"Aep({SMALL})": (1 / 2 + 2 / 3) / 2,
    # a thousandth of everything is no rounding: it is reached at the last rank only
    f"Aep({UNEVEN})": (1 / 2 + 2 / 3) / 2,
    f"ep({UNEVEN})@1.0": 2 / 3,
}


@pytest.mark.parametrize("measure", WORKED)
def test_worked_values(measure):
    view = elements([3, 1, 2], GRADES)

    assert value(measure, view) == pytest.approx(WORKED[measure])
    assert edges(measure, view) == pytest.approx((NAN, 0), nan_ok=True)


def test_the_ideal_ranking():
    for k, height in ((1, 1), (2, 1.5), (9, 1.5)):
        assert value(f"xCI@{k}", elements([3, 1, 2], GRADES)) == pytest.approx(height)


def test_levels_that_a_shorter_run_does_not_reach():
    short = elements([1, 3], GRADES)

    # height 1 of 1.5 is reached at once
    assert value("ep@0.5", short) == pytest.approx(1)
    assert value("ep@0.67", short) == 0
    assert value("ep@1.0", short) == 0
    assert value(f"ep({UNEVEN})@1.0", short) == 0


@pytest.mark.parametrize("measure", ["Aep", "Q", "Rmeasure", "ep@1.0", "nxCG@1", "iAep"])
def test_one_find_that_is_all(measure):
    assert value(measure, elements([1], {1: (3, 3)})) == pytest.approx(1)


KINDS = [nxCG, xCG, gr, Q, ep, Aep]


@pytest.mark.parametrize("kind", KINDS)
def test_only_bounded_gains_stay_below_one(kind):
    assert kind(norm="bounded").bounds == (0, INF if kind is xCG else 1)
    assert kind(norm="literal").bounds == (0, INF)
    assert kind(norm="none").bounds == (0, INF)


@pytest.mark.parametrize("kind", KINDS)
def test_text_gain_needs_the_share_of_highlighted_text(kind):
    assert kind(gain="text").gain == "text"
    assert kind(gain="text", quant="spec").quant == "spec"
    with pytest.raises(pw.ParameterError) as caught:
        kind(gain="text", quant="gen")
    assert "tree unless quant is spec" in str(caught.value)


@pytest.mark.parametrize("kind", [ep, Aep])
def test_text_gain_beside_an_interpolation(kind):
    with pytest.raises(pw.ParameterError, match="gain"):
        kind(gain="text", quant="gen", interpolation="inex2005")


def test_every_ranking_reaches_recall_level_0():
    with pytest.raises(pw.PartwiseError, match="0"):
        (ep() @ 0.0).complete()
