from __future__ import annotations

import pytest
from tests.users.places import elements, from_first, passages

from partwise.errors import ParameterError, UsageError
from partwise.users.reading import Proximity


def test_proximity_falls_with_the_distance_of_the_starts():
    nodes = passages((100, 200), (100, 110), (350, 400), (0, 50), mean_length=500.0)

    assert from_first(Proximity(A=1, L=1000), nodes) == [1, 0.8, 1000 / 1100]
    assert from_first(Proximity(A=0.5), nodes)[1] == 0.5
    with pytest.raises(UsageError, match=r"Use structure=\.\.\. or lengths=\.\.\., or use L="):
        from_first(Proximity(), passages((0, 1), (2, 3)))


def test_only_the_starts_count_and_both_ways_alike():
    x, y = passages((100, 101)), passages((350, 9000))

    assert Proximity(L=1000).chance(x, y).tolist() == [0.8]
    assert Proximity(L=1000).chance(y, x).tolist() == [0.8]


def test_elements_by_where_they_start():
    # from 20 to 60 and to 0, A L = 20
    assert from_first(Proximity(A=0.2, L=100), elements(3, 4, 0)) == [20 / 60, 20 / 40]


def test_a_length_that_is_given_wins():
    nodes = passages((0, 1), (100, 101), mean_length=300.0)

    assert from_first(Proximity(), nodes) == [0.75]
    assert from_first(Proximity(L=100), nodes) == [0.5]


@pytest.mark.parametrize("more", [{"A": 0}, {"L": 0}, {"A": -1}])
def test_scales_are_above_zero(more):
    with pytest.raises(ParameterError, match="must be a number above 0"):
        Proximity(**more)
