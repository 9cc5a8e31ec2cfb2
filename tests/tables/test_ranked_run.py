from __future__ import annotations

import numpy as np
import pytest

from partwise.tables.names import Names
from partwise.tables.ranked_run import RankedRun


@pytest.fixture
def ranked():
    # three rows: two judged documents and one that nobody judged
    return RankedRun(
        name="mine",
        topics=Names.of(["q", "p"]),
        topic=np.array([0, 0, 1], np.int32),
        docs=Names.of(["a", "b"]),
        doc=np.array([1, 2, 0], np.int32),
        tied=np.array([False, True, False]),
    )


def test_what_it_says_of_itself(ranked):
    assert repr(ranked) == "RankedRun('mine': 3 documents, 2 topics)"
    assert len(ranked) == 3
    assert ranked.answered == []


@pytest.mark.parametrize("name", ["topic", "doc", "tied"])
def test_columns_are_frozen(ranked, name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(ranked, name)[0] = 0


def test_another_name(ranked):
    other = ranked.named("yours")

    assert (other.name, ranked.name) == ("yours", "mine")
    assert np.array_equal(other.doc, ranked.doc)


def test_it_stands_for_a_run_of_documents(ranked):
    # what a view asks of any run
    assert (ranked.holds_documents, ranked.has_scores) == (True, True)
    assert (ranked.missing, ranked.columns) == ("error", None)
