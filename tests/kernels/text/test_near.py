from __future__ import annotations

from partwise.kernels.text.near import near


def test_near_names_differ_by_one_or_two_letters():
    # exchanged letters count as one; of the nearest, at most three
    assert near("nDGC", ["nDCG", "AP"]) == ["nDCG"]
    assert near("P1", ["P2", "P3", "P4", "P5"]) == ["P2", "P3", "P4"]
    assert near("CharX", ["AgP"]) == []
