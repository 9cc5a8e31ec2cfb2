from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.lab.samples import random_collection
from tests.statistics.builders import results

from partwise.errors import UsageError
from partwise.lab.fidelity import fidelity, fidelity_of
from partwise.lab.simulate import simulate
from partwise.tables.qrels import Qrels

PERFECT = ["AP", "AgP", "AgPw", "CharP", "CharR", "AiP", "CharIoU", "CharF"]


@settings(max_examples=examples(20))
@given(st.integers(0, 10**6))
def test_guaranteed_orders_hold_on_every_topic(seed):
    qrels, structure = random_collection(seed)

    made = simulate(qrels, structure=structure, seed=seed, counts=[1])
    found = fidelity(qrels, ["AgP", "AgPw"], simulation=made, structure=structure)

    for kept in found.expectations:
        if kept.guaranteed:
            assert kept.verdict in ("kept", "blind"), kept
            assert kept.difference >= 0
    assert len(made.expectations) == 36 + 4
    assert len(found.expectations) == 2 * sum(not order.vacuous for order in made.expectations)


@settings(max_examples=examples(20))
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

    up, down = fidelity_of(res).expectations

    assert (up.better, up.worse, up.measure) == ("S-R", "SL-R", "AP")
    assert (up.wins, up.equal, up.losses) == (1, 1, 1)
    assert up.difference == pytest.approx((0.4 + 0 - 0.2) / 3)
    assert (down.wins, down.equal, down.losses) == (1, 1, 1)
    assert down.difference == pytest.approx((1 + 0 - 2) / 3)


def test_equal_runs_and_constant_differences():
    same = fidelity_of(results([[1.0] * 5, [1.0] * 5], runs=["S-R", "S-RS"])).expectations[0]
    half = fidelity_of(results([[1.0] * 5, [0.5] * 5], runs=["S-R", "S-RI"])).expectations[0]

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


def test_four_verdicts():
    # findings 10.1; topics of S-R against: better and equal, equal, better and worse, worse
    runs = ["S-R", "SL-R", "SS-R", "S-RS", "S-RI"]
    values = [[0.5, 0.5], [0.4, 0.5], [0.5, 0.5 + 1e-13], [0.4, 0.6], [0.5, 0.6]]
    found = fidelity_of(results(values, runs=runs))

    verdicts = {kept.worse: kept.verdict for kept in found.expectations}
    assert verdicts == {"SL-R": "kept", "SS-R": "blind", "S-RS": "mixed", "S-RI": "violated"}
    expected = {
        "measure": "M0", "kept": 1, "blind": 1, "mixed": 1, "violated": 1, "orders": 4,
        "told_apart": 4 / 8,
    }  # fmt: skip
    assert found.summary() == [expected]
    saved = json.loads(found.to_json())
    assert saved["summary"] == [expected]
    assert list(saved["orders"][0]) == [
        "better", "worse", "measure", "difference", "wins", "equal", "losses", "p", "verdict",
    ]  # fmt: skip


def test_an_undefined_measure_has_no_verdict():
    found = fidelity_of(results([[np.nan], [np.nan]], runs=["S-R", "SS-R"]))

    assert found.expectations[0].verdict is None
    assert found.summary()[0]["told_apart"] is None


def test_a_constant_measure_keeps_nothing():
    # findings 10.1: one relevant document a topic, so R and RS are the same
    qrels = Qrels.from_columns(
        topic=["1", "2"], doc=["a", "b"], start=[0, 5], end=[9, 8], length=[20, 30]
    )

    found = fidelity(qrels, ["R@1000", "AP"])

    constant, ap = found.summary()
    assert (constant["kept"], constant["blind"], constant["told_apart"]) == (0, 4, 0.0)
    # R > RI and RS > RSI of S and SLD
    assert (ap["kept"], ap["blind"], ap["orders"]) == (4, 0, 4)
    said = "4 of 8 orders cannot be tested: no topic has two relevant documents"
    assert said in found.notes


def test_adversaries():
    # links.md 6.1 through findings 10.1
    qrels = Qrels.from_columns(
        topic=["1"] * 3,
        doc=["a", "b", "c"],
        start=[2, 0, None],
        end=[9, 4, None],
        grade=[1, 1, 0],
        length=[20, 30, 40],
    )
    made = simulate(qrels, counts=[])

    def parts(name):
        run = made[name]
        docs = [run.docs[doc] for doc in run.doc]
        return list(zip(docs, run.start.tolist(), run.end.tolist(), strict=True))

    assert parts("adv-first") == [("a", 2, 3), ("b", 0, 1)]
    assert parts("adv-all") == [("a", 0, 20), ("b", 0, 30), ("c", 0, 40)]
    assert parts("adv-repeat") == [("a", 2, 9)] * 2 + [("b", 0, 4)] * 2
    assert parts("adv-whole") == parts("SLD-R")
    found = fidelity(qrels, ["AP", "AgP", "CharP", "CharR"], simulation=made)
    seen = {(k.measure, k.worse): k.verdict for k in found.expectations if k.adversary}
    assert [seen["AP", name] for name in ("adv-first", "adv-all")] == ["blind", "blind"]
    assert [seen["AgP", name] for name in ("adv-first", "adv-all")] == ["kept", "kept"]
    assert seen["CharP", "adv-first"] == seen["CharR", "adv-whole"] == "blind"
    assert seen["CharR", "adv-first"] == seen["CharP", "adv-whole"] == "kept"
    assert all(row["orders"] <= 12 for row in found.summary())  # adversaries stand apart


def test_runs_that_are_not_simulated():
    with pytest.raises(UsageError, match="none of these runs is simulated"):
        fidelity_of(results([[1.0], [0.5]]))


def test_whole_documents_of_unknown_length_are_left_out():
    qrels = Qrels.from_columns(topic=["1", "2"], doc=["a", "b"], start=[0, 5], end=[9, 8])

    found = fidelity(qrels, ["AgP", "CharP"])

    assert not any(run.startswith("SLD") for run in found.results.runs)
    # one relevant document each: only inserting one changes the run
    assert {kept.better for kept in found.expectations} == {"S-R", "S-RS"}
    assert any("SLD is left out" in note for note in found.notes)
