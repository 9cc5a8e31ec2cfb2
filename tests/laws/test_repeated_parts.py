"""What a copy of a part may do to a value."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.reference.characters_collections import collections

import partwise as pw

GAINS = ["Rel", "DocP", "DocR", "F", "F(beta=0.25)", "BEP(n=10)"]
GAINS += ["aveChP", "aveChP(order=worst)", "ChP(n=5)", "T2IP(n=3)", "T2IR(n=3)", "T2IF(n=3)"]
NEVER_RAISED = [
    *("R", "AP", "RR", "Rprec", "IPrec@0.3", "nDCG(gain=binary)", "nDCG(gain=chars)"),
    *("CharP", "CharR", "iP@0.0", "iP@0.3", "iP@1.0", "AiP", "CharAP"),
    *("CharIoU", "CharIoU(multiset=True)", "CharF", "CharF(beta=2)", "CharF(multiset=True)"),
    *("gR", "gRw", *(f"AgP({g})" for g in GAINS), *(f"igP({g})@0.3" for g in GAINS)),
    *(f"AgPw({g})" for g in GAINS),
    *(f"CharR@{k}" for k in (1, 2, 4)),
    *(f"CharR(budget={n})" for n in (1, 7, 20)),
    *(f"CharR(budget={n}, unit=tokens)" for n in (1, 7, 20)),
]


@given(collections(scores=False), st.data())
@settings(max_examples=examples(100))
def test_a_later_copy_never_pays(collection, data):
    assume(collection.run)
    original = data.draw(st.integers(0, len(collection.run) - 1))
    place = data.draw(st.integers(original + 1, len(collection.run)))
    rows = [*collection.run[:place], dict(collection.run[original]), *collection.run[place:]]
    before, after = collection.view(), replace(collection, run=rows).view()
    for text in NEVER_RAISED:
        measure = pw.parse(text)
        old, new = measure.values(before), measure.values(after)
        assert not (new > old + 1e-12).any(), text
    repeated = pw.parse("CharOverlap")
    assert (repeated.values(after) >= repeated.values(before) - 1e-12).all()


@given(collections(), st.sampled_from([None, 1, 2, 5]), st.sampled_from([None, 1, 5, 30]))
def test_recall_without_tolerance_never_exceeds_one(collection, k, budget):
    measure = "CharR" if budget is None else f"CharR(budget={budget})"
    if k is not None and budget is None:
        measure += f"@{k}"
    view = collection.view()
    for text in (measure, "R", "gR", "gRw"):
        assert not (pw.parse(text).values(view) > 1).any()
