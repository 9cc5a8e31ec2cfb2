from __future__ import annotations

import pytest
from tests.users.places import elements, from_first, passages

from partwise.errors import ParameterError
from partwise.users.trees import Hierarchy


def test_hierarchy_divides_the_shorter_by_the_longer():
    # inside, around, the same extent, partial overlap, apart, empty
    nodes = passages((10, 50), (10, 20), (0, 80), (10, 50), (40, 90), (50, 60), (20, 20))

    assert from_first(Hierarchy(), nodes) == [0.25, 0.5, 1, 10 / 50, 0, 0]


def test_hierarchy_in_words():
    # article 10 words; sections 6 and 4, paragraphs 3 and 3
    assert from_first(Hierarchy(unit="words"), elements(0, 1, 2, 3, 4)) == [0.6, 0.3, 0.3, 0.4]
    assert from_first(Hierarchy(), elements(2, 3, 1, 0)) == [0, 20 / 60, 20 / 100]


def test_hierarchy_sums_its_rows_without_looking_at_pairs():
    nodes = elements(0, 1, 2, 3, 4)
    expected = [
        sum(from_first(Hierarchy(), elements(x, *(y for y in range(5) if y != x))))
        for x in range(5)
    ]

    assert Hierarchy().row_sum(nodes) == pytest.approx(expected)
    assert Hierarchy().row_sum(passages((0, 5))) is None


def test_rows_in_words_and_of_one_node():
    nodes = elements(0, 1, 2, 3, 4)
    # of 10, 6, 3, 3 and 4 words
    assert Hierarchy(unit="words").row_sum(nodes) == pytest.approx(
        [1.6, 0.6 + 1, 0.5 + 0.3, 0.5 + 0.3, 0.4]
    )
    assert Hierarchy().row_sum(elements(2)) == pytest.approx([20 / 60 + 20 / 100])


def test_there_and_back_are_as_likely():
    x, y = passages((10, 50)), passages((40, 90))

    assert Hierarchy().chance(x, y) == Hierarchy().chance(y, x)


def test_units_are_characters_or_words():
    with pytest.raises(ParameterError, match="unit must be chars or words"):
        Hierarchy(unit="pages")
