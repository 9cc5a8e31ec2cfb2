from __future__ import annotations

import csv

import numpy as np
import pytest

from partwise.errors import TableError
from partwise.geometry.spans import extents, located, resolve_qrels, resolve_run
from partwise.kernels import paths as kernel
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

# d: a[0,20) { b[2,6)  b[6,10) { p[7,9) }  b[12,20) }
STRUCTURE = Structure.from_columns(
    doc=["d"] * 5,
    parent=[None, 0, 0, 2, 0],
    tag=["a", "b", "b", "p", "b"],
    start=[0, 2, 6, 7, 12],
    end=[20, 6, 10, 9, 20],
)


def run_of(**columns):
    size = len(next(iter(columns.values())))
    return Run.from_columns(topic=["q"] * size, doc=columns.pop("doc", ["d"] * size), **columns)


def places(table):
    start, end = extents(table, np.arange(len(table)), STRUCTURE)
    return list(zip(start.tolist(), end.tolist(), strict=True))


def test_elements_by_hand():
    run = run_of(
        element=["/a[1]/b[2]", None, None, "/a[1]/b[2]/p[1]"],
        start=[None, 3, None, 1],
        end=[None, 4, None, 2],
        missing="document",
    )

    # an element without offsets gets its extent; offsets that are given stay
    assert places(run) == [(6, 10), (3, 4), (-1, -1), (1, 2)]


def test_paths_of_a_structure_are_sorted_once(monkeypatch):
    structure = Structure.from_frame(STRUCTURE.to_frame())
    sorted_keys, calls = kernel.sorted_keys, []
    monkeypatch.setattr(kernel, "sorted_keys", lambda keys: calls.append(1) or sorted_keys(keys))
    run = run_of(element=["/a[1]/b[2]"])

    for _ in range(3):
        extents(run, np.arange(1), structure)
        resolve_run(run, structure)

    assert len(calls) == 1


def test_trees_that_show_one_span():
    run = run_of(tree=["/a[1]/b[2]|/a[1]/b[1]", "/a[1]/b[2]/p[1]|/a[1]/b[2]", "/a[1]/b[3]"])

    assert places(run) == [(2, 10), (6, 10), (12, 20)]


def test_a_tree_of_separate_pieces_has_no_place():
    run = run_of(tree=["/a[1]/b[1]", "/a[1]/b[2]|/a[1]/b[3]"])

    with pytest.raises(RowsError, match="do not touch has no single place") as caught:
        places(run)
    assert caught.value.row == 1


def test_ranges_of_elements():
    run = Run(
        **{
            **vars(run_of(element=["/a[1]/b[1]", "/a[1]/b[2]"])),
            "last": np.array([1, -1], np.int32),
        }
    )

    assert places(run) == [(2, 10), (6, 10)]


@pytest.mark.parametrize(
    ("doc", "element", "words"),
    [
        ("d", "/a[1]/b[9]", "no element /a[1]/b[9] in document d (it has 3 b there)"),
        ("d", "/a[1]/c[1]", "no element /a[1]/c[1] in document d (it has no c there)"),
        (
            "d",
            "/a[1]/b[9]/p[1]",
            "no element /a[1]/b[9]/p[1] in document d (it has 3 b in /a[1])",
        ),
        ("d", "/x[1]", "no element /x[1] in document d (its root is /a[1])"),
        ("e", "/a[1]", "document e is not in the structure"),
        ("d", "/a[1]>", 'path "/a[1]>" is not an element path'),
    ],
)
def test_e9_e10_e11_with_the_row(doc, element, words):
    run = run_of(doc=["d", doc], element=["/a[1]", element])

    with pytest.raises(TableError) as caught:
        places(run)

    assert caught.value.row == 1
    assert caught.value.problem == words


def test_many_problems_are_counted():
    run = run_of(element=[f"/a[1]/b[{n}]" for n in range(9, 39)])

    with pytest.raises(RowsError) as caught:
        places(run)

    assert len(str(caught.value).splitlines()) == 21
    assert str(caught.value).endswith("... and 10 more problems")


def test_lines_come_from_the_reader():
    error = RowsError("run.txt", [(3, "wrong"), (4, "bad")])

    told = error.with_lines([14, 15])

    assert str(told) == "run.txt:14: wrong\nrun.txt:15: bad"


def test_without_a_structure():
    with pytest.raises(RowsError, match=r"^row 0: element /a\[1\] has no offsets\. Use"):
        extents(run_of(element=["/a[1]"]), np.arange(1), None)
    start, _ = located(run_of(element=["/a[1]"]), np.arange(1), None)
    assert start.tolist() == [-2]


def test_resolved_tables():
    run = resolve_run(run_of(element=["/a[1]/b[2]"]), STRUCTURE)
    assert (run.start.tolist(), run.end.tolist()) == ([6], [10])
    assert run.elements[run.element[0]] == "/a[1]/b[2]"

    qrels = Qrels.from_columns(
        topic=["q"] * 4,
        doc=["d"] * 4,
        element=["/a[1]/b[2]", "/a[1]/b[1]", None, None],
        tree=[None, None, "/a[1]/b[1]|/a[1]/b[2]", None],
        grade=[None, 2, None, 0],
        bep_path=["/a[1]/b[2]", "", "", ""],
    )
    resolved = resolve_qrels(qrels, STRUCTURE)
    # what nobody graded is a highlight; a graded element stays an element
    assert resolved.start.tolist() == [6, -1, 2, -1]
    assert resolved.end.tolist() == [10, -1, 10, -1]
    assert (resolved.element >= 0).tolist() == [False, True, False, False]
    assert resolved.bep.tolist() == [6, -1, -1, -1]


