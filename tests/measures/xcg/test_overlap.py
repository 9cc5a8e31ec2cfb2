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
