from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.documents.samples import grown

from partwise.errors import UsageError
from partwise.files.documents import xml as structure_xml
from partwise.geometry.element_names import (
    as_elements,
    as_points,
    as_spans,
    graded_elements,
    with_offsets,
)
from partwise.geometry.spans import resolve_qrels
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

# c: x[0,9) { y[1,4) }; d: a[0,20) { b[2,6)  b[6,10) { p[7,9) }  b[12,20) }
STRUCTURE = Structure.from_columns(
    doc=["c"] * 2 + ["d"] * 5,
    parent=[None, 0, None, 0, 0, 2, 0],
    tag=["x", "y", "a", "b", "b", "p", "b"],
    start=[0, 1, 0, 2, 6, 7, 12],
    end=[9, 4, 20, 6, 10, 9, 20],
)


def spans(*pairs, **more):
    start, end = zip(*pairs, strict=True)
    n = len(pairs)
    return Run.from_columns(
        topic=["q"] * n, doc=["d"] * n, start=start, end=end, missing="document", **more
    )


def paths(table):
    return [table.elements[code] if code >= 0 else None for code in table.element]


def test_exactly_that_element():
    run = as_elements(spans((6, 10), (7, 9), (None, None)), STRUCTURE, "exact")

    assert paths(run) == ["/a[1]/b[2]", "/a[1]/b[2]/p[1]", None]
    assert run.start.tolist() == [-1, -1, -1]


def test_rows_that_name_an_element_keep_it():
    run = as_elements(spans((6, 10), (7, 9), element=["/a[1]", None]), STRUCTURE, "exact")

    assert paths(run) == ["/a[1]", "/a[1]/b[2]/p[1]"]
    assert run.start.tolist() == [6, -1]


def test_no_element_is_exactly_that():
    with pytest.raises(RowsError) as caught:
        as_elements(spans((6, 10), (6, 9)), STRUCTURE, "exact")

    assert caught.value.problems == ((1, "no element is exactly 6..9 (around it is /a[1]/b[2])"),)


def test_around_inside_and_leaves():
    run = spans((6, 9), (1, 11), score=[2.0, 1.0])

    assert paths(as_elements(run, STRUCTURE, "around")) == ["/a[1]/b[2]", "/a[1]"]
    inside = as_elements(run, STRUCTURE, "inside")
    assert paths(inside) == ["/a[1]/b[2]/p[1]", "/a[1]/b[1]", "/a[1]/b[2]"]
    assert inside.score.tolist() == [2.0, 1.0, 1.0]
    assert inside.notes == ("2 spans became 3 elements",)
    leaves = as_elements(run, STRUCTURE, "leaves")
    assert paths(leaves) == ["/a[1]/b[2]/p[1]", "/a[1]/b[1]", "/a[1]/b[2]/p[1]"]


def test_spans_that_hold_no_element():
    run = spans((3, 5), (2, 6))

    with pytest.raises(RowsError, match=r"row 0: no element lies inside 3\.\.5"):
        as_elements(run, STRUCTURE, "inside")
    kept = as_elements(run, STRUCTURE, "inside", lossy=True)
    assert paths(kept) == ["/a[1]/b[1]"]
    words = "1 of 2 spans became 1 element; 1 left out (no element inside; first: row 0)"
    assert kept.notes == (words,)


def test_documents_and_ends_that_are_not_there():
    with pytest.raises(RowsError, match=r"12\.\.25 passes the end of document d \(20\)"):
        as_elements(spans((12, 25)), STRUCTURE, "around")
    elsewhere = Run.from_columns(topic=["q"], doc=["x"], start=[0], end=[1])
    with pytest.raises(RowsError, match="document x is not in the structure"):
        as_elements(elsewhere, STRUCTURE, "around")


def test_unknown_ways_are_refused():
    with pytest.raises(UsageError, match="exact, around, inside, leaves"):
        as_elements(spans((0, 1)), STRUCTURE, "near")


def test_elements_become_spans_and_back():
    run = Run.from_columns(
        topic=["q"] * 3,
        doc=["d"] * 3,
        element=["/a[1]/b[1]", None, "/a[1]/b[2]/p[1]"],
        missing="document",
    )
    flat = as_spans(run, STRUCTURE)

    assert (flat.start.tolist(), flat.end.tolist()) == ([2, -1, 7], [6, -1, 9])
    assert paths(flat) == [None, None, None]
    assert paths(as_elements(flat, STRUCTURE, "exact")) == paths(run)
    both = with_offsets(run, STRUCTURE)
    assert paths(both) == paths(run)
    assert both.start.tolist() == flat.start.tolist()


def test_graded_elements_stay_elements():
    qrels = Qrels.from_columns(
        topic=["q"] * 2, doc=["d"] * 2, element=["/a[1]/b[1]", "/a[1]/b[2]"], grade=[None, 2]
    )
    flat = as_spans(qrels, STRUCTURE)

    assert flat.start.tolist() == [2, -1]
    assert paths(flat) == [None, "/a[1]/b[2]"]
    assert flat.length.tolist() == [20, 20]


pieces = st.sampled_from(["x", " ", "\n ", "yz"])
trees = st.recursive(
    pieces,
    lambda inner: st.lists(inner.map(lambda t: f"<p>{t}</p>") | pieces, max_size=5).map("".join),
    max_leaves=10,
)


