"""Evaluations from the files and options of a command."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def evaluate(partwise, fixture_files):
    """Results of ``partwise evaluate`` as JSON."""
    (fixture_files / "q").write_text("q 0 d 1\np 0 d 0\n")
    (fixture_files / "r").write_text("q Q0 e 1 2 x\nq Q0 d 2 1 x\n")
    (fixture_files / "two.tsv").write_text(
        "topic\tdoc\tstart\tend\tassessor\n1\tA\t10\t30\tann\n1\tB\t0\t50\tbob\n"
    )

    def call(*words):
        answer = partwise("evaluate", *words, "--format", "json")
        assert answer.code == 0, answer.err
        return json.loads(answer.out)

    return call


def means(data):
    (run,) = data["runs"]
    return {value["measure"]: value["mean"] for value in run["values"]}


def test_results_carry_options_and_notes(evaluate, fixture_files):
    (fixture_files / "runs").mkdir()
    (fixture_files / "runs" / "r").write_bytes((fixture_files / "r").read_bytes())
    (fixture_files / "runs" / "notes.md").write_text("# about\n")
    data = evaluate("q", "runs", "-m", "AP", "--order", "score")

    assert means(data) == {"AP": 0.5}
    assert (data["options"]["order"], data["options"]["undefined"]) == ("score", "skip")
    assert [entry["file"] for entry in data["inputs"]] == ["q", "runs/r"]
    assert data["notes"][0] == "runs: 1 file is not a run and was left out (notes.md)"
    assert "runs/r was read as trec-run" in data["notes"]


def test_the_preset_decides_about_undefined_topics(evaluate):
    data = evaluate("q", "r")

    assert (data["options"]["preset"], data["options"]["undefined"]) == ("trec", "zero")
    (run,) = data["runs"]
    mean = next(value["mean"] for value in run["values"] if value["measure"] in ("AP", "map"))
    assert mean == 0.25


def test_one_assessor(evaluate, partwise):
    words = ("two.tsv", "one.tsv", "-m", "CharR", "--assessor")

    # ann marked 20 characters, of which the parts A 0..20 and A 10..40 show all; bob B 0..50
    assert means(evaluate(*words, "ann")) == {"CharR": 1}
    assert means(evaluate(*words, "bob")) == {"CharR": 1}
    assert means(evaluate(*words[:2], "-m", "CharR@3", "--assessor", "bob")) == {"CharR@3": 0}
    refused = partwise("evaluate", *words, "eve")
    assert refused.code == 2
    assert 'no assessor "eve"' in refused.err


def test_whole_documents(evaluate):
    words = ("qrels.tsv", "one.tsv", "-m", "CharR@1")

    # of 85 characters the part A 0..20 shows 10, the document A 30
    assert means(evaluate(*words)) == {"CharR@1": pytest.approx(10 / 85)}
    assert means(evaluate(*words, "--whole-documents")) == {"CharR@1": pytest.approx(30 / 85)}


def test_rules_of_a_task_hold_for_every_run(partwise, fixture_files):
    (fixture_files / "good.tsv").write_text("topic\tdoc\tstart\tend\trank\n1\tB\t0\t50\t1\n")

    answer = partwise("evaluate", "qrels.tsv", "good.tsv", "one.tsv", "--task", "focused")

    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("one.tsv:")
    assert 'task "focused" forbids overlap' in answer.err


@pytest.mark.parametrize("command", ["evaluate", "report", "losses"])
def test_standard_input_for_two_files(partwise, tmp_path, command):
    more = {"report": ("-o", "x.html"), "losses": ("-k", "1", "--inventory", "i.tsv")}
    (tmp_path / "i.tsv").write_text("doc\tstart\tend\nA\t0\t9\n")

    answer = partwise(command, "-", "-", *more.get(command, ()))

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "standard input (-) can be read only once\n"


def test_saved_results_or_runs(partwise, evaluate, fixture_files):
    words = ("q", "r", "-m", "AP", "-m", "P@1", "--per-topic", "--format", "json")
    assert partwise("evaluate", *words, "-o", "s.json").code == 0
    (fixture_files / "other").write_text("q Q0 d 1 2 y\n")

    measured = partwise("compare", "q", "r", "other", "-m", "P@1", "--format", "json")
    assert partwise("evaluate", "q", "other", *words[2:], "-o", "t.json").code == 0
    saved = partwise("compare", "s.json", "t.json", "-m", "P@1", "--format", "json")

    rows = [json.loads(answer.out)["comparisons"] for answer in (measured, saved)]
    assert rows[0] == rows[1]
    assert [(row["measure"], row["difference"]) for row in rows[0]] == [("P@1", 1)]
    refused = partwise("lab", "correlate", "q")
    assert refused.code == 2
    assert refused.err.endswith(", or saved results\n")
