"""--equivalent of every command that evaluates: the values of `evaluate`, copies counted once."""

from __future__ import annotations

import json

import pytest

QRELS = """topic\tdoc\tstart\tend\tsame
1\ta\t0\t9\tx
1\tb\t5\t14\tx
1\tb\t20\t30\t
2\ta\t10\t20\ty
2\tc\t0\t10\ty
"""
ONE = "1\tb\t0\t16\n1\ta\t0\t12\n1\tb\t18\t26\n2\tc\t2\t8\n2\ta\t5\t18\n"
TWO = "1\ta\t0\t5\n1\tb\t0\t30\n2\ta\t10\t15\n2\tc\t0\t12\n"
TEXTS = {
    "a": "salt water" + "ninety ten" + "-" * 20,
    "b": "12345salt wate" + "123456" + "abcdefghij",
    "c": "ninety ten" + "-" * 30,
}
MEASURES = ("-m", "CharR(budget=20)", "-m", "CharP@2", "-m", "SpanR")
GIVEN = ("qrels.tsv", "one.tsv", "two.tsv", "--texts", "texts.jsonl")


@pytest.fixture(params=["same", "text"])
def column(request, tmp_path):
    (tmp_path / "qrels.tsv").write_text(QRELS)
    for name, rows in (("one", ONE), ("two", TWO)):
        (tmp_path / f"{name}.tsv").write_text("topic\tdoc\tstart\tend\n" + rows)
    lines = [json.dumps({"doc": doc, "text": text}) + "\n" for doc, text in TEXTS.items()]
    (tmp_path / "texts.jsonl").write_text("".join(lines))
    return request.param


def evaluated(partwise, column):
    words = ["evaluate", *GIVEN, *MEASURES, "--equivalent", column, "--per-topic"]
    answer = partwise(*words, "--format", "json")
    assert answer.code == 0, answer.err
    runs = json.loads(answer.out)["runs"]
    plain = json.loads(partwise(*words[:-3], "--format", "json").out)["runs"]
    assert runs[0]["values"][0]["mean"] != plain[0]["values"][0]["mean"]
    return runs


def test_a_page_has_the_values_of_evaluate(partwise, tmp_path, column):
    runs = evaluated(partwise, column)
    asked = [*GIVEN, *MEASURES, "--equivalent", column, "--inventory", "one.tsv"]
    answer = partwise("report", *asked, "-o", "r.html", "--data", "r.json", "--budget", "20")
    assert answer.code == 0, answer.err
    page = json.loads((tmp_path / "r.json").read_text())

    assert page["means"] == [[one["mean"] for one in run["values"]] for run in runs]
    assert page["values"] == [
        [list(one["topics"].values()) for one in run["values"]] for run in runs
    ]
    at = page["curve"]["budget"].index(20)
    assert [line[at] for line in page["curve"]["recall"]] == [m[0] for m in page["means"]]
    lost = json.loads(
        partwise(
            "losses", *GIVEN, "--equivalent", column, "--inventory", "one.tsv", "--budget", "20",
            "--format", "json",
        ).out
    )  # fmt: skip
    assert [one["mean"]["shown"] for one in page["losses"]] == [
        run["mean"]["shown"] for run in lost["runs"]
    ]
    assert any("a copy that no part shows is called missed" in note for note in page["notes"])
    assert f"(--equivalent {column}); each text counts once" in answer.err
    assert f"--equivalent {column}" in page["command"]


def test_charts_have_the_values_of_evaluate(partwise, tmp_path, column):
    runs = evaluated(partwise, column)
    asked = [*GIVEN, *MEASURES, "--equivalent", column]
    answer = partwise("plot", "budget", *asked, "-o", "c.json", "--budget", "20")
    assert answer.code == 0, answer.err
    drawn = (tmp_path / "c.json").read_text()
    for run in runs:
        assert str(run["values"][0]["mean"])[:9] in drawn
    answer = partwise("plot", "means", *asked, "-o", "m.json")
    assert answer.code == 0, answer.err
    drawn = (tmp_path / "m.json").read_text()
    for run in runs:
        assert str(run["values"][0]["mean"])[:9] in drawn
    refused = partwise("plot", "gprecision", *GIVEN, "--equivalent", column, "-o", "x.json")
    assert (refused.code, "cannot count copies of a text once (--equivalent)" in refused.err) == (
        2,
        True,
    )


@pytest.mark.parametrize("variants", ["topics", "assessments"])
def test_the_lab_has_the_values_of_evaluate(partwise, column, variants):
    runs = evaluated(partwise, column)
    few = ["--variants", variants, "--count", "3", "--resamples", "20", "--trials", "3"]
    asked = [*GIVEN, *MEASURES, "--equivalent", column]
    answer = partwise("lab", "reliability", *asked, *few, "--format", "json")
    assert answer.code == 0, answer.err
    for run in runs:
        assert repr(run["values"][0]["mean"])[:12] in answer.out
    assert "each text counts once" in answer.out


def test_measures_agree_about_copies(partwise, column):
    asked = [*GIVEN, *MEASURES, "--equivalent", column, "--format", "json"]
    once, plain = (partwise("lab", "correlate", *words) for words in (asked, [*GIVEN, *MEASURES]))
    assert once.code == plain.code == 0, once.err
    assert "each text counts once" in once.out
    told = partwise("lab", "fidelity", *GIVEN[:1], *GIVEN[3:], *MEASURES, *asked[-4:])
    assert told.code == 0, told.err
    assert "each text counts once" in told.err
    assert "SLD is left out" not in told.err  # texts have lengths


@pytest.mark.parametrize(
    "words",
    [["report"], ["plot", "means", "-o", "x.json"], ["lab", "correlate"], ["lab", "fidelity"]],
)
def test_saved_results_take_no_copies(partwise, column, words):
    asked = ["evaluate", *GIVEN, *MEASURES, "--format", "json", "--per-topic", "-o", "saved.json"]
    assert partwise(*asked).code == 0
    answer = partwise(*words, "saved.json", "--equivalent", column)
    assert (answer.code, "use --equivalent where they are evaluated" in answer.err) == (2, True)
