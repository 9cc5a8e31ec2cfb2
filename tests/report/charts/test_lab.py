from __future__ import annotations

import math

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.lab.correlate import correlate
from partwise.lab.reliability import MeasureReliability, Reliability
from partwise.lab.reliability_criteria import LEAST, Decisions, SwapRates
from partwise.report.chart_kinds import heat, spread, swaps, taus


def about(swap_rates=None, *, taus=(0.5, 1.0), mean=0.4):
    return MeasureReliability(
        measure="AP",
        better="higher",
        official=np.array([0.5]),
        spread=np.array([[mean], [0.3], [0.6]]),
        taus=np.array(taus),
        decisions=Decisions(0.1, 0.2),
        swaps=swap_rates,
        beyond=(),
        beyond_rates=np.empty((0, 0 if swap_rates is None else len(swap_rates.edges))),
        needed=(),
        power=None,
    )


def found(*measures):
    return Reliability(7, ("a",), measures, 0.05, ())


def counted(pairs):
    """Swap rates of some bins at one size for each row."""
    pairs = np.array(pairs)
    edges = tuple(n / 10 for n in range(pairs.shape[1]))
    return SwapRates(tuple(range(1, len(pairs) + 1)), edges, pairs // 4, pairs)


def bins(spec):
    return spec["concat"][0]["layer"][0]["encoding"]["color"]["sort"]


def test_rates_of_few_comparisons_are_left_out():
    # the second bin holds too few at every size, the third at the first size
    rates = counted([[LEAST, LEAST - 1, 3], [2 * LEAST, 0, LEAST]])

    spec = swaps(found(about(rates)))

    assert bins(spec) == ["0", "0.2"]
    points = spec["concat"][0]["data"]["values"]
    assert [(point["size"], point["low"]) for point in points] == [(1, 0.0), (2, 0.0), (2, 0.2)]


def test_six_curves_unless_all_are_asked_for():
    # the last bin holds enough at one size only
    rates = counted([[LEAST] * 7, [LEAST] * 6 + [1]])

    assert bins(swaps(found(about(rates)))) == ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]
    assert len(bins(swaps(found(about(rates)), all_bins=True))) == 7


@pytest.mark.parametrize("rates", [None, counted([[1, 1]])])
def test_without_rates_the_spread_is_drawn(rates):
    one = found(about(rates))

    assert swaps(one) == spread(one)


def test_the_spread_of_runs():
    spec = spread(found(about(), about(mean=math.nan)))

    assert spec["title"]["text"] == "mean, least and greatest over 7 variants"
    (row,) = spec["concat"][0]["data"]["values"]
    assert (row["run"], row["mean"], row["min"], row["max"]) == ("a", 0.4, 0.3, 0.6)


def test_the_spread_of_tau():
    spec = taus(found(about(), about(taus=(math.nan,))))

    assert spec["title"]["text"] == "mean, least and greatest tau over 2 variants"
    (row,) = spec["concat"][0]["data"]["values"]
    assert (row["run"], row["mean"], row["min"], row["max"]) == ("AP", 0.75, 0.5, 1.0)


def test_the_heat_map_of_measures():
    values = [[[0.1 * r + 0.01 * t for t in range(3)]] * 2 for r in range(6)]

    spec = heat(correlate(results(values, measures=["AP", "RR"])))

    assert spec["title"] == "agreement of measures about 6 runs"
    assert spec["encoding"]["x"]["sort"] == ["AP", "RR"]
