from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.reference.forests import collections

from partwise.geometry.resolution import Trees
from partwise.tables.names import Names
from partwise.tables.structure.table import Structure

# d: a[0,9) { b[2,5) { p[2,4) }  b[5,8) { p[6,8) } }    e: a[0,3)
STRUCTURE = Structure.from_columns(
    doc=["d", "d", "d", "d", "d", "e"],
    parent=[None, 0, 1, 0, 3, None],
    tag=["a", "b", "p", "b", "p", "a"],
    start=[0, 2, 2, 5, 6, 0],
    end=[9, 5, 4, 8, 8, 3],
)


def spans(*triples):
    return tuple(np.array(column) for column in zip(*triples, strict=True))


def pieces(found):
    rows, offsets = found
    return [part.tolist() for part in np.split(rows, offsets[1:-1])]


def test_paths_find_their_rows():
    elements = Names.of(["/a[1]/b[2]/p[1]", "/a[1]", "/a[1]>", "/a[1]/b[3]"])
    doc = np.array([0, 0, 0, 1, -1, 0, 1, 0])
    element = np.array([0, 1, 2, 1, 0, 3, -1, -1], np.int32)

    assert Trees(STRUCTURE).find(doc, elements, element).tolist() == [4, 0, -1, 5, -1, -1, 5, 0]
    assert Trees(STRUCTURE).documents(Names.of(["x", "e", "d"])).tolist() == [-1, 1, 0]
    none, first = Names.of(["/a[1]>"]), np.zeros(1, np.int32)
    assert Trees(STRUCTURE).find(np.zeros(1, np.int64), none, first).tolist() == [-1]


def test_a_prefix_of_a_string_is_not_an_ancestor():
    many = Structure.from_columns(
        doc=["d"] * 11,
        parent=[None] + [0] * 10,
        tag=["a"] + ["p"] * 10,
        start=[0, *range(10)],
        end=[10, *range(1, 11)],
    )
    trees = Trees(many)
    rows = trees.find(np.zeros(2, int), Names.of(["/a[1]/p[1]", "/a[1]/p[10]"]), np.arange(2))

    assert rows.tolist() == [1, 10]


def test_smallest_element_around():
    trees = Trees(STRUCTURE)
    doc, start, end = spans(
        (0, 6, 8), (0, 5, 8), (0, 2, 4), (0, 3, 6), (0, 9, 10), (1, 1, 3), (-1, 0, 1), (0, 5, 5)
    )

    assert trees.around(doc, start, end).tolist() == [4, 3, 2, 0, -1, 5, -1, 3]
    late = Structure.from_columns(
        doc=["d", "e"], parent=[None, None], tag=["a", "a"], start=[0, 2], end=[9, 5]
    )
    doc, start, end = spans((1, 0, 1), (1, 1, 3), (1, 2, 3))
    assert Trees(late).around(doc, start, end).tolist() == [-1, -1, 1]


def test_largest_and_smallest_inside():
    trees = Trees(STRUCTURE)
    asked = spans((0, 0, 9), (0, 1, 8), (0, 2, 4), (0, 3, 6), (1, 0, 99), (-1, 0, 9))

    assert pieces(trees.largest_inside(*asked)) == [[0], [1, 3], [2], [], [5], []]
    assert pieces(trees.leaves_inside(*asked)) == [[2, 4], [2, 4], [2], [], [5], []]


def test_steps_left_out_still_count_in_paths():
    frame = STRUCTURE.to_frame()
    kept = frame.filter(frame["tag"] != "b").drop("node", "depth", "parent")
    pruned = Structure.from_frame(kept.insert_column(1, np_series("parent", [None, 0, 0, None])))
    trees = Trees(pruned)
    wanted = Names.of(["/a[1]/b[1]/p[1]", "/a[1]/b[2]/p[1]", "/a[1]/b[1]", "/a[1]/p[1]"])

    found = trees.find(np.zeros(4, int), wanted, np.arange(4))

    assert found.tolist() == [1, 2, -1, -1]
    assert trees.paths(np.array([2])) == ["/a[1]/b[2]/p[1]"]
    assert pruned.to_frame()["path"].to_list() == kept["path"].to_list()


def np_series(name, values):
    import polars as pl

    return pl.Series(name, values)


@given(collections(), st.data())
@settings(max_examples=examples(80), deadline=None)
def test_like_reading_the_trees(drawn, data):
    roots, structure = drawn
    trees = Trees(structure)
    elements = [(d, e) for d, root in enumerate(roots) for e in root.walk()]
    doc = np.array([d for d, _ in elements])
    assert trees.paths(np.arange(len(elements))) == [e.path for _, e in elements]
    distinct = Names.of(dict.fromkeys(e.path for _, e in elements))
    code = np.array([distinct.index[e.path] for _, e in elements], np.int32)
    assert trees.find(doc, distinct, code).tolist() == [e.row for _, e in elements]

    asked = data.draw(
        st.lists(
            st.tuples(st.integers(0, len(roots) - 1), st.integers(0, 20), st.integers(1, 12)),
            min_size=1,
            max_size=6,
        )
    )
    where = spans(*((d, a, a + n) for d, a, n in asked))
    around = trees.around(*where).tolist()
    largest = pieces(trees.largest_inside(*where))
    leaves = pieces(trees.leaves_inside(*where))
    for i, (d, start, end) in enumerate(zip(*where, strict=True)):
        mine = list(roots[d].walk())
        holding = [e for e in mine if e.start <= start and end <= e.end]
        best = min(holding, key=lambda e: (e.end - e.start, -len(e.above())), default=None)
        assert around[i] == (best.row if best else -1)
        held = [e for e in mine if start <= e.start < e.end <= end]
        assert largest[i] == [
            e.row for e in held if not set(map(id, e.above()[1:])) & set(map(id, held))
        ]
        assert leaves[i] == [e.row for e in held if not e.children]


def test_elements_that_spans_touch_in_several_documents():
    # what begins in the span, and the last that begins before it
    doc, start, end = spans((1, 0, 3), (0, 3, 6), (1, 1, 2), (0, 6, 99), (0, 0, 1), (0, 2, 3))

    found = pieces(Trees(STRUCTURE).touched(doc, start, end))
    assert found == [[5], [2, 3], [5], [4], [0], [2]]
