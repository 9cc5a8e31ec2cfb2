"""Overlap, worked out by hand."""

from __future__ import annotations

from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # two leaves, one beside the other
    assert value("Overlap", elements()) == 0


def test_a_leaf_and_its_root_overlap():
    ranked = [1, 0, 1]
    assert value("Overlap@2", elements(ranked)) == 1
    assert value("Overlap(direction=seen)@2", elements(ranked)) == 1 / 2
    assert value("Overlap@2", elements([1, 2])) == 0


def test_needs_no_judgements():
    unjudged, empty = edges("Overlap", elements())
    assert unjudged == value("Overlap", elements())
    assert empty == 0


def test_what_the_cutoff_leaves_out_overlaps_nothing():
    assert value("Overlap@1", elements([1, 0, 1])) == 0
    assert value("Overlap(direction=seen)@1", elements([1, 0, 1])) == 0
    # in its own topic every result counts, whatever comes before and after
    assert edges("Overlap@2", elements([1, 0, 3])) == (1, 0)
    assert edges("Overlap", elements([1, 2, 0, 3])) == (1, 0)
    assert edges("Overlap(direction=seen)", elements([1, 2, 0, 3])) == (2 / 4, 0)
