"""``partwise lab`` from words to files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.helpers import results

MEASURES = ["-m", "AgP", "-m", "CharR@2"]


def test_simulate_writes_runs_that_can_be_evaluated(partwise, fixture_files):
    answer = partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "2", "--seed", "3")

    assert answer.code == 0, answer.err
    assert "manifest.json written to sim" in answer.err
    manifest = json.loads((fixture_files / "sim" / "manifest.json").read_text())
    assert manifest["seed"] == 3
    names = [run["run"] for run in manifest["runs"]]
    assert names[:4] == ["S-R", "S-RS", "S-RI", "S-RSI"]
    files = [f"sim/{name}.tsv" for name in names]
    scored = partwise("evaluate", "qrels.tsv", *files, *MEASURES, "--format", "json")
    assert scored.code == 0, scored.err
    runs = {run["run"]: run["values"][0]["mean"] for run in json.loads(scored.out)["runs"]}
    assert list(runs) == names
    assert runs["S-R"] == 1


def test_simulated_documents_of_unknown_length_can_be_evaluated(partwise, tmp_path):
    rows = "topic\tdoc\tstart\tend\nq\ta\t10\t20\nq\tb\t1\t20\n"
    (tmp_path / "q.tsv").write_text(rows)
    (tmp_path / "l.tsv").write_text("doc\tlength\na\t40\n")
    for words in ([], ["--lengths", "l.tsv"]):
        partwise("lab", "simulate", "q.tsv", "-o", "sim", "--count", "1", *words)
        files = sorted(f"sim/{path.name}" for path in (tmp_path / "sim").glob("*.tsv"))

        answer = partwise("evaluate", "q.tsv", *files, "-m", "AP", "--format", "tsv")

        assert answer.code == 0, answer.err
        assert "SLD-RI\tall\tAP\t" in answer.out


def simulated(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("place", [".tsv", "manifest.json"])
@pytest.mark.parametrize("before", ["new", "empty", "ours"])
def test_an_interrupted_simulation_leaves_everything_as_it_was(
    partwise, fixture_files, monkeypatch, place, before
):
    target = fixture_files / "sim"
    if before == "empty":
        target.mkdir()
    if before == "ours":
        partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "2")
    names = sorted(path.name for path in fixture_files.iterdir())
    old = simulated(target) if target.exists() else None
    usual = Path.write_bytes

    def interrupted(self, what):
        if self.name.endswith(place):
            raise KeyboardInterrupt
        return usual(self, what)

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    answer = partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "3", "-q")
    monkeypatch.undo()

    assert answer.code == 130
    assert sorted(path.name for path in fixture_files.iterdir()) == names
    assert (simulated(target) if target.exists() else None) == old


def test_simulated_runs_replace_older_ones(partwise, fixture_files):
    partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "2")
    again = partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "3")
    fresh = partwise("lab", "simulate", "qrels.tsv", "-o", "fresh", "--count", "3")

    assert (again.code, fresh.code) == (0, 0), again.err
    assert simulated(fixture_files / "sim") == simulated(fixture_files / "fresh")
    mode = (fixture_files / "fresh").stat().st_mode
    assert mode == (fixture_files / "sim").stat().st_mode
    assert mode & 0o700 == 0o700


def test_other_folders_are_left_alone(partwise, fixture_files):
    for folder in (".", "sim"):
        (fixture_files / folder).mkdir(exist_ok=True)
        (fixture_files / folder / "mine.txt").write_text("mine")
        answer = partwise("lab", "simulate", "qrels.tsv", "-o", folder)
        assert answer.code == 2
        assert "which lab simulate did not write" in answer.err
    assert [path.name for path in (fixture_files / "sim").iterdir()] == ["mine.txt"]
    assert "is not a folder" in partwise("lab", "simulate", "qrels.tsv", "-o", "mine.txt").err


def test_fidelity(partwise, fixture_files):
    answer = partwise("lab", "fidelity", "qrels.tsv", *MEASURES, "--format", "json")

    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert list(data["orders"][0]) == [
        "better", "worse", "measure", "difference", "wins", "equal", "losses", "p", "verdict",
    ]  # fmt: skip
    assert {row["measure"] for row in data["orders"]} == {"AgP", "CharR@2"}
    assert {row["count"] for row in data["insertions"]} == {
        0,
        1,
        2,
        3,
        4,
        5,
        10,
        50,
        100,
        500,
        1000,
    }
    table = partwise("lab", "fidelity", "qrels.tsv", *MEASURES, "--plot", "curve.svg", "-q")
    assert "S-R > S-RI" in table.out
    assert "measure  kept  blind  mixed  violated  orders  told apart" in table.out
    assert table.out.count("S-R > S-RI") == 1
    blocks = partwise("lab", "fidelity", "qrels.tsv", *MEASURES, "--per-order", "-q").out
    assert blocks.count("S-R > S-RI") == 2
    (blind,) = [line for line in blocks.splitlines() if line.startswith("S-R > S-RS")][:1]
    assert blind.endswith("==")  # findings 10.1: no p-value of 1.0000
    assert (fixture_files / "curve.svg").read_bytes().startswith(b"<svg")


def test_fidelity_of_saved_results(partwise, fixture_files):
    partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "1", "-q")
    files = sorted(f"sim/{path.name}" for path in (fixture_files / "sim").glob("*.tsv"))
    partwise(
        "evaluate",
        "qrels.tsv",
        *files,
        *MEASURES,
        "--format",
        "json",
        "--per-topic",
        "-o",
        "s.json",
    )

    answer = partwise("lab", "fidelity", "s.json", "--format", "json")

    assert answer.code == 0, answer.err
    fresh = partwise("lab", "fidelity", "qrels.tsv", *MEASURES, "--format", "json")
    assert json.loads(answer.out)["orders"] == json.loads(fresh.out)["orders"]


def test_correlate(partwise, saved):
    answer = partwise("lab", "correlate", "runs.json", "--format", "json")

    assert answer.code == 0
    data = json.loads(answer.out)
    assert list(data)[:4] == ["measures", "runs", "tau", "p"]
    assert data["tau"][0] == [1.0, 1.0, -1.0]
    assert data["agree"] == [["AP", "RR"]]
    table = partwise("lab", "correlate", "runs.json", "--plot", "heat.png", "-q").out
    assert "Agree (tau above 0.9 with p at most 0.05): AP and RR." in table
    assert (saved / "heat.png").read_bytes().startswith(b"\x89PNG")
    against = partwise("lab", "correlate", "runs.json", "--against", "AP", "-q").out
    assert "1.000 (0.0028)" in against
    assert "yes" in against


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture_as_output_is_the_chart(partwise, saved, kind):
    drawn = partwise("lab", "correlate", "runs.json", "-o", f"a.{kind}")
    plotted = partwise("lab", "correlate", "runs.json", "--plot", f"b.{kind}")

    assert (drawn.code, plotted.code) == (0, 0), drawn.err
    head = {"png": b"\x89PNG", "svg": b"<svg"}[kind]
    assert (saved / f"a.{kind}").read_bytes().startswith(head)
    assert (saved / f"b.{kind}").read_bytes().startswith(head)
    assert drawn.out == ""


def test_measures_of_saved_results_can_be_chosen(partwise, saved):
    answer = partwise("lab", "correlate", "runs.json", "-m", "RR", "-m", "AP", "--format", "json")

    assert json.loads(answer.out)["measures"] == ["RR", "AP"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["reliability", "runs.json", "--sizes", "1-17"], "half of the 20 topics"),
        (["reliability", "runs.json", "--sizes", "x"], "expected numbers such as 1-17"),
        (["reliability", "runs.json", "--variants", "assessors"], "needs assessments and runs"),
        (["correlate", "one.json"], "at least two runs"),
        (["correlate", "runs.json", "-m", "AP"], "use at least two (-m, --against)"),
        (["correlate", "runs.json", "-m", "AP", "-m", "MAP"], "use at least two"),
        (["correlate", "single.json"], "only AP is given; correlating needs at least two measures"),
        (["correlate", "runs.json", "-o", "t.parquet"], "cannot be written as .parquet but as"),
        (["reliability", "bad.json"], "bad.json: not saved results: "),
        (["correlate", "bad.json"], "bad.json: not saved results: "),
        (["correlate", "runs.json", "--plot", "heat.gif"], "a chart is written as .png"),
        (["correlate", "runs.json", "--against", "nDCG"], 'no measure "nDCG"'),
        (["fidelity", "runs.json"], "none of these runs is simulated"),
    ],
)
def test_bad_input(partwise, saved, words, message):
    (saved / "one.json").write_text(results([[0.1, 0.2]]).to_json())
    (saved / "single.json").write_text(
        results([[[0.1, 0.2]], [[0.3, 0.1]]], measures=["AP"]).to_json()
    )
    (saved / "bad.json").write_text('{"questions": []}')

    answer = partwise("lab", *words)

    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_a_reader_that_has_seen_enough_fails_no_gate(saved):
    command = [sys.executable, "-m", "partwise", "lab", "correlate", "runs.json"]
    with subprocess.Popen(command, cwd=saved, stdout=subprocess.PIPE) as process:
        process.stdout.close()

    assert process.returncode == 0


@pytest.fixture
def three(tmp_path):
    """Three runs of one topic, each with another passage before the same one."""
    header = "topic\tdoc\tstart\tend"
    (tmp_path / "q.tsv").write_text(f"{header}\nq\td\t10\t20\n")
    (tmp_path / "wide.tsv").write_text(f"{header}\nq\td\t0\t40\n")
    for n in (1, 2, 3):
        rows = f"q\td\t{10 * n}\t{10 * n + 8}\t1\tr{n}\nq\td\t10\t18\t2\tr{n}\n"
        (tmp_path / f"n{n}.tsv").write_text(f"{header}\trank\trun\n{rows}")
    return ["n1.tsv", "n2.tsv", "n3.tsv"]


def test_against_a_measure_that_nav_completes(partwise, three):
    # findings 10.6
    words = ["lab", "correlate", "q.tsv", *three, "-m", "GR@1", "--nav", "NoNav"]
    answer = partwise(*words, "--against", "EPRUM(r=1)")

    assert answer.code == 0, answer.err
    assert "EPRUM(r=1)" in answer.out
    saving = ["--per-topic", "--format", "json", "-o", "s.json"]
    partwise("evaluate", *words[2:], "-m", "EPRUM(r=1)", *saving)
    again = partwise(
        "lab", "correlate", "s.json", "-m", "GR@1", "--against", "EPRUM(r=1)", "--nav", "NoNav"
    )
    assert again.out == answer.out
    same = partwise(*words, "--against", "GR(nav=NoNav)@1")
    assert "use at least two" in same.err


def test_verdicts_that_nobody_can_know(partwise, tmp_path):
    # findings 5.27
    (tmp_path / "q").write_text("q 0 a 1\n")
    for n in range(6):
        (tmp_path / f"r{n}").write_text(f"q Q0 a 1 1 r{n}\n")
    runs = [f"r{n}" for n in range(6)]

    answer = partwise("lab", "correlate", "q", *runs, "-m", "AP", "--against", "RR")

    assert [row.split() for row in answer.out.splitlines() if row.startswith("AP")] == [
        ["AP", "-", "(-)"],
        ["AP", "RR", "-"],
    ]
    assert "all runs are equal, no correlation: AP, RR" in answer.out + answer.err
    plain = partwise("lab", "correlate", "q", *runs, "-m", "AP", "-m", "RR", "--format", "tsv")
    assert plain.out.splitlines()[1].endswith("\t")


def test_three_runs_cannot_show_agreement(partwise, three):
    # findings 10.7 and 10.8
    words = ["lab", "correlate", "wide.tsv", *three, "-m", "CharOverlap@5", "-m", "CharR@5"]
    answer, raw = partwise(*words), partwise(*words, "--signs", "raw")

    few = "3 runs cannot show agreement: even tau 1 has p = 0.33 (5 runs are needed at 0.05)"
    assert few in answer.out
    assert "No two agree" not in answer.out
    assert "CharOverlap@5 ↓" in answer.out
    assert answer.out.splitlines()[3].split() == ["CharR@5", "1.000"]
    assert "note: CharOverlap@5: lower is better, so its ranking is turned round" in answer.err
    assert raw.out.splitlines()[3].split() == ["CharR@5", "-1.000"]
    assert "turned round" not in raw.err
