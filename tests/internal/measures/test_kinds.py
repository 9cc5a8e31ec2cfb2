"""Base classes of measures of several families."""

from __future__ import annotations

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


def test_a_recall_level_is_the_decimal_that_was_written():
    assert (pw.iP @ 0.3).wanted == Fraction(3, 10)
    assert (pw.iP @ 0.0).wanted == 0
    with pytest.raises(ParameterError, match=r"iP needs a recall level: iP@0\.1"):
        pw.iP().wanted  # noqa: B018


def test_without_a_budget_all_parts_are_read():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["a"], start=[0], end=[8])
    run = pw.Run.from_columns(
        topic=["t"] * 2, doc=["a"] * 2, start=[0, 4], end=[4, 8], rank=[1, 2], tokens=[1, 1]
    )
    seen = pw.View.of(qrels, run)

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
