"""The most relevant characters that any choice of parts shows."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.gold import PARTS, SPANS, gold_of, places_in, wanted
from tests.reference import slow_coverage as slow

from partwise.geometry import inventory as ceilings
from partwise.geometry.assessments import Assessments
from partwise.geometry.inventory import Limit, ceiling, oracle, room
from partwise.geometry.relevant_text import GoldLine
from partwise.tables.qrels import Qrels

# t wants a 0..10 and b 0..4; u wants b 2..4
SPANNED = [("t", "a", 0, 10), ("t", "b", 0, 4), ("u", "b", 2, 2)]
CHUNKS = [("a", 0, 6), ("a", 4, 8), ("b", 0, 3), ("c", 0, 9)]


def held_of(spans, parts, tokens=None):
    gold = gold_of(spans)
    return gold.of_places(places_in(gold, parts, tokens))


def bounds(held, limit):
    found = ceiling(held, limit, np.zeros(held.gold.total.size, np.int64))
    return found.low.tolist(), found.high.tolist()


@pytest.mark.parametrize(
    ("limit", "best"),
    [
        (Limit(k=0), [0, 0]),
        (Limit(budget=0), [0, 0]),
        (Limit(k=1), [6, 1]),  # 0..6 or 4..10 of a; 2..3 of b
        (Limit(k=2), [10, 1]),
        (Limit(k=9), [13, 1]),
        (Limit(), [13, 1]),
        (Limit(budget=5), [5, 1]),  # the beginning of a 0..6
        (Limit(budget=9), [9, 1]),  # a 0..6 and b 0..3
        (Limit(budget=2), [2, 0]),  # u: two characters of b 0..3 do not reach 2
        (Limit(budget=3), [3, 1]),
    ],
)
def test_by_hand(limit, best):
    assert bounds(held_of(SPANNED, CHUNKS), limit) == (best, best)


@pytest.mark.parametrize(
    ("limit", "most"),
    [(Limit(), [13, 1]), (Limit(k=1), [10, 1]), (Limit(k=2), [13, 1]), (Limit(budget=12), [12, 1]),
     (Limit(budget=5, unit="tokens"), [13, 1])],
)  # fmt: skip
def test_room_is_what_other_cuts_of_the_same_text_could_show(limit, most):
    # the text held of a is all of 0..10, of b 0..3: a document a part is the best cut
    assert room(held_of(SPANNED, CHUNKS), limit).tolist() == most


def test_the_oracle_takes_what_adds_most_or_most_for_its_price():
    held = held_of(SPANNED, CHUNKS)

    for limit, starts, gains in (
        (Limit(k=3), [0, 4, 0, 0], [6, 4, 3, 1]),
        # per character: a 0..6 and b 0..3 are all relevant; then 4 of the 8 characters of a 4..12
        (Limit(budget=9), [0, 0, 4, 0], [6, 3, 4, 1]),
    ):
        chosen = oracle(held, limit)
        assert chosen.topic.tolist() == [0, 0, 0, 1]
        assert held.start[chosen.row].tolist() == starts
        assert chosen.gain.tolist() == gains


TOKENS = st.lists(st.integers(1, 6), min_size=6, max_size=6)


@given(SPANS, PARTS, st.sampled_from([1, 2, 4]), st.integers(1, 25), TOKENS)
def test_equals_the_best_of_all_choices(spans, parts, k, budget, tokens):
    parts = list(dict.fromkeys(parts))
    held = held_of(spans, parts, tokens[: len(parts)])
    places = [(d, a, a + n) for d, a, n in parts]
    topics = list(dict.fromkeys(t for t, *_ in spans))

    gold = [wanted(spans, topic) for topic in topics]
    for limit, best in (
        (Limit(k=k), [slow.most_of_k(places, text, k) for text in gold]),
        (Limit(budget=budget), [slow.most_for_budget(places, text, budget) for text in gold]),
        (
            Limit(budget=budget, unit="tokens"),
            [slow.most_for_budget(places, text, budget, tokens) for text in gold],
        ),
    ):
        assert bounds(held, limit) == (best, best)
        assert (room(held, limit) >= best).all()


def read(parts, gold, budget, *, per_cost):
    """Characters that the budget reads of the oracle's parts, in its order."""
    shown, left = set(), budget
    for part, _ in slow.oracle(parts, gold, per_cost=per_cost):
        text = slow.characters(part)
        shown |= set(text[: max(left, 0)]) & gold
        left -= len(text)
    return len(shown)


@given(SPANS, PARTS, st.integers(1, 25))
def test_where_the_search_gives_up_bounds_remain(spans, parts, budget):
    held = held_of(spans, list(dict.fromkeys(parts)))
    places = sorted({(d, a, a + n) for d, a, n in parts})
    gold = [wanted(spans, topic) for topic in dict.fromkeys(t for t, *_ in spans)]
    few = partial(ceilings.most_for_budget, max_labels=-1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ceilings, "most_for_budget", few)
        low, high = bounds(held, Limit(budget=budget))

    greedy = [[read(places, text, budget, per_cost=way) for way in (True, False)] for text in gold]
    assert low == [max(both) for both in greedy]
    best = [slow.most_for_budget(places, text, budget) for text in gold]
    assert all(a <= b <= c for a, b, c in zip(low, best, high, strict=True))


