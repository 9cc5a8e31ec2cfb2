from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import UnknownNameError
from partwise.evaluation.preset import Entry, Preset
from partwise.evaluation.presets import PRESETS, has_label, preset
from partwise.tables.aggregates import Label

QRELS = pw.Qrels.from_columns(topic=["1"], doc=["a"], start=[0], end=[10])


def test_quirks_off_keep_the_labels_and_take_the_tool_away():
    some = Preset("p", "", tool="tool 1", own=lambda _: (Entry("x", "AP"),), quirks={"q": "other"})

    assert some.labelled(QRELS, frozenset({"q"})) == [("AP", Label("x", "tool 1"))]
    assert some.labelled(QRELS, frozenset()) == [("AP", Label("x"))]


def test_weights_come_from_the_assessments():
    some = Preset(
        "p",
        "",
        own=lambda _: (Entry("x", "AP", spread=True),),
        weigh=lambda _, own, __: [(own[0], (2.0,))],
    )

    assert some.labelled(QRELS, frozenset()) == [("AP", Label("x", None, True, (2.0,)))]


def test_labels_by_name():
    assert has_label("trec")("ndcg_cut_10")
    assert not has_label("trec")("nDCG@10")
    assert not has_label(None)("map")
    assert not has_label("rag")("CharR@5")


def test_the_tool_comes_first_then_ours_then_what_is_asked_for():
    found = pw.evaluate(QRELS, {"1": {"a": 1.0}}, ["R@5", "AP"], preset="trec")

    assert found.measures == (*PRESETS["trec"].measures, "R@5")
    assert [label and label.name for label in found.labels][:2] == ["map", "Rprec"]
    assert found.labels[0].tool == "trec_eval 9 and 10"
    assert found.labels[-1] is None
    assert found.options["preset"] == "trec"
    assert found.options["undefined"] == "zero"


def test_a_default_set_has_no_labels():
    graded = pw.Qrels.from_columns(topic=["1"], doc=["a"], grade=[1])
    found = pw.evaluate(graded, {"1": {"a": 1.0}})

    assert found.options["preset"] == "trec"
    assert found.labels == ()


def test_options_that_are_given_win():
    assert (
        pw.evaluate(
            QRELS, {"1": {"a": 1.0}}, preset="trec", rules=pw.Rules(undefined="skip")
        ).options["undefined"]
        == "skip"
    )
    run = pw.Run.from_columns(topic=["1"], doc=["a"], start=[0], end=[10])
    found = pw.evaluate(
        QRELS,
        run,
        preset="inex2007-focused",
        rules=pw.Rules(topics="all"),
        reading=pw.Reading(order="score"),
    )
    assert (found.options["topics"], found.options["order"]) == ("all", "score")
    ours = pw.evaluate(QRELS, run, preset="inex2007-focused", rules=pw.Rules(convention="partwise"))
    assert ours.measures[-1] == "AiP"
    assert ours.labels[-1] == Label("MAiP")
    assert ours.options["convention"] == "partwise"
    assert any("not the rules of inex_eval" in note for note in ours.notes)
    with pytest.raises(UnknownNameError, match="no quirk"):
        pw.evaluate(QRELS, run, preset="inex2007-focused", rules=pw.Rules(quirks="line"))


def test_other_measures_under_the_rules_of_inex_eval():
    run = pw.Run.from_columns(topic=["1"], doc=["a"], start=[0], end=[10])
    found = pw.evaluate(QRELS, run, preset="in-context", rules=pw.Rules(convention="inex"))

    assert found.measures[:2] == ("gP(short=last)@1", "gP(short=last)@2")
    assert preset("in-context").quirks == {}
