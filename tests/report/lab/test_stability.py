"""Stability of the order of runs as a table."""

from __future__ import annotations

import numpy as np

from partwise.lab.stability import Family, PairOrder, Stability
from partwise.report.lab import MOST_PAIRS, stability


def found(n_pairs):
    orders = tuple(PairOrder(f"a{i}", "b", (i + 1) / (n_pairs + 1)) for i in range(n_pairs))
    tau = np.array([[1.0, 0.25], [0.25, 1.0]])
    family = Family("M", ("M1", "M2"), tau, (("a0",), ("a0",)), orders)
    return Stability((family,), ("a0", "b"))


def test_the_least_stable_pairs_are_shown():
    text = str(found(MOST_PAIRS + 3))
    assert "(3 more pairs are steadier)" in text
    assert f"a{MOST_PAIRS - 1} > b" in text
    assert f"a{MOST_PAIRS} > b" not in text


def test_models_are_numbered():
    rows = [row.split() for row in str(found(2)).splitlines() if row.startswith(("1 ", "2 "))]
    assert rows == [["1", "M1", "a0"], ["2", "M2", "a0", "0.250"]]
    assert "M: least tau 0.250; a0 best under every model." in str(found(2))


def test_records_hold_every_pair():
    assert [*stability(found(2)).records()][1] == ("M", "a1", "b", 2 / 3)
