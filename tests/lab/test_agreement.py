"""Agreement of assessors on documents, elements, characters and exact spans."""

from __future__ import annotations

import json
from math import isnan

import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.lab.agreement import agreement
from partwise.report.lab import agreement as document
from partwise.tables.structure.table import Structure

ROWS = [
    *(("t", "A", 0, 20, 1, "x"), ("t", "A", 10, 30, 1, "y")),
    *(("t", "B", 0, 10, 1, "x"), ("t", "B", 0, 10, 1, "y"), ("t", "C", 5, 9, 1, "x")),
    *(("u", "A", 0, 5, 1, "x"), ("u", "A", 0, 5, 0, "y"), ("v", "A", 0, 5, 1, "y")),
]
TREE = Structure.from_columns(
    doc=["A"] * 3, node=[0, 1, 2], parent=[None, 0, 0], path=["/a[1]", "/a[1]/p[1]", "/a[1]/p[2]"],
    tag=["a", "p", "p"], start=[0, 0, 20], end=[40, 20, 40], depth=[1, 2, 2],
)  # fmt: skip


def qrels(rows=ROWS):
    names = ("topic", "doc", "start", "end", "grade", "assessor")
    return pw.Qrels.from_columns(**dict(zip(names, zip(*rows, strict=True), strict=True)))


def levels(**tables):
    found = agreement(qrels(), **tables)
    return {(level.level, level.tag): level for level in found.levels}, found


def test_documents_are_those_that_both_judged():
    level = levels()[0]["documents", None]
    # t: both find A and B relevant; u: only x does
    assert (level.topics, level.pairs) == (2, 2)
    assert level.jaccard == pytest.approx((1 + 0) / 2)
    assert level.undefined == {"jaccard": 0, "kappa": 1, "alpha": 2}  # u has one unit
    assert level.kappa == 0  # u: x says yes, y says no, chance is 0


def test_characters():
    lengths = pw.Lengths.from_columns(doc=["A", "B", "C"], length=[40, 20, 10])
    level = levels(lengths=lengths)[0]["characters", None]
    # t: 20 of A's and B's 40 marked characters are common; u: nothing is
    assert level.jaccard == pytest.approx((20 / 40 + 0) / 2)
    # t: 60 characters, 40 agreed on, both marked 30: chance 1/2, kappa 1/3; u: kappa 0
    assert level.kappa == pytest.approx((1 / 3 + 0) / 2)


def test_without_lengths_unmarked_text_cannot_be_counted():
    found, whole = levels()
    assert isnan(found["characters", None].kappa)
    assert found["characters", None].jaccard == pytest.approx(0.25)
    assert "2 topics with documents of unknown length" in whole.notes[1]
    assert "1 topic without a document that two assessors judged" in whole.notes[0]


def test_elements_and_their_tags():
    found, _ = levels(structure=TREE)
    # t: x holds text in a and p[1], y in a, p[1] and p[2]; u: x in a and p[1], y in none
    assert found["elements", None].jaccard == pytest.approx((2 / 3 + 0) / 2)
    assert found["elements", "p"].jaccard == pytest.approx((1 / 2 + 0) / 2)
    assert found["elements", "a"].jaccard == pytest.approx((1 + 0) / 2)


def test_exact_spans_have_jaccard_only():
    level = levels()[0]["exact", None]
    # t: B[0, 10) is common, A[0, 20) and A[10, 30) are not; u: one span of x
    assert level.jaccard == pytest.approx((1 / 3 + 0) / 2)
    assert isnan(level.kappa)
    assert isnan(level.alpha)


def test_shapes():
    found = levels(structure=TREE)[1]
    saved = json.loads(found.to_json())
    assert [entry["level"] for entry in saved["levels"]] == [
        *("documents", "elements", "elements", "elements", "characters", "exact")
    ]
    assert {"level", "topics", "pairs", "jaccard", "kappa", "alpha"} <= saved["levels"][0].keys()
    assert saved["levels"][-1]["kappa"] is None
    assert repr(found) == "Agreement(2 assessors, 2 topics)"
    assert len([*document(found).records()]) == 6


def test_graded_elements_agree_on_documents():
    graded = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["A"] * 2, element=["/a[1]"] * 2, grade=[1, 2], assessor=["x", "y"]
    )
    found = agreement(graded)
    assert [level.level for level in found.levels] == ["documents"]
    assert "grade elements" in found.notes[0]


def test_one_assessor_agrees_with_nobody():
    with pytest.raises(UsageError, match="at least two assessors"):
        agreement(qrels(ROWS[:1]))
    apart = [("t", "A", 0, 5, 1, "x"), ("t", "B", 0, 5, 1, "y")]
    with pytest.raises(UsageError, match="no document is judged by two assessors"):
        agreement(qrels(apart))


def test_what_the_means_leave_out_is_said():
    notes = levels()[1].notes
    # kappa of u is defined; t has none, as both find all of its documents relevant
    assert "documents: kappa of 1 of 2 pairs undefined, left out of the mean" in notes
    assert not any("alpha" in note for note in notes if note.startswith("documents"))  # all are
