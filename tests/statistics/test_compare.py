from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from tests.statistics.builders import results

from partwise.errors import ParameterError, UnknownNameError, UsageError
from partwise.statistics.compare import compare

NAN = np.nan


@pytest.fixture
def many():
    random = np.random.default_rng(0)
    base = random.beta(2, 3, (2, 30))
    better = np.clip(base + random.normal(0.12, 0.1, (2, 30)), 0, 1)
    noise = np.clip(base + random.normal(0.0, 0.1, (2, 30)), 0, 1)
    return results(
        np.stack([base, better, noise]),
        runs=["base", "good", "same"],
        measures=["AP", "CE@5"],
        better=["higher", "lower"],
    )


def test_known_answers(many):
    row = compare(many).rows[0]
    run, base = many.of("good", "AP"), many.of("base", "AP")
    gap = run - base

    assert (row.run, row.baseline, row.measure, row.topics) == ("good", "base", "AP", 30)
    assert row.mean == math.fsum(run) / 30
    assert row.baseline_mean == math.fsum(base) / 30
    assert row.difference == pytest.approx(gap.mean(), rel=1e-14)
    assert row.relative == pytest.approx(gap.mean() / base.mean())
    assert row.t == pytest.approx(stats.ttest_rel(run, base).pvalue)
    assert row.wilcoxon == pytest.approx(stats.wilcoxon(run, base).pvalue)
    assert row.d == pytest.approx(gap.mean() / gap.std(ddof=1))
    assert (row.wins, row.ties, row.losses) == ((gap > 0).sum(), 0, (gap < 0).sum())
    assert row.low < row.difference < row.high


def test_rows_run_by_run_measures_as_given(many):
    rows = compare(many).rows

    assert [(r.run, r.measure) for r in rows] == [
        ("good", "AP"),
        ("good", "CE@5"),
        ("same", "AP"),
        ("same", "CE@5"),
    ]


def test_lower_is_better_turns_wins_not_differences(many):
    row = compare(many).rows[1]
    gap = many.of("good", "CE@5") - many.of("base", "CE@5")

    assert row.difference > 0
    assert row.gain < 0
    assert (row.wins, row.losses) == ((gap < 0).sum(), (gap > 0).sum())
    assert row in compare(many).regressions


def test_corrections_run_over_all_comparisons(many):
    rows = compare(many).rows
    p = np.array([row.permutation for row in rows])

    assert [row.bonferroni for row in rows] == pytest.approx(np.minimum(1, p * 4).tolist())


def test_identical_runs():
    same = [[0.1, 0.5, 0.9]] * 2
    found = compare(results(same))
    row = found.rows[0]

    assert (row.t, row.wilcoxon, row.permutation, row.holm, row.bh) == (1.0,) * 5
    assert (row.low, row.high, row.difference, row.d, row.cliff) == (0.0,) * 5
    assert (row.wins, row.ties, row.losses) == (0, 3, 0)
    assert "r1 equals r0 on every topic" in found.notes
    assert found.decisive == ()


def test_all_values_equal_but_different_runs():
    found = compare(results([[0.2] * 8, [0.4] * 8]))
    row = found.rows[0]

    assert row.low == row.high == row.difference == pytest.approx(0.2)
    assert math.isnan(row.t)
    assert row.permutation == 2 / 2**8
    assert any("the same difference on all topics, no t-test" in note for note in found.notes)


def test_two_topics_are_never_significant():
    found = compare(results([[0.2, 0.4], [0.3, 0.5]]))

    assert found.rows[0].permutation == 0.5
    assert found.decisive == ()


def test_one_topic_decides_nothing():
    found = compare(results([[0.2], [0.9]]))
    row = found.rows[0]

    assert row.permutation == row.wilcoxon == 1.0
    assert all(map(math.isnan, (row.t, row.low, row.high, row.d, row.detectable)))
    assert any("only one topic: no interval" in note for note in found.notes)
    assert row.to_dict()["interval"] is None


