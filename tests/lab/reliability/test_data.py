from __future__ import annotations

import json
import math

import numpy as np
import pytest

from partwise.lab.reliability import MeasureReliability, Needed, Reliability
from partwise.lab.reliability_criteria import Decisions, Discrimination, SwapRates

SWAPS = SwapRates(
    sizes=(5, 10),
    edges=(0.0, 0.1),
    swaps=np.array([[4, 1], [2, 0]]),
    pairs=np.array([[10, 0], [40, 20]]),
)


def about(**changed):
    known = {
        "measure": "AP",
        "better": "higher",
        "official": np.array([0.5, math.nan]),
        "spread": np.array([[0.4, math.nan], [0.3, math.nan], [0.6, math.nan]]),
        "taus": np.array([0.5, math.nan, 1.0]),
        "decisions": Decisions(0.1, math.nan),
        "swaps": SWAPS,
        "beyond": (20,),
        "beyond_rates": np.array([[0.01, math.nan]]),
        "needed": (Needed(10, 0.1, 0.2, extrapolated=False, bound=True),),
        "power": Discrimination(0.5, 1, math.nan),
    }
    return MeasureReliability(**{**known, **changed})


def test_tau_leaves_undefined_rankings_out():
    assert about().tau == (0.75, 0.5, 1.0)
    assert np.isnan(about(taus=np.array([math.nan])).tau).all()
    assert np.isnan(about(taus=np.array([])).tau).all()


def test_the_smallest_topic_set_within_an_error():
    # rates of the bins: 0.4, 0.05, then 0.01 extrapolated; and nothing, 0, nothing
    assert about().topics_needed(0.05) == [(0.0, 10), (0.1, None)]
    assert about().topics_needed(0.04) == [(0.0, 20), (0.1, None)]
    assert about().topics_needed(0.4)[0] == (0.0, 5)
    assert about(beyond=(), beyond_rates=np.empty((0, 2))).topics_needed(0.05) == [
        (0.0, 10),
        (0.1, 10),
    ]
    assert about(swaps=None).topics_needed() == []


def test_a_larger_set_that_errs_again_is_not_forgotten():
    # 5 topics are within the error, 10 are not: no fewer than 20
    again = SwapRates((5, 10), (0.0,), np.array([[0], [5]]), np.array([[10], [10]]))

    assert about(swaps=again, beyond_rates=np.array([[0.0]])).topics_needed() == [(0.0, 20)]


@pytest.fixture
def found():
    return Reliability(7, ("a", "b"), (about(),), 0.05, ("a note",))


def test_everything_as_plain_values(found):
    saved = found.to_dict()

    assert saved["runs"] == [
        {"run": "a", "measure": "AP", "mean": 0.4, "min": 0.3, "max": 0.6, "official": 0.5},
        {"run": "b", "measure": "AP", "mean": None, "min": None, "max": None, "official": None},
    ]
    assert saved["tau"] == [{"measure": "AP", "mean": 0.75, "min": 0.5, "max": 1.0, "variants": 3}]
    assert (saved["error_rate"], saved["ties"]) == ({"AP": 0.1}, {"AP": None})
    assert [(row["size"], row["low"], row["high"]) for row in saved["swaps"]] == [
        (5, 0.0, 0.1),
        (5, 0.1, None),
        (10, 0.0, 0.1),
        (10, 0.1, None),
    ]
    assert [(row["rate"], row["pairs"]) for row in saved["swaps"]] == [
        (0.4, 10),
        (None, 0),
        (0.05, 40),
        (0.0, 20),
    ]
    assert [(row["size"], row["rate"]) for row in saved["extrapolated"]] == [(20, 0.01), (20, None)]
    assert saved["needed"][0]["needed"] == 0.1
    assert saved["needed"][0]["bound"]
    assert saved["topics_needed"][0] == {"measure": "AP", "difference": 0.0, "topics": 10}
    assert saved["power"] == [{"measure": "AP", "power": 0.5, "pairs": 1, "difference": None}]


def test_what_is_not_known_is_left_out():
    bare = Reliability(0, ("a", "b"), (about(swaps=None, power=None, needed=()),), 0.05, ())

    saved = bare.to_dict()

    for name in ("swaps", "extrapolated", "needed", "topics_needed", "power"):
        assert saved[name] == []


def test_json_and_words(found):
    assert json.loads(found.to_json()) == found.to_dict()
    assert repr(found) == "Reliability(1 measure, 2 runs, 7 variants)"
