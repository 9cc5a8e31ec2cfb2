"""CharP of text that was shown before."""

from __future__ import annotations

import pytest
from tests.measures.worlds import LENGTHS, chunks, evidence

import partwise as pw


def value(measure):
    return pw.evaluate(evidence(), chunks(), measure, lengths=LENGTHS).table[0, 0, 0]


def test_worked_values():
    assert value("CharP") == pytest.approx(60 / 155)
    assert value("CharP(repeats=count)") == pytest.approx(0.387097, abs=1e-6)
    assert value("CharP(repeats=free)") == pytest.approx(60 / 140)
    assert value("CharOverlap") == pytest.approx(15 / 155)


def test_cutoffs_and_budgets():
    assert value("CharP(repeats=free)@4") == pytest.approx(45 / 125)
    assert value("CharP(repeats=free, budget=60)") == value("CharP(budget=60)")


def test_spelling_and_tolerance():
    assert repr(pw.parse("CharP(repeats=free)@5")) == "CharP(repeats=free)@5"
    assert repr(pw.parse("CharP(repeats=count)")) == "CharP"
    with pytest.raises(pw.MeasureSyntaxError, match="repeats=free"):
        pw.parse("CharP(repeats=free, tolerance=0.5)")
