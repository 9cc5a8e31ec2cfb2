"""Readers who prefer what stands high, by tags or by depth."""

from __future__ import annotations

import numpy as np
import pytest
from tests.users.places import ARTICLE, P1, P2, SEC1, elements, from_first, named, passages

from partwise.errors import ParameterError, UsageError
from partwise.language.parser import parse_component
from partwise.tables.structure.table import Structure
from partwise.users.base import Navigation
from partwise.users.trees import Depth


def test_depth_by_tags():
    assert from_first(Depth(), elements(2, 0, 1, 4, 3)) == pytest.approx([0.48, 0.24, 0.24, 0.12])
    assert from_first(Depth(), named(P1, ARTICLE, SEC1, P2)) == pytest.approx([0.48, 0.24, 0.12])
    # two sections to share a step from outside, one other to share it from a section
    assert from_first(Depth(spread=True), elements(2, 1))[0] == pytest.approx(0.12)
    assert from_first(Depth(spread=True), elements(1, 4))[0] == pytest.approx(0.24)
    flat = Depth(depths={"other": 1}, tags={"sec": "article"})
    weights = np.array([1, 1 / 2, 1 / 3, 1])
    assert from_first(flat, elements(0, 1, 2)) == pytest.approx(weights[[0, 3]] / weights.sum())


def markdown(root="document"):
    """A document with a section that holds a section with two paragraphs."""
    return Structure.from_columns(
        doc=["d"] * 5, parent=[None, 0, 1, 2, 2], tag=[root, "section", "section", "p", "p"],
        start=[0, 0, 0, 0, 5], end=[9, 9, 9, 5, 9],
    )  # fmt: skip


def test_depth_goes_by_depth_where_root_tags_say_nothing():
    # findings 1.9
    nodes = elements(3, 0, 1, 2, 4, structure=markdown())
    said = []
    nodes.space.say = said.append

    assert from_first(Depth(), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    assert said == ["Depth goes by depth: root tag `document` is not known"]
    assert from_first(Depth(by="tag"), nodes) == pytest.approx([0.12, 0.24, 0.24, 0.12])
    known = elements(3, 0, 1, 2, 4, structure=markdown("article"))
    assert from_first(Depth(), known) == pytest.approx([0.48, 0.24, 0.24, 0.12])
    assert from_first(Depth(by="depth"), known) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    mapped = Depth(tags={"document": "article"})
    assert from_first(mapped, nodes) == pytest.approx([0.48, 0.24, 0.24, 0.12])
    # one other paragraph shares a step from a paragraph, two one from the root
    assert from_first(Depth(spread=True), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    down = elements(0, 3, structure=markdown())
    assert from_first(Depth(spread=True), down) == pytest.approx([0.06])


def test_without_a_structure_depth_looks_at_the_root_of_each_path():
    # findings 1.9
    deep = "/document[1]/section[1]/section[1]/p[1]"
    nodes = named(deep, "/document[1]", "/document[1]/section[1]", deep[:-5], deep[:-3] + "[2]")

    assert from_first(Depth(), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    assert from_first(Depth(by="tag"), nodes) == pytest.approx([0.12, 0.24, 0.24, 0.12])
    assert from_first(Depth(by="depth"), named(P1, ARTICLE, SEC1, P2)) == pytest.approx(
        [0.48, 0.24, 0.16]
    )


def test_depth_needs_tags_and_partitions_that_exist():
    with pytest.raises(UsageError, match=r"passage 0..9 of document d has none. Use nav=Window"):
        from_first(Depth(), passages((0, 9), (1, 2)))
    with pytest.raises(UsageError, match=r"Depth\(spread=true\) counts .* Use structure="):
        from_first(Depth(spread=True), named(P1, P2))
    with pytest.raises(ParameterError, match="one of the partitions article, section, ss1, other"):
        Depth(tags={"p": "paragraph"})
    with pytest.raises(ParameterError, match="a table of depths above 0"):
        Depth(depths={"article": 0})
    with pytest.raises(ParameterError, match="a table such as"):
        Depth(depths="deep")
    with pytest.raises(ParameterError, match="a table such as"):
        Depth(tags=["sec"])


def test_only_the_tags_of_roots_decide():
    odd = Structure.from_columns(
        doc=["d"] * 3,
        parent=[None, 0, 1],
        tag=["article", "odd", "sec"],
        start=[0] * 3,
        end=[9] * 3,
    )

    assert from_first(Depth(), elements(0, 1, 2, structure=odd)) == pytest.approx([0.12, 0.24])


def test_what_is_standard_is_not_printed():
    same = Depth(depths={"article": 1, "ss1": 3.0}, tags={"sec": "section"})
    other = Depth(depths={"ss1": 2.5, "note": 9}, tags={"fn": "note", "sec": "ss1"})

    assert same == Depth()
    assert repr(other) == "Depth(depths={ss1: 2.5, note: 9}, tags={fn: note, sec: ss1})"
    assert parse_component(repr(other), Navigation) == other


def test_partitions_may_be_added():
    # weights 1, 1/2, 1/3, 1/4 and 1/2: 31/12 in all
    model = Depth(depths={"note": 2}, tags={"p": "note"})

    assert from_first(model, elements(0, 2, 1)) == pytest.approx([0.5 * 12 / 31] * 2)


@pytest.mark.parametrize("depth", [0, -1, True, "deep", float("nan")])
def test_depths_are_numbers_above_zero(depth):
    with pytest.raises(ParameterError, match="a table of depths above 0"):
        Depth(depths={"article": depth})
