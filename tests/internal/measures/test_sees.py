"""How far down a list measures look at every part; past that only parts that may count are read."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.language.measure import ALL_PARTS, Sees


@pytest.mark.parametrize(
    ("measure", "seen"),
    [
        ("CharR", Sees()), ("CharR@3", Sees(3)), ("CharR(budget=6)", Sees(0, 6)),
        ("CharR(budget=6, unit=tokens)", None),
        ("CharP", Sees()), ("CharP@3", Sees(3)), ("CharP(budget=6)", Sees(0, 6)),
        ("CharP(repeats=free)", ALL_PARTS), ("CharP(repeats=free)@3", Sees(3)),
        ("CharP(repeats=free, budget=6)", Sees(0, 6)),
        ("CharF", ALL_PARTS), ("CharF@3", Sees(3)), ("CharF(budget=6)", Sees(0, 6)),
        ("CharF(multiset=true)", Sees()), ("CharIoU", ALL_PARTS), ("CharIoU@2", Sees(2)),
        ("CharOverlap", ALL_PARTS), ("CharOverlap@2", Sees(2)), ("CharAP", Sees()),
        ("CharAP@2", Sees(2)), ("AiP", ALL_PARTS), ("iP@0.5", ALL_PARTS),
        ("PartP", ALL_PARTS), ("PartP@2", Sees(2)), ("PartRR", Sees()), ("PartRR@2", Sees(2)),
        ("Hit", Sees()), ("Hit@2", Sees(2)), ("SpanR", Sees()), ("SpanR@2", Sees(2)),
        ("SpanR(budget=6)", Sees(0, 6)), ("Complete@2", Sees(2)), ("GroupR@2", Sees(2)),
        ("CharR@auto", None), ("Hit@auto", None), ("PartP@auto", None),
        ("gP@2", None), ("nDCG", None),
    ],
)  # fmt: skip
def test_how_far_measures_look_at_every_part(measure, seen):
    assert pw.parse(measure).sees() == seen
