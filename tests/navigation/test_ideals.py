"""Ideal elements where the assessors named none."""

from __future__ import annotations

import pytest
from tests.navigation.worlds import spans, view
from tests.users.places import ARTICLE, P1, P2, SEC1, SEC2, article

from partwise.errors import UsageError
from partwise.navigation.destinations import destinations
from partwise.navigation.targets import ideal_elements


def ideals(qrels, *, highlighted, structure=None):
    known = destinations(view({"element": [P1]}, qrels, structure=structure or article()))
    found = ideal_elements(known, "PRUM", highlighted=highlighted)
    rows = zip(found.topic.tolist(), found.nodes.row.tolist(), found.value.tolist(), strict=True)
    return list(rows)


def test_the_best_share_of_each_path():
    # 0..20 is all of the first paragraph; 70..90 is half of the second section
    assert ideals(spans((0, 20), (70, 90)), highlighted=True) == [(0, 2, 1), (0, 4, 0.5)]


def test_a_section_that_is_highlighted_whole():
    # the section and its paragraphs have share 1: one of each path is chosen
    found = ideals(spans((0, 60)), highlighted=True)

    assert {value for *_, value in found} == {1}
    rows = [row for _, row, _ in found]
    assert rows in ([1], [2, 3])


def test_pairs_of_every_topic():
    qrels = {
        "topic": ["u", "t", "t"], "element": [SEC2, SEC1, P2], "e": [3, 1, 3], "s": [3, 2, 3],
        "scale": "grade",
    }  # fmt: skip
    found = ideals(qrels, highlighted=False)

    # topic u is number 0; of the path through SEC1 and P2 the better one, P2
    assert [(topic, row) for topic, row, _ in found] == [(0, 4), (1, 3)]
    assert [value for *_, value in found] == [1, 1]


def test_elements_that_are_not_relevant_are_no_ideals():
    qrels = {"element": [ARTICLE, SEC1], "e": [0, 0], "s": [0, 0], "scale": "grade"}

    assert ideals(qrels, highlighted=False) == []


@pytest.mark.parametrize(
    ("highlighted", "words"),
    [(True, "PRUM: ideals=elements needs the element trees"),
     (False, r"PRUM: assessments with \(e, s\) needs the element trees")],
)  # fmt: skip
def test_trees_are_needed(highlighted, words):
    known = destinations(view(spans((0, 5)), spans((0, 5))))
    with pytest.raises(UsageError, match=words):
        ideal_elements(known, "PRUM", highlighted=highlighted)
