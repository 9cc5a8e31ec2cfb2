"""Pairs of parts and gold passages that meet."""

from __future__ import annotations

from tests.measures.worlds import passages

from partwise.language.parser import parse

VIEW = passages([("A", 5, 35), ("B", 0, 5)], [("A", 10, 20), ("A", 30, 40)], {"A": 100, "B": 100})


def pairs(measure):
    _, part, gold = parse(measure).met(VIEW)
    return [(p, g) for p, g in zip(part.tolist(), gold.tolist(), strict=True) if p == 0]


def test_the_first_gold_passage_or_all():
    assert pairs("PassageAP") == [(0, 0)]
    assert pairs("PassageAP(gold=all)") == [(0, 0), (0, 1)]
