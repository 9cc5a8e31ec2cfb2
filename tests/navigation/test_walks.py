"""Walks of readers down the lists."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import STEPS, moves, named_targets, spans, view
from tests.reference import slow_navigation as slow

from partwise.errors import ParameterError
from partwise.navigation.walks import (
    WalkReader,
    Walks,
    at_recall,
    check_independent,
    check_recall,
    recall_value,
    walks,
)
from partwise.users.combined import NoNav
from partwise.users.reading import Reads, Window


def efforts(results, wanted, chance, depth=None, novelty=None):
    targets = named_targets(list(results), list(wanted))
    names = targets.destinations.assessments.topics
    return Walks(names, targets, WalkReader(moves(chance), "auto"), depth).efforts(novelty)[0]


def test_by_hand():
    # wanted: a and b; c leads to a with .5, then b is returned
    found = efforts("cb", "ab", {("c", "a"): 0.5})

    assert found.n == 2
    assert found.consulted.tolist() == [1.5, 0.5]  # nothing seen: rank 1, rank 2 with .5
    assert found.final.tolist() == [0, 0.5, 0.5]
    assert efforts("cb", "ab", {("c", "a"): 0.5}, depth=1).final.tolist() == [0.5, 0.5, 0]


@given(
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=5),
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True),
    STEPS,
    st.none() | st.integers(1, 4),
)
def test_equals_the_distribution_of_what_was_seen(results, wanted, chance, depth):
    found = efforts(results, wanted, chance, depth)

    reach = []
    for at, x in enumerate(results[:depth]):
        again = x in results[:at]
        row = [Fraction(int(x == y)) or chance.get((x, y), Fraction(0)) for y in sorted(wanted)]
        reach.append([Fraction(0)] * len(row) if again else row)
    after = [slow.distribution(slow.seen(reach, i)) for i in range(len(reach) + 1)]
    assert found.final == pytest.approx([float(p) for p in after[-1]], abs=1e-9)
    consulted = [float(sum(f[s] for f in after[:-1])) for s in range(len(wanted))]
    assert found.consulted == pytest.approx(consulted, abs=1e-9)


def test_topics_in_which_nothing_leads_anywhere_or_nothing_is_wanted():
    run = {"topic": ["t", "u", "u"], "rank": [1, 1, 2], **spans((0, 5), (50, 60), (70, 80))}
    qrels = {
        "topic": ["t", "u", "v", "w"],
        **spans((3, 4), (3, 4), (3, 4), (3, 4)),
        "grade": [1, 1, 1, 0],
    }
    found = walks(view(run, qrels), WalkReader(Window(), "auto"), None, "PRUM").efforts(None)

    assert [None if one is None else one.final.tolist() for one in found] == [
        [0, 1], [1, 0], [1, 0], None,
    ]  # fmt: skip
    assert [None if one is None else one.consulted.tolist() for one in found][:3] == [[1], [2], [0]]


def test_a_walk_that_looked_for_novelty_serves_others():
    seen = view(spans((0, 5)), spans((3, 4)))
    made = walks(seen, WalkReader(NoNav(), "auto"), None, "PRUM")

    novel = made.efforts("exact")
    assert made.efforts(None) is novel
    assert made.efforts("exact") is novel
    assert walks(seen, WalkReader(NoNav(), "auto"), None, "GR") is made
    assert walks(seen, WalkReader(NoNav(), "auto"), 1, "GR") is not made


@pytest.mark.parametrize(
    ("level", "n", "value"),
    [("0.5", 4, 2), ("0.5", 5, 3), ("0.51", 4, 3), ("0", 4, 1), ("1", 4, 4), ("0.1", 30, 3),
     ("0.3", 10, 3), ("0.0000000001", 5, 1)],
)  # fmt: skip
def test_how_many_ideals_a_level_asks_for(level, n, value):
    assert recall_value(Fraction(level), n) == value
    assert recall_value(None, n) == 1


def test_exactly_one_of_r_and_a_level():
    check_recall("PRUM", 3, None)
    check_recall("PRUM", 3, 10)  # a rank is no recall level
    check_recall("PRUM", None, 0.5)
    with pytest.raises(ParameterError, match="PRUM needs a recall level or a recall value"):
        check_recall("PRUM", None, 10)
    with pytest.raises(ParameterError, match=r"r must be left out with the recall level 0.5"):
        check_recall("PRUM", 3, 0.5)


def test_shares_of_text_are_no_independent_chances():
    check_independent("PRUM", Reads(min=0.5))
    check_independent("PRUM", Window())
    with pytest.raises(ParameterError, match="nav must be a model of independent chances"):
        check_independent("PRUM", Reads())


def test_topics_with_too_few_ideals_are_undefined():
    seen = view(spans((0, 5)), spans((3, 4)))
    rows = [np.array([0.5, 0.25]), None, np.array([0.75])]

    assert at_recall(seen, rows, 1, "PRUM")[[0, 2]].tolist() == [0.5, 0.75]
    np.testing.assert_equal(at_recall(seen, rows, 2, "PRUM"), [0.25, np.nan, np.nan])
    assert list(seen.notes) == ["1 topic has fewer than 2 ideals: PRUM is undefined there"]
    with pytest.raises(ParameterError, match="at most 2: no topic has more ideals"):
        at_recall(seen, rows, 3, "PRUM")
    assert np.isnan(at_recall(seen, [None], 3, "PRUM")).all()


def test_readers_of_a_grade_want_what_has_it_and_above():
    qrels = {**spans((3, 4), (20, 22)), "grade": [1, 3]}
    seen = view(spans((0, 5), (20, 25)), qrels)
    found = {
        grade: walks(seen, WalkReader(Window(), "auto", grade=grade), None, "GR").efforts(None)[0]
        for grade in (1, 2)
    }

    assert found[1].final.tolist() == [0, 0, 1]
    assert found[2].final.tolist() == [0, 1]
    assert found[2].consulted.tolist() == [2]  # the first result shows nothing of grade 3
