from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lab.samples import random_collection
from tests.statistics.builders import results

from partwise.errors import UsageError
from partwise.lab.fidelity import fidelity, fidelity_of
from partwise.lab.simulate import simulate
from partwise.tables.qrels import Qrels

PERFECT = ["AP", "AgP", "AgPw", "CharP", "CharR", "AiP", "CharIoU", "CharF"]


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_guaranteed_orders_hold_on_every_topic(seed):
    qrels, structure = random_collection(seed)

    made = simulate(qrels, structure=structure, seed=seed, counts=[1])
    found = fidelity(qrels, ["AgP", "AgPw"], simulation=made, structure=structure)

    for kept in found.orders:
        if kept.guaranteed:
            assert kept.holds, kept
            assert kept.difference >= 0
    assert len(found.orders) == 2 * 36


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_perfect_answers(seed):
    qrels, structure = random_collection(seed)

    made = simulate(qrels, structure=structure, seed=seed, counts=[])
    res = fidelity(qrels, [*PERFECT, "ANCE"], simulation=made, structure=structure).results

    for measure in PERFECT:
        np.testing.assert_allclose(res.of("S-R", measure), 1.0, rtol=1e-12)
    np.testing.assert_allclose(res.of("S-R", "ANCE"), 0.0, atol=1e-12)
    np.testing.assert_allclose(res.of("S-RI", "AgP"), res.of("S-RI", "AP"), rtol=1e-12)


def test_agp_of_perfect_answers_after_a_non_relevant_document():
    qrels, structure = random_collection(11)
    res = fidelity(qrels, ["AgP"], structure=structure).results
    count = {t: len(set(qrels.doc[qrels.topic == c])) for c, t in enumerate(qrels.topics)}

    for topic, value in zip(res.topics, res.of("S-RI", "AgP"), strict=True):
        n = count[topic]
        assert value == pytest.approx(sum(j / (j + 1) for j in range(1, n + 1)) / n)


def test_counts_by_hand():
    # topics: better, equal, worse; lower is better for the second measure
    values = np.array([[[0.9, 0.5, 0.2], [1, 2, 3]], [[0.5, 0.5, 0.4], [2, 2, 1]]], float)
    res = results(values, runs=["S-R", "SL-R"], measures=["AP", "CE@3"], better=["higher", "lower"])

    up, down = fidelity_of(res).orders

    assert (up.better, up.worse, up.measure) == ("S-R", "SL-R", "AP")
    assert (up.wins, up.equal, up.losses) == (1, 1, 1)
    assert up.difference == pytest.approx((0.4 + 0 - 0.2) / 3)
    assert (down.wins, down.equal, down.losses) == (1, 1, 1)
    assert down.difference == pytest.approx((1 + 0 - 2) / 3)


def test_equal_runs_and_constant_differences():
    same = fidelity_of(results([[1.0] * 5, [1.0] * 5], runs=["S-R", "S-RS"])).orders[0]
    half = fidelity_of(results([[1.0] * 5, [0.5] * 5], runs=["S-R", "S-RI"])).orders[0]

    assert same.p == 1.0
    assert (half.wins, half.p) == (5, 2 / 32)  # no t-test without spread: sign flips instead


def test_insertions():
    runs = ["S-R", "S-RI", "ideal", "ideal-between-2", "ideal-before-2"]
    found = fidelity_of(
        results([[1.0, 1.0], [0.5, 0.5], [1.0, 1.0], [0.8, 0.6], [0.4, 0.2]], runs=runs)
    )

    assert [(p.where, p.count, round(p.mean, 6)) for p in found.points] == [
        ("between", 0, 1.0),
        ("between", 2, 0.7),
        ("before", 0, 1.0),
        ("before", 2, 0.3),
    ]


def test_summary_and_json():
    found = fidelity_of(results([[1.0, 0.5], [0.5, 0.6]], runs=["S-R", "SS-R"]))

    assert found.summary() == [("M0", 0, 1, 1)]
    saved = json.loads(found.to_json())
    assert list(saved["orders"][0]) == [
        "better", "worse", "measure", "difference", "wins", "equal", "losses", "p",
    ]  # fmt: skip


def test_runs_that_are_not_simulated():
    with pytest.raises(UsageError, match="none of these runs is simulated"):
        fidelity_of(results([[1.0], [0.5]]))


def test_whole_documents_of_unknown_length_are_left_out():
    qrels = Qrels.from_columns(topic=["1", "2"], doc=["a", "b"], start=[0, 5], end=[9, 8])

    found = fidelity(qrels, ["AgP", "CharP"])

    assert not any(run.startswith("SLD") for run in found.results.runs)
    assert {kept.better for kept in found.orders} == {"S-R", "S-RS", "S-RI"}
    assert any("SLD is left out" in note for note in found.notes)
