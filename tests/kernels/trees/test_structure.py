from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from tests.conftest import examples
from tests.reference.forests import collections

from partwise.kernels import trees

# 0 a
#   1 b        4 b
#     2 p 3 p    5 p
# 6 a
PARENT = np.array([-1, 0, 1, 1, 0, 4, -1])
DEPTH = np.array([1, 2, 3, 3, 2, 3, 1], np.int32)
LAST = np.array([5, 3, 2, 3, 5, 5, 6])


def test_depth_and_last_by_hand():
    assert trees.depths(PARENT).tolist() == DEPTH.tolist()
    assert trees.last_descendant(PARENT, DEPTH).tolist() == LAST.tolist()
    assert [rows.tolist() for rows in trees.by_depth(DEPTH)] == [[0, 6], [1, 4], [2, 3, 5]]


def test_ordinals_count_siblings_of_one_name():
    tag = np.array([0, 1, 2, 2, 1, 2, 0], np.int32)

    assert trees.ordinals(PARENT, tag, 3).tolist() == [1, 1, 1, 2, 2, 1, 1]


def test_ranges():
    rows, offsets = trees.ranges(np.array([3, 5, 0]), np.array([5, 5, 2]))

    assert rows.tolist() == [3, 4, 0, 1]
    assert offsets.tolist() == [0, 2, 2, 4]


def test_ancestors_bottom_up():
    chain, offsets = trees.ancestors(np.array([5, 6, 2]), PARENT, DEPTH)

    assert chain.tolist() == [5, 4, 0, 6, 2, 1, 0]
    assert offsets.tolist() == [0, 3, 4, 7]


def test_rows_out_of_order_are_marked():
    # the second child of 0 stands between the children of 1
    parent = np.array([-1, 0, 0, 1])
    last = trees.last_descendant(parent, trees.depths(parent))

    assert trees.misplaced(parent, last).tolist() == [False, False, False, True]
    # a child of the first root stands behind the second
    parent = np.array([-1, -1, 0])
    last = trees.last_descendant(parent, trees.depths(parent))
    assert trees.misplaced(parent, last).tolist() == [False, False, True]
    assert not trees.misplaced(PARENT, LAST).any()


def test_leaves_inside_spans_by_hand():
    # [0, 9) { [2, 5) { [2, 4) }  [5, 5) }: the last is empty
    start, end = np.array([0, 2, 2, 5]), np.array([9, 5, 4, 5])
    low, high = np.zeros(3, np.int64), np.full(3, 4)
    rows, offsets = trees.leaves_inside(
        low, high, np.array([9, 4, 3]), start=start, end=end, last=np.array([3, 2, 2, 3])
    )

    assert rows.tolist() == [2, 2]
    assert offsets.tolist() == [0, 1, 2, 2]


def test_a_chain_of_a_hundred_thousand():
    parent = np.arange(-1, 99_999)

    depth = trees.depths(parent)

    assert depth[-1] == 100_000
    assert (trees.last_descendant(parent, depth) == 99_999).all()


def test_no_rows():
    none = np.empty(0, np.int64)

    assert trees.depths(none).size == 0
    assert trees.last_descendant(none, none.astype(np.int32)).size == 0
    assert trees.ordinals(none, none.astype(np.int32), 0).size == 0


@given(collections())
@settings(max_examples=examples(60), deadline=None)
def test_like_walking_the_tree(drawn):
    roots, structure = drawn
    elements = [element for root in roots for element in root.walk()]

    for element in elements:
        below = [e.row for e in element.walk()]
        assert structure.last[element.row] == below[-1]
        assert structure.depth[element.row] == len(element.above())


def test_the_innermost_row_around_a_span():
    # 0 is [1, 10) and holds 1, [2, 5)
    end, parent = np.array([10, 5]), np.array([-1, 0])
    spans = {
        (3, 5): 1,
        (3, 3): 1,
        (3, 6): 0,
        (3, 10): 0,
        (1, 2): 0,
        (3, 11): -1,
        (1, 11): -1,
        (0, 1): -1,
        (4, 3): -1,
    }
    low, high = np.array([*spans]).T
    first = np.searchsorted([1, 2], low, "right") - 1
    found = trees.innermost_around(first, low, high, end, parent)

    assert found.tolist() == [*spans.values()]


def test_what_ends_with_the_span_hides_what_is_inside_it():
    columns = {"start": [0, 2, 2, 5], "end": [10, 8, 5, 8], "parent": [-1, 0, 1, 1]}
    forest = {name: np.array(cells) for name, cells in columns.items()}
    rows, offsets = trees.outermost_inside(np.array([1]), np.array([4]), np.array([8]), **forest)

    assert (rows.tolist(), offsets.tolist()) == ([1], [0, 1])
