"""Hit, PartRR, PartP and SpanR against their definitions, and the laws between them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import slow_parts as slow
from tests.reference.characters_collections import collections

import partwise as pw

LEAST = st.sampled_from([1, 2, 3, 20, 0.1, 0.3, 0.5, 0.7, 1 / 3, 1.0])
K = st.none() | st.integers(1, 8)


def spelled(name, least, k=None, budget=None):
    more = "" if budget is None else f", budget={budget}"
    return f"{name}(min={least!r}{more})" + ("" if k is None else f"@{k}")


def values(collection, name, least, k=None, budget=None):
    return pw.parse(spelled(name, least, k, budget)).values(collection.view())


@pytest.mark.parametrize("name", ["Hit", "PartRR", "PartP", "SpanR"])
@given(data=st.data(), least=LEAST, k=K)
@settings(max_examples=80)
def test_equals_the_definition(name, data, least, k):
    # losses.md 4.2
    known = data.draw(st.booleans())
    collection = data.draw(collections(known=known, whole_judgements=data.draw(st.booleans())))
    budget = None
    if name == "SpanR" and k is None:
        budget = data.draw(st.none() | st.integers(1, 60))
    try:
        wanted = [
            slow.value(collection, topic, name, least=least, k=k, budget=budget)
            for topic in collection.topics
        ]
    except slow.LengthNeeded:
        with pytest.raises(pw.MissingLengthError):
            values(collection, name, least, k, budget)
        return
    except slow.Refused:
        with pytest.raises(pw.MissingAssessmentError, match=f"{name} needs highlighted spans"):
            values(collection, name, least, k, budget)
        return
    np.testing.assert_array_equal(values(collection, name, least, k, budget), wanted)


@given(collection=collections(), least=LEAST, more=LEAST, k=st.integers(1, 7))
@settings(max_examples=80)
def test_laws(collection, least, more, k):
    hit, rank, precision, spans = (
        values(collection, name, least, k) for name in ("Hit", "PartRR", "PartP", "SpanR")
    )
    defined = ~np.isnan(hit)
    one = [column[defined] for column in (hit, rank, precision, spans)]
    hit, rank, precision, spans = one
    assert (hit == (rank > 0)).all()
    assert (hit == (precision > 0)).all()
    assert (hit <= (spans > 0)).all()
    if least == 1 and isinstance(least, int):
        assert (hit == (spans > 0)).all()
        np.testing.assert_array_equal(
            pw.parse(f"CharR@{k}").values(collection.view())[defined] > 0, spans > 0
        )
        window = pw.parse(f"GR(nav=Window)@{k}").values(collection.view())[defined]
        assert window == pytest.approx(spans)
    if least == 1.0 and isinstance(least, float):
        whole = pw.parse(f"CharR@{k}").values(collection.view())[defined]
        assert ((spans == 1) == (whole == 1)).all()
    for name, column in zip(("Hit", "PartRR", "SpanR"), (hit, rank, spans), strict=True):
        assert (values(collection, name, least, k + 1)[defined] >= column).all()
    if isinstance(least, float):
        alone = pw.parse(f"GR(nav=Reads(min={least}))@{k}").values(collection.view())[defined]
        assert (alone <= spans + 1e-12).all()
    if type(least) is type(more) and more > least:
        for name, column in zip(
            ("Hit", "PartRR", "PartP", "SpanR"), (hit, rank, precision, spans), strict=True
        ):
            assert (values(collection, name, more, k)[defined] <= column).all()


@given(collection=collections(), budget=st.integers(1, 60))
@settings(max_examples=40)
def test_a_larger_budget_never_finds_less(collection, budget):
    less, more = (values(collection, "SpanR", 0.5, budget=n) for n in (budget, budget + 5))
    defined = ~np.isnan(less)
    assert (more[defined] >= less[defined]).all()
