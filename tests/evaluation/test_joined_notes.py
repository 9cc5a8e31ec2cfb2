from __future__ import annotations

from partwise.evaluation.notes import joined_notes, said
from partwise.geometry.limits import SHORT
from partwise.messages import Note, Notes

ORDER = {"a": 0, "b": 1, "c": 2}


def test_counts_are_added_and_topics_stand_in_the_order_of_the_assessments():
    one = Note("{n:topic} lost ({topics})", n=1, topics=["c"])
    other = Note("{n:topic} lost ({topics})", n=2, topics=["a", "b"])

    assert joined_notes([[one], [other]], ORDER) == ["3 topics lost (a, b, c)"]


def test_what_is_said_of_the_whole_is_said_once():
    note = Note("{n:part} truncated", n=3, whole=True)

    assert joined_notes([[note], [note]], ORDER) == ["3 parts truncated"]


def test_words_that_depend_on_counts_follow_their_sum():
    words = "{n:tie} broken by {ranked:?rank{left:?, then |}|}{left:?position|}"
    one, other = Note(words, n=2, ranked=2, left=0), Note(words, n=1, ranked=0, left=1)

    assert (one, other) == ("2 ties broken by rank", "1 tie broken by position")
    assert joined_notes([[one], [other]], ORDER) == ["3 ties broken by rank, then position"]


def test_names_of_another_kind_are_united():
    words = "{who:+assessor}: {who:1} first"
    one, other = Note(words, who=["z", "y"]), Note(words, who=["x", "y"])

    assert joined_notes([[one], [other]], ORDER) == ["3 assessors: x first"]


def test_notes_of_count_0_tell_where_others_stand():
    def noted(first, second, third):
        notes = Notes()
        notes.add("{n:first}", n=first)
        notes.add("{n:second}", n=second)
        notes.add("{n:third}", n=third)
        return notes.in_order()

    found = joined_notes([noted(1, 0, 1), noted(0, 1, 0)], ORDER)

    assert said(found) == ["1 first", "1 second", "1 third"]


def test_notes_on_different_runs_stay_apart():
    notes = [Note("{n:part}", n=1, subject=name) for name in ("r", "s")]

    assert joined_notes([[notes[0]], [notes[1]]], ORDER) == ["r: 1 part", "s: 1 part"]


def test_what_holds_in_every_topic_must_hold_in_all_pieces():
    every, some = Note(SHORT, n=3, every=3, budget="9"), Note(SHORT, n=0, every=2, budget="9")

    assert said(joined_notes([[every], [every]], ORDER)) == [SHORT.format(budget="9")]
    assert said(joined_notes([[every], [some]], ORDER)) == []
    assert said(joined_notes([[some], [every]], ORDER)) == []
