from __future__ import annotations

import pickle

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from tests.reference.forests import collections

from partwise.errors import TableError
from partwise.tables.structure.table import Structure

GOOD = {
    "doc": ["d", "d", "d", "d", "e"],
    "node": [0, 1, 2, 3, 0],
    "parent": [None, 0, 1, 0, None],
    "tag": ["a", "b", "p", "b", "a"],
    "start": [0, 1, 2, 5, 0],
    "end": [9, 5, 4, 8, 3],
}


def changed(**columns):
    return Structure.from_columns(**{**GOOD, **columns})


def test_columns_by_hand():
    s = changed()

    assert s.offsets.tolist() == [0, 4, 5]
    assert s.parent.tolist() == [-1, 0, 1, 0, -1]
    assert s.last.tolist() == [3, 2, 2, 3, 4]
    assert s.ordinal.tolist() == [1, 1, 1, 2, 1]
    assert s.length.tolist() == [9, 3]
    assert s.to_frame()["path"].to_list() == [
        "/a[1]",
        "/a[1]/b[1]",
        "/a[1]/b[1]/p[1]",
        "/a[1]/b[2]",
        "/a[1]",
    ]


def test_at_most_400_bytes_an_element():
    s = changed()

    per_row = sum(
        getattr(s, name).itemsize
        for name in ("tag", "ordinal", "parent", "last", "depth", "start", "end")
    )

    assert per_row == 44


@pytest.mark.parametrize(
    ("columns", "row", "words"),
    [
        ({"node": [0, 1, 3, 2, 0]}, 2, "node 3 where node 2 is due"),
        ({"node": [1, 2, 3, 4, 0]}, 0, "node 1 where node 0 is due"),
        ({"parent": [3, 0, 1, 0, None]}, 0, "node 0 has the parent 3"),
        ({"parent": [None, 0, None, 0, None]}, 2, "node 2 has no parent"),
        ({"parent": [None, 2, 1, 0, None]}, 1, "the parent of node 1 is 2"),
        ({"parent": [None, 0, 2, 0, None]}, 2, "the parent of node 2 is 2"),
        ({"parent": [None, 0, 0, 1, None]}, 3, "node 3 comes too late for its parent 1"),
        ({"end": [9, 5, 6, 8, 3]}, 2, r"node 2 \[2, 6\) is not inside its parent, node 1 \[1, 5\)"),
        ({"start": [0, 1, 2, 4, 0]}, 3, r"node 3 \[4, 8\) overlaps its sibling, node 1 \[1, 5\)"),
        ({"start": [0, 1, 2, 9, 0]}, 3, "end 8 is before start 9"),
        ({"start": [0, 1, -7, 5, 0]}, 2, "negative -7 start"),
        ({"start": [0, 1, None, 5, 0]}, 2, "no start"),
        ({"start": ["0", "1", "x", "5", "0"]}, 2, 'start "x" is not a whole number'),
        ({"doc": ["d", "d", "e", "d", "d"], "node": None}, 3, "rows of document d are not"),
        ({"doc": ["d", "d", "", "d", "e"]}, 2, "doc is missing"),
        ({"depth": [1, 2, 2, 2, 1]}, 2, "depth 2, but its parents make it 3"),
        (
            {"path": ["/a[1]", "/a[1]/b[1]", "/a[1]/b[2]/p[1]", "/a[1]/b[2]", "/a[1]"]},
            2,
            "is not an element path below",
        ),
        (
            {"path": ["/a[1]", "/a[1]/b[1]", "/a[1]/b[1]/p[1]", "/a[1]/b[1]", "/a[1]"]},
            3,
            "document d has .* already",
        ),
        (
            {"path": ["/a[1]", "/a[1]/c[1]", "/a[1]/c[1]/p[1]", "/a[1]/b[1]", "/a[1]"]},
            1,
            'tag "b", but the path ends in "c"',
        ),
        ({"wstart": [0, 0, 0, 1, 0], "wend": [2, 1, 2, 2, 1]}, 2, "is not inside its parent"),
    ],
)
def test_what_is_no_forest(columns, row, words):
    with pytest.raises(TableError, match=words) as caught:
        changed(**columns)

    assert caught.value.row == row


def numbered(*paths, parent=None):
    """Elements of one character each, side by side below one root."""
    n = len(paths)
    return Structure.from_columns(
        doc=["d"] * n,
        parent=parent or [None, *[0] * (n - 1)],
        path=paths,
        start=[0, *range(n - 1)],
        end=[n, *range(1, n)],
    )


@pytest.mark.parametrize(
    ("paths", "row", "words"),
    [
        (["/a[1]", "/a[1]/b[2]", "/a[1]/b[1]"], 1, r'"/a\[1\]/b\[2\]" where b\[1\] is due'),
        (["/a[1]", "/a[1]/b[1]", "/a[1]/b[3]"], 2, r"where b\[2\] is due; numbers count"),
        (["/a[1]", "/a[1]/b[1]", "/a[1]/c[2]"], 2, r"where c\[1\] is due"),
        (["/a[2]", "/a[2]/b[1]"], 0, r"where a\[1\] is due"),
        # with elements left out numbers may be missing, but not fall
        (["/a[1]", "/a[1]/b[3]", "/a[1]/c[1]/p[1]", "/a[1]/b[2]"], 3, "comes after a later sib"),
        (["/a[1]", "/a[1]/b[2]/p[1]", "/a[1]/b[1]/p[1]"], 2, "comes after a later sibling"),
        (["/a[1]", "/a[1]/b[1]/p[1]", "/a[1]/b[2]/p[1]", "/a[1]/b[1]/q[1]"], 3, "comes after"),
        (["/a[1]", "/a[1]/b[1]/p[2]", "/a[1]/b[1]/q[1]", "/a[1]/b[1]/p[1]"], 3, "comes after"),
    ],
)
def test_numbers_count_siblings_in_document_order(paths, row, words):
    with pytest.raises(TableError, match=words) as caught:
        numbered(*paths)

    assert caught.value.row == row


def test_numbers_of_siblings_left_out_may_be_missing():
    paths = ["/a[1]", "/a[1]/b[2]/p[1]", "/a[1]/b[2]/p[2]", "/a[1]/p[3]", "/a[1]/b[4]/p[2]"]

    assert numbered(*paths).to_frame()["path"].to_list() == paths


def test_missing_columns_are_named():
    with pytest.raises(TableError, match="needs the column parent"):
        Structure.from_frame(pl.DataFrame({"doc": ["d"], "start": [0], "end": [1], "tag": ["a"]}))
    with pytest.raises(TableError, match="needs the column path or tag"):
        changed(tag=None)


def test_pandas_frames():
    pd = pytest.importorskip("pandas")

    assert Structure.from_frame(pd.DataFrame(GOOD)).to_frame().equals(changed().to_frame())


def test_columns_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        changed().start[0] = 3


def test_survives_pickling():
    again = pickle.loads(pickle.dumps(changed()))

    assert again.to_frame().equals(changed().to_frame())


@given(collections())
@settings(max_examples=40, deadline=None)
def test_the_frame_rebuilds_the_structure(drawn):
    _, structure = drawn

    again = Structure.from_frame(structure.to_frame())

    for name in ("offsets", "ordinal", "parent", "last", "depth", "start", "end"):
        assert np.array_equal(getattr(again, name), getattr(structure, name))
    assert again.vias is None
