"""Options of evaluation against their definitions, for measures of several families."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest
from tests.helpers import answer, grouped_options
from tests.public.options.worlds import MEASURES, passages, write

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
NAN = math.nan


def spans(*rows, **more):
    """Assessments or a run of rows topic, doc, start, end."""
    topic, doc, start, end = zip(*rows, strict=True)
    kind = pw.Run if {"score", "rank"} & more.keys() else pw.Qrels
    return kind.from_columns(topic=topic, doc=doc, start=start, end=end, **more)


# -- topics and undefined ------------------------------------------------------------------------

JUDGED = spans(  # b has nothing relevant
    ("a", "d", 0, 10), ("b", "d", 0, 10), ("c", "d", 0, 10), ("e", "d", 0, 30),
    grade=[1, 0, 1, 1], length=[50] * 4,
)  # fmt: skip
ANSWERED = spans(
    ("a", "d", 5, 20), ("b", "d", 5, 20), ("e", "d", 40, 50), ("e", "d", 0, 20), ("x", "d", 0, 9),
    score=[5.0, 4.0, 3.0, 2.0, 1.0],
)  # fmt: skip
WORST = {"CE@3": 12.0, "CE(LE)@2": 8.0}
"""Values of ranks that all cost the worst effort, minus one each: 5 - 1."""
FAMILIES = (
    "CharR@1", "CharP@1", "CharAP", "AP", "P@2", "nDCG@2", "RR", "IPrec@0.1", "iP@0.1", "AgP",
    "SpanR", "Hit@1", "PartRR", *WORST, "NumRet", "Judged",
)  # fmt: skip


@pytest.mark.parametrize("measure", FAMILIES)
@pytest.mark.parametrize("undefined", ["skip", "zero"])
@pytest.mark.parametrize("topics", ["all", "common"])
def test_topics_that_count(measure, undefined, topics):
    plain = pw.evaluate(JUDGED, ANSWERED, measure).table[0, 0]
    counts = np.array([True, True, topics == "all", True])
    expected = np.where(np.isnan(plain) & (undefined == "zero"), WORST.get(measure, 0.0), plain)
    expected = np.where(counts, expected, NAN)
    found = pw.evaluate(
        JUDGED, ANSWERED, measure, rules=pw.Rules(undefined=undefined, topics=topics)
    )
    np.testing.assert_array_equal(found.table[0, 0], expected)
    assert found.averaged.tolist() == [counts.tolist()]
    assert found.present.tolist() == [[True, True, False, True]]
    defined = expected[~np.isnan(expected)]
    assert found.mean_table == pytest.approx(defined.mean())
    assert found.undefined.tolist() == [[np.isnan(expected[counts]).sum()]]
    assert found.counts == {"judged": 4, "run": 4, "ignored": 1, "empty": 0}
    assert (found.options["undefined"], found.options["topics"]) == (undefined, topics)
    lost = int((np.isnan(plain) & counts).sum())
    how = "left out of the mean" if undefined == "skip" else 'counted (undefined="zero")'
    said = [note for note in found.notes if "undefined for" in note]
    assert [note.endswith(how) for note in said] == [True] * bool(lost)
    if lost:
        assert f"undefined for {lost} of {int(counts.sum())} topics (" in said[0]
    without = "counted as empty" if topics == "all" else 'left out (topics="common")'
    assert f"run: 1 judged topic without results (c), {without}" in found.notes
    assert "run: 1 topic without assessments ignored (x)" in found.notes


def test_worst_effort_is_counted_on_the_command_line(tmp_path):
    """Three ranks of effort 5 cost 12 where nothing is relevant, 8 where the first is."""
    judged = "topic doc start end length rel\n1 a 0 9 20 1\n2 a 0 9 20 0\n"
    write(tmp_path, q=judged, r="topic doc start end score\n1 a 0 5 1\n2 a 0 5 1\n")
    call = ["evaluate", "q.tsv", "r.tsv", "-m", "CE(LE)@3", "--format", "json", "--undefined"]
    means = [json.loads(answer(tmp_path, *call, how).out)["runs"][0] for how in ("zero", "skip")]
    assert [entry["values"][0]["mean"] for entry in means] == [10.0, 8.0]


def test_no_topic_is_defined():
    nothing = pw.evaluate({"a": {"d": 0}, "b": {"d": 0}}, {"a": {"d": 1.0}}, ["AP", "P@1"])
    assert math.isnan(nothing.mean("run", "AP"))
    assert any(note.startswith("AP, P@1: undefined for all 2 topics (") for note in nothing.notes)
    assert any(note.endswith("no mean") for note in nothing.notes)


def test_values_of_unusual_measures():
    """What a class of one's own may return, and its range."""

    def own(values, **facts):
        members = {"__doc__": "Own.", "values": lambda _self, _view: values, **facts}
        return type("Own", (pw.Measure,), members)()

    for values, words in [
        (np.zeros(7), "Own returned 7 values for 4 topics"),
        (np.zeros((4, 1)), "Own returned 4 values for 4 topics"),
        (["a"] * 4, "Own returned values that are not numbers"),
        (np.array([0, 0, math.inf, 0]), "Own: the value of topic c is inf, not finite"),
        (np.array([0, -math.inf, 0, 0]), "Own: the value of topic b is -inf, not finite"),
    ]:
        with pytest.raises(pw.PartwiseError) as caught:
            pw.evaluate(JUDGED, ANSWERED, [pw.P() @ 1, own(values)])
        assert str(caught.value) == words
    values = np.array([7.0, -1e-6, NAN, 1 + 1e-12])
    found = pw.evaluate(JUDGED, ANSWERED, [pw.P() @ 1, own(values, bounds=(0, 1))])
    assert "warning: Own: 2 values outside its range [0, 1]" in found.notes
    assert found.table[0, 1] == pytest.approx(values, nan_ok=True)
    assert pw.evaluate(JUDGED, ANSWERED, own([True] * 4)).table.tolist() == [[[1.0] * 4]]
    assert not any("range" in n for n in pw.evaluate(JUDGED, ANSWERED, own(values)).notes)


