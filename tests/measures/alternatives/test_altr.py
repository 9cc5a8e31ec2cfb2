from __future__ import annotations

import math

import pytest
from tests.measures.alternatives.worlds import value

import partwise as pw


def test_by_hand():
    assert value("AltR@2", "axbc") == 1 / 2
    assert value("AltR@3", "axbc") == 1


def test_edges():
    assert value("AltR@1", "") == 0
    assert math.isnan(value("AltR@1", "a", judged=False))


@pytest.mark.parametrize(
    "unnamed", [(None, ""), ("", ""), (None, None), (float("nan"), float("nan"))]
)
def test_rows_without_an_alternative_are_one(unnamed):
    """Of {a} and {b, c} one of both is found with a, none with b, all with a, b and c."""
    first = 1.0 if unnamed[0] != unnamed[0] else "x"
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 3, doc=["a", "b", "c"], alternative=[first, *unnamed], grade=[1] * 3
    )
    for returned, expected in (("a", 1 / 2), ("b", 0), ("bc", 1 / 2), ("abc", 1)):
        run = {"t": dict.fromkeys(returned, 1.0)}
        assert pw.evaluate(qrels, run, "AltR@5").table.item() == expected
