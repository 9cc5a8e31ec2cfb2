"""Trees of one element are that element."""

from __future__ import annotations

from partwise.geometry.spans import trees_as_elements
from partwise.tables.qrels import Qrels


def qrels(*trees, element=None):
    n = len(trees)
    return Qrels.from_columns(
        topic=["t"] * n, doc=["d"] * n, tree=list(trees), element=element or [None] * n,
        grade=[1] * n, missing="document",
    )  # fmt: skip


def cells(table):
    """Element and tree of each row."""
    return [
        (
            table.elements[element] if element >= 0 else None,
            table.trees[tree] if tree >= 0 else None,
        )
        for element, tree in zip(table.element.tolist(), table.tree.tolist(), strict=True)
    ]


def test_trees_of_one_element_become_elements():
    given = qrels("/a[1]", "/a[1]|/b[1]", None, "/c[1]", element=[None, None, "/a[1]", None])
    found = trees_as_elements(given)

    assert cells(found) == [
        ("/a[1]", None), (None, "/a[1]|/b[1]"), ("/a[1]", None), ("/c[1]", None),
    ]  # fmt: skip


def test_a_table_without_any_is_kept():
    for given in (qrels("/a[1]|/b[1]"), qrels(None, element=["/a[1]"])):
        assert trees_as_elements(given) is given
