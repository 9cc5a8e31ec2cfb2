from __future__ import annotations

import numpy as np

from partwise.geometry.base import ByTopic, OfTopics


def test_rows_of_topics_one_after_the_other():
    rows = ByTopic(np.array([0, 2, 2, 5]))
    assert len(rows) == 5
    assert rows.n_topics == 3
    assert rows.topic.tolist() == [0, 0, 2, 2, 2]
    assert rows.count.tolist() == [2, 0, 3]
    assert rows.nth.tolist() == [1, 2, 1, 2, 3]


def test_rows_of_topics_in_any_order():
    assert OfTopics(np.array([2, 0, 2]), 4).count.tolist() == [1, 0, 2, 0]
