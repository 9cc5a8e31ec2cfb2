"""Worked values of parts against spans (losses.md section 6), checked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.characters_collections import Collection

import partwise as pw
from partwise.measures import Hit, SpanR

LENGTHS = {"A": 100, "B": 50, "C": 80, "D": 40}
SPANS = [("A", 10, 30), ("A", 60, 70), ("B", 0, 50), ("D", 5, 10)]
PARTS = [("A", 0, 40), ("C", 0, 40), ("B", 15, 35), ("A", 30, 65), ("B", 0, 20)]


def row(doc, start=None, end=None, **more):
    base = {"topic": "t", "doc": doc, "start": start, "end": end}
    return {**base, "grade": None, "bep": None, "score": None, "tokens": None, **more}


def collection(parts=PARTS, spans=SPANS):
    judged = [row(*span) for span in spans] + [row("C", grade=0)]
    return Collection(["t"], judged, [row(*part) for part in parts], LENGTHS)


def value(measure, known=None):
    (found,) = pw.parse(measure).values((known or collection()).view())
    return float(found)


# |span & part|: A[0,40) shows 20 of 20 of A[10,30); B[15,35) 20 of 50 of B[0,50);
# A[30,65) 5 of 10 of A[60,70); B[0,20) 20 of 50, with B[15,35) together 35 of 50.
WORKED = {
    "SpanR@1": 1 / 4,
    "SpanR(min=1)@1": 1 / 4,
    "SpanR@3": 1 / 4,  # 20 of B's 50 are not 25
    "SpanR(min=1)@3": 2 / 4,
    "SpanR@4": 2 / 4,  # 5 of 10 are half
    "SpanR(min=1)@4": 3 / 4,
    "SpanR@5": 3 / 4,  # 35 of 50
    "SpanR(min=1)@5": 3 / 4,
    "SpanR": 3 / 4,
    "SpanR(budget=100)": 1 / 4,  # 40 + 40 + 20: as after rank 3
    "SpanR(min=1, budget=100)": 2 / 4,
    "SpanR(min=1, budget=81)": 2 / 4,  # the first character of B[15,35)
    "SpanR(min=1, budget=80)": 1 / 4,
    "SpanR(min=0.7)@1": 1 / 4,
    "SpanR(min=0.7)@3": 1 / 4,
    "SpanR(min=0.7)@4": 1 / 4,
    "SpanR(min=0.7)@5": 2 / 4,  # 35 of 50 are .7 exactly
    "SpanR(min=0.7, budget=100)": 1 / 4,
    "PartP@1": 1,
    "PartP(min=0.5)@1": 1,
    "PartP(min=20)@1": 1,
    "PartP@3": 2 / 3,
    "PartP(min=0.5)@3": 1 / 3,
    "PartP(min=20)@3": 2 / 3,
    "PartP@5": 4 / 5,
    "PartP(min=0.5)@5": 2 / 5,
    "PartP(min=20)@5": 3 / 5,  # 5 characters of A[60,70), of which all 10 are needed
    "PartP": 4 / 5,
    "PartP@10": 4 / 10,
    "Hit@1": 1,
    "PartRR": 1,
    "GR(nav=Reads(min=0.5))@5": 2 / 4,  # neither part of B alone
}


@pytest.mark.parametrize("measure", WORKED)
def test_worked_values(measure):
    assert value(measure) == pytest.approx(WORKED[measure], abs=1e-12)


def test_the_first_hit():
    late = collection([PARTS[1], PARTS[3], PARTS[0]])

    assert value("PartRR", late) == 1 / 2
    assert value("PartRR(min=0.6)", late) == 1 / 3  # 5 of 10 are not enough
    assert value("PartRR(min=0.6)@2", late) == 0
    assert value("Hit(min=0.6)@2", late) == 0
    assert value("Hit(min=0.6)@3", late) == 1
    assert value("Hit@1", late) == 0


def test_a_repeated_part_is_no_further_hit():
    assert value("PartP@3", collection([PARTS[0]] * 3)) == pytest.approx(1 / 3)
    assert value("PartP", collection([PARTS[0], ("A", 0, 39)])) == 1


def test_touching_spans_are_one():
    joined = collection([("A", 0, 15)], [("A", 10, 20), ("A", 20, 30)])

    assert value("SpanR(min=1)", joined) == 1
    assert value("SpanR(min=0.5)", joined) == 0  # 5 of 20


def test_a_span_between_two_others_is_found():
    many = collection([("A", 9, 61)], [("A", 0, 10), ("A", 20, 30), ("A", 60, 70)])

    assert value("Hit(min=1.0)", many) == 1
    assert value("Hit(min=1.0)", collection([("A", 9, 19), ("A", 21, 61)], SPANS[1:2])) == 0


def test_edges():
    assert value("SpanR", collection([])) == value("PartP", collection([])) == 0
    assert value("Hit", collection([("A", 12, 12)])) == 0
    assert np.isnan(value("PartRR", collection(PARTS, [])))
    nothing = Collection(["t"], [row("C", grade=0)], [row("A")], LENGTHS)
    assert np.isnan(value("SpanR", nothing))


def test_shares_are_compared_exactly():
    # .7 of 10 are 7, although 0.7 * 10 may be more in floating point; 1/3 of 3 is 1
    ten = collection([("A", 60, 67)], SPANS[1:2])
    assert value("SpanR(min=0.7)", ten) == 1
    assert value("SpanR(min=0.70000000000000007)", ten) == 0
    assert value("SpanR(min=0.1)", collection([("A", 10, 13)], [("A", 10, 40)])) == 1


def test_a_document_without_places_is_found_by_any_text():
    judged = [row("A", 10, 30), row("B", grade=1)]
    for parts, found in (
        ([row("B", 49, 50)], 1 / 2),
        ([row("B", 7, 7)], 0),
        ([row("B")], 1 / 2),  # its length is not needed
        ([row("B", 3, 4), row("A", 0, 20)], 1),
    ):
        known = Collection(["t"], judged, parts, {"A": 100})
        assert value("SpanR(min=0.5)", known) == found
        assert value("Hit(min=1.0)", known) == (found > 0)


def test_graded_documents():
    qrels = pw.Qrels.from_columns(topic=["q", "q"], doc=["a", "b"], grade=[1, 0])
    run = pw.Run.from_columns(topic=["q"] * 3, doc=["b", "c", "a"], score=[3, 2, 1])

    assert pw.evaluate(qrels, run, ["Hit@2", "Hit@3"]).table[0, :, 0].tolist() == [0, 1]
    with pytest.raises(
        pw.MissingAssessmentError, match="grade documents; PartRR needs highlighted"
    ):
        pw.evaluate(qrels, run, ["PartRR"])


def test_spelling():
    assert repr(pw.parse("HitRate(min=1)@5")) == "Hit@5"
    for other in ("Success@5", "hit@5", "hit_rate@5", "success_5"):
        assert repr(pw.parse(other)) == "Hit@5"
    assert repr(Hit(min=1.0)) == "Hit(min=1.0)"
    assert repr(pw.parse("SpanR(min=1.0)@5")) == "SpanR(min=1.0)@5"
    assert repr(SpanR(min=1)) == "SpanR(min=1)"
    assert pw.parse("SpanR(min=0.5)") == SpanR()
    assert Hit(min=1) != Hit(min=1.0)
    for wrong in (0, 0.0, 1.5, -1, True, "all"):
        with pytest.raises(
            pw.ParameterError, match="a whole number of characters of at least 1, or"
        ):
            Hit(min=wrong)
    with pytest.raises(pw.MeasureSyntaxError, match="the budget decides"):
        pw.parse("SpanR(budget=10)@5")


def test_the_default_set_for_spans_counts_parts():
    # findings 7.1: a chunk of the right document that misses everything
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[20], length=[1000])
    run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[0], end=[5], score=[1.0])
    found = pw.evaluate(qrels, run)

    assert list(map(str, found.measures)) == [
        "CharR(budget=4000)", "CharR@5", "CharP@5", "CharIoU@5", "CharOverlap@5", "Hit@5",
        "PartRR", "CharAP",
    ]  # fmt: skip
    assert not found.table.any()
