"""Parts of a run: places, sizes, what they show, and what a budget buys."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.views import row, view
from tests.reference.characters_collections import Collection

from partwise.errors import MissingLengthError, TableError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.tables.lengths import Lengths

PLACES = st.tuples(st.sampled_from("ab"), st.integers(0, 12), st.integers(0, 8))


def places(parts):
    return list(zip(parts.start.tolist(), parts.end.tolist(), strict=True))


def test_places_are_clipped_and_whole_documents_get_their_length():
    rows = [row("a", 3, 20), row("a"), row("b"), row("a", 30, 40), row("b", 4, 9)]
    parts = view(rows, lengths={"a": 10}).parts

    assert places(parts) == [(3, 10), (0, 10), (0, 0), (10, 10), (4, 9)]
    assert parts.endless.tolist() == [False, False, True, False, False]
    assert parts.document.tolist() == [0, 0, 1, 0, 1]


def test_parts_are_not_clipped_where_nobody_asks_for_it():
    world = Collection(["t"], [row("a", 0, 10)], [row("a", 3, 20)], {"a": 12})
    lengths = Lengths.from_columns(doc=["a"], length=[12])
    seen = View(Assessments(world.qrels(), lengths=lengths, clip=False), world.table())

    assert places(seen.parts) == [(3, 20)]


def test_parts_of_an_empty_document_are_empty():
    assert places(view([row("a", 3, 20)], lengths={"a": 0}).parts) == [(0, 0)]
    whole = view([row("a")], lengths={"a": 0}).parts
    assert (places(whole), whole.endless.tolist()) == ([(0, 0)], [False])


def test_the_same_place_again():
    rows = [row("a", 0, 5), row("b", 0, 5), row("a", 0, 5), row("a", 0, 6), row("b"), row("b")]
    topics = [{**r, "topic": "u"} for r in rows[:1]]
    parts = view([*rows, *topics], topics=("t", "u")).parts

    assert parts.same_place.tolist() == [False, False, True, False, False, True, False]
    assert view([]).parts.same_place.tolist() == []


@given(st.lists(PLACES, max_size=7), st.lists(PLACES, min_size=1, max_size=4))
def test_what_parts_show_is_counted_in_characters(shown, wanted):
    run = [row(d, a, a + n) for d, a, n in shown]
    judged = [row(d, a, a + n + 1) for d, a, n in wanted]
    parts = view(run, judged).parts
    relevant = {(d, c) for d, a, n in wanted for c in range(a, a + n + 1)}

    seen, found = parts.seen("CharP"), set()
    for at, (d, a, n) in enumerate(shown):
        text = {(d, c) for c in range(a, a + n)}
        assert parts.size("CharP")[at] == len(text)
        assert parts.fresh[at] == len(text - found)
        assert seen.relevant[at] == len(text & relevant)
        assert seen.fresh_relevant[at] == len((text - found) & relevant)
        found |= text


def test_the_walk_by_hand():
    # relevant: 2..5 of a. First part: miss, miss, hit 1/3; second: hits 2/4 and 3/5
    parts = view([row("a", 0, 3), row("a", 3, 5)], [row("a", 2, 5)]).parts

    assert parts.walk("CharAP", None) == pytest.approx([1 / 3 + 2 / 4 + 3 / 5])
    assert parts.walk("CharAP", 1) == pytest.approx([1 / 3])


def test_a_budget_cuts_the_part_in_which_it_ends():
    parts = view([row("a", 2, 6), row("b", 0, 3), row("a", 8, 9)]).parts

    bought = [places(parts.within(budget, "characters", "CharR")) for budget in (1, 4, 6, 8, 99)]
    assert bought == [
        [(2, 3)],
        [(2, 6)],
        [(2, 6), (0, 2)],
        [(2, 6), (0, 3), (8, 9)],
        [(2, 6), (0, 3), (8, 9)],
    ]
    assert parts.within(6, "characters", "CharR").document.tolist() == [0, 1]


def test_every_topic_has_the_budget_for_itself():
    rows = [row("a", 0, 4), row("a", 4, 8), {**row("a", 0, 4), "topic": "u"}]
    bought = view(rows, topics=("t", "u")).parts.within(5, "characters", "CharR")

    assert bought.offsets.tolist() == [0, 2, 3]
    assert places(bought) == [(0, 4), (4, 5), (0, 4)]


def test_tokens_buy_a_share_of_the_characters():
    # the second part costs 3 tokens for 10 characters: one token left reads 10 x 1 // 3
    rows = [row("a", 0, 4, tokens=2), row("a", 10, 20, tokens=3), row("a", 30, 31, tokens=0)]
    parts = view(rows).parts

    assert places(parts.within(3, "tokens", "CharR")) == [(0, 4), (10, 13)]
    assert places(parts.within(5, "tokens", "CharR")) == [(0, 4), (10, 20)]
    assert places(parts.within(6, "tokens", "CharR")) == [(0, 4), (10, 20), (30, 31)]


def test_a_share_of_a_long_part_keeps_its_digits():
    # 10**18 characters times 10**9 tokens would leave 64 bits
    cost, left = 10**9 + 7, 10**9
    parts = view([row("a", 0, 10**18, tokens=cost)]).parts

    assert parts.within(left, "tokens", "CharR").end.tolist() == [10**18 * left // cost]


def test_a_budget_needs_the_lengths_of_what_it_reaches():
    parts = view([row("a", 0, 4), row("b"), row("c")]).parts

    assert places(parts.within(4, "characters", "CharR")) == [(0, 4)]
    with pytest.raises(MissingLengthError) as error:
        parts.within(5, "characters", "CharR")
    assert (error.value.row, error.value.document) == (1, "b")


def test_a_length_that_is_needed_is_named_with_its_row():
    parts = [row("a", 0, 5), row("b"), row("a")]
    seen = view(parts)
    for text, doc, at in (("CharP", "b", 1), ("AiP", "b", 1), ("CharR", "a", 2), ("AgP", "a", 2)):
        with pytest.raises(MissingLengthError) as error:
            parse(text).values(seen)
        assert (error.value.row, error.value.document) == (at, doc)
    assert str(error.value).startswith("row 2: the length of document a is not known, and F needs")


@pytest.mark.parametrize("text", ["CharP@1", "CharR@2", "AiP@1", "CharAP@1", "CharIoU@1", "P@5"])
def test_lengths_beyond_the_cutoff_are_not_needed(text):
    parse(text).values(view([row("a", 0, 5), row("b"), row("a")]))


@pytest.mark.parametrize("text", ["CharP@2", "CharR@3", "AiP@2", "CharAP@2", "CharIoU@2"])
def test_the_length_at_the_cutoff_is_needed(text):
    with pytest.raises(MissingLengthError):
        parse(text).values(view([row("a", 0, 5), row("b"), row("a")]))


def test_documents_that_are_not_relevant_need_no_length():
    seen = view([row("b"), row("a", 0, 5)])
    for text in ("CharR", "gP@2", "AgP", "gP(BEP)@1", "gRw"):
        assert np.isfinite(parse(text).values(seen)).all()
    for text in ("gP(aveChP)@1", "CE@2"):
        with pytest.raises(MissingLengthError) as error:
            parse(text).values(seen)
        assert error.value.row == 1


def test_a_budget_in_tokens_needs_them():
    tokens = [row("a", 0, 5, tokens=3), row("a", 5, 9)]
    with pytest.raises(TableError, match="row 1: CharR counts tokens"):
        parse("CharR(budget=5, unit=tokens)").values(view(tokens))
    with pytest.raises(TableError, match="row 0"):
        parse("CharR(budget=5, unit=tokens)").values(view([row("a", 0, 5)]))


def test_offsets_beyond_counting_are_refused():
    seen = view([row("b", 0, 2**62), row("c", 0, 2**62)])
    with pytest.raises(TableError, match="too far"):
        parse("CharP").values(seen)


def of_topics(**lists):
    """Parts (document, start, end) of topics; those without any are judged all the same."""
    rows = [{**row(*place), "topic": topic} for topic, many in lists.items() for place in many]
    return view(rows, topics=tuple(lists)).parts


def test_topics_in_which_every_part_is_doubled():
    one, other, third = ("a", 0, 5), ("b", 0, 5), ("a", 0, 6)
    doubled, single = [one, other, one, other], [one, other, one]

    assert of_topics(s=[], t=doubled, u=single, v=[third] * 3).n_doubled == 2
    assert of_topics(t=doubled, u=doubled).n_doubled == 2
    # nobody asks where the first topic is none of them
    assert of_topics(t=single, u=doubled).n_doubled == 0
    assert of_topics(s=[], t=single, u=doubled).n_doubled == 0
    # the same place in two topics is no double
    assert of_topics(t=[one], u=[one]).n_doubled == 0
    assert of_topics(t=[], u=[]).n_doubled == 0


@pytest.mark.parametrize(("start", "beyond"), [(9, False), (10, True), (11, True)])
def test_what_begins_at_the_end_of_its_document_is_told_apart(start, beyond):
    seen = view([row("a", start, 20), row("a", 0, 10)], lengths={"a": 10})

    assert places(seen.parts) == [(min(start, 10), 10), (0, 10)]
    (note,) = seen.notes
    assert ("1 part begins past" in note) is beyond
    assert ("1 part extends past" in note) is not beyond


def test_parts_that_cost_nothing_are_told():
    rows = [row("a", 0, 4, tokens=0), row("a", 4, 5, tokens=2), row("a", 7, 7, tokens=0)]
    seen = view(rows)
    seen.parts.within(2, "tokens", "CharR")

    assert [note for note in seen.notes if "0 tokens" in note] == [
        "warning: 1 part with text has 0 tokens and costs nothing"
    ]


@pytest.mark.parametrize(("budget", "told"), [(8, False), (9, False), (10, True)])
def test_a_budget_that_decides_nothing_is_told(budget, told):
    # the longest topic has 9 characters
    parts = of_topics(s=[], t=[("a", 0, 4)], u=[("a", 0, 5), ("b", 0, 4)])
    parts.within(budget, "characters", "CharR")

    said = [note for note in parts.retrieval.notes if "no topic returns as much" in note]
    assert len(said) == told


def test_a_budget_that_pays_for_all_that_one_topic_returns():
    parts = of_topics(t=[("a", 0, 9)], u=[("a", 0, 5), ("b", 0, 2)])
    parts.within(8, "characters", "CharR")

    assert not [note for note in parts.retrieval.notes if "no topic returns as much" in note]
