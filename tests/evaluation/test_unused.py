"""Settings that change nothing are noted."""

from __future__ import annotations

import partwise as pw
from partwise.evaluation.options import Rules
from partwise.evaluation.plan import plan
from partwise.evaluation.unused import has_budget

SPANS = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])


def test_a_user_model_that_no_measure_takes_is_noted():
    (note,) = plan(SPANS, "CharR@5", rules=Rules(nav="T2I(300)")).notes
    assert note == "no measure takes a user model: T2I(300) changes nothing"
    assert plan(SPANS, ["CharR@5", "GM(GR@5)"], rules=Rules(nav="T2I(300)")).notes == ()


def test_a_user_model_for_measures_that_have_none_unless_named_is_noted():
    (note,) = plan(SPANS, ["nxCG@5", "GR@5"], rules=Rules(nav="T2I(300)")).notes
    assert note == (
        "nxCG@5: no user model unless it is written out (nxCG(nav=NoNav)@5); "
        "T2I(300) changes nothing there"
    )
    assert plan(SPANS, ["nxCG(nav=NoNav)@5", "GR@5"], rules=Rules(nav="T2I(300)")).notes == ()


def test_budgets():
    assert has_budget(pw.CharR(budget=5))
    assert not has_budget(pw.CharR())
    assert not has_budget(pw.AP())
