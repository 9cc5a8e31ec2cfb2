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

from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.language.parser import parse


def expected(name, cutoff, params, collection):
    found = [slow.value(collection.slow(t), name, cutoff, **params) for t in collection.topics]
    return np.array(found)


@pytest.mark.parametrize("name", MEASURES)
@given(data=st.data())
@settings(max_examples=50)
def test_equals_the_definition(name, data):
    collection = data.draw(collections(known=data.draw(st.booleans()), whole_judgements=True))
    cutoff, params = data.draw(MEASURES[name])
    measure = parse(spell(name, cutoff, params))
    try:
        wanted = expected(name, cutoff, params, collection)
    except slow.LengthNeeded:
        with pytest.raises(MissingLengthError):
            measure.values(collection.view())
        return
    grades = [row["grade"] for row in collection.judgements]
    if params.get("gain") == "given" and grades and not any(g is not None for g in grades):
        with pytest.raises(MissingAssessmentError):
            measure.values(collection.view())
        return
    found = measure.values(collection.view())
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MEASURES)
@given(data=st.data())
@settings(max_examples=15)
def test_lists_without_scores_keep_their_order(name, data):
    collection = data.draw(collections(scores=False))
    cutoff, params = data.draw(MEASURES[name])
    if params.get("gain") in ("given", "auto"):
        return
    found = parse(spell(name, cutoff, params)).values(collection.view())
    np.testing.assert_allclose(found, expected(name, cutoff, params, collection), atol=1e-12)


def test_the_reference_knows_undefined_topics():
    assert isnan(slow.value(slow.Topic({}, [], {}), "AP"))