# -- order ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "value"), [(None, 1 / 3), ("score", 1 / 3), ("rank", 1 / 2), ("file", 1.0)]
)
def test_what_orders_a_run(tmp_path, order, value):
    """The relevant document is third by score, second by rank, first in the file."""
    write(
        tmp_path,
        q="topic doc rel\n1 a 1\n",
        r="topic doc rank score\n1 a 2 1.5\n1 b 1 2.5\n1 c 3 3.5\n",
    )
    found = pw.evaluate(
        tmp_path / "q.tsv", tmp_path / "r.tsv", "RR", reading=pw.Reading(order=order)
    )
    assert found.mean("r", "RR") == pytest.approx(value)
    words = [] if order is None else ["--order", order]
    reply = answer(tmp_path, "evaluate", "q.tsv", "r.tsv", "-m", "RR", *words, "--format", "tsv")
    assert float(reply.out.splitlines()[1].split("\t")[3]) == pytest.approx(value)


RISING = "in every topic the scores rise from line to line"


@pytest.mark.parametrize(
    ("scores", "rises"),
    [
        ([1.0, 2.0, 3.0, 4.0], True), ([1.0, 2.0, 5.0, 4.0], False), ([1.0, 1.0, 3.0, 4.0], True),
        ([1.0, 1.0, 2.0, 2.0], False), ([4.0, 3.0, 2.0, 1.0], False),
    ],
)  # fmt: skip
def test_scores_that_rise_look_like_distances(tmp_path, scores, rises):
    rows = [f"{1 + at // 2} d{at} {score}" for at, score in enumerate(scores)]
    write(
        tmp_path, q="topic doc rel\n1 d0 1\n2 d2 1\n", r="\n".join(["topic doc score", *rows, ""])
    )
    found = pw.evaluate(tmp_path / "q.tsv", tmp_path / "r.tsv", "RR")
    assert any(RISING in note for note in found.notes) == rises
    other = pw.evaluate(
        tmp_path / "q.tsv", tmp_path / "r.tsv", "RR", reading=pw.Reading(order="file")
    )
    assert not any(RISING in note for note in other.notes)


# -- conventions and quirks ----------------------------------------------------------------------

SPELT = {  # measure: spelling under inex, under trec_eval10
    "gP(F(beta=0.25))@5": ("gP(F(beta=0.25), short=last)@5", None),
    "gP(BEP)@5": ("gP(BEP(n=500, missing=zero), short=last)@5", "gP(BEP(n=500))@5"),
    "AgP(BEP(n=100))": ("AgP(BEP(n=100, missing=zero))", None),
    "iP@0.01": ("iP(levels=floor)@0.01", None),
    "AiP": ("AiP(levels=floor)", None),
    "IPrec@0.1": (None, "IPrec(levels=trec_eval10)@0.1"),
    "IPrec(levels=trec_eval9)@0.4": (None, None),
    "gR@5": (None, None),
}


