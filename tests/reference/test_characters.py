"""Every character-level measure against its definition, on random collections."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import characters_slow as slow
from tests.reference.characters_collections import collections
from tests.reference.characters_measures import MEASURES, spell

import partwise as pw


def expected(name, cutoff, params, collection):
    found = [slow.value(collection.slow(t), name, cutoff, **params) for t in collection.topics]
    return np.array(found)


@given(data=st.data())
@settings(max_examples=50)
def test_equals_the_definition(data):
    collection = data.draw(collections(known=data.draw(st.booleans()), whole_judgements=True))
    grades = [row["grade"] for row in collection.judgements]
    ungraded = bool(grades) and not any(grade is not None for grade in grades)
    view = collection.view()
    for name, settings_of in MEASURES.items():
        cutoff, params = data.draw(settings_of)
        measure = pw.parse(spell(name, cutoff, params))
        try:
            wanted = expected(name, cutoff, params, collection)
        except slow.LengthNeeded:
            with pytest.raises(pw.MissingLengthError):
                measure.values(view)
            continue
        if params.get("gain") == "given" and ungraded:
            with pytest.raises(pw.MissingAssessmentError):
                measure.values(view)
            continue
        found = measure.values(view)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12, err_msg=repr(measure))


@given(data=st.data())
@settings(max_examples=15)
def test_lists_without_scores_keep_their_order(data):
    collection = data.draw(collections(scores=False))
    view = collection.view()
    for name, settings_of in MEASURES.items():
        cutoff, params = data.draw(settings_of)
        if params.get("gain") in ("given", "auto"):
            continue
        measure = pw.parse(spell(name, cutoff, params))
        wanted = expected(name, cutoff, params, collection)
        np.testing.assert_allclose(measure.values(view), wanted, atol=1e-12, err_msg=repr(measure))


def test_the_reference_knows_undefined_topics():
    assert isnan(slow.value(slow.Topic({}, [], {}), "AP"))
