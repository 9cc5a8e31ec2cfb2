"""Complete: 1 where every group of evidence was shown."""

from __future__ import annotations

import math

import pytest

import partwise as pw


def value(run_rows, groups, measure="Complete(min=1)"):
    doc, start, end = zip(*run_rows, strict=True)
    run = pw.Run.from_columns(
        topic=["t"] * len(doc), doc=doc, start=start, end=end, rank=range(1, len(doc) + 1)
    )
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["a", "b"], start=[0, 10], end=[5, 20], group=groups, grade=[1, 1]
    )
    return pw.evaluate(qrels, run, [measure]).table[0, 0, 0]


@pytest.mark.parametrize(("groups", "expected"), [(["g", "g"], 0.0), (["g", "h"], 0.0)])
def test_half_of_the_evidence_is_not_complete(groups, expected):
    assert value([("a", 0, 5)], groups) == expected


def test_by_hand():
    # a[0,5) at rank 1, one character of b[10,20) at rank 2: complete from rank 2 on for min=1
    rows = [("a", 0, 5), ("b", 19, 30)]
    assert value(rows, ["g", "g"], "Complete(min=1)@1") == 0.0
    assert value(rows, ["g", "g"], "Complete(min=1)@2") == 1.0
    assert value(rows, ["g", "g"], "Complete(min=0.5)@2") == 0.0  # 1 of 10 characters


def test_undefined_without_evidence():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["a"], grade=[0])
    run = pw.Run.from_columns(topic=["t"], doc=["a"], start=[0], end=[5], rank=[1])

    assert math.isnan(pw.evaluate(qrels, run, ["Complete"]).table[0, 0, 0])
