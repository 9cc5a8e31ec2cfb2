"""What the assessments say about elements: pairs (e, s), highlights, and refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.elements.small import FIRST, SECOND, TREES, qrels, run, view
from tests.reference.element_tables import structure_of
from tests.reference.exact_elements import Elements

from partwise.errors import MissingAssessmentError, TableError, UsageError
from partwise.geometry.assessed_elements import ROOT, path_keys
from partwise.geometry.assessments import Assessments
from partwise.geometry.resolution import KeyedPaths
from partwise.measures.xcg import nxCG, xCG
from partwise.tables.names import Names
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels


def assessed(judged, *, trees=True):
    return Assessments(judged, structure=structure_of(TREES) if trees else None).elements


def test_roots_have_one_key_whatever_they_are_called():
    paths = KeyedPaths.of(Names.of(["/x[1]", "/y[1]", "/x[1]/x[1]", "/x[1]/x[2]"]))
    key = path_keys(paths, np.array([0, 1, -1, 2, 3, 2], np.int32))

    assert (key[:3] == ROOT).all()
    assert key[3] == key[5]
    assert len({int(k) for k in key}) == 3


@pytest.mark.parametrize(
    ("columns", "scale", "highlighted", "has_e"),
    [
        ({}, "grade", False, True),
        ({"e": [1], "s": [0.5]}, "share", False, True),
        ({"e": [1], "s": [1], "scale": "share"}, "share", False, True),
        ({"e": [1], "s": [np.nan]}, "share", True, True),
        ({"e": [np.nan], "s": [0.5]}, "share", False, False),
    ],
)
def test_the_scale_of_the_pairs(columns, scale, highlighted, has_e):
    found = assessed(qrels(**columns))

    assert (found.scale, found.highlighted, found.has_e) == (scale, highlighted, has_e)


def test_one_fraction_makes_shares_of_all():
    both = {"topic": ["t"] * 2, "doc": ["d0"] * 2, "element": [FIRST, SECOND], "e": [1, 1]}

    def scale(s):
        return assessed(replace(qrels(**both, s=s), scale=None)).scale

    assert [scale([1, 0.5]), scale([1, 2])] == ["share", "grade"]


def test_elements_stand_by_topic_each_once():
    judged = qrels(
        topic=["u", "t", "u", "u"], doc=["d0", "d0", "d3", "d0"],
        element=[SECOND, FIRST, None, SECOND], e=[3, 2, 1, 3], s=[3, 2, 1, 3],
    )  # fmt: skip
    found = assessed(judged)
    rows = found.elements

    assert rows.topic.tolist() == [0, 0, 1]
    pairs = zip(found.node.tolist(), rows.e.tolist(), rows.s.tolist(), strict=True)
    assert sorted(list(pairs)[:2]) == [(2, 3, 3), (3, 1, 1)]
    assert (found.node[2], rows.e[2], rows.s[2]) == (1, 2, 2)


def test_a_judged_element_without_e_is_noted():
    judged = qrels(
        topic=["t"] * 2, doc=["d0"] * 2, element=[FIRST, SECOND], e=[1, np.nan], s=[0.5, 0.25]
    )
    found = assessed(judged)

    assert sorted(found.elements.e.tolist()) == [0, 1]
    assert list(found.judged.notes) == ["1 judged element has no e; taken as 0"]


def test_names_and_missing_trees_are_refused_by_name():
    named = qrels(element=["intro"])
    assert assessed(named).has_names
    assert not assessed(qrels()).has_names
    for ask in (lambda x: x.elements, lambda x: x.need("nxCG", trees=True), lambda x: x.trees):
        with pytest.raises(RowsError, match="row 0: intro is a name, not an element"):
            ask(assessed(named, trees=False))
    graded = Qrels.from_columns(topic=["t"], doc=["d"], element=["intro"], grade=[1])
    with pytest.raises(RowsError, match="row 0: intro is a name, not an element"):
        assessed(graded, trees=False).need("nxCG", trees=True)
    with pytest.raises(UsageError, match="nxCG needs the element trees"):
        assessed(qrels(), trees=False).need("nxCG", trees=True)
    assessed(qrels(), trees=False).need("nxCG")


def test_elements_with_a_single_grade_are_refused_beside_documents():
    graded = Qrels.from_columns(
        topic=["t"] * 2, doc=["d0", "d3"], element=[FIRST, None], grade=[1, 0], missing="document"
    )
    with pytest.raises(MissingAssessmentError, match="give elements a single grade"):
        assessed(graded).need("nxCG")


def test_highlights_of_other_documents_are_enough():
    rows = {"topic": ["t"] * 2, "doc": ["d0", "d3"], "element": [FIRST, None], "grade": [1, np.nan]}
    assessed(Qrels.from_columns(**rows, start=[None, 0], end=[None, 3])).need("nxCG")


def test_the_first_root_of_all_is_found():
    assert assessed(qrels(element=["/x[1]"])).node.tolist() == [0]


@given(st.lists(st.tuples(st.integers(0, 25), st.integers(1, 9)), min_size=1, max_size=4))
def test_highlighted_characters_of_every_node(places):
    # d0: 0..20 with 0..10 and 10..20; d3: 0..5; text past the end belongs to nobody
    start, size = np.array(places).T
    judged = Qrels.from_columns(
        topic=["u", *["t"] * len(places)], doc=["d3", *["d0"] * len(places)],
        start=[1, *start], end=[3, *(start + size)],
    )  # fmt: skip
    found = assessed(judged)
    marked = {c for a, n in places for c in range(a, a + n)}
    extents = [(0, 20), (0, 10), (10, 20)]

    node = np.array([0, 1, 2, 3, 3, 0])
    topic = np.array([1, 1, 1, 1, 0, 0])
    expected = [len(marked & set(range(a, b))) for a, b in extents]
    assert found.highlighted_in(topic, node).tolist() == [*expected, 0, 2, 0]
    topics, nodes = found.touched
    touched = {(int(t), int(n)) for t, n in zip(topics, nodes, strict=True)}
    assert touched == {(0, 3)} | {(1, c) for c in (1, 2) if expected[c]}


@pytest.mark.parametrize("columns", [{"element": ["/x[1]/x[7]"]}, {"doc": ["d9"]}])
def test_assessed_elements_outside_the_structure(columns):
    for lenient in (False, True):
        with pytest.raises(RowsError, match=r"topic t: .*(x\[7\] in document d0|document d9)"):
            (xCG @ 1).values(view(qrels(**columns), lenient=lenient))


def test_highlights_outside_the_structure():
    judged = Qrels.from_columns(topic=["t"], doc=["d9"], start=[0], end=[1])

    with pytest.raises(TableError, match="topic t: document d9 is not in the structure"):
        (xCG @ 1).values(view(judged))


@pytest.mark.parametrize(
    ("e", "s", "scale"),
    [(3, 0, "grade"), (0, 1, "grade"), (4, 1, "grade"), (1.5, 1, "grade"), (3, 0.5, "share"),
     (1, 1.5, "share"), (1, -0.5, "share"), (-1, 1, "grade")],
)  # fmt: skip
def test_pairs_off_the_scale(e, s, scale):
    with pytest.raises(TableError, match=r"topic t: /x.* of document d0 has e = .* expected"):
        (nxCG @ 1).values(view(qrels(e=[e], s=[s], scale=scale)))


def test_e_without_s_among_pairs():
    judged = qrels(
        topic=["t", "t"], doc=["d0", "d0"], element=[FIRST, SECOND], e=[1, 1], s=[0.5, np.nan]
    )

    with pytest.raises(TableError, match="s = nan"):
        (nxCG @ 1).values(view(judged))


def twice(e, **columns):
    return qrels(topic=["t"] * 2, doc=["d0"] * 2, element=[FIRST] * 2, e=e, s=[2, 2], **columns)


def test_judged_twice():
    assert (xCG @ 1).values(view(twice([2, 2]))) == [0.5]
    with pytest.raises(TableError, match="judged twice, differently"):
        (xCG @ 1).values(view(twice([2, 3])))


def test_judged_by_two():
    joined = view(twice([3, 2], assessor=["a", "b"]))

    assert (xCG @ 1).values(joined) == [0.75]
    assert any("several assessors" in text for text in joined.assessments.notes)


def test_elements_with_a_single_grade():
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], element=[FIRST], grade=[1])

    with pytest.raises(
        MissingAssessmentError, match=r"single grade; nxCG needs elements with e and s"
    ):
        (nxCG @ 1).values(view(judged))


def test_an_element_without_any_grade_is_a_highlight():
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], element=[FIRST])

    assert (xCG @ 1).values(view(judged)) == [1]


def test_a_relevant_document_is_highlighted_whole():
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], grade=[2])

    assert (xCG @ 1).values(view(judged)) == [1]


def test_highlights_are_clipped_to_the_document():
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], start=[15], end=[50])

    assert (xCG @ 1).values(view(judged, run(element=[SECOND]))) == [0.5]


def test_an_element_that_is_judged_twice_between_others():
    rows = {
        "topic": [*"sttu"], "doc": ["d0"] * 4, "element": [FIRST] * 4, "e": [1, 2, 3, 1],
        "s": [1, 2, 2, 1],
    }  # fmt: skip
    with pytest.raises(TableError, match=r"row 2: topic t: .* is judged twice, differently"):
        assessed(qrels(**rows)).elements  # noqa: B018
    found = assessed(qrels(**rows, assessor=[*"aaba"])).elements

    assert (found.topic.tolist(), found.row.tolist()) == ([0, 1, 2], [0, 2, 3])
    assert (found.e.tolist(), found.s.tolist()) == ([1, 3, 1], [1, 2, 1])


def test_pairs_are_checked_before_any_measure_asks():
    assessed(twice([2, 2])).check_pairs()
    with pytest.raises(TableError, match="judged twice, differently"):
        assessed(twice([2, 3])).check_pairs()
    with pytest.raises(TableError, match="grades from 1 to 3"):
        assessed(qrels(e=[0], s=[3])).check_pairs()
    spans = Qrels.from_columns(topic=["t"], doc=["d0"], start=[5], end=[12])
    assessed(spans).check_pairs()
    # names are not told apart by keys, so that only their pairs are looked at
    names = {"topic": ["t"] * 2, "doc": ["d0"] * 2, "element": ["x", "x"]}
    assessed(qrels(**names, e=[2, 3], s=[2, 2]), trees=False).check_pairs()


def test_documents_that_nobody_assessed_hold_no_highlights():
    tree = structure_of(Elements([None, None, None], [20, 10, 10]))
    judged = Qrels.from_columns(topic=["t"] * 2, doc=["d0", "d1"], start=[0, 0], end=[5, 4])
    found = Assessments(judged, structure=tree).elements

    assert found.highlighted_in(np.zeros(3, np.int64), np.arange(3)).tolist() == [5, 4, 0]
