"""Links of whatever a part touches."""

from __future__ import annotations

import numpy as np
import pytest
from tests.users.places import passages
from tests.users.test_places import table

from partwise.users.graph import Graph
from partwise.users.places import TouchedPlaces, located

PLACES = table(("d", (15, 20)), ("d", None), ("d", (40, 50)), ("e", None), ("d", (20, 20)))
NODES = passages((0, 18), (15, 21), (19, 20), (60, 70), (42, 43))


def graph(*edges):
    source, target, chance = (np.array(column) for column in zip(*edges, strict=True))
    return Graph.of("l.tsv", 5, source, target, chance.astype(float))


def touched():
    return TouchedPlaces(NODES, located(PLACES, NODES.space))


def test_nodes_that_touch_the_same_places_have_one_set():
    found = touched()
    members = [
        found.members[found.offsets[n] : found.offsets[n + 1]].tolist() for n in found.set_of
    ]

    assert members == [[0, 1], [0, 1, 4], [0, 1], [1], [1, 2]]
    assert found.set_of[0] == found.set_of[2]
    assert found.any_of(np.array([False, False, True, True, False])).tolist() == [False] * 4 + [
        True
    ]
    assert sorted(found.members_of(np.array([False, True, False, True, False]))) == [0, 1, 1, 4]


def test_a_whole_document_touches_names_that_nobody_uses():
    whole = passages((0, -1))
    found = TouchedPlaces(whole, located(table(("d", "q"), ("d", (3, 4)), ("e", "q")), whole.space))

    assert found.members.tolist() == [0, 1]


def test_chances_are_combined():
    found = touched()
    x, y = found.set_of[[0, 1, 3, 0]], found.set_of[[4, 4, 4, 3]]
    links = graph((0, 2, 0.5), (1, 2, 0.2), (4, 2, 0.1), (0, 3, 0.9), (4, 1, 1.0))

    # the passage and the document both lead there; so does the point at 20
    expected = [1 - 0.5 * 0.8, 1.0, 0.2, 0.0]  # and from the point to the document, surely
    assert found.reach(links, x, y).tolist() == pytest.approx(expected)


def test_at_least_one_step_is_taken():
    found = touched()
    x, y = found.set_of[[3, 0]], found.set_of[[4, 4]]

    # both touch the document, which is left for e and not come back to
    assert found.visits(graph((1, 3, 0.5)), x, y).tolist() == [0, 0]
    back = graph((1, 3, 0.5), (3, 1, 0.5), (0, 3, 1.0))
    assert found.visits(back, x, y).tolist() == pytest.approx([0.25, 1 - 0.75 * 0.5])
    nowhere = np.array([-1, 0])
    assert found.visits(back, nowhere, np.array([0, -1])).tolist() == [0, 0]
    assert found.reach(back, nowhere, np.array([0, -1])).tolist() == [0, 0]


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_goals_are_learned_about_side_by_side(monkeypatch, at_once):
    found = touched()
    links = graph((0, 2, 0.5), (2, 3, 0.5), (3, 1, 0.5), (1, 4, 0.5), (4, 0, 0.25))
    x, y = np.repeat(found.set_of, 5), np.tile(found.set_of, 5)
    alone = [found.visits(links, x[[at]], y[[at]])[0] for at in range(25)]
    monkeypatch.setattr(Graph, "at_once", at_once)
    together = graph((0, 2, 0.5), (2, 3, 0.5), (3, 1, 0.5), (1, 4, 0.5), (4, 0, 0.25))

    said = []
    assert found.visits(together, x, y, lambda *done: said.append(done)).tolist() == alone
    assert {n for _, n in said} == {4}
    assert [done for done, _ in said] == sorted(done for done, _ in said)
    assert len({done for done, _ in said}) >= (4 if at_once == 1 else 1)
