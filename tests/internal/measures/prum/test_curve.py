"""PRUM at every recall value; c, d, a and b are returned, a and b are ideal."""

from __future__ import annotations

import pytest
from tests.measures.worlds import leading, navigated

from partwise.errors import ParameterError
from partwise.language.fields import AUTO
from partwise.measures.prum import curves, n_unranked
from partwise.navigation.walks import Reader, walks
from partwise.users import NoNav

READER = Reader(NoNav(), "auto")
ASKED = {"reader": READER, "novelty": "noisy-or", "measure": "PRUM"}


def unranked(view, elements, depth=None):
    walked = walks(view, READER, depth, "PRUM")
    return n_unranked(walked, depth, elements, "PRUM").tolist()


def test_elements_outside_the_list():
    # the case returns four elements, so does the topic without ideals; the third returns none
    assert unranked(leading(), 10) == [6, 6, 10]
    assert unranked(leading(), 10, depth=3) == [7, 7, 10]


def test_a_repeated_element_counts_once():
    assert unranked(navigated(["c", "a", "c"], ["a"]), 10)[0] == 8


@pytest.mark.parametrize(("depth", "least"), [(None, 4), (2, 4), (3, 4)])
def test_fewer_elements_than_there_are(depth, least):
    # results down to the depth, and the ideals below it
    assert unranked(leading(), least, depth)[0] >= 0
    with pytest.raises(ParameterError) as caught:
        unranked(leading(), least - 1, depth)
    assert f"at least {least}, the results and unlisted ideals of topic case" in str(caught.value)


def test_the_size_of_the_collection_is_needed():
    with pytest.raises(ValueError, match=r"structure|inventory"):
        unranked(leading(), AUTO)


def test_curves_are_made_once():
    view = leading()

    found = curves(view, depth=None, elements=4, **ASKED)

    assert curves(view, depth=None, elements=4, **ASKED) is found
    other = curves(view, depth=None, elements=9, **ASKED)
    assert other is not found
    # the list has both ideals: what lies outside it changes nothing
    assert other[0].tolist() == pytest.approx(found[0].tolist())


def test_never_above_one():
    every = curves(navigated(["a", "b"], ["a", "b"]), depth=None, elements=2, **ASKED)

    assert every[0].tolist() == [1.0, 1.0]
