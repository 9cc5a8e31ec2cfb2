"""Columns behind measures of expected hits, on e1 (100 characters), e3 (30) and e4 (20).

Assessed are e3 and e4; readers do not navigate, so what is expected is certain.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.measures.worlds import toy

from partwise.errors import PartwiseError
from partwise.measures import ESRP, SRP, EHits, SRiR
from partwise.measures.esr import ExpectedMeasure
from partwise.users import NoNav

NAV = {"nav": NoNav()}


def case(column):
    """What belongs to the ranks of the first topic."""
    return pytest.approx(column.tolist()[:3])


def test_a_measure_says_what_its_value_is():
    class Silent(ExpectedMeasure):
        """Nothing."""

        rel = "binary"

    with pytest.raises(PartwiseError, match=r"Silent does not define value_of\(\)"):
        Silent(**NAV).values(toy())


def test_columns_are_read_at_the_cutoff():
    view = toy()
    for k, hits in ((1, 0), (2, 1), (3, 2), (None, 2), (9, 2)):
        measure = EHits(**NAV) if k is None else EHits(**NAV) @ k
        known = measure.expected(view)
        found = measure.at_cutoff(known, known.hits, 7.0)
        # nothing is assessed in the second topic, the third returns nothing
        assert found.tolist() == pytest.approx([hits, math.nan, 7], nan_ok=True)


def test_hits_count_as_ranks_or_as_relevance():
    view = toy()

    for rel, hits in (("binary", [0, 1, 2]), ("length", [0, 30, 50])):
        measure = ESRP(rel=rel, **NAV)
        assert hits == case(measure.hits_down_to(measure.expected(view)))
        assert measure.exceeds() == (rel != "binary")


def test_recall_over_the_collection_may_exceed_one():
    assert SRiR(base="collection").exceeds()
    assert not SRiR().exceeds()


def test_relevance_that_is_inferred():
    measure = SRP(**NAV)
    known, down_to = measure.sums(toy("e3", "e1", "e4"))

    assert case(down_to) == [1, 1, 2]
    mean = measure.mean(known, np.array([2.0, 2.0, 0.0]), np.array([3.0, 3.0, 1.0]))
    assert mean.tolist() == pytest.approx([2 / 3, math.nan, 0], nan_ok=True)


def test_what_is_inferred_may_exceed_one():
    assert not SRP().exceeds()
    assert SRP(infer="sum").exceeds()
    assert SRP(rel="length").exceeds()