@pytest.mark.parametrize("convention", [None, "partwise", "inex", "trec_eval9", "trec_eval10"])
def test_conventions_spell_measures_and_leave_what_was_given(convention):
    qrels = spans(("1", "a", 0, 10), ("2", "a", 0, 5), bep=[0, 0])
    run = spans(("1", "a", 0, 10), score=[1.0])
    found = pw.evaluate(qrels, run, [*SPELT], rules=pw.Rules(convention=convention))
    for measure, spelling in zip(SPELT, found.measures, strict=True):
        inex, trec = SPELT[measure]
        if convention == "trec_eval9" and trec is not None:
            trec = trec.replace("eval10", "eval9")
        ours = {"inex": inex, "trec_eval9": trec, "trec_eval10": trec}.get(convention or "")
        assert spelling == repr(pw.parse(ours or measure))
    assert found.options["convention"] == (convention or "partwise")
    ruled = ("file", "common") if convention == "inex" else (None, "all")
    assert (found.options["order"], found.options["topics"]) == ruled
    assert (found.options["quirks"] is None) == (convention != "inex")


def test_a_given_level_rule_stays():
    """Three of five relevant: level 0.4 is reached at rank 3 (2 of 3), with trec_eval10 at 1."""
    qrels = {"1": dict.fromkeys("abcde", 1)}
    run = {"1": dict(zip("axbyc", range(9, 4, -1), strict=True))}
    for given, level in itertools.product(("trec_eval9", "trec_eval10"), (0.3, 0.4, 0.5, 0.6)):
        plain = pw.evaluate(qrels, run, f"IPrec(levels={given})@{level}")
        under = {"trec_eval9": "trec_eval10", "trec_eval10": "trec_eval9"}[given]
        kept = pw.evaluate(
            qrels, run, f"IPrec(levels={given})@{level}", rules=pw.Rules(convention=under)
        )
        filled = pw.evaluate(qrels, run, f"IPrec@{level}", rules=pw.Rules(convention=given))
        assert kept.measures == filled.measures == plain.measures
        assert kept.mean_table == filled.mean_table == plain.mean_table


def test_quirks_are_chosen_by_name():
    qrels = spans(("1", "a", 0, 10), ("1", "b", 0, 10), ("2", "a", 0, 5))
    run = spans(("1", "c", 0, 10), ("1", "a", 0, 10), score=[1.0, 2.0])

    def inex(quirks):
        return pw.evaluate(
            qrels, run, ["AgP", "gP@5"], rules=pw.Rules(convention="inex", quirks=quirks)
        )

    everything = inex(None)
    assert everything.mean_table.tolist() == [[1 / 2 / 2, 1 / 2]]  # by lines, over topics of run
    assert inex("on").measures == everything.measures == ("AgP", "gP(short=last)@5")
    ours = inex("off")
    assert ours.measures == ("AgP", "gP@5")
    assert ours.mean_table.tolist() == [[1 / 2 / 2, 1 / 5 / 2]]  # by score, over judged topics
    names = everything.options["quirks"]
    assert (ours.options["quirks"], len(names)) == ([], 8)
    lines = inex("lines, short-runs")
    assert lines.options["quirks"] == ["lines", "short-runs"]
    assert lines.options["order"] == "file"
    assert lines.mean_table.tolist() == [[1 / 4 / 2, 1 / 2 / 2]]
    (note,) = [note for note in lines.notes if "left out" in note]
    assert note.startswith("convention inex: 6 quirks left out: run-topics (the mean is over all")
    assert inex(["run-topics"]).options["topics"] == "common"
    for quirks, error, word in [
        ("line", pw.UnknownNameError, "Did you mean lines"),
        ("lines,on", pw.UnknownNameError, '"on"'),
    ]:
        with pytest.raises(error, match=word):
            inex(quirks)
    with pytest.raises(pw.UsageError, match="quirks belong to a tool"):
        pw.evaluate(qrels, run, "AgP", rules=pw.Rules(quirks="off"))
    with pytest.raises(pw.UsageError, match="rag has no quirks"):
        pw.evaluate(qrels, run, preset="rag", rules=pw.Rules(quirks="lines"))
    with pytest.raises(pw.UsageError, match="must be partwise, inex, trec_eval9, trec_eval10"):
        pw.evaluate(qrels, run, "AgP", rules=pw.Rules(convention="inx"))


# -- measures and what completes them ------------------------------------------------------------