def test_what_a_run_shows_is_a_lower_bound():
    held = held_of(SPANNED, CHUNKS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ceilings, "most_for_budget", partial(ceilings.most_for_budget, max_labels=-1))
        found = ceiling(held, Limit(budget=3), np.array([3, 1]))

    assert (found.low.tolist(), found.high.tolist()) == ([3, 1], [3, 1])


def test_no_parts_show_nothing():
    assert bounds(held_of(SPANNED, []), Limit(k=3)) == ([0, 0], [0, 0])
    assert bounds(held_of(SPANNED, []), Limit(budget=3)) == ([0, 0], [0, 0])
    assert room(held_of(SPANNED, []), Limit(k=3)).tolist() == [0, 0]


def test_copies_count_once_and_few_parts_are_tried_in_every_choice():
    # a 0..10 and b 0..10 are one text: 0..5 of one and 5..10 of the other show all of it, while
    # the greedy choice begins with the six characters in the middle
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a", "b"], start=[0, 0], end=[10, 10])
    gold = GoldLine(Assessments(qrels, equivalent=np.array([0, 0])), "losses")
    parts = [("a", 0, 5), ("b", 5, 5), ("a", 2, 6)]
    held = gold.of_places(places_in(gold, parts))

    assert bounds(held, Limit(k=1)) == ([6], [6])
    assert bounds(held, Limit(k=2)) == ([10], [10])


def copied(monkeypatch=None, most=None):
    """u wants c 0..3; t wants one text that stands in a and in b, of which parts overlap."""
    if monkeypatch is not None:
        monkeypatch.setattr(ceilings, "MOST_PARTS", most)
    qrels = Qrels.from_columns(topic=[*"utt"], doc=[*"cab"], start=[0] * 3, end=[3, 10, 10])
    gold = GoldLine(Assessments(qrels, equivalent=np.array([-1, 0, 0])), "losses")
    parts = [("a", 0, 5), ("b", 5, 5), ("a", 2, 6), ("c", 0, 2), ("c", 1, 2)]
    return gold.of_places(places_in(gold, parts))


def test_topics_with_and_without_copies(monkeypatch):
    assert bounds(copied(), Limit(k=2)) == ([3, 10], [3, 10])
    assert bounds(copied(monkeypatch, 3), Limit(k=2)) == ([3, 10], [3, 10])
    assert bounds(copied(), Limit(budget=0)) == ([0, 0], [0, 0])


def test_too_many_parts_with_copies_leave_bounds(monkeypatch):
    # the six in the middle and two more; six and five at most, of ten
    held = copied(monkeypatch, 2)

    assert bounds(held, Limit(k=1)) == ([2, 6], [2, 6])
    assert bounds(held, Limit(k=2)) == ([3, 8], [3, 10])
    found = ceiling(held, Limit(k=2), np.array([0, 9]))
    assert (found.low.tolist(), found.high.tolist()) == ([3, 9], [3, 10])


@pytest.mark.parametrize(
    ("wanted", "parts", "budget", "low", "high"),
    [
        # the short one costs least for what it shows, and leaves too little for the long one
        ([("t", "a", 0, 9)], [("a", 0, 3), ("a", 0, 10)], 10, 9, 9),
        # one read whole for 10 and two characters; the hull from (5, 5) to (15, 10) at 12
        ([("t", "a", 0, 5), ("t", "a", 20, 5)], [("a", 0, 10), ("a", 20, 10)], 12, 7, 8),
    ],
)
def test_bounds_where_the_search_gives_up(monkeypatch, wanted, parts, budget, low, high):
    monkeypatch.setattr(ceilings, "most_for_budget", lambda *_: None)

    assert bounds(held_of(wanted, parts), Limit(budget=budget)) == ([low], [high])


def test_what_a_choice_is_best_within():
    assert Limit(budget=5).description == "for this budget"
    assert [Limit(k=k).description for k in (1, 2)] == ["of 1 part", "of 2 parts"]


def test_a_budget_that_is_spent_reads_no_more():
    # a and b are one text of four characters; the part of each costs two tokens, as that of c does
    qrels = Qrels.from_columns(topic=["t"] * 3, doc=[*"abc"], start=[0] * 3, end=[4, 4, 3])
    gold = GoldLine(Assessments(qrels, equivalent=np.array([0, 0, -1])), "losses")
    held = gold.of_places(places_in(gold, [("a", 0, 4), ("b", 0, 4), ("c", 0, 3)], [2, 2, 2]))

    for budget, best in ((1, 2), (2, 4), (3, 5), (4, 7), (9, 7)):
        assert bounds(held, Limit(budget=budget, unit="tokens")) == ([best], [best])