def test_undefined_topics_are_left_out_of_both_sides():
    found = compare(results([[0.1, NAN, 0.3, 0.5], [0.2, 0.9, NAN, 0.7]]))
    row = found.rows[0]

    assert row.topics == 2
    assert row.baseline_mean == pytest.approx(0.3)
    assert row.mean == pytest.approx(0.45)
    assert any("2 topics are defined for one of the two runs only" in n for n in found.notes)


def test_a_measure_undefined_everywhere_is_said_and_disturbs_nothing():
    values = np.array([[[0.1, 0.2, 0.4], [NAN] * 3], [[0.2, 0.4, 0.8], [NAN] * 3]])
    found = compare(results(values))
    alone = compare(results(values[:, :1]))

    assert found.rows[0] == alone.rows[0]
    assert found.rows[1].topics == 0
    assert math.isnan(found.rows[1].holm)
    assert any("no topic is defined for both runs: r1 M1" in n for n in found.notes)
    json.loads(found.to_json())


def test_runs_without_a_common_topic():
    a = results([[0.1, 0.2]], runs=["a"], topics=["1", "2"])
    b = results([[0.1, 0.2]], runs=["b"], topics=["8", "9"])

    with pytest.raises(UsageError, match=r"b and the baseline a have no topic in common \(a: 1"):
        compare([a, b])


def test_names_that_are_not_there(many):
    with pytest.raises(UnknownNameError, match=r'no run "bas".*Did you mean base'):
        compare(many, "bas")
    with pytest.raises(UnknownNameError, match='no measure "AQ"'):
        compare(many, measures=["AQ"])
    with pytest.raises(UsageError, match="only one run"):
        compare(results([[0.1]]))
    with pytest.raises(UsageError, match="all runs are baselines"):
        compare(many, many.runs)
    with pytest.raises(UsageError, match="infinite"):
        compare(results([[0.1], [np.inf]]))


@pytest.mark.parametrize(
    "bad",
    [
        {"alpha": 0},
        {"confidence": 1},
        {"tie": -1},
        {"tie": NAN},
        {"flips": 5},
        {"resamples": 5},
        {"correction": "sidak"},
        {"seed": -1},
    ],
)
def test_parameters_outside_their_range(many, bad):
    with pytest.raises(ParameterError):
        compare(many, **bad)


def test_several_baselines(many):
    found = compare(many, ["base", "same"], measures=["AP"])

    assert [(r.baseline, r.run) for r in found.rows] == [("base", "good"), ("same", "good")]
    saved = found.to_dict()
    assert saved["baseline"] == ["base", "same"]
    assert [c["baseline"] for c in saved["comparisons"]] == ["base", "same"]


def test_the_result_does_not_depend_on_which_other_runs_are_there(many):
    alone = compare(many, runs=["same"], measures=["AP"]).rows[0]
    together = next(r for r in compare(many).rows if (r.run, r.measure) == ("same", "AP"))

    for name in ("difference", "t", "wilcoxon", "permutation", "d", "cliff", "detectable"):
        assert getattr(alone, name) == getattr(together, name)
    assert (alone.low, alone.high) == pytest.approx((together.low, together.high), rel=1e-12)


def test_shape_of_the_json(many):
    saved = json.loads(compare(many).to_json())

    assert list(saved) == ["baseline", "comparisons", "notes"]
    assert saved["baseline"] == "base"
    assert list(saved["comparisons"][0]) == [
        "run", "measure", "topics", "baseline_mean", "mean", "difference", "relative", "interval",
        "p", "adjusted", "effect", "wins", "ties", "losses", "detectable",
    ]  # fmt: skip
    assert list(saved["comparisons"][0]["p"]) == ["t", "wilcoxon", "permutation"]
    assert list(saved["comparisons"][0]["adjusted"]) == ["holm", "bonferroni", "bh"]
    assert list(saved["comparisons"][0]["effect"]) == ["d", "cliff"]


def test_the_honest_sentence():
    random = np.random.default_rng(6)
    base = random.random(20)
    found = compare(results([base, base + random.normal(0, 0.1, 20)]))

    assert found.verdict.startswith("No difference is significant at 0.05 after Holm (1 tested)")
    assert "; with 20 topics a difference of " in found.verdict
    assert found.to_dict()["notes"][-1] == found.verdict


