"""Precision and gain after each part, on parts of 40, 10 and 20 characters."""

from __future__ import annotations

import numpy as np
import pytest
from tests.measures.worlds import text

from partwise.measures.characters import curve


def test_by_hand():
    found = curve(text(), 0.0, "AiP", None)

    # 20 of 40, 20 of 50, 30 of 70; nothing is relevant in the second topic, the third is empty
    assert found.offsets.tolist() == [0, 3, 6, 6]
    assert found.precision.tolist() == pytest.approx([20 / 40, 20 / 50, 30 / 70, 0, 0, 0])
    assert (found.gained / found.unit).tolist() == [20, 20, 30, 0, 0, 0]
    assert found.total.tolist() == [50, 50, 50, 1, 1, 1]


@pytest.mark.parametrize(("tolerance", "gained"), [(1.0, [20, 30, 40]), (0.1, [20, 21, 31])])
def test_seen_text_counts_as_much_as_is_tolerated(tolerance, gained):
    found = curve(text(), tolerance, "AiP", None)

    assert found.precision[:3] == pytest.approx(np.array(gained) / [40, 50, 70])
    # gains are whole numbers: no level of recall is missed by rounding
    assert found.gained.dtype.kind in "iO"
    assert [int(gain) for gain in found.gained[:3]] == [gain * found.unit for gain in gained]


def test_the_first_parts_only():
    found = curve(text(), 0.0, "AiP", 2)

    assert found.offsets.tolist() == [0, 2, 4, 4]
    assert found.precision[:2].tolist() == pytest.approx([20 / 40, 20 / 50])
    assert found.total.tolist() == [50, 50, 1, 1]


def test_a_cutoff_beyond_the_list_changes_nothing():
    every, far = (curve(text(), 0.0, "AiP", k) for k in (None, 9))

    assert np.array_equal(every.precision, far.precision)
    assert np.array_equal(every.offsets, far.offsets)
