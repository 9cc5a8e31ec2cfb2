"""Joining a run of elements with assessments and trees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.elements.small import FIRST, SECOND, qrels, run, view
from tests.reference.element_tables import view_of
from tests.reference.exact_elements import Elements

from partwise.geometry.assessments import Assessments
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.kernels.trees import NEVER
from partwise.language.parser import parse
from partwise.measures.xcg import xCG
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure


def test_a_document_stands_for_its_root():
    whole = run(element=[None])
    rooted = qrels(element=[None])

    assert (xCG @ 1).values(view(rooted, whole)) == [1]
    assert (xCG @ 1).values(view(qrels(element=["/x[1]"]), whole)) == [1]
    # no grade is inferred for a root that was not judged; it holds the ideal, but is worth 0
    assert (xCG @ 1).values(view(qrels(), whole)) == [0]


@pytest.mark.parametrize(
    ("ranked", "message"),
    [
        (
            run(element=["/x[1]/x[3]"]),
            r"no element /x\[1\]/x\[3\] in document d0 \(it has 2 x there\)",
        ),
        (run(doc=["d9"]), "document d9 is not in the structure"),
        (run(doc=["d9"], element=[None]), "document d9 is not in the structure"),
    ],
)
def test_results_outside_the_structure(ranked, message):
    with pytest.raises(RowsError, match=message):
        (xCG @ 1).values(view(ranked=ranked))

    kept = view(ranked=ranked, lenient=True)
    assert (xCG @ 1).values(kept) == [0]
    assert any("1 result is not in the structure" in text for text in kept.notes)


def test_lenient_results_outside_the_structure_cover_nothing():
    ranked = run(topic=["t", "t"], doc=["d0", "d0"], element=["/x[1]/x[3]", FIRST], rank=[1, 2])

    kept = view(ranked=ranked, lenient=True)
    assert (xCG @ 2).values(kept) == [1]
    assert kept.elements.size.tolist() == [0, 10]


def test_a_passage_of_an_unknown_document_is_not_refused():
    ranked = Run.from_columns(topic=["t"], doc=["d9"], start=[0], end=[3], rank=[1])

    assert (xCG @ 1).values(view(ranked=ranked)) == [0]


def test_points_in_the_text_are_passages():
    ranked = run(element=["/x[1]/x[1]/text()[1].0 /x[1]/x[2]/text()[1].4"])

    assert (xCG @ 1).values(view(ranked=ranked)) == [0]
    assert not View(Assessments(qrels()), ranked, order="rank").elements.is_element.any()


@pytest.mark.parametrize(
    ("span", "rows"),
    [((0, 5), [1]), ((5, 12), [1, 2]), ((10, 20), [2]), ((0, 20), [1, 2]), ((25, 30), [2])],
)
def test_elements_that_a_span_touches(span, rows):
    # with the ancestors of the rows these are all that hold a character of the span
    start, end = (np.array([x]) for x in span)
    found, offsets = view().assessments.trees.touched(np.zeros(1, np.int64), start, end)

    assert found.tolist() == rows
    assert offsets.tolist() == [0, len(rows)]


def test_a_tree_of_one_element_is_an_element():
    # findings 3.12
    structure = Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], path=["/a[1]", "/a[1]/b[1]", "/a[1]/c[1]"],
        start=[0, 0, 10], end=[20, 10, 20],
    )  # fmt: skip
    both = "/a[1]/b[1]|/a[1]/c[1]"
    qrels = Qrels.from_columns(
        topic=["t"], doc=["d"], tree=["/a[1]/b[1]"], e=[3], s=[3], scale="grade"
    )
    run = Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, tree=[both, "/a[1]/b[1]"], rank=[1, 2])
    view = View(Assessments(qrels, structure=structure), run)

    assert view.elements.is_element.tolist() == [False, True]
    assert parse("nxCG@2").values(view).tolist() == [1]
    (said,) = run_notes(view, [parse("nxCG@2"), parse("GR@2")])
    assert said == "run: 1 result is not a single element and scores 0 in nxCG@2"


TWO_TREES = Elements([None, 0, 1, 1, 0, None, 5], [30, 20, 10, 10, 10, 8, 3])


@given(
    st.lists(st.lists(st.none() | st.integers(0, 6), max_size=6), min_size=2, max_size=4),
    st.dictionaries(st.integers(0, 6), st.sampled_from([(3, 3), (1, 2)]), min_size=1, max_size=3),
)
def test_topics_have_the_results_that_they_have_alone(lists, grades):
    together = view_of(TWO_TREES, [(grades, some) for some in lists]).elements

    for topic, some in enumerate(lists):
        alone = view_of(TWO_TREES, [(grades, some)]).elements
        low, high = together.offsets[topic : topic + 2]
        for name in ("node", "is_element", "seen_before", "size", "unseen"):
            assert getattr(together, name)[low:high].tolist() == getattr(alone, name).tolist()
        mine = together.nearest[low:high]
        assert np.where(mine == NEVER, NEVER, mine - low).tolist() == alone.nearest.tolist()
        # an element was shown where it or one around it was returned before
        earlier, parent = set(), {1: 0, 2: 1, 3: 1, 4: 0, 6: 5}
        for at, node in enumerate(some):
            above = node
            around = set()
            while above is not None:
                around.add(above)
                above = parent.get(above)
            assert bool(alone.seen_before[at]) == (node is not None and bool(around & earlier))
            earlier |= {node} - {None}


def test_names_that_are_no_paths():
    """Without trees nobody can tell what they mean; in trees no element is called so."""
    named = run(topic=["t"] * 3, doc=["d0"] * 3, element=["intro", FIRST, None], rank=[1, 2, 3])

    assert view(ranked=named, lenient=True).elements.is_element.tolist() == [False, True, True]
    with pytest.raises(RowsError, match="intro"):
        View(Assessments(qrels()), named, order="rank").elements.is_element  # noqa: B018


def test_results_that_are_no_element_are_counted_once_somebody_asked():
    rows = {"topic": ["t"] * 3, "doc": ["d0"] * 3, "rank": [1, 2, 3]}
    ranked = run(**rows, element=[FIRST, SECOND, None], start=[None, None, 3], end=[None, None, 9])
    found = view(ranked=ranked).elements

    assert found.n_others == 0
    assert found.is_element.tolist() == [True, True, False]
    assert found.n_others == 1
