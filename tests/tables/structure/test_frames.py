from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from tests.conftest import examples
from tests.reference.forests import collections
from tests.tables.structure.sample import GOOD, changed

from partwise.errors import TableError
from partwise.tables.structure.table import Structure


@pytest.mark.parametrize(
    ("columns", "row", "words"),
    [
        ({"start": ["0", "1", "x", "5", "0"]}, 2, 'start "x" is not a whole number'),
        ({"doc": ["d", "d", "", "d", "e"]}, 2, "doc is missing"),
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
    ],
)
def test_cells_that_are_refused(columns, row, words):
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


@pytest.mark.parametrize(
    "frame", [pd.DataFrame, pl.LazyFrame, lambda columns: pl.DataFrame(columns).to_arrow()]
)
def test_frames_of_all_kinds(frame):
    assert Structure.from_frame(frame(GOOD)).to_frame().equals(changed().to_frame())


def test_rows_as_dictionaries():
    rows = [dict(zip(GOOD, row, strict=True)) for row in zip(*GOOD.values(), strict=True)]

    assert Structure.from_frame(rows).to_frame().equals(changed().to_frame())


@given(collections())
@settings(max_examples=examples(40), deadline=None)
def test_the_frame_rebuilds_the_structure(drawn):
    _, structure = drawn

    again = Structure.from_frame(structure.to_frame())

    for name in ("offsets", "ordinal", "parent", "last", "depth", "start", "end"):
        assert np.array_equal(getattr(again, name), getattr(structure, name))
    assert again.vias is None


@pytest.mark.parametrize(
    ("columns", "row", "words"),
    [
        ({"blank": [0, 1, 4, 2, 3]}, 2, "blank 4 is not 0, 1, 2 or 3"),
        ({"start": [0, 1, 2.5, 5, 0]}, 2, 'start "2.5" is not a whole number'),
        ({"start": [[0], [1], [2], [5], [0]]}, 0, "start must be a whole number"),
        ({"doc": [["d"], ["d"], ["d"], ["d"], ["e"]]}, 0, "doc must be text"),
        ({"path": ["/a[1]", "b", "/a[1]/b[1]", "/a[1]/b[2]", "/a[1]"]}, 1, 'path "b" is not an el'),
    ],
)
def test_cells_of_the_wrong_kind(columns, row, words):
    with pytest.raises(TableError, match=words) as caught:
        changed(**columns)

    assert caught.value.row == row


def test_numbers_may_be_written_as_text():
    written = {
        name: [None if n is None else str(n) for n in GOOD[name]] for name in ("parent", "start")
    }

    assert changed(**written).to_frame().equals(changed().to_frame())


def test_blanks_are_kept_where_every_row_has_one():
    assert changed(blank=[0, 1, 2, 3, 0]).blank.tolist() == [0, 1, 2, 3, 0]
    assert changed(blank=[0, 1, None, 3, 0]).blank is None
