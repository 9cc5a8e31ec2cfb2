import json
import math

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.errors import ParameterError
from partwise.statistics.compare import compare

BASE = np.linspace(0.1, 0.5, 20)
NOISE = np.tile([0.01, -0.01, 0.02, -0.02], 5)


def found(better="higher", baselines=None):
    values = [BASE, BASE + 0.1 + NOISE, BASE + NOISE]
    return compare(results(values, better=[better]), baselines)


def test_the_decisive_difference():
    up = found()
    assert [row.run for row in up.decisive] == ["r1"]
    assert up.regressions == ()
    assert up.verdict.startswith("1 of 2 differences is significant at 0.05 after Holm: 1 better")


def test_direction_turns_gains_and_keeps_differences():
    down = found("lower")
    assert [row.run for row in down.regressions] == ["r1"]
    assert down.rows[0].difference == pytest.approx(0.1)
    assert down.rows[0].gain == pytest.approx(-0.1)


def test_p_values_as_corrected():
    row = found().rows[0]
    assert row.adjusted("none") == row.permutation
    # two comparisons: Bonferroni doubles
    assert row.adjusted("bonferroni") == pytest.approx(2 * row.permutation)


def test_a_verdict_without_significance_says_what_could_have_been_seen():
    same = compare(results([BASE, BASE + NOISE]))
    assert "(1 tested); with 20 topics a difference of" in same.verdict
    nothing = compare(results([[math.nan], [1.0]]))
    assert nothing.verdict == "Nothing could be tested."


def test_topics_that_moved_most():
    moved = compare(results([[0.0, 0.5, 0.2], [0.1, 0.5, 0.9]])).moved(5)
    # 0.7 before 0.1; the topic that did not move is not listed
    assert [(m.topic, m.difference) for m in moved] == [
        ("t2", pytest.approx(0.7)),
        ("t0", pytest.approx(0.1)),
    ]
    with pytest.raises(ParameterError):
        found().moved(-1)


def test_undefined_is_none_in_json_and_null_in_frames():
    one = compare(results([[0.1], [0.3]]))
    saved = json.loads(one.to_json())["comparisons"][0]
    assert saved["interval"] is None
    assert saved["p"]["t"] is None
    assert one.to_frame()["t"].to_list() == [None]


def test_several_baselines_are_named():
    both = found(baselines=["r0", "r1"])
    saved = both.to_dict()
    assert saved["baseline"] == ["r0", "r1"]
    assert {row["baseline"] for row in saved["comparisons"]} == {"r0", "r1"}
    assert repr(found()) == "Comparisons(2 runs against r0, 1 measure, 20 topics)"


def test_a_p_value_at_the_threshold_decides():
    one = found()
    p = one.rows[0].adjusted(one.correction)
    values = results([BASE, BASE + 0.1 + NOISE, BASE + NOISE])

    assert compare(values, alpha=p).is_decisive(one.rows[0])
    assert not compare(values, alpha=p * 0.999).is_decisive(one.rows[0])


def test_no_topic_may_be_asked_for():
    assert found().moved(0) == []


def test_what_could_have_been_seen_is_a_range_where_runs_differ():
    one = compare(results([BASE, BASE + NOISE])).verdict
    assert " to " not in one.partition("a difference of ")[2]
    two = compare(results([BASE, BASE + NOISE, BASE + 3 * NOISE])).verdict
    low, _, high = two.partition("a difference of ")[2].partition(" would")[0].partition(" to ")
    assert float(high) == pytest.approx(3 * float(low), rel=0.01)


def test_topics_are_a_range_where_runs_are_paired_on_different_ones():
    fewer = np.where(np.arange(20) < 3, math.nan, BASE + NOISE)
    verdict = compare(results([BASE, BASE + NOISE, fewer])).verdict

    assert "; with 17 to 20 topics a difference of" in verdict


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_ties_are_as_wide_in_both_directions(better):
    values = results([[0.0] * 4, [0.3, 0.07, -0.07, -0.3]], better=[better])
    (row,) = compare(values, tie=0.1).rows

    assert (row.wins, row.ties, row.losses) == (1, 2, 1)


def test_groups_are_told_with_their_comparisons():
    table = results([[0.1, 0.2, 0.3], [0.2, 0.4, 0.9]])
    found = compare(table, by={"kind": {"t0": "x", "t1": "x", "t2": "y"}}).to_dict()
    assert [(g["attribute"], g["value"], g["topics"]) for g in found["groups"]] == [
        ("kind", "x", 2),
        ("kind", "y", 1),
    ]
    gaps = [g["comparisons"][0]["difference"] for g in found["groups"]]
    assert gaps == pytest.approx([0.15, 0.6])
    assert "groups" not in compare(table).to_dict()
