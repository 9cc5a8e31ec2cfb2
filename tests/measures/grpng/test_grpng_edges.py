"""Edge cases of GRPngR, GRPngP and GRPng."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.element_tables import highlight_view_of, view_of
from tests.reference.exact_elements import Elements

import partwise as pw
from partwise.measures import GRPng, GRPngP, GRPngR

TREES = Elements([None, 0, 0], [20, 10, 10])


def test_by_hand():
    # child then root: recall (1 x 1 + 1 x 10/20) / 2, precision (1 x 10 + 1/3 x 10) / 20
    view = view_of(TREES, [({0: (3, 1), 1: (3, 3)}, [1, 0])])

    assert (GRPngR @ 2).values(view) == pytest.approx([0.75])
    assert (GRPngP @ 2).values(view) == pytest.approx([2 / 3])
    assert (GRPng @ 0.5).values(view) == pytest.approx([1])
    assert (GRPng @ 0.75).values(view) == pytest.approx([2 / 3])
    assert (GRPng @ 0.76).values(view) == [0]


def test_unjudged_text_lowers_precision():
    view = view_of(TREES, [({1: (3, 3)}, [2, 1])])

    assert (GRPngP @ 1).values(view) == [0]
    assert (GRPngP @ 2).values(view) == [0.5]


def test_repeats_and_ranks_past_the_end():
    view = view_of(TREES, [({1: (3, 3)}, [1, 1])])

    assert (GRPngR @ 9).values(view) == [1]
    assert (GRPngP @ 9).values(view) == [1]


def test_undefined_and_empty():
    view = view_of(TREES, [({}, [1]), ({1: (1, 1)}, [])])
    for measure in (GRPngR @ 3, GRPngP @ 3, GRPng @ 0.5):
        undefined, empty = measure.values(view)
        assert np.isnan(undefined)
        assert empty == 0


@pytest.mark.parametrize("measure", [GRPngR @ 1, GRPngP @ 1, GRPng @ 0.5], ids=repr)
def test_needs_grades(measure):
    with pytest.raises(pw.MissingAssessmentError, match=r"highlighted text.*graded 0 to 3"):
        measure.values(highlight_view_of(TREES, [([(0, 0, 5)], [1])]))
    with pytest.raises(pw.MissingAssessmentError, match=r"shares.*graded 0 to 3"):
        measure.values(view_of(TREES, [({1: (2, 0.5)}, [1])], scale="share"))


def test_the_order_of_assessments_does_not_matter():
    # findings 2.7: e = 2 of 2 + 2 + 1 + 2, the same bits either way
    trees = Elements([None, 0, 0, None], [2, 1, 1, 9])
    grades = [(0, (2, 3)), (1, (2, 2)), (2, (1, 3)), (3, (2, 3))]

    one, other = (
        (GRPngR @ 3).values(view_of(trees, [(dict(order), [3])]))[0]
        for order in (grades, grades[::-1])
    )
    assert one == other == 2 / 7
