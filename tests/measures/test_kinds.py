"""Facts that families share: each kind of measure has them, and its members say only the rest."""

from __future__ import annotations

import inspect
from fractions import Fraction

import pytest
from tests.geometry.views import row, view

import partwise as pw
from partwise.errors import ParameterError
from partwise.language.fields import AUTO
from partwise.language.measure import Sees
from partwise.measures._kinds import (
    BudgetMeasure,
    RankedDocumentsMeasure,
    RankedElementsMeasure,
    RankedPartsMeasure,
    RecallLevelMeasure,
    quant,
    quant_in_full,
)


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        (RankedDocumentsMeasure, (pw.P, pw.AgP, pw.CE)),
        (RankedElementsMeasure, (pw.nxCG, pw.Precall, pw.GRPng, pw.Overlap)),
        (RankedPartsMeasure, (pw.CharR, pw.Hit)),
        (RecallLevelMeasure, (pw.iP, pw.IPrec, pw.igP)),
        (BudgetMeasure, (pw.CharR, pw.CharF, pw.SpanR, pw.Complete)),
    ],
)
def test_members_of_several_families(kind, members):
    assert all(issubclass(member, kind) for member in members)


def test_facts_of_the_kind_and_of_the_member():
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


def test_a_recall_level_is_the_decimal_that_was_written():
    assert (pw.iP @ 0.3).wanted == Fraction(3, 10)
    assert (pw.iP @ 0.0).wanted == 0
    with pytest.raises(ParameterError, match=r"iP needs a recall level: iP@0\.1"):
        pw.iP().wanted  # noqa: B018


@pytest.mark.parametrize("measure", [pw.CharR, pw.SpanR])
def test_a_budget_stands_beside_no_cutoff(measure):
    name = measure.__name__
    assert [repr(one) for one in (measure(budget=5), measure(budget=5, unit="tokens"))]
    with pytest.raises(ParameterError, match=rf"{name}\(budget=9\) has no cutoff: the budget"):
        measure(budget=9) @ 3
    with pytest.raises(ParameterError, match=f"{name}: budget must be given with unit=tokens"):
        measure(unit="tokens")


def test_without_a_budget_all_parts_are_read():
    seen = view([row("a", 0, 4, tokens=1), row("a", 4, 8, tokens=1)])

    assert pw.CharR().parts_read(seen) is seen.parts
    assert (pw.CharR @ 1).parts_read(seen) is seen.parts
    assert pw.CharR(budget=6).parts_read(seen).end.tolist() == [4, 6]
    assert pw.CharR(budget=1, unit="tokens").parts_read(seen).end.tolist() == [4]


def test_what_an_element_is_worth():
    field = quant("Worth.")
    assert (field.default, field.about) == (AUTO, "Worth.")
    assert "Default: sog for grades; gen2005" in quant_in_full("sog").about
    assert pw.nxCG.fields["quant"].about == quant_in_full("sog").about
    assert pw.Precall.fields["quant"].about == quant_in_full("gen").about


def test_how_far_a_cutoff_or_a_budget_reaches():
    assert (pw.CharR @ 3).first_parts() == Sees(3, 0)
    assert pw.CharR(budget=6).first_parts() == Sees(0, 6)
    assert pw.CharR(budget=6, unit="tokens").first_parts() is None
