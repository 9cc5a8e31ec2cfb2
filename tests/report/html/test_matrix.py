from __future__ import annotations

import numpy as np
from tests.report.conftest import found_of

from partwise.report.page_sections import matrix

MEASURES = ("CharR", "CharP", "CE@5")
BETTER = ("higher", "higher", "lower")


def test_orders_of_the_runs():
    up = np.linspace(0.1, 0.4, 4)
    values = np.stack([up, up[::-1], up], axis=1)[:, :, None] + np.zeros((4, 3, 3))
    found = matrix(found_of(values, MEASURES, BETTER))

    assert [name for name, _ in found] == list(MEASURES)
    assert [cell.text for cell in found[0][1]] == ["1.00", "\u22121.00", "\u22121.00"]
    assert [cell.level for cell in found[0][1]] == ["t4", "t0", "t0"]


def test_all_ties_say_nothing():
    found = matrix(found_of(np.full((4, 3, 3), 0.5), MEASURES, BETTER))

    assert found[0][1][1].text == "–"


def test_too_few_runs_or_measures():
    assert matrix(found_of(np.ones((3, 3, 2)), MEASURES, BETTER)) == []
    assert matrix(found_of(np.ones((5, 1, 2)))) == []
