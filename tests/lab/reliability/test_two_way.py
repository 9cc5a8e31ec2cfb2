"""Error rates where topics and assessors are drawn, against all draws."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.lab.reliability.estimate import reliability
from partwise.lab.reliability.two_way import two_way
from partwise.lab.reliability.variants import Variants, topic_variants
from partwise.report.lab.reliability import reliability as document
from partwise.tables.results import Results

A = [[0.9, 0.3], [0.5, 0.5]]
B = [[0.6, 0.6], [0.5, 0.45]]
"""Values of two runs, ``[topic][assessor]``."""


def official():
    qrels = pw.Qrels.from_columns(topic=["1", "2"], doc=["d", "d"], start=[0, 0], end=[5, 5])
    runs = [
        pw.Run.from_columns(topic=["1", "2"], doc=["d"] * 2, start=[0, 0], end=[5, n], name=name)
        for n, name in ((5, "A"), (4, "B"))
    ]
    return pw.evaluate(qrels, runs, ["CharR"])


def variants():
    values = np.array([[[[run[t][a] for t in (0, 1)]] for run in (A, B)] for a in (0, 1)])
    grid = np.array([*product((0, 1), repeat=2)])
    place = np.broadcast_to(np.arange(2), grid.shape)
    return Variants(official(), values, place, grid, n_slots=np.array([2, 2]))


def shares(draws, fuzziness=0.05):
    """Probabilities that A is better, worse and equal over equally likely draws."""
    wins = losses = ties = 0
    for draw in draws:
        a, b = (sum(run[t][s] for t, s in draw) / len(draw) for run in (A, B))
        same = abs(a - b) <= fuzziness * max(a, b) + 1e-12
        wins, losses, ties = wins + (a > b and not same), losses + (a < b and not same), ties + same
    n = wins + losses + ties
    return wins / n, losses / n, ties / n


def test_against_all_draws():
    cells = [*product((0, 1), (0, 1))]
    wins, losses, ties = shares(product(cells, repeat=2))
    assert (wins, losses, ties) == (3 / 8, 5 / 16, 5 / 16)
    found = two_way(variants(), resamples=40_000)[0]
    assert found.error == pytest.approx(min(wins, losses), abs=0.01)
    assert found.ties == pytest.approx(ties, abs=0.01)
    assert found.assessors == pytest.approx(0.5, abs=0.01)
    assert found.topics == 0  # under the first assessors A is never worse
    assert shares(product([(0, 0), (1, 0)], repeat=2)) == (0.75, 0, 0.25)
    low, high = found.interval
    assert 0 <= low <= found.error <= high <= 0.5


def test_same_draws_for_the_same_seed():
    assert two_way(variants(), resamples=50, seed=3) == two_way(variants(), resamples=50, seed=3)
    assert two_way(variants(), resamples=50, seed=3) != two_way(variants(), resamples=50, seed=4)


def test_one_assessor_a_topic():
    with pytest.raises(UsageError, match="topics with several assessors"):
        two_way(topic_variants(official(), count=5))


def test_shown_beside_the_rest():
    from dataclasses import replace

    known = reliability(variants(), trials=2)
    found = replace(known, two_way=two_way(variants(), resamples=100))
    saved = json.loads(found.to_json())["two_way"][0]
    keys = ["measure", "error", "ties", "assessors", "topics", "interval"]
    assert list(saved) == keys
    assert "error rate where topics and assessors are drawn" in str(found)
    assert "two-way error" in {row[0] for row in document(found).records()}
    assert "two_way" not in json.loads(known.to_json())
    assert isinstance(known.runs, tuple)
    assert isinstance(official(), Results)
