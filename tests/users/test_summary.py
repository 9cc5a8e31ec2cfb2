"""Steps between the kinds of elements that observed readers visited."""

from __future__ import annotations

import pytest
from tests.loaded import loaded
from tests.users.places import ARTICLE, P1, P2, SEC1, SEC2, elements, from_first, named

from partwise.users.summary import Summary


def test_summary_divides_a_step_among_the_nodes_of_a_partition(write):
    # sections step to the article once and to paragraphs three times; two paragraphs
    rows = [
        f"d {SEC1} {ARTICLE}",
        f"d {SEC1} {P1}",
        f"d {SEC2} {P2}",
        f"d {SEC1} {P2} {SEC2} {SEC1}",
    ]
    file = write("r.tsv", *rows)
    to = from_first(Summary(file), elements(1, 0, 2, 4))
    spread = from_first(Summary(file, spread=True), elements(1, 0, 2, 4))

    assert to == [0.2, 0.6, 0.2]
    # one article, two paragraphs, and one section besides the one that is left
    assert spread == [0.2, 0.3, 0.2]


def test_tags_of_paths_without_a_structure(write):
    file = write("r.tsv", "d /a[1]/s[1] /a[1] /a[1]/s[2] /a[1]/p[1]", "d /a[1]/s[4] /a[1]/p[9]")
    nodes = named("/a[1]/s[7]", "/a[1]", "/a[1]/p[1]", "/a[1]/s[1]", "/a[1]/x[1]")

    # of three steps out of sections one goes to the article, two to paragraphs
    assert from_first(Summary(file), nodes) == pytest.approx([1 / 3, 2 / 3, 0, 0])


def test_the_ends_of_routes_are_ways_out(write):
    file = write("r.tsv", f"d {SEC1} {P1}", f"d {P1} {SEC1}", f"d {SEC1} {P2}")
    nodes = elements(1, 2)

    assert from_first(Summary(file), nodes) == [1]
    # sections: two steps, and one route ends there
    assert from_first(Summary(file, abandonment=True), nodes) == pytest.approx([2 / 3])


def test_kinds_that_no_route_visits_are_neither_left_nor_reached(write):
    file = write("r.tsv", f"d {SEC1} {SEC2} {SEC1}")

    assert from_first(Summary(file), elements(1, 4, 0, 2)) == [1, 0, 0]
    assert from_first(Summary(file), elements(0, 1)) == [0]


def test_a_step_within_a_partition_is_shared_by_the_others_of_it(write):
    file = write("r.tsv", f"d {P1} {P2}", f"d {P1} {ARTICLE}")

    assert from_first(Summary(file, spread=True), elements(2, 3, 0)) == [0.5, 0.5]
    assert loaded(Summary(file)).native == "partition"
