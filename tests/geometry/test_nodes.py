"""Nodes: elements and passages, told apart, recognised and found again in the tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.users.places import article, elements, named, passages

from partwise.errors import TableError, UsageError
from partwise.geometry.base import Memo
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.resolution import Trees
from partwise.tables.lengths import Inventory
from partwise.tables.names import EMPTY, MergedNames, Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

DOCS = Names.of(["d", "e"])


def space(*tables, structure=None, **more):
    names = [table.docs for table in tables] or [DOCS]
    known = [table.elements for table in tables] or [EMPTY]
    trees = None if structure is None else Trees(structure)
    return Space(MergedNames(*names), MergedNames(*known), trees=trees, tables=tables, **more)


def nodes(where, *rows):
    """Nodes from (document, start, end, row, name)."""
    return Nodes(where, *np.array(rows, np.int64).reshape(-1, 5).T.copy())


PASSAGE = -1, -1


def test_lengths_and_codes_of_documents_nobody_named():
    where = space(
        structure=article(),
        length=lambda names: np.array([{"d": 7, "e": -1}[name] for name in names]),
    )

    assert where.length(np.array([0, 1, 2, 99])).tolist() == [7, -1, -1, -1]
    assert where.in_structure(np.array([0, 1, 2])).tolist() == [0, -1, -1]
    assert [where.document(n) for n in (0, 1, 2)] == ["d", "e", "(not judged)"]
    assert space().length(np.array([0])).tolist() == [-1]
    assert space().in_structure(np.array([0])).tolist() == [-1]
    assert where.structure is where.trees.structure
    assert space().structure is None
    last = Space(MergedNames(Names.of(["c", "d"])), MergedNames(EMPTY), trees=Trees(article()))
    assert last.in_structure(np.array([0, 1, 2, 9])).tolist() == [-1, 0, -1, -1]
    alone = Space(MergedNames(Names.of(["d"])), MergedNames(EMPTY))
    assert alone.in_structure(np.array([0, 1])).tolist() == [-1, -1]


def test_what_a_space_is_given_it_keeps():
    said, memo = [], Memo()
    given = space(mean_length=lambda: 5.0, say=said.append, shared=memo, memo=memo)
    given.say("words")

    assert (given.mean_length(), said) == (5.0, ["words"])
    assert given.shared is given.memo is memo
    bare = space()
    assert bare.mean_length() is None
    assert bare.say("words") is None
    assert len(bare.shared) == len(bare.memo) == 0
    assert bare.shared is not bare.memo


def test_the_row_that_says_a_place_may_name_an_element_as_well():
    table = Run.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, start=[0, 0], end=[5, 9], element=[None, "/a[1]"]
    )
    where = space(table)

    assert where.row_of(nodes(where, (0, 0, 9, *PASSAGE)), 0)[1] == 1
    empty = replace(table, end=np.array([5, 0]))
    assert space(empty).row_of(nodes(where, (0, 0, 0, *PASSAGE)), 0)[1] == 1


def test_a_row_that_begins_where_a_node_does_is_nearer_than_the_first():
    table = Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, start=[3, 0], end=[9, 5])
    where = space(table)

    assert where.row_of(nodes(where, (0, 0, 7, *PASSAGE)), 0)[1] == 1
    assert where.row_of(nodes(where, (0, 1, 7, *PASSAGE)), 0)[1] == 0


def test_sizes_kinds_and_places():
    found = passages((3, 9), (-1, -1), (4, 4), (0, 0))
    assert found.size.tolist() == [6, -1, 0, 0]
    assert found.is_element.tolist() == [False] * 4
    assert [found.place(at) for at in range(3)] == ["3..9", "", "4..4"]
    assert found.place(3) == "0..0"
    inside = elements(3, 0)
    assert inside.is_element.all()
    assert [inside.place(at) for at in range(2)] == ["/article[1]/sec[1]/p[2]", "/article[1]"]
    assert named("intro", "end").place(1) == "end"


def test_entries_of_the_structure():
    found = elements(3, 0)
    column = article().depth

    assert found.of_structure(column).tolist() == [3, 1]
    assert passages((0, 5)).of_structure(column).tolist() == [-1]
    assert passages((0, 5)).of_structure(np.empty(0, np.int64), 7).tolist() == [7]
    assert found.take(np.array([1, 1])).row.tolist() == [0, 0]
    assert found.joined(elements(2)).row.tolist() == [3, 0, 2]


def test_the_same_node_has_one_number():
    # a passage is told by its extent, an element by its row, whatever extent it carries
    where = space(structure=article())
    found = nodes(
        where, (1, 0, 5, *PASSAGE), (0, 0, 20, 2, -1), (0, 0, 5, *PASSAGE), (0, -1, -1, 2, -1),
        (1, 0, 5, *PASSAGE), (0, 0, 20, *PASSAGE),
    )  # fmt: skip
    distinct, number = found.numbered()

    assert number.tolist() == [3, 2, 0, 2, 3, 1]
    assert distinct.end.tolist() == [5, 20, 20, 5]  # of the two rows of 2 the one with an extent


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 2)), max_size=8))
def test_numbers_of_passages_follow_document_and_extent(rows):
    rows = [(d, a, a + n) for d, a, n in rows]
    distinct, number = nodes(space(), *((*r, *PASSAGE) for r in rows)).numbered()

    ranged = sorted(set(rows))
    assert number.tolist() == [ranged.index(r) for r in rows]
    assert list(zip(distinct.doc, distinct.start, distinct.end, strict=True)) == ranged


def test_among_others():
    assert passages((0, 5), (0, 6)).among(passages((0, 6), (1, 5))).tolist() == [False, True]
    assert elements(1, 4).among(elements(4)).tolist() == [False, True]
    assert passages((0, 5)).among(passages()).tolist() == [False]


def test_an_element_placed_in_two_ways_is_refused_at_its_row():
    run = Run.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, element=["x", "x"], start=[0, 0], end=[5, 6]
    )
    where = space(run)
    twice = nodes(where, (0, 0, 5, -1, 0), (0, 0, 6, -1, 0))

    with pytest.raises(TableError, match=r"element x of document d is 0..5 in one row, 0..6 in an"):
        twice.numbered()
    nodes(where, (0, 0, 5, -1, 0), (0, -1, -1, -1, 0)).numbered()
    with pytest.raises(TableError, match=r"element x of document d is 0..0 in one row, 0..5 in an"):
        nodes(where, (0, 0, 5, -1, 0), (0, 0, 0, -1, 0)).numbered()


def test_an_empty_passage_is_no_empty_element():
    columns = {"doc": ["d"] * 2, "parent": [None, 0], "tag": ["a", "p"]}
    where = space(structure=Structure.from_columns(**columns, start=[0, 5], end=[9, 5]))
    found = nodes(where, (0, 5, 5, *PASSAGE), (0, 0, 9, *PASSAGE))
    recognise(found)

    assert found.row.tolist() == [-1, 0]


@pytest.mark.parametrize(
    ("start", "end", "row"),
    [(0, 100, 0), (20, 60, 3), (0, 60, 1), (0, 20, 2), (0, 21, -1), (20, 20, -1), (-1, -1, -1)],
)
def test_passages_that_are_exactly_one_element(start, end, row):
    found = nodes(space(structure=article()), (0, start, end, *PASSAGE))
    recognise(found)

    assert found.row.tolist() == [row]


def test_what_is_not_recognised():
    from partwise.tables.structure.table import Structure

    twins = Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 1], tag=["a", "b", "c"], start=[0, 2, 2], end=[9, 5, 5]
    )
    found = nodes(space(structure=twins), (0, 2, 5, *PASSAGE), (1, 0, 9, *PASSAGE))
    recognise(found)
    assert found.row.tolist() == [-1, -1]  # two elements have that extent; e has no tree
    rooted = Structure.from_columns(
        doc=["d"] * 2, parent=[None, 0], tag=["a", "b"], start=[0, 0], end=[9, 9]
    )
    whole = nodes(space(structure=rooted), (0, 0, 9, *PASSAGE))
    recognise(whole)
    assert whole.row.tolist() == [-1]  # the root and its child
    plain = passages((0, 5))
    recognise(plain)
    assert plain.row.tolist() == [-1]


RUN = Run.from_columns(topic=["t"] * 3, doc=["e", "d", "d"], start=[0, 0, 4], end=[9, 5, 8])
QRELS = Qrels.from_columns(topic=["t"], doc=["e"], start=[1], end=[9])


@pytest.mark.parametrize(
    ("place", "table", "row"),
    [
        ((0, 4, 8), RUN, 2),  # exactly that
        ((0, 4, 9), RUN, 2),  # begins there
        ((0, 7, 9), RUN, 1),  # some row of its document
        ((1, 1, 9), QRELS, 0),  # exactly that in the second table
    ],
)
def test_the_row_that_says_a_node(place, table, row):
    where = space(RUN, QRELS)
    found = where.row_of(nodes(where, (*place, *PASSAGE)), 0)

    assert found[0] is table
    assert found[1] == row


def test_errors_stand_at_the_row_that_says_a_node_or_element():
    inventory = Inventory.from_columns(doc=["d", "d"], element=["x", "y"], source="parts.tsv")
    trees = Qrels.from_columns(topic=["t", "t"], doc=["e", "d"], tree=["x", "x|z"], grade=[1, 1])
    where = space(inventory, trees)
    d, e = 0, 1
    x, y = (where.elements._texts.index(name) for name in (b"x", b"y"))

    assert str(where.at_element(d, y, "bad")) == "parts.tsv: row 1: bad"
    assert str(where.at_element(d, x, "bad")) == "parts.tsv: row 0: bad"
    assert str(where.at_element(e, x, "bad")) == "row 0: bad"
    assert str(where.at_element(e, y, "bad")) == "bad"
    nobody = nodes(where, (5, 0, 9, *PASSAGE))
    assert isinstance(where.at_node(nobody, 0, "bad"), UsageError)


def test_parts_that_somebody_lists():
    assert space().parts is None
    assert space(parts=lambda where: None).parts is None
    listed = space(parts=lambda where: nodes(where, (0, 3, 8, *PASSAGE), (1, 0, 4, *PASSAGE)))
    assert listed.parts.start.tolist() == [3, 0]
    assert listed.parts.doc.tolist() == [0, 1]


def test_passages_of_several_documents_are_recognised_side_by_side():
    from partwise.tables.structure.table import Structure

    # e: 0..10 { 0..4 }; d: 0..9 { 2..5 { 2..5 } 5..9 }; the structure lists e first
    trees = Structure.from_columns(
        doc=["e", "e", "d", "d", "d", "d"], parent=[None, 0, None, 0, 1, 0],
        tag=[*"xyabcb"], start=[0, 0, 0, 2, 2, 5], end=[10, 4, 9, 5, 5, 9],
    )  # fmt: skip
    d, e, nowhere = 0, 1, 2
    found = nodes(
        space(structure=trees), (d, 0, 9, *PASSAGE), (e, 0, 4, *PASSAGE), (nowhere, 0, 9, *PASSAGE),
        (d, 2, 5, *PASSAGE), (e, 3, 4, *PASSAGE), (d, -1, -1, *PASSAGE), (e, 4, 4, *PASSAGE),
        (d, 5, 9, *PASSAGE), (e, 0, 10, *PASSAGE), (d, 0, 9, 4, -1), (e, 0, 11, *PASSAGE),
    )  # fmt: skip
    recognise(found)

    assert found.row.tolist() == [2, 1, -1, -1, -1, -1, -1, 5, 0, 4, -1]


@pytest.mark.parametrize(
    ("place", "name", "column", "found"),
    [
        ((0, -1, -1), "y", None, (0, 1)),  # the row that names it
        ((0, 4, 8), None, None, (1, 1)),  # exactly that, in the second table
        ((0, 4, 7), None, None, (0, 2)),  # begins there, in the first table
        ((1, 0, 3), None, None, (1, 0)),  # nowhere in the first table
        ((0, 4, 7), None, "size", (1, 1)),  # of the tables with that column
        ((0, 4, 7), None, "depth", (0, 2)),  # no table has it
    ],
)
def test_the_row_of_elements_and_of_columns(place, name, column, found):
    plain = Run.from_columns(
        topic=["t"] * 3, doc=["d"] * 3, element=["x", "y", None], start=[None, None, 4],
        end=[None, None, 9],
    )  # fmt: skip
    sized = Qrels.from_columns(
        topic=["t"] * 2, doc=["e", "d"], start=[0, 4], end=[3, 8], size=[3, 4]
    )
    where = space(plain, sized)
    number = -1 if name is None else where.elements._texts.index(name.encode())

    table, row = where.row_of(nodes(where, (*place, -1, number)), 0, column)
    assert (table is sized, row) == (bool(found[0]), found[1])
