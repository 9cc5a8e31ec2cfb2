"""What a model may return for pairs of nodes."""

from __future__ import annotations

import numpy as np
import pytest
from tests.navigation.worlds import moves
from tests.users.places import P1, elements, named, passages

from partwise.errors import PartwiseError
from partwise.navigation.transitions import ROUNDING as SLACK
from partwise.navigation.transitions import probabilities

PAIR = passages((0, 5), (3, 9)), np.array([0]), np.array([1])


@pytest.mark.parametrize("given", [[1], [True], np.array([1], np.uint8), [1 + 1e-13]])
def test_numbers_that_are_chances(given):
    found = probabilities(moves({}), given, *PAIR)

    assert found.dtype == np.float64
    assert found.tolist() == [1]
    assert probabilities(moves({}), [-1e-13], *PAIR).tolist() == [0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["x"], "Moves: chances must be numbers"),
        ([0.5, 0.5], "Moves returned 2 chances for 1 pair of nodes"),
        (0.5, "Moves returned 1 chance for 1 pair of nodes"),
        ([1.1], "the chance from passage 0..5 to passage 3..9 of document d is 1.1, not"),
        ([-1e-9], "is -1e-09, not a probability"),
        ([np.nan], "is nan, not a probability"),
    ],
)
def test_what_is_no_chance(given, words):
    with pytest.raises(PartwiseError) as caught:
        probabilities(moves({}), given, *PAIR)
    assert words in str(caught.value)


def test_nodes_are_called_what_they_are():
    whole = passages((-1, -1))
    for nodes, words in (
        (elements(2), f"element {P1}"),
        (named("x"), "element x"),
        (whole, "the whole"),
    ):
        with pytest.raises(PartwiseError, match="the chance from "):
            probabilities(moves({}), [2], nodes, *np.zeros((2, 1), int))
        with pytest.raises(PartwiseError) as caught:
            probabilities(moves({}), [2], nodes, *np.zeros((2, 1), int))
        assert f"from {words} to {words} of document d" in str(caught.value)


def test_rounding_beyond_the_ends_is_taken_back():
    assert probabilities(moves({}), [-SLACK], *PAIR).tolist() == [0]
    assert probabilities(moves({}), [1 + SLACK], *PAIR).tolist() == [1]
    twice = PAIR[0], *(np.repeat(column, 2) for column in PAIR[1:])
    assert probabilities(moves({}), [0.5, 1 + SLACK], *twice).tolist() == [0.5, 1]
    for beyond in (-2 * SLACK, 1 + 2 * SLACK):
        with pytest.raises(PartwiseError, match="not a probability"):
            probabilities(moves({}), [beyond], *PAIR)