def test_measures_are_texts_classes_and_objects_each_once():
    given = ["P@[5,10]", pw.AP, pw.CharR() @ 3, "P@5", "R@1..3", pw.P() @ 10]
    found = pw.evaluate(JUDGED, ANSWERED, given)
    assert found.measures == ("P@5", "P@10", "AP", "CharR@3", "R@1", "R@2", "R@3")
    for single in ("AP", pw.AP, pw.AP()):
        assert pw.evaluate(JUDGED, ANSWERED, single).measures == ("AP",)
    for given, word in [
        ([3], "3 is not a measure"), ([int], "is not a measure"),
        ([f"P@{k}" for k in range(1, 1002)], "1,001 measures; at most 1,000 are allowed"),
    ]:  # fmt: skip
        with pytest.raises(pw.UsageError, match=word):
            pw.evaluate(JUDGED, ANSWERED, given)
    assert len(pw.evaluate({"1": {"a": 1}}, {"1": {"a": 1}}, "P@1..1000").measures) == 1000
    for option in ({"undefined": "one"}, {"topics": "some"}, {"budget_unit": "words"}):
        with pytest.raises(pw.UsageError, match=f"{next(iter(option))} must be "):
            pw.evaluate(JUDGED, ANSWERED, "AP", **grouped_options(**option))


def test_a_user_model_fills_what_is_left_open():
    structure = pw.Structure.from_columns(
        doc=["d"], parent=[None], tag=["article"], start=[0], end=[50]
    )
    measures = ["GR@5", "AP", "GR(nav=NoNav)@5", "GM(GR@5)", "nxCG@5"]
    how = {"structure": structure}
    found = pw.evaluate(
        JUDGED, ANSWERED, measures, rules=pw.Rules(nav="Hierarchy"), **grouped_options(**how)
    )
    spelt = [repr(pw.parse(m)) for m in ("GR(nav=Hierarchy)@5", "AP", "GR(nav=NoNav)@5")]
    assert list(found.measures[:3]) == spelt
    assert "nav=Hierarchy" in found.measures[3]
    assert found.options["nav"] == "Hierarchy"
    assert any(
        note.startswith("nxCG@5: no user model unless it is written out (nxCG(nav=NoNav)@5); Hier")
        for note in found.notes
    )
    (note,) = [
        n
        for n in pw.evaluate(JUDGED, ANSWERED, "AP", rules=pw.Rules(nav="Hierarchy")).notes
        if "model" in n
    ]
    assert note == "no measure takes a user model: Hierarchy changes nothing"
    assert not any(
        "model" in n
        for n in pw.evaluate(JUDGED, ANSWERED, "GR@5", rules=pw.Rules(nav="NoNav")).notes
    )


def test_budgets_count_what_the_caller_says_unless_they_name_it():
    """Each part has four tokens and ten characters, all of them relevant."""
    qrels = spans(("1", "d", 0, 20), length=[99])
    run = spans(("1", "d", 0, 10), ("1", "d", 10, 20), score=[2.0, 1.0], tokens=[4, 4])
    given = [
        "CharR(budget=4)",
        "CharR(budget=4, unit=characters)",
        "Ceiling(CharR(budget=9))",
        "CharR@1",
    ]
    parts = pw.Inventory.from_columns(doc=["d", "d"], start=[0, 10], end=[10, 20], tokens=[4, 4])
    found = pw.evaluate(qrels, run, given, rules=pw.Rules(budget_unit="tokens"), inventory=parts)
    assert found.measures == (
        "CharR(budget=4, unit=tokens)", "CharR(budget=4)",
        "Ceiling(CharR(budget=9, unit=tokens))", "CharR@1",
    )  # fmt: skip
    assert found.table[0, :2, 0].tolist() == [10 / 20, 4 / 20]
    assert found.options["budget_unit"] == "tokens"
    noted = pw.evaluate(qrels, run, "CharR@1", rules=pw.Rules(budget_unit="tokens")).notes
    assert 'no measure has a budget; budget_unit="tokens" changes nothing' in noted
    assert pw.evaluate(
        qrels, run, pw.CharR(budget=4), rules=pw.Rules(budget_unit="tokens")
    ).measures == ("CharR(budget=4, unit=tokens)",)


def test_a_cutoff_for_each_topic():
    """One part of the inventory concerns a, three b, none c; 30 concern e, of which 20 count."""
    qrels = spans(("a", "d", 0, 5), ("b", "d", 0, 25), ("c", "d", 90, 95), ("e", "f", 0, 300))
    starts = list(range(0, 300, 10))
    parts = pw.Inventory.from_columns(
        doc=["d"] * 3 + ["f"] * 30, start=[0, 10, 20, *starts],
        end=[9, 19, 29, *(start + 10 for start in starts)],
    )  # fmt: skip
    run = spans(
        ("a", "d", 50, 60), ("a", "d", 0, 10), ("b", "d", 50, 60), ("b", "d", 0, 10),
        ("c", "d", 90, 95), *(("e", "f", start, start + 10) for start in starts), rank=[*range(35)],
    )  # fmt: skip
    found = pw.evaluate(qrels, run, ["CharR@auto", "P@auto", "PartP@auto"], inventory=parts)
    assert found.of("run", "CharR@auto").tolist() == [0, 10 / 25, 0, 200 / 300]
    assert found.of("run", "P@auto").tolist() == [1, 1 / 3, 0, 1 / 20]
    assert found.of("run", "PartP@auto").tolist() == [0, 1 / 3, 0, 1]


