from __future__ import annotations

from tests.users.places import elements, from_first, named, passages

from partwise.users.combined import NoNav


def test_nobody_moves():
    assert from_first(NoNav(), passages((0, 9), (3, 5), (9, 12), (0, 9))) == [0, 0, 0]
    assert from_first(NoNav(), elements(0, 1)) == [0]


def test_nothing_need_be_known():
    assert from_first(NoNav(), named("a", "b")) == [0]  # neither a place nor a length
    assert NoNav().chance(passages(), passages()).tolist() == []
    assert NoNav().row_sum(passages((0, 9))) is None
