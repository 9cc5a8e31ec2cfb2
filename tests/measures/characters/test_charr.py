"""CharR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value

import partwise as pw


def test_by_hand():
    # 20 of 50; the second part repeats; 30 of 50
    assert value("CharR@1", text()) == pytest.approx(20 / 50)
    assert value("CharR@2", text()) == pytest.approx(20 / 50)
    assert value("CharR", text()) == pytest.approx(30 / 50)
    # the 10 repeated characters count where they are tolerated
    assert value("CharR(tolerance=1)", text()) == pytest.approx(40 / 50)


def test_a_budget_cuts_the_last_part():
    # 40 + 10 + 5 characters, 20 + 0 + 5 of them relevant and new
    assert value("CharR(budget=55)", text()) == pytest.approx(25 / 50)


def test_edges():
    undefined, empty = edges("CharR", text())
    assert isnan(undefined)
    assert empty == 0


def test_a_best_choice_that_is_known_is_not_called_bounded():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["A"], start=[10], end=[30])
    run = pw.Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[12])
    parts = pw.Inventory.from_columns(doc=["A"] * 3, start=[0, 12, 24], end=[12, 24, 36])
    found = pw.evaluate(qrels, run, ["CharR@1", "Ceiling(CharR)@1"], inventory=parts)

    assert found.table[0, :, 0].tolist() == pytest.approx([2 / 20, 12 / 20])
    assert not [note for note in found.notes if "only bounded" in note]