def test_the_sentence_when_something_is_decisive(many):
    assert compare(many).verdict == (
        "2 of 4 differences are significant at 0.05 after Holm: "
        "1 better, 1 worse than the baseline."
    )


def test_topics_that_moved_most():
    found = compare(results([[0.5, 0.5, 0.5, 0.5, NAN], [0.6, 0.1, 0.5, 0.7, 0.2]]))

    assert [(m.topic, round(m.difference, 6)) for m in found.moved(2)] == [
        ("t1", -0.4),
        ("t3", 0.2),
    ]
    assert [m.topic for m in found.moved(9)] == ["t1", "t3", "t0"]  # t2 did not move
    assert [m.topic for m in found.per_topic()] == ["t0", "t1", "t2", "t3"]
    with pytest.raises(ParameterError):
        found.moved(-1)


def test_groups_of_topics(many):
    kind = {topic: "how" if at < 12 else "what" for at, topic in enumerate(many.topics[:25])}

    found = compare(many, by={"kind": kind}, measures=["AP"])

    assert [(g.attribute, g.value, g.topics) for g in found.groups] == [
        ("kind", "how", 12),
        ("kind", "what", 13),
        ("kind", "(none)", 5),
    ]
    first = found.groups[0].rows[0]
    gap = (many.of("good", "AP") - many.of("base", "AP"))[:12]
    assert first.difference == pytest.approx(gap.mean())
    assert first.t == pytest.approx(stats.ttest_1samp(gap, 0).pvalue)
    family = np.array([row.permutation for g in found.groups for row in g.rows])
    adjusted = [row.bonferroni for g in found.groups for row in g.rows]
    assert adjusted == pytest.approx(np.minimum(1, family * 6).tolist())
    assert found.rows == compare(many, measures=["AP"]).rows
    assert json.loads(found.to_json())["groups"][1]["value"] == "what"
    with pytest.raises(UsageError, match="no topic of the results has a value for kind"):
        compare(many, by={"kind": {"elsewhere": "x"}})


def test_frame_has_nulls_for_what_is_undefined():
    frame = compare(results([[0.2], [0.9]])).to_frame()

    assert frame["t"].to_list() == [None]
    assert frame["difference"].to_list() == pytest.approx([0.7])


def test_saved_results_compare_like_fresh_ones(many):
    again = type(many).from_json(many.to_json())

    assert compare(again).rows == compare(many).rows


@pytest.mark.parametrize(
    ("given", "kind"),
    [("qrels.tsv", "str"), (Path("a.json"), "PosixPath"), (["a.json", "b.json"], "str")],
)
def test_files_are_refused_with_the_way_to_results(given, kind):
    words = rf"compare takes Results, not {kind}\. Use compare\(evaluate\(qrels, runs, measures\)\)"
    with pytest.raises(UsageError, match=words):
        compare(given, ["a.jsonl", "b.jsonl"])


def test_relative_differences_of_geometric_means_are_those_of_the_means_shown():
    table = replace(results([[0.1, 0.4], [0.2, 0.8]]), aggregates=("geometric mean, floor=max",))

    (row,) = compare(table).rows

    assert (row.baseline_mean, row.mean) == pytest.approx((0.2, 0.4))
    assert row.relative == pytest.approx(1.0)


def test_one_group_of_all_topics_has_the_values_of_all(many):
    found = compare(many, by={"kind": dict.fromkeys(many.topics, "x")}, measures=["AP"])
    (group,) = found.groups
    assert (group.attribute, group.value, group.topics) == ("kind", "x", 30)
    assert [row.difference for row in group.rows] == [row.difference for row in found.rows]


def test_only_measures_that_are_compared_are_said_to_be_logarithms(many):
    mixed = replace(many, aggregates=("geometric mean, floor=max", "mean"))
    assert any("logarithms" in note for note in compare(mixed, measures=["AP"]).notes)
    assert not any("logarithms" in note for note in compare(mixed, measures=["CE@5"]).notes)
