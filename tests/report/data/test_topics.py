from __future__ import annotations

import numpy as np

from partwise.report.account import most_changed, sampled


def test_most_changed_keeps_the_order_of_equal_changes():
    change = np.array([0.5, -1.0, 0.0, 1.0, np.nan, -0.5])

    assert most_changed(change, 10).tolist() == [1, 3, 0, 5]
    assert most_changed(change, 1).tolist() == [1]


def test_a_sample_holds_the_most_changed_and_is_the_same_again():
    change = np.zeros(5000)
    change[[7, 4321]] = 1, -1
    kept = sampled(change, 100, 0)

    assert kept.sum() == 100
    assert kept[[7, 4321]].all()
    assert np.array_equal(kept, sampled(change, 100, 0))
    assert not np.array_equal(kept, sampled(change, 100, 1))
    assert sampled(change, 5000, 0).all()
