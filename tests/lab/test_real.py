"""The lab on real assessments: Evidence Inference, 170 topics with two assessors."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.evaluation.evaluate import evaluate
from partwise.files import reading as api
from partwise.lab.fidelity import fidelity
from partwise.lab.reliability import reliability
from partwise.lab.simulate import simulate
from partwise.lab.variants import assessor_slots, assessor_variants
from partwise.statistics.compare import compare

MEASURES = ["CharR@5", "CharP@5", "AiP", "AgP"]


@pytest.fixture(scope="module")
def collection(real_data):
    folder = real_data / "evidence-inference"
    structure = api.read_structure(str(folder / "xml"))
    runs = [api.read_run(str(path)) for path in sorted((folder / "runs").iterdir())]
    return api.read_qrels(str(folder / "spans.tsv")), structure, runs


def test_guaranteed_orders_hold_on_every_topic(collection):
    qrels, structure, _ = collection
    made = simulate(qrels, structure=structure, counts=[1, 10])

    found = fidelity(qrels, ["AgP", "AgPw"], simulation=made, structure=structure)

    for kept in found.expectations:
        assert kept.losses == 0 or not kept.guaranteed, kept
        assert kept.wins + kept.equal + kept.losses == 223
    s_sl = next(k for k in found.expectations if (k.better, k.worse) == ("S-R", "SL-R"))
    assert (s_sl.wins, s_sl.equal) == (204, 19)
    for measure in ("AgP", "AgPw"):
        np.testing.assert_allclose(found.results.of("S-R", measure), 1.0, rtol=1e-12)


def test_what_a_measure_of_documents_sees(collection):
    # findings 10.1
    qrels, structure, _ = collection
    made = simulate(qrels, structure=structure, counts=[1])

    found = fidelity(qrels, ["AP", "Overlap"], simulation=made, structure=structure)

    assert [tuple(row.values()) for row in found.summary()] == [
        ("AP", 10, 16, 0, 0, 26, 10 / 26),
        ("Overlap", 0, 26, 0, 0, 26, 0.0),
    ]
    assert "10 of 36 orders cannot be tested: no topic has two relevant documents" in found.notes


def test_two_assessors(collection):
    qrels, structure, runs = collection
    n_assessors = assessor_slots(qrels)[1]
    assert np.bincount(n_assessors)[1:].tolist() == [53, 170]

    made = assessor_variants(qrels, runs, MEASURES, structure=structure, limit=200)
    found = reliability(made, trials=20, resamples=200)

    assert found.variants == 200
    for row in found.measures:
        assert row.tau == (1, 1, 1)  # three clearly different runs: no judge changes their order
        assert row.decisions.error_rate == 0
        assert (row.spread[1] <= row.spread[0]).all()
        assert (row.spread[0] <= row.spread[2]).all()
    # a variant is what evaluating its judgements gives
    slot, _ = assessor_slots(qrels)
    chosen = made.slot[7][qrels.topic] == np.where(n_assessors[qrels.topic] > 1, slot, 0)
    from partwise.lab.variants import rows_of

    part, _ = rows_of(qrels, chosen)
    expected = evaluate(part, runs, MEASURES, structure=structure).mean_table
    for m in range(len(MEASURES)):
        np.testing.assert_allclose(made.means(m)[7], expected[:, m], rtol=1e-12)


def test_comparison_of_real_runs(collection):
    qrels, structure, runs = collection
    found = compare(evaluate(qrels, runs, MEASURES, structure=structure), "bm25-chunk500")

    recall = next(r for r in found.rows if (r.run, r.measure) == ("bm25-p", "CharR@5"))
    assert recall.topics == 223
    assert recall.difference == pytest.approx(0.1291, abs=5e-5)
    assert found.is_decisive(recall)
