"""From what rows name to nodes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.navigation.worlds import spans, view
from tests.users.places import ARTICLE, P1, P2, SEC2, article

from partwise.errors import TableError, UsageError
from partwise.geometry.view import View
from partwise.navigation.destinations import destinations, tree_members
from partwise.tables.names import Names
from partwise.tables.structure.table import Structure


def results(run, **more):
    return destinations(view(run, {"grade": [1]}, **more)).results


def places(nodes):
    return list(zip(nodes.start.tolist(), nodes.end.tolist(), nodes.row.tolist(), strict=True))


def test_passages_elements_and_whole_documents_of_a_structure():
    found = results(
        {
            "element": [P2, None, None, None],
            "start": [None, 3, 60, None],
            "end": [None, 9, 100, None],
        },
        structure=article(),
    )

    # 60..100 is exactly one section, a whole document is its root
    assert places(found.nodes) == [(20, 60, 3), (3, 9, -1), (60, 100, 4), (0, 100, 0)]


def test_a_passage_at_the_beginning_is_no_whole_document():
    found = results({"start": [0, 0], "end": [9, 100]}, structure=article())

    assert places(found.nodes) == [(0, 9, -1), (0, 100, 0)]


def test_without_a_structure_elements_are_their_names():
    found = results(
        {"element": [P1, "news", None], "start": [4, None, None], "end": [9, None, None]},
        lengths={"d": 50},
    )

    assert places(found.nodes) == [(4, 9, -1), (-1, -1, -1), (0, 50, -1)]
    assert [found.nodes.place(at) for at in range(2)] == [P1, "news"]
    assert found.nodes.name[2] == -1


def test_a_range_of_elements_is_a_passage():
    found = results({"element": [f"{P2} {SEC2}", f"{P1} {P2}"]}, structure=article())

    assert places(found.nodes) == [(20, 100, -1), (0, 60, 1)]  # the second is a section


def test_a_range_without_offsets_needs_a_structure():
    seen = view({"element": [P2, SEC2]}, {"grade": [1]})
    run = replace(seen.run, last=np.array([1, -1], np.int32))
    with pytest.raises(TableError, match=r"has no offsets\. Use"):
        destinations(View(seen.assessments, run, order="rank")).results  # noqa: B018


def test_a_range_with_offsets_from_the_beginning_needs_no_structure():
    found = results({"element": [f"{P1} {P2}"], "start": [0], "end": [60]})

    assert places(found.nodes) == [(0, 60, -1)]


@pytest.mark.parametrize("structure", [article(), None])
def test_a_range_whose_ends_are_two_cells(structure):
    columns = {"element": [P2, SEC2, P1], "start": [20, None, 0], "end": [100, None, 20]}
    seen = view(columns, {"grade": [1]}, structure=structure)
    run = replace(seen.run, last=np.array([1, -1, 2], np.int32))  # P2 to SEC2; P1 to itself
    found = destinations(View(seen.assessments, run, order="rank")).results.nodes

    assert found.place(0) == "20..100"
    assert not found.is_element[0]
    assert [found.place(at) for at in (1, 2)] == [SEC2, P1]


def test_an_element_that_the_structure_lacks_is_not_saved_by_offsets():
    run = {"element": ["/article[1]/zzz[1]"], "start": [0], "end": [9]}
    with pytest.raises(TableError, match="row 0: no element"):
        results(run, structure=article())
    assert places(results(run, structure=article(), lenient=True).nodes) == [(0, 0, -1)]


def test_elements_that_the_structure_lacks():
    run = {"element": [P1, "/article[1]/zzz[1]"]}
    with pytest.raises(TableError, match=r"row 1: no element /article\[1\]/zzz\[1\] in document d"):
        results(run, structure=article())
    found = results(run, structure=article(), lenient=True)
    assert places(found.nodes) == [(0, 20, 2), (0, 0, -1)]
    assert found.nodes.place(1) == "/article[1]/zzz[1]"


def test_members_of_trees():
    names, offsets, codes = tree_members(Names.of(["a|b", "b|c||a", "c"]))

    assert names.tolist() == ["a", "b", "c"]
    parts = [part.tolist() for part in np.split(codes, offsets[1:-1])]
    assert parts == [[0, 1], [1, 2, 0], [2]]
    with pytest.raises(UsageError, match=r'tree "\|" names no element'):
        tree_members(Names.of(["a", "|"]))


def test_rows_are_one_node_or_the_nodes_of_their_tree():
    found = results(
        {"element": [None, ARTICLE, None], "tree": [f"{SEC2}|{P1}", None, P2]}, structure=article()
    )

    assert found.offsets.tolist() == [0, 2, 3, 4]
    assert found.nodes.row.tolist() == [4, 2, 0, 3]
    assert found.topic.tolist() == [0, 0, 0]


def test_sizes_that_rows_state_come_along():
    found = results({"element": ["a", "b"], "size": [7, None]})

    assert found.stated.tolist() == [7, -1]


def test_parts_past_the_end_of_their_document_are_cut():
    seen = view(spans((10, 60), (70, 90)), {"grade": [1]}, lengths={"d": 50})

    assert places(destinations(seen).results.nodes) == [(10, 50, -1), (50, 50, -1)]
    cut, behind = seen.notes
    assert cut == "1 part extends past the end of its document and was truncated"
    assert behind.startswith("warning: 1 part begins past the end of its document")


def test_a_document_whose_length_nobody_knows():
    found = results({"start": [None, 0], "end": [None, 5]})

    assert places(found.nodes) == [(0, -1, -1), (0, 5, -1)]


def test_elements_of_one_extent_are_told_apart():
    twins = Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 1], start=[0] * 3, end=[9] * 3,
        path=["/a[1]", "/a[1]/b[1]", "/a[1]/b[1]/c[1]"],
    )  # fmt: skip
    names = ["/a[1]/b[1]", "/a[1]", "/a[1]/b[1]/c[1]"]

    assert results({"element": names}, structure=twins).nodes.row.tolist() == [1, 0, 2]


def test_a_row_that_names_an_element_and_a_tree_is_the_element():
    found = results({"element": ["a", "b", None], "tree": ["b|c", "c|d", "a|d"]})

    assert found.offsets.tolist() == [0, 1, 2, 4]
    assert [found.nodes.place(at) for at in range(4)] == ["a", "b", "a", "d"]


def test_offsets_of_a_row_are_not_those_of_the_members_of_its_tree():
    found = results({"tree": ["a|b"], "start": [3], "end": [9]})

    assert places(found.nodes) == [(-1, -1, -1)] * 2
    assert [found.nodes.place(at) for at in range(2)] == ["a", "b"]


def test_a_range_may_end_with_the_first_name_of_all():
    seen = view({"element": [SEC2, P2]}, {"grade": [1]}, structure=article())
    run = replace(seen.run, last=np.array([-1, 0], np.int32))
    found = destinations(View(seen.assessments, run)).results

    assert places(found.nodes) == [(60, 100, 4), (20, 100, -1)]
