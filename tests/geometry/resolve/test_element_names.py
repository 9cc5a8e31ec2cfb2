"""Cells that name elements, with and without a structure."""

from __future__ import annotations

import pytest

from partwise.errors import TableError
from partwise.geometry.element_names import (
    name_problem,
    path_repairs,
    spelt_apart,
    with_elements,
)
from partwise.tables.lengths import Inventory
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

# d: a { b b }    e: a
STRUCTURE = Structure.from_columns(
    doc=["d"] * 3 + ["e"], parent=[None, 0, 0, None], tag=["a", "b", "b", "a"],
    start=[0, 0, 5, 0], end=[10, 5, 10, 9],
)  # fmt: skip


def run_of(*cells, doc="d", **columns):
    n = len(cells)
    return Run.from_columns(
        **{
            "topic": ["t"] * n,
            "doc": [doc] * n,
            "element": list(cells),
            "missing": "document",
            **columns,
        }
    )


def cells(table):
    return [table.elements[code] if code >= 0 else None for code in table.element.tolist()]


def test_paths_need_nothing():
    run = run_of("/a[1]/b[2]", None, "/a[1]/text()[1].0 /a[1]/b[1]")

    for structure in (None, STRUCTURE):
        assert with_elements(run, structure) == (run, [])
    bare = Run.from_columns(topic=["t"], doc=["d"])
    assert with_elements(bare, STRUCTURE) == (bare, [])


def test_names_are_counted_where_no_structure_tells_them():
    run = run_of("news", "/a[1]", "home", "news", None)
    kept, notes = with_elements(run, None)

    assert kept is run
    assert notes == ["3 of 4 element cells are names, not paths"]
    tree = Qrels.from_columns(topic=["t"], doc=["d"], tree=["x|/a[1]"], grade=[1])
    assert with_elements(tree, None)[1] == ["1 of 1 element cell is a name, not a path"]


def test_names_are_refused_beside_a_structure():
    with pytest.raises(TableError) as caught:
        with_elements(run_of("/a[1]", "/a/b", "news", "/a/z"), STRUCTURE)

    hint = "Use lenient=True to read a step without [n] as [1]"
    assert str(caught.value).splitlines() == [
        f'row 1: path "/a/b" is not an element path. {hint}',
        'row 2: path "news" is not an element path',
        'row 3: path "/a/z" is not an element path',
    ]


def test_trees_are_told_by_their_bars():
    run = Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, tree=["news", "x|/a[1]"])
    with pytest.raises(TableError) as caught:
        with_elements(run, STRUCTURE)

    assert str(caught.value).splitlines() == [
        'row 0: path "news" is not an element path',
        'row 1: path "x|/a[1]" is not a tree of element paths',
    ]


def test_lenient_reading_completes_what_the_document_has():
    run = run_of("/a/b[2]", "news", "/a[1]", "/a/z", "/a/b[2]")
    done, notes = with_elements(run, STRUCTURE, lenient=True)

    assert cells(done) == ["/a[1]/b[2]", "news", "/a[1]", "/a/z", "/a[1]/b[2]"]
    assert notes == [path_repairs(2)] == ["2 paths had a step without [n], read as [1]"]
    assert cells(run)[0] == "/a/b[2]"


def test_each_document_is_asked_for_itself():
    run = run_of("/a/b", "/a/b", "/a/b", doc="d")
    mixed = Run.from_columns(topic=["t"] * 3, doc=["d", "e", "z"], element=["/a/b"] * 3)

    assert cells(with_elements(run, STRUCTURE, lenient=True)[0]) == ["/a[1]/b[1]"] * 3
    done, notes = with_elements(mixed, STRUCTURE, lenient=True)
    assert cells(done) == ["/a[1]/b[1]", "/a/b", "/a/b"]
    assert notes == [path_repairs(1)]


def test_points_and_ranges_keep_what_lies_inside():
    run = run_of("/a/b/text()[1].2 /a/b[2]", "/a/b /a/z")
    done, notes = with_elements(run, STRUCTURE, lenient=True)

    assert notes == [path_repairs(1)]
    assert cells(done) == ["/a[1]/b[1]/text()[1].2 /a[1]/b[2]", "/a/b /a/z"]


def test_trees_and_best_entry_points_too():
    qrels = Qrels.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, tree=["/a/b|/a[1]/b[2]", "/a/b|/a/z"], grade=[1, 1],
        bep_path=["/a/b/text()[1].3", ""],
    )  # fmt: skip
    done, notes = with_elements(qrels, STRUCTURE, lenient=True)

    assert [done.trees[code] for code in done.tree] == ["/a[1]/b[1]|/a[1]/b[2]", "/a/b|/a/z"]
    assert done.extra["bep_path"].tolist() == ["/a[1]/b[1]/text()[1].3", ""]
    assert notes == [path_repairs(1)]
    with pytest.raises(TableError, match=r"row 1: path .* is not a tree of element paths"):
        with_elements(qrels, STRUCTURE)


def test_inventories_follow_the_rule():
    parts = Inventory.from_columns(doc=["d", "d"], element=["/a/b", "/a[1]"])

    assert cells(with_elements(parts, STRUCTURE, lenient=True)[0]) == ["/a[1]/b[1]", "/a[1]"]
    with pytest.raises(TableError, match="row 0"):
        with_elements(parts, STRUCTURE)


def test_names_with_and_without_their_number_are_told_apart():
    def judged(*names):
        n = len(names)
        return Qrels.from_columns(topic=["t"] * n, doc=["d"] * n, element=names, grade=[1] * n)

    assert spelt_apart(run_of("/news[1]", "x"), judged("/news[1]", "x")) == []
    assert spelt_apart(run_of("x"), judged("y")) == []
    (note,) = spelt_apart(run_of("/news[1]", "/b"), judged("/news", "/b[1]", "/c"))
    assert note == (
        "warning: 2 elements are named with [1] in one file and without it in the other "
        '("/b" in the run, "/b[1]" in the assessments); they are not the same'
    )


def test_a_name_where_a_place_is_needed():
    assert name_problem("news") == "news is a name, not an element of a structure"


def test_the_root_of_the_first_document_is_completed_too():
    for doc in ("d", "e"):
        completed, notes = with_elements(run_of("/a", doc=doc), STRUCTURE, lenient=True)
        assert cells(completed) == ["/a[1]"]
        assert notes == [path_repairs(1)]
