"""``partwise lab reliability`` from words to files."""

from __future__ import annotations

import json

import pytest


def test_reliability_of_saved_results(partwise, saved):
    words = ["lab", "reliability", "runs.json", "--count", "20", "--trials", "10"]
    words += ["--sizes", "2,5-7"]
    answer = partwise(*words, "--format", "json")

    assert answer.code == 0
    data = json.loads(answer.out)
    assert list(data)[:6] == ["variants", "runs", "tau", "error_rate", "ties", "swaps"]
    assert data["variants"] == 20
    assert sorted({row["size"] for row in data["swaps"]}) == [2, 5, 6, 7]
    table = partwise(*words, "--plot", "swaps.svg", "--plot-spread", "spread.svg", "-q").out
    assert "AP: swap rate by topic-set size and difference" in table
    assert "difference needed for 5 % error" in table
    for name in ("swaps.svg", "spread.svg"):
        assert (saved / name).read_bytes().startswith(b"<svg")
    for form in ("tsv", "csv", "md", "latex"):
        assert partwise(*words, "--format", form, "-q").out


def test_reliability_of_assessors(partwise, tmp_path):
    (tmp_path / "qrels.tsv").write_text(
        "topic\tdoc\tstart\tend\tassessor\n"
        "1\ta\t0\t10\tx\n1\ta\t30\t40\ty\n2\ta\t5\t9\tx\n3\tb\t0\t8\tx\n3\tb\t4\t9\ty\n"
    )
    for name, start in (("one", 0), ("two", 5), ("three", 28)):
        rows = [f"{t}\t{d}\t{start}\t{start + 10}\t1" for t, d in ((1, "a"), (2, "a"), (3, "b"))]
        (tmp_path / f"{name}.tsv").write_text(
            "topic\tdoc\tstart\tend\trank\n" + "\n".join(rows) + "\n"
        )
    runs = ["one.tsv", "two.tsv", "three.tsv"]

    answer = partwise("lab", "reliability", "qrels.tsv", *runs, "-m", "CharR", "--format", "json")

    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert data["variants"] == 4
    one = data["runs"][0]
    # topic 1: 1 or 0; topic 2: 1; topic 3: 1 with both
    assert (one["run"], one["min"], one["max"]) == ("one", pytest.approx(2 / 3), 1.0)
    drawn = partwise(
        "lab", "reliability", "qrels.tsv", *runs, "-m", "CharR", "--variants", "assessments",
        "--count", "5", "--format", "json",
    )  # fmt: skip
    assert json.loads(drawn.out)["variants"] == 5


def test_the_official_ranking_is_not_compared_with_itself(partwise, tmp_path):
    # findings 2.3
    header = "topic\tdoc\tstart\tend\t"
    (tmp_path / "two.tsv").write_text(f"{header}assessor\nt\td\t0\t10\ta\nt\td\t20\t30\tb\n")
    for at in (0, 20):
        rows = f"{header}rank\trun\nt\td\t{at}\t{at + 10}\t1\tr{at}\n"
        (tmp_path / f"two{at}.tsv").write_text(rows)
    words = ["lab", "reliability", "two.tsv", "two0.tsv", "two20.tsv", "-m", "CharR@1"]

    answer = partwise(*words, "--official", "first")
    saved = partwise(*words, "--official", "first", "--format", "json")

    assert "1 other variant against the official ranking" in answer.out
    assert "CharR@1  -1.0000  -1.0000   -1.0000     50.00 %  0.00 %" in answer.out
    assert "were merged" not in answer.out + answer.err
    assert json.loads(saved.out)["tau"] == [
        {"measure": "CharR@1", "mean": -1.0, "min": -1.0, "max": -1.0, "variants": 1}
    ]
    assert "2 variants against the official ranking" in partwise(*words).out


def test_the_swap_chart_draws_six_differences(partwise, saved):
    # findings 10.4
    words = ["lab", "reliability", "runs.json", "-m", "AP", "--trials", "400", "-q", "--plot"]
    partwise(*words, "six.json")
    partwise(*words, "all.json", "--all-bins")
    partwise(*words, "spread.json", "--plot-spread", "spread.json", "--plot-tau", "tau.json")
    six, every = (json.loads((saved / f"{name}.json").read_text()) for name in ("six", "all"))
    bins = [chart["concat"][0]["layer"][0]["encoding"]["color"]["sort"] for chart in (six, every)]

    assert len(bins[0]) == 6
    assert set(bins[0]) < set(bins[1])
    assert [float(low) for low in bins[1]] == sorted(float(low) for low in bins[1])
    spread = json.loads((saved / "spread.json").read_text())
    assert spread["title"]["text"] == "mean, least and greatest over 1,000 variants"
    tau = json.loads((saved / "tau.json").read_text())
    assert [row["run"] for row in tau["concat"][0]["data"]["values"]] == ["AP"]


def test_a_bound_is_told_from_a_needed_difference(partwise, saved):
    # findings 10.3
    words = ["lab", "reliability", "runs.json", "-m", "AP", "--trials", "3", "--sizes", "5"]
    table = partwise(*words).out
    text = partwise(*words, "--format", "json").out
    rows = partwise(*words, "--format", "tsv").out

    (five, *fitted) = json.loads(text)["needed"]
    assert five["bound"]
    assert f"\n5            <={five['needed']:g}\n" in table
    assert all(row["needed"] is None for row in fitted)
    assert f"needed <=\tAP\t\t5\t\t\t{five['needed']:g}\t" in rows
    assert "bins with fewer than 20 comparisons at every size left out" in table


@pytest.fixture
def runs(tmp_path):
    """Assessments of one assessor, and two runs."""
    header = "topic\tdoc\tstart\tend"
    judged = [f"t{n}\td\t0\t10" for n in range(4)]
    (tmp_path / "q.tsv").write_text("\n".join([header, *judged]) + "\n")
    for name, end in (("a", 5), ("b", 10)):
        rows = [f"t{n}\td\t0\t{end}\t1" for n in range(4)]
        (tmp_path / f"{name}.tsv").write_text("\n".join([f"{header}\trank", *rows]) + "\n")
    return ["q.tsv", "a.tsv", "b.tsv"]


def test_topics_are_resampled_where_nobody_judged_twice(partwise, runs):
    words = ["lab", "reliability", *runs, "-m", "CharR", "--count", "6", "--format", "json"]

    default, asked = partwise(*words), partwise(*words, "--variants", "topics")

    assert default.code == asked.code == 0, default.err
    data = json.loads(default.out)
    assert data == json.loads(asked.out)
    # every topic has one value, so that every variant has one mean
    assert data["variants"] == 6
    assert [(row["run"], row["min"], row["max"]) for row in data["runs"]] == [
        ("a", 0.5, 0.5),
        ("b", 1.0, 1.0),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["q.tsv"], "reliability needs assessments and runs, or saved results"),
        (["q.tsv", "--variants", "topics"], "reliability needs assessments and runs, or saved"),
        (["q.tsv", "a.tsv", "b.tsv", "--variants", "assessors"], "assessor"),
        (["q.tsv", "a.tsv", "b.tsv", "--jobs", "0"], "jobs"),
    ],
)
def test_what_is_refused(partwise, runs, words, said):
    answer = partwise("lab", "reliability", *words)

    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