# -- presets -------------------------------------------------------------------------------------


def test_the_preset_that_fits_the_assessments():
    documents = pw.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}})
    assert (documents.options["preset"], documents.options["undefined"]) == ("trec", "zero")
    passages_ = pw.evaluate(JUDGED, ANSWERED)
    assert (passages_.options["preset"], passages_.options["undefined"]) == ("rag", "skip")
    asked = pw.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}}, rules=pw.Rules(undefined="skip"))
    assert asked.options["undefined"] == "skip"
    assert pw.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}}, "AP").options["preset"] is None


def test_a_preset_stands_before_the_measures_each_once():
    rag = pw.evaluate(JUDGED, ANSWERED, preset="rag").measures
    found = pw.evaluate(JUDGED, ANSWERED, [rag[1], "CharR@7"], preset="rag")
    assert found.measures == (*rag, "CharR@7")
    inex = pw.evaluate(
        JUDGED, ANSWERED, "CharR@7", preset="inex2007-focused", rules=pw.Rules(quirks="floor")
    )
    assert (inex.measures[0], inex.measures[-1]) == ("iP(levels=floor)@0.0", "CharR@7")
    assert inex.options["quirks"] == ["floor"]
    ours = pw.evaluate(
        JUDGED, ANSWERED, preset="inex2007-focused", rules=pw.Rules(convention="partwise")
    )
    assert ours.measures[0] == "iP@0.0"
    assert any("follows" in note and "not the rules of inex_eval" in note for note in ours.notes)
    assert (ours.options["topics"], ours.options["convention"]) == ("all", "partwise")


# -- copies --------------------------------------------------------------------------------------


def test_copies_of_a_text_count_once():
    """The word of a, b and c; c is judged as a whole. Found in b and a."""
    texts = {"a": "salt and sea", "b": "the sea", "c": "sea"}
    rows = {"topic": ["t"] * 3, "doc": ["a", "b", "c"], "missing": "document"}
    rows |= {"start": [9, 4, None], "end": [12, 7, None]}
    run = spans(("t", "b", 0, 7), ("t", "a", 0, 12), rank=[1, 2])
    qrels = pw.Qrels.from_columns(**rows, same=["x", "x", "x"], other=["x", "", None])
    measures = ["CharR", "CharP", "SpanR"]
    for how, column in [({"texts": texts}, "text"), ({"lengths": {"c": 3}}, "same")]:
        found = pw.evaluate(
            qrels, run, measures, rules=pw.Rules(equivalent=column), **grouped_options(**how)
        )
        assert found.table[0, :, 0].tolist() == pytest.approx([1, 3 / 19, 1])
        said = f'3 rows are copies of 1 text (equivalent="{column}"); each text counts once'
        assert said in found.notes
        assert found.options["equivalent"] == column
    alone = pw.evaluate(qrels, run, "CharR", lengths={"c": 3}, rules=pw.Rules(equivalent="other"))
    assert alone.mean("run", "CharR") == pytest.approx(6 / 9)
    assert any("nothing is a copy" in note for note in alone.warnings)
    told = pw.Qrels.from_columns(**rows, text=["sea", "Sea", "sea"], grade=[1, 1, 1])
    copies = pw.evaluate(told, run, "CharR", lengths={"c": 3}, rules=pw.Rules(equivalent="text"))
    assert any(note.startswith("2 rows are copies of 1 text") for note in copies.notes)
    judged = pw.Qrels.from_columns(**rows, text=["sea", "sea", None], grade=[1, 1, 0])
    assert (
        pw.evaluate(judged, run, "CharR", rules=pw.Rules(equivalent="text")).mean("run", "CharR")
        == 1
    )
    some = {name: texts[name] for name in "ab"}
    with pytest.raises(pw.PartwiseError, match="row 2: this row has no text to compare"):
        pw.evaluate(
            pw.Qrels.from_columns(**rows),
            run,
            "CharR",
            texts=some,
            rules=pw.Rules(equivalent="text"),
        )
    for measure, column, word in [
        ("CharR", "copy", r'no column "copy" in the assessments \(available: other, same\)'),
        (["CharR", "AP", "nDCG@10"], "same", r"AP, nDCG@10 cannot count copies"),
    ]:
        with pytest.raises(pw.UsageError, match=word):
            pw.evaluate(qrels, run, measure, lengths={"c": 3}, rules=pw.Rules(equivalent=column))


