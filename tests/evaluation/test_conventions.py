from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.evaluation.conventions import INEX, adapted, check_convention
from partwise.evaluation.plan import parse

ALL = frozenset(INEX)


@pytest.mark.parametrize(
    ("given", "adapted_to"),
    [
        ("gP(F(beta=0.25))@5", "gP(F(beta=0.25), short=last)@5"),
        ("gP(BEP)@5", "gP(BEP(n=500, missing=zero), short=last)@5"),
        ("AgP(BEP(n=100))", "AgP(BEP(n=100, missing=zero))"),
        ("iP@0.01", "iP(levels=floor)@0.01"),
        ("AiP", "AiP(levels=floor)"),
        ("igP@0.1", "igP(levels=floor)@0.1"),
        ("gR@5", "gR@5"),
        ("IPrec@0.1", "IPrec@0.1"),
    ],
)
def test_inex(given, adapted_to):
    assert repr(adapted(parse(given), "inex", ALL)) == adapted_to
    assert repr(adapted(parse(adapted_to), "inex", ALL)) == adapted_to
    assert adapted(parse(given), "inex", frozenset()) == parse(given)
    assert adapted(parse(given), "partwise", ALL) == parse(given)


@pytest.mark.parametrize("name", ["trec_eval9", "trec_eval10"])
def test_trec_eval_changes_iprec_only(name):
    assert repr(adapted(parse("IPrec@0.1"), name, frozenset())) == f"IPrec(levels={name})@0.1"
    assert repr(adapted(parse("iP@0.1"), name, frozenset())) == "iP@0.1"


def test_unknown():
    check_convention(None)
    with pytest.raises(UsageError, match="must be partwise, inex, trec_eval9, trec_eval10"):
        check_convention("inx")


def test_a_convention_alone_orders_by_lines_and_averages_topics_of_the_run():
    qrels = pw.Qrels.from_columns(
        topic=["1", "1", "2"], doc=["a", "b", "a"], start=[0, 0, 0], end=[10, 10, 5]
    )
    run = pw.Run.from_columns(
        topic=["1", "1"], doc=["c", "a"], start=[0, 0], end=[10, 10], score=[1.0, 2.0]
    )

    found = pw.evaluate(qrels, run, ["AgP", "gP@5"], rules=pw.Rules(convention="inex"))

    # lines: c, a; one of two relevant documents, at rank 2
    assert found.mean("run", "AgP") == 1 / 2 / 2
    assert found.mean("run", "gP(short=last)@5") == 1 / 2
    assert (found.options["convention"], found.options["order"], found.options["topics"]) == (
        "inex",
        "file",
        "common",
    )
    assert found.options["quirks"] == list(INEX)
    with pytest.warns(pw.PartwiseWarning, match="scores rise"):
        ours = pw.evaluate(qrels, run, ["AgP"])
    assert ours.mean("run", "AgP") == (1 / 2 + 0) / 2
    assert ours.options["quirks"] is None


def test_quirks_need_a_tool():
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["a"], grade=[1])
    with pytest.raises(UsageError, match="quirks belong to a tool"):
        pw.evaluate(qrels, {"1": {"a": 1.0}}, "AP", rules=pw.Rules(quirks="off"))
