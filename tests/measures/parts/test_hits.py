"""Hits in a run, and hits among all parts of an inventory."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw

NAN = float("nan")


def view(**columns):
    """Topics t, u and v want A[10,20), A[40,60) and B[0,5); nothing is returned for v."""
    qrels = pw.Qrels.from_columns(
        topic=["t", "u", "v"], doc=["A", "A", "B"], start=[10, 40, 0], end=[20, 60, 5], **columns
    )
    run = pw.Run.from_columns(
        topic=["t", "t", "u"], doc=["A", "A", "A"], start=[0, 15, 0], end=[12, 30, 9],
        rank=[1, 2, 1],
    )  # fmt: skip
    chunks = pw.Inventory.from_columns(doc=["A", "A", "A"], start=[0, 25, 50], end=[25, 50, 75])
    return pw.View.of(qrels, run, inventory=chunks)


WORKED = {
    # A[0,12) shows 2 of the 10 characters of t, A[15,30) shows 5; A[0,9) none of u's
    "PartP@1": [1, 0, 0],
    "PartP@2": [2 / 2, 0, 0],
    "PartP(min=0.5)@1": [0, 0, 0],
    "PartP(min=0.5)@2": [1 / 2, 0, 0],
    "PartP(min=5)@2": [1 / 2, 0, 0],
    "PartP(min=6)@2": [0, 0, 0],
    "Hit(min=5)@1": [0, 0, 0],
    "Hit(min=5)@2": [1, 0, 0],
    # hits among the parts of the inventory and of the run: for t A[0,25) and both of the run, for
    # u A[25,50) and A[50,75), none in B
    "Ceiling(PartP)@4": [3 / 4, 2 / 4, 0],
    "Ceiling(PartP)@3": [3 / 3, 2 / 3, 0],
    "Ceiling(PartP(min=0.5))@4": [2 / 4, 2 / 4, 0],
    "Ceiling(Hit)@1": [1, 1, 0],
    "Ceiling(PartRR)": [1, 1, 0],
    # A[0,25) alone holds all that t wants; no part holds more than half of what u wants
    "Ceiling(Hit(min=1.0))@3": [1, 0, 0],
    "Ceiling(Hit(min=0.5))@3": [1, 1, 0],
    "Ceiling(Hit(min=0.51))@3": [1, 0, 0],
}


@pytest.mark.parametrize("measure", WORKED)
def test_worked_values(measure):
    assert pw.parse(measure).values(view()).tolist() == pytest.approx(WORKED[measure])


@pytest.mark.parametrize("measure", WORKED)
def test_alternatives_are_hit_like_spans(measure):
    labelled = view(alternative=["x", "y", "z"])
    assert pw.parse(measure).values(labelled).tolist() == pytest.approx(WORKED[measure])


@pytest.mark.parametrize("measure", WORKED)
def test_undefined_where_nothing_is_relevant(measure):
    expected = [*WORKED[measure][:2], NAN]
    values = pw.parse(measure).values(view(grade=[1, 1, 0]))
    assert values.tolist() == pytest.approx(expected, nan_ok=True)


QRELS = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[10], end=[20])
RUN = pw.Run.from_columns(
    topic=["t"] * 2, doc=["d"] * 2, start=[0, 13], end=[13, 30], score=[2.0, 1.0]
)


def values(*measures):
    return pw.evaluate(QRELS, RUN, measures).table[0, :, 0].tolist()


def test_one_character_is_a_hit_and_half_a_span_is_evidence():
    # 3 of 10 characters in the first part, 7 in the second
    assert values(pw.Hit @ 1, pw.PartP @ 1, pw.PartRR()) == [1, 1, 1]
    assert values(pw.SpanR @ 1, pw.GroupR @ 1, pw.Complete @ 1) == [0, 0, 0]
    assert values(pw.SpanR @ 2, pw.GroupR @ 2, pw.Complete @ 2) == [1, 1, 1]


@pytest.mark.parametrize("measure", [pw.SpanR, pw.GroupR, pw.Complete])
def test_a_budget_truncates_the_last_part(measure):
    # 3 + 2 characters of the span are half of it
    assert values(measure(budget=14), measure(budget=15)) == [0, 1]
    assert list(measure.fields) == ["min", "budget", "unit"]


def test_groups_share_their_references():
    fever = "evidence sets of FEVER"
    assert fever in inspect.getdoc(pw.GroupR)
    assert fever in inspect.getdoc(pw.Complete)
    assert fever not in inspect.getdoc(pw.SpanR), "it has its own"


# -- how much of a span is enough -----------------------------------------------------------


def test_whole_numbers_count_characters_and_decimals_are_shares():
    assert pw.Hit(min=1.0) != pw.Hit(min=1)
    assert repr(pw.Hit(min=1.0)) != repr(pw.Hit(min=1))
    assert pw.Hit(min=0.3) == pw.parse("Hit(min=0.3)")
    assert pw.Hit(min=3) == pw.parse("Hit(min=3)")


@pytest.mark.parametrize("number", [0, -1, 0.0, 1.5, -0.5, NAN, True, "3", None])
def test_amounts_that_are_never_enough(number):
    with pytest.raises(pw.ParameterError, match="a whole number of characters of at least 1"):
        pw.Hit(min=number)


@pytest.mark.parametrize("tenths", range(1, 11))
def test_shares_are_the_decimals_that_were_written(tenths):
    # the nearest double of .1 lies above it: compared with it, 1 of 10 would not be enough
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[10])
    for shown, hit in ((tenths, 1), (tenths - 1, 0)):
        run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[shown], rank=[1])
        measures = [f"{name}(min={tenths / 10})@1" for name in ("Hit", "PartP", "SpanR")]
        hits = [float(pw.parse(m).values(pw.View.of(qrels, run))[0]) for m in measures]
        assert hits == [hit] * 3


@given(st.floats(min_value=1e-9, max_value=1.0) | st.integers(1, 10**6))
def test_a_parameter_prints_as_it_was_written(number):
    measure = pw.Hit(min=number) @ 5

    assert pw.parse(repr(measure)) == measure
    assert repr(pw.parse(repr(measure))) == repr(measure)