def test_a_column_that_is_named_is_not_unknown(tmp_path):
    passages(tmp_path)
    place = tmp_path / "q.tsv"
    head, *rows = place.read_text().splitlines()
    place.write_text("\n".join([f"{head}\tshade", *(f"{row}\t1" for row in rows), ""]))
    rules = [pw.Rules(), pw.Rules(equivalent="kind")]
    found = [pw.evaluate(place, tmp_path / "o.tsv", "CharR", rules=rule) for rule in rules]
    plain, copies = ([note for note in one.notes if "unknown column" in note] for one in found)
    assert ["columns kind, shade" in note for note in plain] == [True]
    assert ["column shade" in note for note in copies] == [True]


# -- assessors, scales, weights, names, lengths --------------------------------------------------


def test_rows_of_an_assessor():
    rows = {"topic": ["2", "1", "1", "3"], "doc": ["a", "a", "b", "a"], "grade": [1, 1, 1, 1]}
    qrels = pw.Qrels.from_columns(**rows, assessor=["x", "y", "x", "y"], group=["g"] * 4)
    run = {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 1.0}, "3": {"c": 1.0}}
    both, first, second = (
        pw.evaluate(qrels, run, "RR", reading=pw.Reading(assessor=name))
        for name in (None, "x", "y")
    )
    assert (both.topics, both.table.tolist()) == (("2", "1", "3"), [[[1, 1, 0]]])
    assert (first.topics, first.table.tolist()) == (("2", "1"), [[[1, 1]]])
    assert (second.topics, second.table.tolist()) == (("1", "3"), [[[1 / 2, 0]]])
    with pytest.raises(pw.UsageError, match=r'no assessor "z" .*\(available: x, y\)'):
        pw.evaluate(qrels, run, "RR", reading=pw.Reading(assessor="z"))
    with pytest.raises(pw.UsageError, match=r"available: none"):
        pw.evaluate({"1": {"a": 1}}, run, "RR", reading=pw.Reading(assessor="z"))


def test_weights_that_measures_ignore_are_noted():
    rows = [("1", "d", 0, 10), ("1", "d", 20, 30)]
    for weight, noted in [
        ([2, 1], True),
        ([1, 1], False),
        (["1.0", ""], False),
        ([None, 1], False),
    ]:
        qrels = spans(*rows, weight=weight, group=["g", "h"], length=[50, 50])
        run = spans(("1", "d", 0, 5), score=[1.0])
        found = pw.evaluate(qrels, run, ["CharR", "AP", "RR", "GroupR", "P@1"])
        said = [note for note in found.notes if "weights of groups" in note]
        assert bool(said) == noted
        if noted:
            assert said[0].endswith("GroupR; CharR, AP, RR and 1 more ignore them")
        alone = pw.evaluate(qrels, run, "GroupR")
        assert not any("weights of groups" in note for note in alone.notes)


NEAR = {
    "casefold": ("DOC-1", "doc-1"),
    "name": ("d.md", "corpora/d.md"),
    "stem": ("d", "corpora/d.md"),
}


@pytest.mark.parametrize("how", NEAR)
@pytest.mark.parametrize("kind", ["tables", "tsv", "trec"])
def test_names_that_nearly_meet(tmp_path, kind, how):
    judged, returned = NEAR[how]
    qrels, run = {"1": {judged: 1}, "2": {"z": 1}}, {"1": {returned: 2.0, "u": 1.0}}
    if kind != "tables":
        suffix = {"tsv": ".tsv", "trec": ".txt"}[kind]
        pw.write_qrels(pw.Qrels.from_dict(qrels), tmp_path / f"q{suffix}")
        pw.write_run(pw.Run.from_dict(run), tmp_path / f"run{suffix}")
        qrels, run = tmp_path / f"q{suffix}", tmp_path / f"run{suffix}"
    with pytest.raises(pw.FormatError, match=f"none of its 2 documents is judged, but .*{how}"):
        pw.evaluate(qrels, run, "RR")
    assert pw.evaluate(qrels, run, "RR", reading=pw.Reading(doc_ids=how)).of(
        "run", "RR"
    ).tolist() == [1, 0]
    exact = pw.evaluate(qrels, run, "RR", reading=pw.Reading(doc_ids="exact"))
    assert exact.of("run", "RR").tolist() == [0, 0]
    assert exact.met == ({"documents": {"retrieved": 2, "judged": 0}},)
    assert any("none of its 2 documents is judged (run: " in note for note in exact.warnings)
    both = {"1": {judged: 1, "x": 1}}, {"1": {returned: 2.0, "x": 1.0}}
    if kind != "tables":
        pw.write_qrels(pw.Qrels.from_dict(both[0]), qrels)
        pw.write_run(pw.Run.from_dict(both[1]), run)
        both = qrels, run
    found = pw.evaluate(*both, "RR")
    assert found.met == ({"documents": {"retrieved": 2, "judged": 1}},)
    (warned,) = found.warnings
    words = f'1 document would be judged under doc_ids="{how}" ("{returned}" in the run, "{judged}"'
    assert words in warned
    assert not pw.evaluate(*both, "RR", reading=pw.Reading(doc_ids="exact")).warnings


