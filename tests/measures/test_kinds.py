"""Facts that families share: each kind of measure has them, and its members say only the rest."""

from __future__ import annotations

import inspect
from fractions import Fraction

import pytest

import partwise as pw
from partwise.errors import ParameterError
from partwise.language.fields import AUTO
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
    with pytest.raises(ParameterError, match=r"iP needs a recall level: iP@0\.1"):
        pw.iP().wanted  # noqa: B018


def test_a_budget_stands_beside_no_cutoff():
    for measure in (pw.CharR(budget=9), pw.SpanR(budget=9)):
        with pytest.raises(ParameterError, match="has no cutoff: the budget decides"):
            measure @ 3
    with pytest.raises(ParameterError, match="budget must be given with unit=tokens"):
        pw.GroupR(unit="tokens")


def test_what_an_element_is_worth():
    field = quant("Worth.")
    assert (field.default, field.about) == (AUTO, "Worth.")
    assert "Default: sog for grades; gen2005" in quant_in_full("sog").about
    assert pw.nxCG.fields["quant"].about == quant_in_full("sog").about
    assert pw.Precall.fields["quant"].about == quant_in_full("gen").about
