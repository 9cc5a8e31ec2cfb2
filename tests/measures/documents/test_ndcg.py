"""nDCG, worked out by hand."""

from __future__ import annotations

from math import isnan, log2

import pytest
from tests.measures.worlds import documents, edges, graded, passages, value

import partwise as pw
from partwise.measures import nDCG


def test_by_hand():
    # gains of 1 at ranks 2 and 4; the best order has them at 1, 2 and 3
    assert value("nDCG", documents()) == pytest.approx(
        (1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 1 / 2)
    )
    assert value("nDCG@2", documents()) == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_the_best_order_is_worth_one():
    assert value("nDCG", documents("ACEBD")) == pytest.approx(1)
    assert value("nDCG(gain=chars)", documents("ECA")) == pytest.approx(1)


def test_gains_map_the_grades():
    # A 1 at rank 3, C 3 at rank 5; the best order is C, E, A
    def best(c, e, a):
        return c + e / log2(3) + a / 2

    gains = {"linear": (1, 2, 3), "exp": (1, 3, 7), "{1: 4, 3: 9}": (4, 0, 9)}
    for name, (a, e, c) in gains.items():
        wanted = (a / log2(4) + c / log2(6)) / (best(c, e, a) if e else best(c, a, 0))
        assert value(f"nDCG(gains={name})", graded()) == pytest.approx(wanted), name


def test_spans_without_grades_count_one():
    assert value("nDCG(gains=exp)", documents()) == value("nDCG", documents())


def test_the_best_order_is_kept_for_each_measure_and_all_runs():
    qrels = {"t": {"a": 1, "b": 2, "c": 3}, "u": {"a": 1, "c": 2}}
    runs = [{"t": {"c": 1.0, "a": 0.5}, "u": {"a": 1.0}}, {"t": {"b": 2.0, "x": 1.0}}]
    measures = ["nDCG", "nDCG@1", "nDCG@2", "nDCG(gain=binary)@2", "nDCG(gains=exp)@2"]
    together = pw.evaluate(qrels, runs, measures).table

    for r, run in enumerate(runs):
        for m, measure in enumerate(measures):
            alone = pw.evaluate(qrels, run, measure).table
            assert together[r, m].tobytes() == alone[0, 0].tobytes(), (run, measure)


def test_edges():
    undefined, empty = edges("nDCG", documents())
    assert isnan(undefined)
    assert empty == 0


def test_gain_is_what_is_asked_for():
    # A at rank 3 and C at rank 5 of A, C and E
    assert value("nDCG(gain=binary)", graded()) == pytest.approx(
        (1 / log2(4) + 1 / log2(6)) / (1 + 1 / log2(3) + 1 / 2)
    )
    # 10 of 20 characters of A, 30 of 40 of C: shares 1/2 and 3/4
    spans, lengths = [("A", 0, 10), ("C", 0, 30)], {"A": 20, "C": 40}
    view = passages([("A", 0, 5), ("C", 0, 5)], spans, lengths)
    for gain, a, c in (("chars", 10, 30), ("density", 10 / 20, 30 / 40), ("binary", 1, 1)):
        wanted = (a + c / log2(3)) / (c + a / log2(3))
        assert value(f"nDCG(gain={gain})", view) == pytest.approx(wanted), gain


@pytest.mark.parametrize("table", [{}, {1: -1.0, 2: 3.0}, {1: True}, {1: float("inf")}])
def test_tables_of_gains_that_are_refused(table):
    with pytest.raises(pw.ParameterError, match="of gains of at least 0"):
        nDCG(gains=table)