def alike(judged, returned, **options):
    qrels = pw.Qrels.from_columns(topic=["1"] * len(judged), doc=judged, grade=[1] * len(judged))
    run = {"1": {doc: -float(at) for at, doc in enumerate(returned)}}
    return [
        n
        for n in pw.evaluate(qrels, run, "AP", **grouped_options(**options)).warnings
        if "named alike" in n
    ]


def test_names_that_are_written_a_little_otherwise():
    (said,) = alike(["a", "state_of_the_union"], ["a", "State-of-the-Union", "z"])
    assert '"state_of_the_union" / "State-of-the-Union"' in said
    assert "1 judged document is never retrieved, and the run has one named alike" in said
    (said,) = alike(["a", "b c", "d_1_2"], ["a", "b-c", "d-1-2"])
    assert "2 judged documents are never retrieved, and the run has some named alike" in said
    assert len(alike(["a", "Škoda_Élan"], ["a", "škoda élan"])) == 1
    for judged, returned in [
        ("doc-1-12", "doc-11-2"), ("doc-1", "doc-2"), ("--", "__"), ("Ж-1", "Ш-1"),
    ]:  # fmt: skip
        assert alike(["a", judged], ["a", returned]) == []
    assert alike(["a", "b_c"], ["a", "b_c", "b-c"]) == []
    assert alike(["a", "b_c", "b-c"], ["a", "bc"]) == []  # which of the two?
    assert alike(["a", "b_c"], ["a", "b-c"], doc_ids="exact") == []
    twins = {"1": {"a/d": 1, "b/d": 1}}
    assert (
        "none of its 1 document is judged" in pw.evaluate(twins, {"1": {"d": 1}}, "AP").warnings[0]
    )
    with pytest.raises(pw.PartwiseError, match='makes two documents one: "a/d" and "b/d"'):
        pw.evaluate(twins, {"1": {"d": 1}}, "AP", reading=pw.Reading(doc_ids="name"))


def test_other_tables_follow_the_names():
    qrels, run = spans(("q", "d", 0, 5)), {"q": {"in/d.md": 1.0}}
    lengths = pw.Lengths.from_columns(doc=["out/d.txt"], length=[10])
    found = pw.evaluate(
        qrels,
        run,
        "CharP@1",
        lengths=lengths,
        reading=pw.Reading(doc_ids="stem", missing="document"),
    )
    assert found.mean("run", "CharP@1") == 0.5
    parts = pw.Inventory.from_columns(doc=["in/d.md"], start=[0], end=[9])
    with pytest.raises(pw.FormatError, match=r'none of its 1 document is judged, but "in/d.md"'):
        pw.evaluate(
            qrels, spans(("q", "d", 0, 5), score=[1.0]), "Ceiling(CharR)@1", inventory=parts
        )
    with pytest.raises(pw.UsageError, match="other"):
        pw.evaluate(
            qrels, spans(("q", "d", 0, 5), score=[1.0]), "CharR", inventory={"other": parts}
        )


def test_runs_that_meet_nothing():
    with pytest.raises(pw.FormatError, match=r"none of its 2 topics is in the qrels \(run: 7..8, "):
        pw.evaluate({"1": {"a": 1}}, {"7": {"a": 1.0}, "8": {"a": 1.0}}, "AP")
    with pytest.raises(
        pw.FormatError, match=r"none of its 1 topic is in the qrels \(run: 7, qrels"
    ):
        pw.evaluate({"1": {"a": 1}}, {"7": {"a": 1.0}}, "AP")
    empty = pw.Run.from_columns(topic=["q"], doc=[None], score=[None])
    found = pw.evaluate({"q": {"d": 1}}, empty, "AP")
    assert any("no results" in note for note in found.warnings)
    assert found.met == ({"documents": {"retrieved": 0, "judged": 0}},)
    judged = pw.Run.from_columns(topic=["q", "p"], doc=[None, "d"], score=[None, 1.0])
    found = pw.evaluate({"q": {"d": 1}, "p": {"d": 1}}, judged, "AP")
    assert found.present.tolist() == [[True, True]]
    assert found.counts == {"judged": 2, "run": 2, "ignored": 0, "empty": 1}
    assert "run: 1 topic answered with nothing (q)" in found.notes
    topics = pw.evaluate({"q": []}, {"q": [{"doc": "a", "start": 0, "end": 5}]}, "CharOverlap@5")
    assert (
        "run: nothing is judged: only measures that need no judgements have a value" in topics.notes
    )


