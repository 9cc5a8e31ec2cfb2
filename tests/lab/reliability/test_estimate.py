from __future__ import annotations

import json

import numpy as np
import pytest
from tests.clock import tenths
from tests.statistics.builders import results

from partwise.errors import ParameterError
from partwise.lab.reliability import reliability
from partwise.lab.variants import topic_variants


@pytest.fixture
def variants():
    random = np.random.default_rng(0)
    quality = np.linspace(0.2, 0.6, 6)[:, None, None]
    values = np.clip(quality + random.normal(0, 0.15, (6, 2, 30)), 0, 1)
    values[:, 1] = 5 * (1 - values[:, 1])
    res = results(values, measures=["AP", "CE@5"], better=["higher", "lower"])
    return topic_variants(res, count=40)


def test_shape_of_the_json(variants):
    saved = json.loads(reliability(variants, trials=20, resamples=200).to_json())

    assert list(saved)[:6] == ["variants", "runs", "tau", "error_rate", "ties", "swaps"]
    assert saved["variants"] == 40
    assert list(saved["runs"][0])[:5] == ["run", "measure", "mean", "min", "max"]
    assert [row["measure"] for row in saved["runs"][:2]] == ["AP", "CE@5"]
    assert list(saved["tau"][0]) == ["measure", "mean", "min", "max", "variants"]
    assert set(saved["error_rate"]) == set(saved["ties"]) == {"AP", "CE@5"}
    assert list(saved["swaps"][0]) == ["measure", "size", "low", "high", "rate", "pairs"]
    assert saved["swaps"][22]["high"] is None


def test_spread_and_taus(variants):
    found = reliability(variants, trials=5, resamples=100).measures[0]
    means = variants.means(0)

    np.testing.assert_allclose(found.spread[0], means.mean(axis=0))
    np.testing.assert_allclose(found.spread[1], means.min(axis=0))
    np.testing.assert_allclose(found.spread[2], means.max(axis=0))
    assert found.tau[1] <= found.tau[0] <= found.tau[2] <= 1


def test_error_falls_with_topics_and_differences(variants):
    found = reliability(variants, trials=300, resamples=100).measures[0]
    total = found.swaps.swaps.sum(axis=1) / found.swaps.pairs.sum(axis=1)

    assert total[0] > total[-1]
    assert found.swaps.sizes == tuple(range(1, 16))
    assert found.beyond == (30, 60)
    small, large = found.needed[0], found.needed[-1]
    assert large.extrapolated
    assert not small.extrapolated
    assert np.isnan(small.difference) or large.difference <= small.difference


def test_bins_follow_the_scale_of_the_measure(variants):
    found = reliability(variants, trials=5, resamples=100)

    assert found.measures[0].swaps.edges[3] == 0.01
    assert found.measures[1].swaps.edges[3] == 0.1


def test_topics_needed(variants):
    found = reliability(variants, trials=200, resamples=100).measures[0]
    needed = dict(found.topics_needed())

    assert set(needed) == set(found.swaps.edges)
    clear = needed[found.swaps.edges[-1]]
    assert clear is None or 1 <= clear <= 60


def test_top_runs_only(variants):
    found = reliability(variants, trials=5, resamples=100, top=0.5).measures[0]

    assert found.power.pairs == 3


def test_sizes_that_do_not_fit(variants):
    with pytest.raises(ParameterError, match="from 1 to 15, half of the 30 topics"):
        reliability(variants, sizes=(5, 20))
    for bad in ({"top": 0}, {"trials": 0}, {"error": 1}, {"fuzziness": 1}, {"jobs": 0}):
        with pytest.raises(ParameterError):
            reliability(variants, **bad)


def test_one_run_one_topic_equal_runs():
    alone = reliability(topic_variants(results([[0.1, 0.2, 0.3]]), count=5))
    assert alone.measures[0].swaps is None
    assert any("fewer than two runs" in note for note in alone.notes)
    assert any("no tau: M0" in note for note in alone.notes)

    single = reliability(topic_variants(results([[0.1], [0.2]]), count=5))
    assert any("fewer than two topics" in note for note in single.notes)

    same = reliability(topic_variants(results([[0.1, 0.2, 0.3]] * 3), count=5), trials=5)
    assert same.measures[0].decisions.ties == 1
    assert same.measures[0].power.power == 0
    assert same.measures[0].swaps.swaps.sum() == 0
    for found in (alone, single, same):
        json.loads(found.to_json())


def test_undefined_topics_are_left_out_of_swaps():
    values = np.random.default_rng(1).random((3, 12))
    values[1, 4] = np.nan
    found = reliability(topic_variants(results(values), count=5), trials=5)

    assert found.measures[0].swaps.sizes[-1] == 5
    assert any("leave out 1 undefined topic: M0" in note for note in found.notes)


@pytest.mark.slow
def test_processes_change_nothing(variants):
    one = reliability(variants, trials=50, resamples=200)
    two = reliability(variants, trials=50, resamples=200, jobs=2)

    assert one.to_json() == two.to_json()


@pytest.mark.slow
def test_speed_of_the_papers_experiment():
    # 69 runs, 34 topics, 8 measures, 17 sizes, 100 trials: at most 20 s on a usual machine
    values = np.random.default_rng(2).beta(1, 8, (69, 8, 34))
    made = topic_variants(results(values), count=32)

    estimates = []

    assert tenths(lambda: estimates.append(reliability(made))) < 200
    assert estimates[0].measures[0].swaps.pairs.sum() == 17 * 100 * 69 * 68 // 2
