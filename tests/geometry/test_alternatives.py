from __future__ import annotations

import pytest

import partwise as pw
from partwise.geometry.alternatives import alternatives
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View


def found(judged, returned, by="doc"):
    """Alternatives of (doc, element, alternative) for a list of (doc, element)."""
    doc, element, number = zip(*judged, strict=True)
    qrels = pw.Qrels.from_columns(
        topic=["t"] * len(doc), doc=doc, element=element, alternative=number,
        grade=[1] * len(doc), missing="document",
    )  # fmt: skip
    docs, elements = zip(*returned, strict=True)
    run = pw.Run.from_columns(
        topic=["t"] * len(docs), doc=docs, element=elements, missing="document"
    )
    return alternatives(View(Assessments(qrels), run), by, "M")


def entries(known):
    return [(bool(whole), rank) for _, whole, rank in zip(*known.entries, strict=True)]


JUDGED = [("a", "p[1]", 0), ("b", "p[1]", 0), ("c", "p[2]", 1), ("c", "p[2]", 2)]


def test_identical_alternatives_count_once():
    assert found(JUDGED, [("a", None)]).count.tolist() == [2]


def test_an_alternative_takes_the_place_of_its_last_id():
    known = found(JUDGED, [("a", None), ("x", None), ("b", None), ("c", None), ("a", None)])

    assert entries(known) == [(False, 1), (True, 2), (True, 3)]
    assert known.n_returned.tolist() == [4]
    assert [known.n_complete(k).tolist() for k in (1, 2, 3)] == [[0], [1], [2]]


def test_one_that_is_not_complete_takes_a_place_all_the_same():
    assert entries(found(JUDGED, [("a", None), ("c", None)])) == [(False, 1), (True, 2)]


def test_one_id_may_complete_several():
    judged = [("a", None, 0), ("a", None, 1), ("b", None, 1)]

    assert entries(found(judged, [("b", None), ("a", None)])) == [(True, 1), (True, 2)]


@pytest.mark.parametrize(
    ("returned", "wanted"),
    [
        ([("a", "p[1]"), ("b", "p[1]")], [(True, 1)]),
        ([("a", "p[2]"), ("b", "p[1]")], [(False, 1), (False, 2)]),
        ([("a", None), ("c", "p[2]"), ("c", "p[2]")], [(True, 1)]),  # no paragraph: left out
        ([("c", "p[9]"), ("z", "p[2]"), ("c", "p[9]")], [(False, 1), (False, 2)]),
    ],
)
def test_paragraphs(returned, wanted):
    assert entries(found(JUDGED, returned, "paragraph")) == wanted
