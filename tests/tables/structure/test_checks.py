from __future__ import annotations

import numpy as np
import pytest
from tests.tables.structure.sample import changed

from partwise.errors import TableError
from partwise.tables.structure.checks import check_documents, check_nodes, check_parents


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
        ({"doc": ["d", "d", "e", "d", "d"], "node": None}, 3, "rows of document d are not"),
        ({"depth": [1, 2, 2, 2, 1]}, 2, "depth 2, but its parents make it 3"),
        ({"wstart": [0, 0, 0, 1, 0], "wend": [2, 1, 2, 2, 1]}, 2, "is not inside its parent"),
    ],
)
def test_what_is_no_forest(columns, row, words):
    with pytest.raises(TableError, match=words) as caught:
        changed(**columns)

    assert caught.value.row == row


def test_offsets_of_documents():
    offsets = check_documents(np.array([0, 0, 1, 2, 2]), ["a", "b", "c"])

    assert offsets.tolist() == [0, 2, 3, 5]
    assert check_documents(np.array([], np.int32), []).tolist() == [0]


def test_parents_become_rows_of_the_table():
    # two documents: 0 (1 (2)) 3, and 0 (1)
    parent, depth, last = check_parents(np.array([-1, 0, 1, 0, -1, 0]), np.array([0, 4, 6]))

    assert parent.tolist() == [-1, 0, 1, 0, -1, 4]
    assert depth.tolist() == [1, 2, 3, 2, 1, 2]
    assert last.tolist() == [3, 2, 2, 3, 5, 5]


@pytest.mark.parametrize(
    ("parent", "row", "words"),
    [
        ([-1, 0, -5], 2, "parent -5 is negative"),
        # 0 (1 (2)) (3), then a child of 1 after its parent was left
        ([-1, 0, 1, 0, 2], 4, "node 4 comes too late for its parent 2"),
    ],
)
def test_parents_that_are_refused(parent, row, words):
    with pytest.raises(TableError, match=words) as caught:
        check_parents(np.array(parent), np.array([0, len(parent)]))

    assert caught.value.row == row


def test_a_row_without_its_number():
    with pytest.raises(TableError, match="row 2: no node where node 0 is due"):
        check_nodes(np.array([0, 1, -1]), np.array([0, 2, 3]))