@given(trees, st.data())
def test_points_and_back(inside, data):
    structure, text = grown(structure_xml, f"<a>x{inside}</a>")
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    entry = data.draw(st.integers(0, len(text) - 1))
    qrels = Qrels.from_columns(topic=["q"], doc=["doc"], start=[start], end=[end], bep=[entry])

    pointed = as_points(qrels, structure)
    again = resolve_qrels(pointed, structure)

    assert pointed.start.tolist() == [-1]
    assert (again.start.tolist(), again.end.tolist()) == ([start], [end])
    assert again.bep.tolist() == [entry]
    assert not again.notes


def test_real_highlights_survive_as_points(real_data):
    from partwise.files.documents.read import read_structure
    from partwise.files.reading import read_qrels

    structure = read_structure(real_data / "evidence-inference" / "xml")
    qrels = read_qrels(real_data / "evidence-inference" / "qrels.fol")

    again = resolve_qrels(as_points(qrels, structure), structure)

    assert np.array_equal(again.start, qrels.start)
    assert np.array_equal(again.end, qrels.end)
    assert np.array_equal(again.bep, qrels.bep)


def test_whole_documents_become_spans_where_the_structure_has_them():
    run = Run.from_columns(
        topic=["q"] * 4, doc=["x", "d", "d", "c"], start=[None, None, 3, None],
        end=[None, None, 5, None], missing="document",
    )  # fmt: skip
    flat = as_spans(run, STRUCTURE, whole=True)

    assert (flat.start.tolist(), flat.end.tolist()) == ([-1, 0, 3, 0], [-1, 20, 5, 9])
    kept = as_spans(run, STRUCTURE)
    assert (kept.start.tolist(), kept.end.tolist()) == ([-1, -1, 3, -1], [-1, -1, 5, -1])


def test_a_span_at_the_beginning_is_no_whole_document():
    run = as_spans(spans((0, 4), (None, None)), STRUCTURE, whole=True)

    assert (run.start.tolist(), run.end.tolist()) == ([0, 0], [4, 20])


def test_lengths_are_filled_in_where_they_are_not_given():
    qrels = Qrels.from_columns(
        topic=["q"] * 5, doc=["x", "y", "d", "c", "d"], start=[0] * 5, end=[2] * 5,
        length=[7, None, None, None, 0], bep_path=["", "", "/a[1]", "", ""],
    )  # fmt: skip
    flat = as_spans(qrels, STRUCTURE)

    assert flat.length.tolist() == [7, -1, 20, 9, 0]
    assert "bep_path" not in flat.extra
    assert len(flat.elements) == 0


def test_only_spans_become_points():
    structure, _ = grown(structure_xml, "<a><p>one</p><p>two</p></a>")
    qrels = Qrels.from_columns(
        topic=["q"] * 4, doc=["doc"] * 4, start=[0, 1, None, None], end=[2, 3, None, None],
        element=[None, None, "/a[1]/p[2]", None], tree=[None, None, None, "/a[1]/p[1]"],
        grade=[1, 2, 1, 3], bep=[None, 4, None, None], length=[6] * 4,
    )  # fmt: skip
    pointed = as_points(qrels, structure)

    assert paths(pointed) == [
        "/a[1]/p[1]/text()[1].0 /a[1]/p[1]/text()[1].2",
        "/a[1]/p[1]/text()[1].1 /a[1]/p[1]/text()[1].3",
        "/a[1]/p[2]", None,
    ]  # fmt: skip
    # a span of grade 1 is a highlight, which needs no grade; an element of grade 1 is none
    np.testing.assert_equal(pointed.grade, [np.nan, 2, 1, 3])
    assert pointed.extra["bep_path"].tolist() == ["", "/a[1]/p[2]/text()[1].1", "", ""]
    assert pointed.bep.tolist() == pointed.length.tolist() == [-1] * 4


def test_rows_that_grade_elements_or_trees():
    qrels = Qrels.from_columns(
        topic=["q"] * 8, doc=["d"] * 8, missing="document",
        element=["/a[1]", "/a[1]", "/a[1]", "/a[1]", None, None, None, None],
        tree=[None, None, None, None, "/a[1]", "/a[1]", None, None],
        start=[None] * 7 + [0], end=[None] * 7 + [5],
        grade=[0, None, None, None, 1, None, 1, 1],
        e=[None, 1, None, None, None, None, None, None],
        s=[None, 1, 1, None, None, None, None, None],
    )  # fmt: skip

    assert graded_elements(qrels).tolist() == [True, True, True, False, True, False, False, False]


def test_a_point_past_the_end_is_refused_with_its_character():
    structure, _ = grown(structure_xml, "<a><p>one</p></a>")
    past = Qrels.from_columns(topic=["q"], doc=["doc"], start=[30], end=[35])
    with pytest.raises(RowsError, match=r"row 0: 30..31 passes the end of document doc \(3\)"):
        as_points(past, structure)


def test_a_row_that_names_an_element_becomes_no_point():
    structure, _ = grown(structure_xml, "<a><p>one</p></a>")
    named = Qrels.from_columns(
        topic=["q"] * 2, doc=["doc"] * 2, element=["/a[1]", None], start=[0, 1], end=[2, 3]
    )
    found = as_points(named, structure)

    assert found.elements[found.element[0]] == "/a[1]"
    assert found.start.tolist() == [0, -1]
    tree = Qrels.from_columns(
        topic=["q"], doc=["doc"], tree=["/a[1]|/a[1]/p[1]"], start=[0], end=[2]
    )
    assert as_points(tree, structure).start.tolist() == [0]
