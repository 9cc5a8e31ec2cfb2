from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.evaluation.options import Rules
from partwise.evaluation.plan import parse, plan, resolve
from partwise.evaluation.presets import PRESETS

DOCUMENTS = pw.Qrels.from_columns(topic=["q"], doc=["d"], grade=[1])
SPANS = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])


def spelled(*given, **options):
    return [repr(measure) for measure in resolve(given, **options)]


def test_texts_classes_and_measures():
    assert spelled("P@5", pw.AP, pw.CharR @ 3, pw.R() @ 2) == ["P@5", "AP", "CharR@3", "R@2"]
    assert parse("P@5") == pw.P() @ 5


def test_lists_stand_for_several_measures_each_once():
    assert spelled("P@[5,10]", "P@5", "R@1..3") == ["P@5", "P@10", "R@1", "R@2", "R@3"]


def test_a_user_model_fills_what_is_left_open():
    assert spelled("GR@5", "AP", nav="Hierarchy") == ["GR(nav=Hierarchy)@5", "AP"]
    assert spelled("GR(nav=NoNav)@5", nav="Hierarchy") == ["GR(nav=NoNav)@5"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "no measure is given"),
        ([3], "3 is not a measure; write it as text or build it from its class"),
        ([int], "<class 'int'> is not a measure; write it as text or build it from its class"),
    ],
)
def test_what_is_refused(given, said):
    with pytest.raises(UsageError) as caught:
        resolve(given)

    assert str(caught.value) == said


def test_too_many_measures():
    with pytest.raises(UsageError, match="measures; at most 1,000 are allowed"):
        resolve([f"P@{k}" for k in range(1, 1002)])


def test_the_preset_that_fits_the_assessments():
    found = plan(DOCUMENTS)

    assert (found.preset, found.undefined) == ("trec", "zero")
    assert [repr(measure) for measure in found.measures] == list(PRESETS["trec"].measures)
    assert (plan(SPANS).preset, plan(SPANS).undefined) == ("rag", "skip")


def test_measures_that_are_given():
    found = plan(DOCUMENTS, "AP")

    assert ([repr(m) for m in found.measures], found.preset, found.undefined) == (
        ["AP"],
        None,
        "skip",
    )
    assert plan(DOCUMENTS, pw.AP).measures == plan(DOCUMENTS, [pw.AP()]).measures == [pw.AP()]
    assert plan(DOCUMENTS, pw.AP() @ 3).measures == [pw.AP() @ 3]


def test_a_preset_stands_before_the_measures():
    found = plan(SPANS, ["CharR@7"], preset="inex2007-focused")

    assert repr(found.measures[0]) == "iP(levels=floor)@0.0"
    assert repr(found.measures[-1]) == "CharR@7"


def test_the_rule_for_undefined_topics():
    assert plan(DOCUMENTS, rules=Rules(undefined="skip")).undefined == "skip"
    assert plan(DOCUMENTS, "AP", rules=Rules(undefined="zero")).undefined == "zero"
    with pytest.raises(UsageError, match="undefined must be skip or zero, not 'one'"):
        plan(DOCUMENTS, "AP", rules=Rules(undefined="one"))


def test_budgets_count_what_the_caller_says_unless_they_name_it():
    given = ("CharR(budget=9)", "CharP(budget=9, unit=characters)", "CharR@5", "SpanR(budget=3)")

    assert spelled(*given, "Ceiling(CharR(budget=9))", budget_unit="tokens") == [
        "CharR(budget=9, unit=tokens)",
        "CharP(budget=9)",
        "CharR@5",
        "SpanR(budget=3, unit=tokens)",
        "Ceiling(CharR(budget=9, unit=tokens))",
    ]
    assert spelled(pw.CharR(budget=9), budget_unit="tokens") == ["CharR(budget=9, unit=tokens)"]
    preset = plan(SPANS, rules=Rules(budget_unit="tokens"))
    assert repr(preset.measures[0]) == "CharR(budget=4000, unit=tokens)"
    assert preset.notes == ()


def test_a_unit_without_a_budget_is_noted_and_checked():
    (note,) = plan(SPANS, "CharR@5", rules=Rules(budget_unit="tokens")).notes
    assert note == 'no measure has a budget; budget_unit="tokens" changes nothing'
    assert plan(SPANS, "Ceiling(CharR(budget=5))", rules=Rules(budget_unit="tokens")).notes == ()
    with pytest.raises(UsageError, match="budget_unit must be characters or tokens"):
        plan(SPANS, "CharR", rules=Rules(budget_unit="words"))
