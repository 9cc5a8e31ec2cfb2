"""Formats and notes of what commands write."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tests.helpers import results

NAV = ("--nav", "Window(before=1, after=1)")
TIES = (
    "note: one: parts of 1 document, counted topic by topic, are not contiguous; each document is "
    "ranked at its first part\n"
)


@pytest.mark.parametrize(
    ("target", "content"),
    [
        ("o.tsv", "run\ttopic\tmeasure\tvalue\none\tall\tCE@3\t4.0\n"),
        ("o.csv", "run,topic,measure,value\none,all,CE@3,4.0\n"),
        ("o.md", "| run | `CE@3 ↓` |\n| --- | ---: |\n| one | 4.0000 |\n"),
    ],
)
def test_the_suffix_decides(partwise, fixture_files, target, content):
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CE(LE)@3", "-o", target)

    assert (answer.code, answer.out, answer.err) == (0, "", TIES)
    assert (fixture_files / target).read_text(encoding="utf-8") == content


def test_the_suffix_decides_for_json_and_pictures(partwise, fixture_files):
    words = ("losses", "qrels.tsv", "one.tsv", "--inventory", "one.tsv", "-k", "2", "-q", "-o")

    assert partwise(*words, "o.json").code == partwise(*words, "o.svg").code == 0
    text = (fixture_files / "o.json").read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert json.loads(text)["runs"][0]["run"] == "one"
    assert (fixture_files / "o.svg").read_bytes().startswith(b"<svg")


def test_a_heading_stands_apart_in_markdown(partwise, fixture_files):
    words = ("evaluate", "qrels.tsv", "one.tsv", "-m", "GR@2", *NAV, "-q")

    assert partwise(*words, "--format", "md").out == (
        f"nav={NAV[1]}\n\n| run | `GR@2` |\n| --- | ---: |\n| one | 0.2500 |\n"
    )
    assert partwise(*words).out.startswith(f"nav={NAV[1]}\nrun ")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("table", "Agree (tau above 0.9 with p at most 0.05): map_cut_5 and P_5."),
        ("md", "Agree (tau above 0.9 with p at most 0.05): map\\_cut\\_5 and P\\_5."),
        ("latex", "% Agree (tau above 0.9 with p at most 0.05): map\\_cut\\_5 and P\\_5."),
    ],
)
def test_sentences_below_tables_are_escaped(partwise, tmp_path, form, sentence):
    values = np.linspace(0, 1, 6)[:, None, None] + np.zeros((6, 2, 5))
    saved = results(values, measures=["map_cut_5", "P_5"])
    (tmp_path / "runs.json").write_text(saved.to_json())

    answer = partwise("lab", "correlate", "runs.json", "--format", form)

    assert answer.code == 0, answer.err
    assert answer.out.endswith(f"\n\n{sentence}\n")


@pytest.mark.parametrize("name", ["o.png", "o.html", "o.xlsx", "o.gz"])
def test_a_suffix_of_something_else_is_refused(partwise, fixture_files, name):
    before = sorted(fixture_files.iterdir())

    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "-o", name)

    assert (answer.code, answer.out) == (2, "")
    suffix = name.removeprefix("o")
    forms = "json, tsv, csv, md, latex, jsonl, parquet"
    assert answer.err == f"{name}: cannot be written as {suffix} but as {forms}\n"
    assert sorted(fixture_files.iterdir()) == before


def test_quiet_commands_print_no_notes(partwise, fixture_files):
    words = ("evaluate", "qrels.tsv", "one.tsv", "-m", "CE(LE)@3")

    assert partwise(*words).err == TIES
    assert partwise(*words, "-q").err == ""
    assert partwise(*words, "-q").out == partwise(*words).out


def test_quiet_keeps_warnings(partwise, fixture_files):
    (fixture_files / "far.tsv").write_text("topic\tdoc\tstart\tend\trank\n1\tZ\t0\t20\t1\n")

    answer = partwise("evaluate", "qrels.tsv", "far.tsv", "one.tsv", "-m", "CE(LE)@3", "-q")

    assert answer.err == (
        "warning: far: none of its 1 document is judged (run: Z.., assessments: A..)\n"
    )


def test_notes_show_escapes(partwise, fixture_files):
    (fixture_files / "one.tsv").rename(fixture_files / "o\x1bne.tsv")

    answer = partwise("evaluate", "qrels.tsv", "o\x1bne.tsv", "-m", "CE(LE)@3")

    assert answer.err == TIES.replace("one", "o\\x1bne", 1)
