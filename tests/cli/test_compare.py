"""``partwise compare`` from words to files."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from tests.helpers import results


@pytest.fixture
def saved(tmp_path):
    """Saved results of three runs: base.json, and good.json with a better and an equal run."""
    random = np.random.default_rng(0)
    base = random.beta(2, 3, (2, 30))
    good = np.clip(base + random.normal(0.12, 0.1, (2, 30)), 0, 1)
    names = {"measures": ["AP", "CE(LE)@5"], "better": ["higher", "lower"]}
    (tmp_path / "base.json").write_text(results([base], runs=["base"], **names).to_json())
    more = results([good, base], runs=["good", "copy"], **names)
    (tmp_path / "good.json").write_text(more.to_json())
    return tmp_path


def test_saved_results_as_json(partwise, saved):
    answer = partwise("compare", "base.json", "good.json", "--format", "json")

    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert list(data) == ["baseline", "comparisons", "notes"]
    assert data["baseline"] == "base"
    assert [(c["run"], c["measure"]) for c in data["comparisons"]] == [
        ("good", "AP"),
        ("good", "CE(LE)@5"),
        ("copy", "AP"),
        ("copy", "CE(LE)@5"),
    ]
    copy = data["comparisons"][2]
    assert copy["p"] == {"t": 1.0, "wilcoxon": 1.0, "permutation": 1.0}
    assert copy["interval"] == [0.0, 0.0]
    assert "copy equals base on every topic" in data["notes"]


def test_runs_against_assessments(partwise, fixture_files):
    (fixture_files / "two.tsv").write_text("topic\tdoc\tstart\tend\trank\n1\tB\t0\t50\t1\n")
    answer = partwise(
        "compare", "qrels.tsv", "one.tsv", "two.tsv", "-m", "CharR", "--format", "json"
    )

    assert answer.code == 0, answer.err
    row = json.loads(answer.out)["comparisons"][0]
    assert (row["run"], row["topics"]) == ("two", 1)
    assert row["difference"] == pytest.approx(50 / 85 - 70 / 85)
    assert row["interval"] is None
    assert row["p"]["t"] is None
    assert "only one topic: no interval" in answer.err


def test_the_same_run_twice(partwise, fixture_files):
    answer = partwise("compare", "qrels.tsv", "one.tsv", "one.tsv", "-m", "CharR")

    assert answer.code == 0
    assert "one#2" in answer.out
    assert "one#2 equals one on every topic" in answer.err
    assert "No difference is significant at 0.05 after Holm (1 tested)" in answer.out


def test_the_table_ends_with_an_honest_sentence(partwise, saved):
    out = partwise("compare", "base.json", "good.json", "-m", "AP").out

    assert "against base" in out
    assert "95 % interval" in out
    assert "1 of 2 differences is significant at 0.05 after Holm: 1 better" in out
    alone = partwise("compare", "base.json", "base.json", "-q").out
    assert "No difference is significant at 0.05 after Holm (2 tested)" in alone
    assert "base#2" in alone


def test_every_format_is_written(partwise, saved):
    for form in ("table", "json", "tsv", "csv", "md", "latex"):
        target = saved / f"out.{form}"
        answer = partwise("compare", "base.json", "good.json", "--format", form, "-o", target, "-q")
        assert (answer.code, answer.out, answer.err) == (0, "", "")
        assert target.stat().st_size > 0
    rows = list(csv.DictReader(io.StringIO((saved / "out.tsv").read_text()), delimiter="\t"))
    assert [row["run"] for row in rows] == ["good", "good", "copy", "copy"]
    assert float(rows[0]["permutation"]) <= 0.05
    assert rows[2]["detectable"] == ""
    assert (saved / "out.md").read_text().startswith("**against base**")
    assert "\\begin{tabular}" in (saved / "out.latex").read_text()


def test_gate(partwise, saved):
    # lower is better for CE: the better AP of good is a worse CE
    worse = partwise("compare", "base.json", "good.json", "--gate", "-q")
    assert worse.code == 1
    assert "failed: good is worse than base: CE(LE)@5" in worse.err
    fine = partwise("compare", "base.json", "good.json", "--gate", "-q", "-m", "AP")
    assert (fine.code, fine.err) == (0, "")


def test_groups_and_topics(partwise, saved):
    rows = [f"t{i}\t{'how' if i % 2 else 'what'}\tx" for i in range(30)]
    (saved / "kinds.tsv").write_text("topic\tkind\tother\n" + "\n".join(rows) + "\n")
    words = ["compare", "base.json", "good.json", "-m", "AP", "--by", "kinds.tsv"]

    shown = partwise(*words, "--attribute", "kind", "--moved", "2", "-q")
    assert shown.code == 0, shown.err
    assert "kind = how (15 topics) against base" in shown.out
    assert "topics that moved most" in shown.out
    assert "other" not in shown.out
    data = json.loads(partwise(*words, "--per-topic", "--moved", "1", "--format", "json").out)
    assert [(g["attribute"], g["value"]) for g in data["groups"]] == [
        ("kind", "what"),
        ("kind", "how"),
        ("other", "x"),
    ]
    assert len(data["moved"]) == 1  # the copy did not move
    assert len(data["topics"]) == 60


def test_several_baselines(partwise, saved):
    words = ["--baseline", "base", "--baseline", "copy", "--format", "json"]
    data = json.loads(partwise("compare", "base.json", "good.json", *words).out)

    assert data["baseline"] == ["base", "copy"]
    assert {c["baseline"] for c in data["comparisons"]} == {"base", "copy"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["base.json"], "there is only one run"),
        (["base.json", "good.json", "--baseline", "bass"], 'no run "bass". Did you mean base'),
        (["base.json", "good.json", "-m", "RR"], 'no saved measure "RR"'),
        (["base.json", "good.json", "--alpha", "2"], "alpha must be between 0 and 1"),
        (["base.json", "none.json"], "none.json: cannot be read"),
        (["base.json", "other.txt"], "other.txt does not hold saved results"),
        (["bad.json"], "bad.json: not saved results: "),
        (["base.json", "bad.json"], "bad.json: not saved results: "),
        (
            ["base.json", "good.json", "-o", "x.png"],
            "x.png: cannot be written as .png but as json, tsv",
        ),
        (["other.txt", "other.txt"], "compare needs assessments, a baseline and at least one run"),
        (["base.json", "good.json", "--by", "other.txt"], "no column topic"),
        (["base.json", "means.json"], "holds means only, no values per topic"),
        (["base.json", "away.json"], "have no topic in common"),
    ],
)
def test_bad_input(partwise, saved, words, message):
    (saved / "other.txt").write_text("1 Q0 d 1 1.0 r\n")
    (saved / "bad.json").write_text('{"questions": []}')
    (saved / "means.json").write_text(results([[0.1]], runs=["m"]).to_json(per_topic=False))
    away = results([[[0.1], [1]]], runs=["away"], topics=["x"], measures=["AP", "CE(LE)@5"],
                   better=["higher", "lower"])  # fmt: skip
    (saved / "away.json").write_text(away.to_json())

    answer = partwise("compare", *words)

    assert answer.code == 2
    assert answer.out == ""
    assert message in answer.err


def test_attribute_files(partwise, saved):
    for text, message in (
        ("topic\tkind\nt1\ta\nt1\tb\n", "attr.tsv:3: topic t1 has kind b here, a before"),
        ("topic\tkind\nt1\n", "attr.tsv:2: 1 column, expected 2"),
        ("topic\nt1\n", "no attribute beside topic"),
        ("topic,kind\nx,a\n", "no topic of the results has a value for kind"),
    ):
        (saved / "attr.tsv").write_text(text)
        answer = partwise("compare", "base.json", "good.json", "--by", "attr.tsv")
        assert (answer.code, answer.out) == (2, "")
        assert message in answer.err


def test_assessments_in_a_folder(partwise, tmp_path):
    (tmp_path / "pools").mkdir()
    (tmp_path / "pools" / "1.xml").write_text(
        '<assessments pool="1" topic="1"><file name="d"><passage start="/a[1]" end="/a[1]"/>'
        "</file></assessments>"
    )
    (tmp_path / "d.xml").write_text("<a>text</a>")
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"1 Q0 d 1 1.0 {name} /a[1]\n")

    words = ["one.txt", "two.txt", "-m", "CharR", "--structure", "d.xml"]
    answer = partwise("compare", "pools", *words)

    assert answer.code == 0, answer.err


@pytest.mark.parametrize("command", [["compare"], ["lab", "correlate"]])
def test_several_processes_say_the_same(partwise, tmp_path, command):
    rows = [f"{topic}\td\t{10 * topic}\t{10 * topic + 9}\n" for topic in range(1, 6)]
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\n" + "".join(rows))
    for name, more in (("one", 3), ("two", 7)):
        parts = [f"{t}\td\t{10 * t - more + t}\t{10 * t + 2 * t}\n" for t in range(1, 6)]
        (tmp_path / f"{name}.tsv").write_text("topic\tdoc\tstart\tend\n" + "".join(parts))
    words = [*command, "q.tsv", "one.tsv", "two.tsv", "-m", "CharR", "-m", "CharP"]
    alone = partwise(*words, "--format", "json")
    together = partwise(*words, "--jobs", "2", "--work", "w", "--format", "json")
    again = partwise(*words, "--jobs", "2", "--work", "w", "--resume", "--format", "json")

    assert alone.code == together.code == 0, together.err
    found, spread, resumed = (json.loads(one.out) for one in (alone, together, again))
    for one in (found, spread, resumed):
        for name in ("notes", "inputs"):
            one.pop(name, None)
    assert found == spread == resumed
    refused = partwise(*words, "--jobs", "2", "--work", "w")
    assert (refused.code, "Use --resume to go on with them" in refused.err) == (2, True)
