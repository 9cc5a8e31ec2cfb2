"""Facts that measures of several families share: counts, needs, cutoffs, budgets, notes."""

from __future__ import annotations

import inspect

import pytest
from tests.measures.worlds import passages, value

import partwise as pw


def test_facts_of_families():
    assert (pw.P.counts, pw.AgP.counts, pw.CE.counts) == ("documents",) * 3
    assert (pw.P.better, pw.CE.better) == ("higher", "lower")
    assert pw.AP.undefined == pw.AgP.undefined == "no relevant document"
    assert pw.AgP.needs == {"highlights"}
    assert pw.P.needs == {"documents"}
    assert pw.Precall.cutoffs == {float}
    assert pw.APrecall.cutoffs == {int}
    assert pw.GRPng.undefined == "no assessed element with e > 0"
    assert pw.nxCG.undefined == "no relevant element, or none with a value above 0"


def test_averages_of_documents_share_their_notes():
    note = "``@k`` reads the first k documents only"
    assert note in inspect.getdoc(pw.AP)
    assert note in inspect.getdoc(pw.AgP)
    assert note not in inspect.getdoc(pw.P)


@pytest.mark.parametrize("tenths", range(11))
def test_a_recall_level_is_the_decimal_that_was_written(tenths):
    # so many tenths of the relevant text are shown: the level is reached, the next one is not
    parts = [("A", 0, tenths)] if tenths else [("A", 20, 30)]
    view = passages(parts, [("A", 0, 10)], {"A": 100})

    assert value(f"iP@{tenths / 10}", view) == (1 if tenths else 0)
    if tenths < 10:
        assert value(f"iP@{tenths / 10 + 0.01:.2f}", view) == 0


def test_a_recall_level_is_needed():
    with pytest.raises(pw.ParameterError, match=r"iP needs a recall level: iP@0\.1"):
        pw.iP().complete()


@pytest.mark.parametrize("measure", [pw.CharR, pw.SpanR])
def test_a_budget_stands_beside_no_cutoff(measure):
    name = measure.__name__
    assert repr(measure(budget=5)) == f"{name}(budget=5)"
    assert repr(measure(budget=5, unit="tokens")) == f"{name}(budget=5, unit=tokens)"
    with pytest.raises(pw.ParameterError, match=rf"{name}\(budget=9\) has no cutoff: the budget"):
        measure(budget=9) @ 3
    with pytest.raises(pw.ParameterError, match=f"{name}: budget must be given with unit=tokens"):
        measure(unit="tokens")


@pytest.mark.parametrize(
    ("measure", "shown"),
    [
        ("CharR", 8),
        ("CharR@1", 4),
        # characters of the second part are paid for one by one, its only token or not at all
        ("CharR(budget=6)", 6),
        ("CharR(budget=1, unit=tokens)", 4),
        ("CharR(budget=2, unit=tokens)", 8),
    ],
)
def test_parts_that_a_cutoff_or_a_budget_leaves(measure, shown):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["a"], start=[0], end=[8])
    run = pw.Run.from_columns(
        topic=["t"] * 2, doc=["a"] * 2, start=[0, 4], end=[4, 8], rank=[1, 2], tokens=[1, 1]
    )

    assert value(measure, pw.View.of(qrels, run)) == pytest.approx(shown / 8)


@pytest.mark.parametrize(("measure", "default"), [(pw.nxCG, "sog"), (pw.Precall, "gen")])
def test_the_quantisation_where_none_is_given(measure, default):
    assert f"Default: {default} for grades; gen2005" in measure.fields["quant"].about
