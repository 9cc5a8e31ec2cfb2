"""Payment of ideals that readers reach by navigation."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.element_tables import view_of
from tests.reference.exact_elements import Elements

import partwise as pw
from partwise.measures.xcg_gains import EPSILON, paid


def test_no_rank_is_paid_more_than_one_ideal():
    seen = np.array([[0.0, 0.0], [1.0, 1.0]])
    assert paid(seen, np.array([0.5, 1.0]), 3).tolist() == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(("worth", "gain"), [(EPSILON, EPSILON), (EPSILON / 2, 0.0)])
def test_only_gains_below_the_bar_are_rounding(worth, gain):
    assert paid(np.array([[0.0], [1.0]]), np.array([worth]), 2).tolist() == [gain, 0.0]


def test_ideals_that_nothing_leads_to_are_missed():
    leaves = Elements([None, 0, 0, 0, 0], [40, 10, 10, 10, 10])
    view = view_of(leaves, [({1: (3, 3), 2: (3, 3), 3: (3, 3)}, [4, 1])])
    gains = pw.parse("Q(quant=gen, nav=NoNav)").gains(view)

    assert gains.missed.tolist() == [2]
    assert gains.bounded
