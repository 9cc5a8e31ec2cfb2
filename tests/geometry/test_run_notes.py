"""Notes on a run, once the measures have looked at it."""

from __future__ import annotations

import pytest
from tests.geometry.views import notes, row, view

import partwise as pw
from partwise.geometry import run_notes as module
from partwise.geometry.run_notes import of_task, run_notes
from partwise.language.parser import parse
from partwise.messages import Note


def test_parts_past_the_end_are_clipped_with_a_note():
    seen = view([row("a", 5, 20), row("a", 30, 40)], lengths={"a": 10})

    assert parse("CharP").values(seen).tolist() == [1.0]
    assert seen.parts.end.tolist() == [10, 10]
    assert notes(seen)[:3] == [
        "1 part extends past the end of its document and was truncated",
        "warning: run: 1 part begins past the end of its document and holds no text. Do offsets "
        "count something else, or is it another text?",
        "1 part is empty; it keeps its rank and shows nothing",
    ]


def test_repeated_text_is_kept_with_a_note():
    seen = view([row("a", 0, 8), row("a", 0, 8), row("a", 6, 9)])
    assert notes(seen, "CharP") == [
        "2 parts overlap earlier parts (text already seen earns nothing)"
    ]


def test_scattered_documents_are_gathered_with_one_note():
    seen = view([row("b", 0, 5), row("a", 0, 5), row("b", 6, 9), row("a", 6, 9)])
    assert parse("RR").values(seen).tolist() == [0.5]
    assert notes(seen, "CharR") == []
    notes(seen, "RR")
    assert tuple(seen.notes) == (
        "parts of 2 documents, counted topic by topic, are not contiguous; each document is "
        "ranked at its first part",
    )


ENTRY = pw.Qrels.from_columns(
    topic=["t"], doc=["d"], start=[500], end=[600], length=[1000], bep=[500]
)


def entry_notes(end, *measures):
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[500], end=[end], rank=[1])
    return list(pw.evaluate(ENTRY, run, list(measures)).notes)


def test_entry_points_are_what_their_measures_ask_for():  # findings 6.3
    assert entry_notes(500, "AgP(BEP)") == []
    assert entry_notes(500, "CharR") == [
        "run: 1 part is empty; it keeps its rank and shows nothing"
    ]


def test_reading_from_the_beginning_is_told():  # findings 6.3
    told = (
        "run: 1 entry point without text: its document is read from the beginning "
        "(use order=entry to start there)"
    )
    assert entry_notes(500, "CE(LE(screen=100))@1", "AgP(aveChP)", "AgP(BEP)") == [told]
    assert entry_notes(501, "CE(LE(screen=100))@1", "AgP(aveChP)", "AgP(BEP)") == []
    assert entry_notes(500, "AgP(aveChP(order=entry))") == []


def test_entry_points_are_not_counted_twice():
    # b is entered without text, and reading starts at its beginning; a shows text elsewhere
    told = notes(
        view([row("b", 5, 5), row("a", 3, 3), row("a", 0, 2)], lengths={"a": 9, "b": 9}),
        "CharR",
        "AgP(aveChP)",
    )

    assert told[:2] == [
        "1 entry point without text: its document is read from the beginning "
        "(use order=entry to start there)",
        "1 part is empty; it keeps its rank and shows nothing",
    ]


def test_a_run_without_oddities_needs_no_note():
    assert notes(view([row("a", 0, 5), row("b", 0, 5)]), "CharP", "P@1") == []


def test_whole_documents_listed_again():
    seen = view([row("a"), row("b"), row("a")], lengths={"a": 10, "b": 10})

    assert notes(seen, "P@5") == [
        "parts of 1 document, counted topic by topic, are not contiguous; each document is "
        "ranked at its first part",
        "1 result lists a document again; it counts at its first rank",
    ]


def test_one_measure_that_ranks_documents_is_enough():
    parts = [row("a", 0, 2), row("b", 0, 2), row("a", 4, 6)]

    assert notes(view(parts), "CharP@2") == []
    assert len(notes(view(parts), "CharP@2", "P@2")) == 1


@pytest.mark.parametrize(("results", "noted"), [(3, []), (4, ["1 topic has more than 3 results"])])
def test_more_results_than_campaigns_accept(monkeypatch, results, noted):
    monkeypatch.setattr(module, "MOST_RESULTS", 3)
    found = notes(view([row("a", i, i + 1) for i in range(results)]), "CharP@2")

    assert [note.partition(";")[0] for note in found] == noted


def test_the_notes_carry_the_name_of_the_run():
    seen = view([row("a", 0, 8), row("a", 0, 9)])
    parse("CharP").values(seen)

    assert [note.split(":")[0] for note in run_notes(seen)] == ["run"]


def test_notes_on_entry_points_can_be_left_out():
    kept = Note("{n:part} {n:overlaps|overlap} earlier parts", n=2)
    both = [Note(module.EMPTY, n=1), kept, Note(module.ENTRY, n=2), "plain words"]

    assert of_task("best-in-context", both) == (kept, "plain words")
    assert of_task("focused", both) == of_task(None, both) == tuple(both)


TWICE = "warning: run: every part is listed more than once in its topic. Are the rows doubled?"


def doubled(*rows, topics=("t",)):
    found = notes(view(list(rows), topics=topics), "CharP")
    return TWICE in found


def test_rows_that_are_doubled_are_warned_of():
    one, other = row("a", 0, 5), row("b", 0, 5)

    assert doubled(one, other, one, other)
    assert doubled(one, one)
    assert not doubled(one, other, one)  # a reader may meet one part again
    assert not doubled(one, row("a", 0, 6), row("a", 0, 4))  # shown before, in other parts
    assert not doubled(one, one, row("a", 0, 5, topic="u"), topics=("t", "u"))


SHORT = "no topic returns as much as the budget of 9 characters"


def test_a_budget_that_no_topic_fills_is_noted():
    few, enough = row("a", 0, 8), row("b", 0, 9, topic="u")
    both = {"judged": [row("a", 0, 10), row("a", 0, 10, topic="u")], "topics": ("t", "u")}

    assert SHORT in notes(view([few]), "CharR(budget=9)")
    assert SHORT in notes(view([few], **both), "CharR(budget=9)")  # nothing is returned for u
    assert SHORT not in notes(view([few, enough], **both), "CharR(budget=9)")
    assert SHORT not in notes(view([few]), "CharR(budget=8)")
    assert SHORT not in notes(view([]), "CharR(budget=9)")


def test_text_that_costs_no_tokens_is_warned_of():
    said = "warning: run: 1 part with text has 0 tokens and costs nothing"
    free, empty = row("a", 0, 8, tokens=0), row("a", 8, 8, tokens=0)

    assert said in notes(view([free, empty]), "CharR(budget=9, unit=tokens)")
    assert said not in notes(view([free, empty]), "CharR(budget=9)")
