from __future__ import annotations

import math

import pytest

import partwise as pw

INVENTORY = pw.Inventory.from_columns(
    doc=["d", "d", "d", "e"], start=[0, 10, 20, 0], end=[10, 20, 30, 50]
)
RUN = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])


def value(measure, start, end, inventory=INVENTORY):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[start], end=[end])
    return pw.evaluate(qrels, RUN, measure, inventory=inventory).mean("run", measure)


def test_by_hand():
    assert value("CharOmega", 12, 18) == pytest.approx(6 / 10)
    assert value("CharOmega", 10, 20) == pytest.approx(10 / 30)  # both neighbours touch
    assert value("CharOmega(touch=False)", 10, 20) == 1
    assert value("CharOmega", 25, 45) == pytest.approx(5 / 25)  # text in no part stays missing
    assert value("CharOmega", 40, 45) == 0


def test_without_an_inventory():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])

    found = pw.evaluate(qrels, RUN, "CharOmega")

    assert math.isnan(found.mean("run", "CharOmega"))
    assert [note for note in found.notes if "CharOmega" in note] == [
        "CharOmega: undefined for all 1 topic "
        "(no relevant text, or no inventory: use inventory=...); no mean"
    ]
