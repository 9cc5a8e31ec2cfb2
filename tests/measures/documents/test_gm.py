"""GM, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, graded, value

import partwise as pw

QRELS = {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}}
RUN = {"a": {"x": 1.0}, "b": {"x": 1.0, "y": 2.0, "z": 3.0, "w": 4.0}, "c": {"y": 1.0}}
"""RR is 1, 1/4 and 0."""


def test_a_topic_has_the_value_of_the_measure():
    assert value("GM(RR)", graded()) == value("RR", graded())
    assert pw.parse("GM(AP)@10") == pw.parse("GM(AP@10)") == pw.GM(pw.AP @ 10)


def test_by_hand():
    results = pw.evaluate(QRELS, RUN, ["GM(RR)", "GM(RR, floor=add)", "RR"])
    tiny = 0.00001
    assert results.table[0, 0].tolist() == [1, 1 / 4, 0]
    assert results.mean("run", "GM(RR)") == pytest.approx((1 * 1 / 4 * tiny) ** (1 / 3))
    added = ((1 + tiny) * (1 / 4 + tiny) * tiny) ** (1 / 3)
    assert results.mean("run", "GM(RR, floor=add)") == pytest.approx(added)


def test_saved_results_keep_it():
    results = pw.evaluate(QRELS, RUN, ["GM(RR)", "NumRet"])
    again = pw.Results.from_json(results.to_json())
    assert again.mean_table.tolist() == results.mean_table.tolist()
    assert again.to_json() == results.to_json()


@pytest.mark.parametrize("text", ["GM(CE@3)", "GM(BEP)", "GM"])
def test_measures_without_a_geometric_mean_are_refused(text):
    with pytest.raises(pw.PartwiseError):
        pw.parse(text)


def test_edges():
    undefined, empty = edges("GM(AP)", graded())
    assert isnan(undefined)
    assert empty == 0


@pytest.mark.parametrize(
    ("bounds", "taken"),
    [((0.0, 1.0), True), ((-1.0, 1.0), False), (None, False), ((0.0, None), True)],
)
def test_values_that_may_be_negative_have_no_geometric_mean(bounds, taken):
    limits = bounds

    class Bounded(pw.Measure):
        """A measure with these bounds."""

        bounds = limits

    if taken:
        assert pw.GM(Bounded()).of == Bounded()
        return
    with pytest.raises(pw.PartwiseError):
        pw.GM(Bounded())
