"""``partwise measures``, ``formats`` and ``check``."""

from __future__ import annotations

import pytest
from tests.helpers import component_classes, component_names

import partwise as pw


def test_the_list_names_every_measure_and_component(partwise):
    text = partwise("measures").out

    for cls in component_classes(pw.Component):
        assert cls.label() in text


def test_document_measures_are_marked(partwise):
    # findings 7.1
    lines = [line.split() for line in partwise("measures").out.split("PRESETS")[0].splitlines()]
    marked = {line[0].split("[")[0].split("@")[0] for line in lines if line[1:2] == ["documents"]}
    classic = {"AP", "IPrec", "P", "R", "RR", "Rprec", "SetF", "gR", "nDCG"}
    newer = {"Bpref", "ERR", "Judged", "NumRel", "NumRelRet", "NumRet", "RBP"}
    assert marked == {*classic, *newer, "AltHit", "AltP", "AltR", "AltRprec"}
    said = "counts documents; a part counts for its whole document"
    assert said in partwise("measures", "RR").out
    assert said not in partwise("measures", "PartRR").out


def test_every_measure_answers_a_question(partwise):
    text = partwise("measures", "--by", "question").out

    for cls in component_classes(pw.Measure):
        assert cls.question, cls
        assert cls.question in text


@pytest.mark.parametrize("name", component_names(pw.Component))
def test_every_name_can_be_explained(partwise, name):
    answer = partwise("measures", name)
    text = answer.out

    assert answer.code == 0, answer.err
    assert "\\" not in text.replace("\\n", "").replace("\\t", "")
    assert len(text.splitlines()) > 3


def test_explaining_from_the_command_line(partwise):
    answer = partwise("measures", "CharAP")

    assert answer.code == 0
    assert "range" in answer.out
    assert "higher is better" in answer.out
    unknown = partwise("measures", "CharAPP")
    assert unknown.code == 2
    assert "Did you mean CharAP" in unknown.err


def test_questions(partwise):
    assert "?" in partwise("measures", "--by", "question").out


def test_presets_are_explained(partwise):
    assert "CharR(budget=4000)" in partwise("measures", "rag").out


def test_formats(partwise):
    listed = partwise("formats")
    assert listed.code == 0
    for name in ("trec-run", "trec-qrels", "fol-qrels"):
        assert name in listed.out
        assert partwise("formats", name).code == 0
    assert partwise("formats", "tres-run").code == 2


def test_check(partwise, fixture_files):
    (fixture_files / "bad.txt").write_text("1 Q0 a 1 x tag\n1 Q0 b 2 1.0 tag\n1 Q0 b y 1.0 tag\n")

    good = partwise("check", "one.tsv", "--as", "run")
    bad = partwise("check", "bad.txt", "--as", "run", "--format-run", "trec-run")

    assert good.code == 0
    assert "4 parts for 1 topic, no problems" in good.out
    assert bad.code == 2
    assert 'bad.txt:1: score "x" is not a number' in bad.err
    assert 'bad.txt:3: rank "y" is not a whole number' in bad.err


@pytest.mark.parametrize(("name", "what"), [("ESRP", "precision"), ("ESRR", "recall")])
def test_reductions_without_navigation_say_when_they_hold(partwise, name, what):
    # findings 3.2
    said = " ".join(partwise("measures", name).out.split())
    assert (
        f"With NoNav it is {what} where no two of the trees involved share a node without being "
        "equal; with shared=printed always"
    ) in said


def test_the_page_of_interpolated_precision_names_what_differs(partwise):  # findings 3.8
    said = " ".join(partwise("measures", "IPrec").out.split())
    assert (
        "trec_eval 9 and 10 turn a level into a count of documents by rounding, in two different "
        "ways, so their values differ at many levels (up to 29 of 100 topics at level 0.6 in one "
        "run)"
    ) in said
    assert (
        "Scores are compared as doubles; tools that store them as 32-bit floats may order "
        "near-ties differently."
    ) in said
