from __future__ import annotations

import numpy as np
import pytest
from tests.report.conftest import found_of

from partwise.errors import UnknownNameError
from partwise.report.findings import Choices, Findings, core
from partwise.statistics.compare import compare


def test_the_five_kinds_add_up_to_the_budget(findings):
    for kinds in findings.spent:
        assert sum(kinds.values()) == 4000 * len(findings.results.topics)


def test_the_baseline_is_named_or_the_first(example):
    assert Findings(example, Choices()).baseline == 0
    assert Findings(example, Choices("medium")).baseline == 1
    with pytest.raises(UnknownNameError, match='no run "mediun"'):
        Findings(example, Choices("mediun"))


def test_the_other_run_is_the_best_or_the_second_best():
    values = [[[0.1, 0.2]], [[0.9, 0.8]], [[0.5, 0.5]]]

    assert found_of(values).counterpart == 1
    assert found_of(values, baseline="b").counterpart == 2


def test_topics_to_look_at_first():
    base = np.full(6, 0.5)
    other = np.array([0.5, 1.0, 0.0, 0.9, 0.2, 0.1])
    found = found_of([[base], [other]])

    assert found.look == [1, 3, 2, 5, 4]  # gains by size, then losses by size
    assert found_of([[other]]).look == [2, 5, 4, 0, 3, 1]


def test_of_lower_is_better_the_smaller_values_are_gains():
    found = found_of([[[0.5, 0.5]], [[0.9, 0.2]]], better=("lower",))

    assert found.look == [1, 0]


def test_a_sample_is_said_and_changes_no_mean():
    values = np.random.default_rng(0).random((2, 1, 50))
    found = found_of(values, sample=10)
    told = core(found)

    assert told["notes"][0] == (
        "10 of 50 topics are in this page: the 10 most changed and a random sample"
    )
    assert len(told["topics"]["id"]) == 10
    assert told["means"] == core(found_of(values))["means"]


def test_groups_are_tested_together(example):
    kinds = {topic: "ab"[at % 2] for at, topic in enumerate(example.results.topics)}
    topics = type(example.topics)({}, {"kind": kinds})
    material = type(example)(example.results, topics)
    found = Findings(material, Choices())
    expected = compare(example.results, by={"kind": kinds})

    for group, other in zip(found.groups, expected.groups, strict=True):
        assert (group.attribute, group.value) == (other.attribute, other.value)
        made = group.tests.to_list()
        assert [row["holm"] for row in made] == pytest.approx(
            [row.holm for row in other.rows], nan_ok=True
        )
