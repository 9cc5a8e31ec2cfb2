"""What readers want, and what it is worth."""

from __future__ import annotations

import numpy as np
import pytest
from tests.navigation.worlds import spans, view
from tests.users.places import P1, P2, SEC1, SEC2, article

from partwise.errors import MissingLengthError, PartwiseError, TableError, UsageError
from partwise.language.fields import AUTO
from partwise.navigation.targets import targets_of
from partwise.tables.lengths import Inventory
from partwise.users.combined import NoNav
from partwise.users.reading import T2I, Window

PARTS = Inventory.from_columns(doc=["d"] * 3, start=[0, 5, 10], end=[5, 10, 15])


def targets(qrels, run=None, ideals="auto", units="judged", **more):
    seen = view(run or spans((0, 5)), qrels, **more)
    return targets_of(seen, ideals, units, measure="PRUM")


def places(found):
    both = found.both
    return [both.nodes.place(int(n)) for n in both.tree_nodes[both.tree_offsets[both.target]]]


SPANS = spans((2, 4), (8, 12))


def test_graded_elements_of_grade_zero_are_not_wanted():
    found = targets({"element": [P1, SEC1], "grade": [2, 0]}, structure=article())

    assert places(found) == [P1]
    assert found.rel("value", "PRUM").tolist() == [2]
    assert found.rel("binary", "PRUM").tolist() == [1]
    assert found.rel("length", "PRUM").tolist() == [20]
    assert not found.passages.any()


def test_each_topic_has_its_own_source():
    qrels = {
        "topic": ["t", "u", "v"], "element": [P1, P2, None], "start": [None, None, 60],
        "end": [None, None, 70], "grade": [1, np.nan, np.nan], "e": [np.nan, 2, np.nan],
        "s": [np.nan, 1.0, np.nan],
    }  # fmt: skip
    found = targets(qrels, structure=article())

    assert places(found) == [P1, P2, "60..70"]
    assert found.n_targets.tolist() == [1, 1, 1]
    assert found.passages.tolist() == [False, False, True]


def test_highlights_as_spans_elements_or_parts():
    assert places(targets(SPANS)) == ["2..4", "8..12"]
    assert places(targets(SPANS, units="inventory", inventory=PARTS)) == ["0..5", "5..10", "10..15"]
    derived = targets(spans((60, 80)), ideals="elements", structure=article())
    assert (places(derived), derived.passages.tolist()) == ([SEC2], [False])


def test_what_auto_means():
    bare, listed = targets(SPANS, units=AUTO), targets(SPANS, units=AUTO, inventory=PARTS)

    assert (places(bare), bare.unequalled.tolist()) == (["2..4", "8..12"], [True])
    assert (places(listed), listed.unequalled.tolist()) == (["0..5", "5..10", "10..15"], [False])
    assert targets(SPANS).unequalled.tolist() == [False]
    whole = targets({"grade": [1]}, units=AUTO, lengths={"d": 9})
    assert (places(whole), whole.unequalled.tolist()) == (["0..9"], [False])


def test_an_inventory_of_elements_makes_elements():
    elements = Inventory.from_columns(doc=["d"] * 2, element=[P1, SEC2])
    found = targets(spans((10, 70)), units="inventory", inventory=elements, structure=article())

    assert sorted(places(found)) == sorted([P1, SEC2])
    assert found.passages.tolist() == [False]


def test_units_that_cannot_be():
    with pytest.raises(UsageError, match="PRUM: units=inventory needs all parts"):
        targets(SPANS, units="inventory")
    with pytest.raises(UsageError, match="PRUM: units=inventory needs highlighted spans"):
        targets({"element": [P1], "grade": [1]}, units="inventory", inventory=PARTS)


def test_lengths_count_highlighted_text_only():
    found = targets(SPANS, units="inventory", inventory=PARTS)

    assert found.rel("length", "PRUM").tolist() == [2, 2, 2]
    assert found.n_characters.tolist() == [6]


def test_characters_of_elements_count_once():
    found = targets({"element": [P1, SEC1, SEC2], "grade": [1, 1, 1]}, structure=article())

    assert found.n_characters.tolist() == [100]


def test_stated_sizes_are_added_up_with_a_note():
    found = targets({"element": ["a", "b"], "grade": [1, 1], "size": [7, 8]})

    assert found.n_characters.tolist() == [15]
    assert any("base=collection adds the sizes up" in note for note in found.destinations.notes)
    nothing = targets({"element": ["a", "b"], "grade": [1, 1], "size": [0, None]})
    assert nothing.n_characters.tolist() == [0]
    assert any("adds the sizes up" in note for note in nothing.destinations.notes)
    both = targets(
        {"topic": ["t", "u"], "element": ["a", "b"], "grade": [1, 1], "size": [7, None],
         "start": [None, 3], "end": [None, 9]}
    )  # fmt: skip
    assert both.n_characters.tolist() == [7, 6]
    empty = targets({"element": ["a"], "grade": [1], "size": [0]})
    assert empty.rel("length", "PRUM").tolist() == [0]


def test_a_size_that_is_needed():
    unknown = targets({"element": ["a"], "grade": [1]})
    assert unknown.rel("binary", "PRUM").tolist() == [1]
    with pytest.raises(PartwiseError, match="PRUM needs the size of element a of document d"):
        unknown.rel("length", "PRUM")
    some = targets({"element": ["a", "b", "c"], "grade": [1] * 3, "size": [5, None, 7]})
    with pytest.raises(TableError, match=r"row 1: PRUM needs the size of element b of document d"):
        some.rel("length", "PRUM")
    endless = targets(
        {"element": [None, P1], "grade": [1, 1]}, run={"start": [None], "end": [None]}
    )
    with pytest.raises(MissingLengthError, match="length of document d is not known, and PRUM"):
        endless.check_size(endless.both.result, "PRUM")


def test_models_by_kind():
    qrels = {
        "topic": ["t", "u", "v"], "element": [P1, None, None], "start": [None, 0, 3],
        "end": [None, 5, 4], "grade": [1, 1, 0],
    }  # fmt: skip
    found = targets(qrels, structure=article())

    kinds = [
        (t.tolist(), model, passages)
        for t, model, passages in found.by_kind(AUTO, NoNav(), Window())
    ]
    assert kinds == [([True, False, False], NoNav(), False), ([False, True, False], Window(), True)]
    assert [model for _, model, _ in found.by_kind(T2I(5), NoNav(), Window())] == [T2I(5)] * 2


def test_trees_that_are_parts_of_the_inventory():
    found = targets(SPANS, run=spans((5, 10), (5, 11)), units="inventory", inventory=PARTS)
    both = found.both

    assert found.in_inventory[both.result].tolist() == [True, False]
    assert found.in_inventory[both.target].all()


def test_repeats_are_noted_and_targets_made_once():
    seen = view(spans((0, 5), (0, 5), (0, 5)), SPANS)

    assert targets_of(seen, measure="PRUM") is targets_of(seen, measure="GR")
    assert list(seen.notes) == ["2 repeated results keep their rank but add nothing"]


@pytest.mark.parametrize("ideals", ["auto", "elements"])
def test_where_nothing_is_highlighted_nothing_is_derived(ideals):
    found = targets({**spans((0, 5)), "grade": [0]}, ideals=ideals)

    assert found.n_targets.tolist() == [0]
    assert found.passages.tolist() == [True]
