"""Notes and refusals of a view."""

from __future__ import annotations

import numpy as np
import pytest
from tests.geometry.views import row, view
from tests.reference.characters_collections import Collection

import partwise as pw
import partwise.measures
from partwise.errors import ParameterError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse


@pytest.mark.parametrize(
    "text",
    [
        "CharR(budget=0)", "CharR(budget=10)@5", "CharR(unit=tokens)", "CharP(budget=2.5)", "iP@1",
        "iP", "gP", "CE", "NCE", "IPrec", "igP", "P@0", "iP@1.5", "AiP(points=1)",
        "CharP(tolerance=2)", "CharF(beta=0)", "LE", "CE(LE(nonrel=1))@1",
        "CE(LE(levels=6, nonrel=5))@1",
        "gP(T2IP(n=0))@1", "gP(aveChP(order=best))@1", "nDCG(gain=some)", "AgP(LE)", "CE(F)@3",
        "Rprec@5", "AgPw(variant=first)", "CharOverlap(budget=5)",
    ],
)  # fmt: skip
def test_measures_that_do_not_exist(text):
    with pytest.raises((ParameterError, ValueError, LookupError)):
        parse(text).complete()


def test_long_documents_cost_nothing():
    far = 10**12
    seen = view([row("a", 0, far)], [row("a", far // 2, far)], {"a": far})
    wanted = {"CharP": 0.5, "CharR": 1.0, "CharIoU": 0.5, "gP(DocP)@1": 0.5, "gP(ChP)@1": 0.0}
    for text, value in wanted.items():
        assert parse(text).values(seen).tolist() == [value]
    # Relevant characters after as many others: the mean of t / (n/2 + t) is 1 - ln 2.
    for text in ("CharAP", "gP(aveChP)@1"):
        assert parse(text).values(seen)[0] == pytest.approx(1 - np.log(2), abs=1e-9)


def test_views_share_assessments():
    collection = Collection(["t"], [row("a", 0, 10)], [row("a", 0, 5)], {"a": 20})
    judged = collection.assessments()
    one, other = (View(judged, collection.table()) for _ in range(2))
    assert parse("CharR").values(one).tolist() == parse("CharR").values(other).tolist()
    assert one.assessments.entry_highlights is other.assessments.entry_highlights


ENTRY = pw.Qrels.from_columns(
    topic=["t"], doc=["d"], start=[500], end=[600], length=[1000], bep=[500]
)


@pytest.mark.parametrize(
    ("gain", "natural", "entry"), [("AgP(aveChP{})", 0.089225, 1), ("CE(LE(screen=100{}))@1", 3, 0)]
)
def test_reading_from_the_entry(gain, natural, entry):  # the values of findings 6.3
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[500], end=[500], rank=[1])
    how = "(order=entry)" if "ave" in gain else ", order=entry"
    measures = [gain.format(""), gain.format(how)]
    found = pw.evaluate(ENTRY, run, measures).means["mean"].to_list()
    assert found == pytest.approx([natural, entry], abs=1e-6)


def test_topics_with_results_are_present():
    qrels = pw.Qrels.from_columns(topic=["t", "u", "v"], doc=["a"] * 3, grade=[1] * 3)
    run = pw.Run.from_columns(topic=["v", "t"], doc=["a", "a"])

    assert View(Assessments(qrels), run).present.tolist() == [True, False, True]