def test_runs_without_places_against_spans(tmp_path):
    write(tmp_path, q="topic doc start end length\n1 a 0 9 20\n", r="topic doc score\n1 a 1\n",
          t="topic doc score text\n1 a 1 word\n", d="topic doc rel\n1 a 1\n")  # fmt: skip
    place = "no column for a place"
    for qrels, run, measure, level in [
        ("q", "r", "CharP@1", "warning"), ("q", "t", "CharP@1", "warning"),
        ("q", "r", "AP", "note"), ("d", "r", "AP", "note"),
    ]:  # fmt: skip
        found = pw.evaluate(tmp_path / f"{qrels}.tsv", tmp_path / f"{run}.tsv", measure)
        said = [note for note in found.notes if place in note]
        assert [note.startswith("warning: ") for note in said] == [level == "warning"]
        assert ("partwise locate" in said[0]) == (run == "t")


def test_second_runs_of_a_name_are_numbered():
    runs = [pw.Run.from_dict({"1": {"a": 1.0}}, name="x") for _ in range(3)]
    found = pw.evaluate({"1": {"a": 1}}, runs, "AP")
    assert found.runs == ("x", "x#2", "x#3")
    assert [n for n in found.notes if "second run" in n] == [
        f"a second run is named x; it is shown as x#{at}" for at in (2, 3)
    ]


# -- saved results -------------------------------------------------------------------------------


def test_saved_results_are_what_they_were(tmp_path):
    qrels, runs = passages(tmp_path)
    names = [tmp_path / name for name in runs]
    found = pw.evaluate(
        tmp_path / qrels, names, MEASURES, rules=pw.Rules(undefined="zero", topics="common")
    )
    again = pw.Results.from_json(found.to_json())
    for name in ("runs", "topics", "measures", "better", "counts", "met", "options", "aggregates"):
        assert getattr(again, name) == getattr(found, name), name
    assert again.table.tobytes() == found.table.tobytes()
    assert list(map(str, again.notes)) == list(map(str, found.notes))
    assert [entry["file"] for entry in again.inputs] == [str(tmp_path / n) for n in (qrels, *runs)]
    means = json.loads(found.to_json(per_topic=False))["runs"]
    for run, row in zip(means, found.mean_table, strict=True):
        assert [entry["mean"] for entry in run["values"]] == pytest.approx(row.tolist())
    plain = pw.evaluate(tmp_path / qrels, names, MEASURES)
    assert json.loads(pw.Results.from_json(plain.to_json()).to_json()) == json.loads(
        plain.to_json()
    )


def test_saved_measures_are_chosen_by_name(tmp_path):
    passages(tmp_path)
    found = pw.evaluate(tmp_path / "q.tsv", [tmp_path / "r.tsv", tmp_path / "o.tsv"], MEASURES)
    (tmp_path / "all.json").write_text(found.to_json())
    (tmp_path / "other.txt").write_text(found.to_json())
    call = ["compare", "all.json", "--flips", 100, "--resamples", 100, "--format", "json"]
    rows = json.loads(answer(tmp_path, *call, "-m", "CharR@2", "-m", "AP").out)["comparisons"]
    assert [row["measure"] for row in rows] == ["CharR@2", "AP"]
    assert len(json.loads(answer(tmp_path, *call).out)["comparisons"]) == len(MEASURES)
    reply = answer(tmp_path, *call, "-m", "CharR@3")
    assert (reply.code, "Did you mean CharR@2" in reply.err) == (2, True)
    reply = answer(tmp_path, "compare", "other.txt", "r.tsv")
    assert (reply.code, "r.tsv does not hold saved results" in reply.err) == (2, True)
    reply = answer(tmp_path, "compare", "gone.json", "all.json")
    assert (reply.code, "gone.json: cannot be read" in reply.err) == (2, True)
    reply = answer(tmp_path, *call, "--equivalent", "kind")
    assert (reply.code, "saved results cannot count copies" in reply.err) == (2, True)
