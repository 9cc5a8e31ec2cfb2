"""Suspicious data warns Python users; ordinary data does not."""

from __future__ import annotations

import pytest

import partwise as pw

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["a"], start=[0], end=[5], length=[10])


def run(end: int) -> pw.Run:
    return pw.Run.from_columns(topic=["q"], doc=["a"], start=[0], end=[end], score=[1.0])


def test_a_part_past_the_end_warns():
    with pytest.warns(pw.PartwiseWarning, match="run: 1 part passes the end of the document"):
        results = pw.evaluate(QRELS, run(20), ["CharP"])

    assert results.mean("run", "CharP") == 0.5


def test_ordinary_data_does_not_warn():
    assert pw.evaluate(QRELS, run(10), ["CharP"]).suspicious == ()
