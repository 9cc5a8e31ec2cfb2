"""``partwise plot`` on the command line."""

from __future__ import annotations

import json
import shutil

import pytest
from tests.conftest import ROOT

KINDS = (
    "budget", "recall", "spent", "losses", "means", "differences", "scatter", "xcg", "nxcg", "epgr",
    "igp", "gprecision", "iprecision", "effort", "prum", "tau", "taus", "swaps", "insertions",
    "spread",
)  # fmt: skip
RUNS = ("L/small.jsonl", "L/medium.jsonl", "L/large.jsonl")


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "examples" / "lighthouse", tmp_path / "L")
    return tmp_path


def test_alone_it_lists_the_kinds(partwise):
    found = partwise("plot")
    assert found.code == 0
    assert [line.split()[0] for line in found.out.splitlines()] == list(KINDS)


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "json"])
def test_a_chart_in_every_format(partwise, folder, suffix):
    found = partwise("plot", "recall", "L/qrels.tsv", *RUNS, "-o", f"x.{suffix}", "-q")
    assert (found.code, found.out, found.err) == (0, "", "")
    assert (folder / f"x.{suffix}").stat().st_size > 1000


def test_the_same_as_from_python(partwise, folder):
    import partwise as pw

    words = ("L/qrels.tsv", *RUNS, "-m", "CharR(budget=700)", "--theme", "print")
    partwise("plot", "budget", *words, "--width", 300, "-o", "x.json", "-q")
    runs = [str(folder / name) for name in RUNS]
    chart = pw.plot(
        "budget",
        str(folder / "L/qrels.tsv"),
        runs,
        "CharR(budget=700)",
        theme="print",
        width=300,
    )
    assert json.loads((folder / "x.json").read_text()) == chart.spec


def test_saved_results(partwise, folder):
    words = ("L/qrels.tsv", *RUNS, "-m", "CharR@5", "-m", "CharP@5")
    partwise("evaluate", *words, "--format", "json", "--per-topic", "-o", "saved.json")
    for kind in ("means", "differences", "scatter", "tau", "spread"):
        assert partwise("plot", kind, "saved.json", "-o", "x.json").code == 0
    found = partwise("plot", "budget", "saved.json", "-o", "y.json")
    assert found.code == 2
    assert "needs assessments and runs" in found.err
    assert not (folder / "y.json").exists()


def test_inserted_results_need_no_runs(partwise, folder):
    words = ("plot", "insertions", "L/qrels.tsv", "-m", "CharP@5", "-o", "x.json", "-q")
    assert partwise(*words).code == 0


def test_losses(partwise, folder):
    words = ("plot", "losses", "L/qrels.tsv", RUNS[0], "-o", "x.json", "-q")
    found = partwise(*words)
    assert found.code == 2
    assert found.err == "losses need the list of all parts: use --inventory\n"
    assert partwise(*words, "--inventory", "L/chunks/small.tsv").code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("bugdet",), "there is no kind of plot 'bugdet'. Did you mean budget? Kinds: budget,"),
        (("budget",), "where does the chart go? Use -o budget.svg (or .png, .pdf, .json)"),
        (("budget", "-o", "x.gif"), "x.gif: a chart is written as .png, .svg, .pdf, .json"),
        (("budget", "-o", "x.svg"), "plot needs assessments and at least one run"),
        (("budget", "L/qrels.tsv", "-o", "x.svg"), "plot needs assessments and at least one run"),
        (("scatter", "L/qrels.tsv", RUNS[0], "-o", "x.svg"), "one run has nothing to be compared"),
        (
            ("iprecision", "L/qrels.tsv", RUNS[0], "-m", "CharR@5", "-o", "x.svg"),
            "CharR has no curve of this kind; it draws iP",
        ),
        (
            ("means", "L/qrels.tsv", RUNS[0], "--baseline", "nobody", "-o", "x.svg"),
            "nobody",
        ),
    ],
)
def test_slips(partwise, folder, words, told):
    found = partwise("plot", *words)
    assert found.code == 2
    assert told in found.err
    assert not list(folder.glob("x.*"))


def test_notes_of_the_evaluation_are_told(partwise, folder):
    found = partwise("plot", "recall", "L/qrels.tsv", *RUNS, "-o", "x.json")
    assert "note: medium: 62 parts overlap earlier parts" in found.err


def test_warnings_are_told_in_python_too(folder):
    import partwise as pw

    run = pw.Run.from_columns(topic=["wick"], doc=["elsewhere"], start=[0], end=[9])
    with pytest.warns(pw.PartwiseWarning, match="none of its 1 document is judged"):
        pw.plot(
            "tau", str(folder / "L/qrels.tsv"), [run, str(folder / RUNS[0])], ["CharR", "CharP"]
        )