def test_places_that_are_given_stay():
    qrels = Qrels.from_columns(
        topic=["q"] * 2, doc=["d"] * 2, element=["/a[1]/b[2]"] * 2, start=[0, None], end=[4, None],
        bep=[0, None], bep_path=["/a[1]/b[2]"] * 2,
    )  # fmt: skip
    resolved = resolve_qrels(qrels, STRUCTURE)

    assert (resolved.start.tolist(), resolved.end.tolist()) == ([0, 6], [4, 10])
    assert (resolved.element >= 0).tolist() == [True, False]
    assert resolved.bep.tolist() == [0, 6]


def test_real_runs_have_the_same_places_by_path_as_by_lxml(real_data):
    from lxml import etree

    from partwise.files.documents.read import read_structure

    folder = real_data / "evidence-inference"
    structure = read_structure(folder / "xml")
    with (folder / "runs" / "bm25-thorough.path.txt").open() as file:
        rows = list(csv.reader(file, delimiter=" "))
    run = Run.from_columns(
        topic=[r[0] for r in rows], doc=[r[2] for r in rows], element=[r[6] for r in rows]
    )

    start, end = extents(run, np.arange(len(run)), structure)

    assert len(rows) == 11_150
    roots = {}
    for row in range(0, len(rows), 97):
        doc, path = rows[row][2], rows[row][6]
        if doc not in roots:
            roots[doc] = etree.parse(folder / "xml" / f"{doc}.nxml").getroot()
        (element,) = roots[doc].xpath(path)
        inside = element.xpath("string()")
        before = len("".join(element.xpath("preceding::text()")))
        assert end[row] - start[row] == len(inside)
        assert start[row] == before


def test_an_element_without_text_has_its_place():
    empty = Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], tag=["a", "b", "b"], start=[0, 4, 4], end=[9, 4, 9]
    )
    run = run_of(element=["/a[1]/b[1]", "/a[1]/b[2]", "/a[1]"])
    start, end = extents(run, np.arange(3), empty)

    assert list(zip(start.tolist(), end.tolist(), strict=True)) == [(4, 4), (4, 9), (0, 9)]


# c: x[0,9) { y[1,4) y[4,6) y[7,9) }, and d as above
TWO = Structure.from_columns(
    doc=["c"] * 4 + ["d"] * 5,
    parent=[None, 0, 0, 0, None, 0, 0, 2, 0],
    tag=["x", "y", "y", "y", "a", "b", "b", "p", "b"],
    start=[0, 1, 4, 7, 0, 2, 6, 7, 12],
    end=[9, 4, 6, 9, 20, 6, 10, 9, 20],
)
Y = [f"/x[1]/y[{n}]" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("doc", "cell", "place"),
    [
        ("c", f"{Y[0]}|{Y[1]}", (1, 6)),
        ("d", "/a[1]/b[1]|/a[1]/b[2]", (2, 10)),
        ("c", f"{Y[1]}|{Y[2]}", (-2, -2)),  # 6..7 is not shown
        ("c", f"{Y[2]}|/x[1]", (0, 9)),  # one holds the other
        ("c", f"{Y[0]}|{Y[1]}|{Y[2]}", (-2, -2)),
        ("d", "/a[1]/b[2]/p[1]|/a[1]/b[2]|/a[1]/b[1]", (2, 10)),
        ("c", f"{Y[0]}|/x[1]/y[4]", (-2, -2)),  # one is missing
        ("d", "/a[1]/b[3]", (12, 20)),
        ("e", "/a[1]", (-2, -2)),
    ],
)
def test_trees_stand_apart(doc, cell, place):
    every = [
        ("c", Y[1]), ("d", "/a[1]/b[3]|/a[1]/b[2]"), (doc, cell), ("c", f"{Y[1]}|{Y[0]}"),
        ("d", "/a[1]/b[1]"),
    ]  # fmt: skip
    docs, trees = zip(*every, strict=True)
    found = located(run_of(doc=list(docs), tree=list(trees)), np.arange(5), TWO)

    expected = [(4, 6), (-2, -2), place, (1, 6), (2, 6)]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == expected


def test_elements_trees_spans_and_documents_beside_each_other():
    run = run_of(
        doc=["d", "c", "d", "c", "c", "d"], element=["/a[1]/b[2]", None, None, Y[2], None, None],
        tree=[None, f"{Y[0]}|{Y[1]}", None, None, None, "/a[1]"],
        start=[None, None, 0, None, None, None], end=[None, None, 5, None, None, None],
        missing="document",
    )  # fmt: skip
    found = located(run, np.array([5, 3, 1, 0, 4, 2]), TWO)

    assert [column.tolist() for column in found] == [[0, 7, 1, 6, -1, 0], [20, 9, 6, 10, -1, 5]]


@pytest.mark.parametrize(
    ("first", "last", "place"),
    [(0, 1, (1, 6)), (0, 2, (1, 9)), (1, 1, (4, 6)), (2, 0, (-2, -2)), (0, 3, (-2, -2))],
)
def test_ranges_from_element_to_element(first, last, place):
    names = [*Y, "/x[1]/y[9]"]
    run = run_of(doc=["c"] * 4, element=names)
    ranged = Run(**{**vars(run), "last": np.array([last] * 4, np.int32)})

    start, end = located(ranged, np.array([first]), TWO)
    assert (start.tolist(), end.tolist()) == ([place[0]], [place[1]])


def test_offsets_of_0_are_offsets():
    run = run_of(element=["/a[1]/b[2]", "/a[1]/b[2]"], start=[0, 1], end=[5, 5])

    assert places(run) == [(0, 5), (1, 5)]
