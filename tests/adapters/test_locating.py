"""Items placed by their text."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import SPANS, TEXT, TEXTS, langchain, rows

import partwise as pw
from partwise.errors import AdapterError


def found(*starts):
    items = [langchain(*span) for span in SPANS]
    for item, start in zip(items, starts, strict=True):
        item.metadata["start_index"] = start
    return items


@pytest.mark.parametrize("starts", [(-1, None, 70), (3, 24, -1)])
def test_items_without_a_place_and_with_a_wrong_one(starts):
    with pytest.raises(AdapterError):
        pw.Run.from_langchain({"q": found(*starts)}, texts=TEXTS)
    run = pw.Run.from_langchain({"q": found(*starts)}, texts=TEXTS, locate=True)
    assert [(row[2], row[3]) for row in rows(run)] == SPANS
    assert run.rank.tolist() == [1, 2, 3]
    assert "items placed by their text" in run.notes[0]


def test_items_in_place_are_kept():
    run = pw.Run.from_langchain({"q": found(*(a for a, _ in SPANS))}, texts=TEXTS, locate=True)
    assert run.notes == ()


def test_assessments():
    qrels = pw.Qrels.from_langchain({"q": found(-1, -1, -1)}, texts=TEXTS, locate=True)
    assert list(zip(qrels.start.tolist(), qrels.end.tolist(), strict=True)) == SPANS


def test_quotes_of_nothing_but_text():
    items = [{"text": TEXT[24:62].upper()}]
    run = pw.Run.from_results({"q": items}, texts=TEXTS, locate=True)
    assert rows(run)[0][1:4] == ("a.md", 24, 62)


def test_what_cannot_be_placed_says_why():
    items = [
        {"doc": "a", "text": "the tide turns"},
        {"doc": "a", "text": "a whale swims by"},
        {"doc": "a", "text": "The lamp burns."},
    ]
    texts = {"a": "The tide turns. The lamp burns. The tide turns."}
    with pytest.raises(AdapterError) as bad:
        pw.Run.from_results({"q": items}, texts=texts, locate=True)
    assert str(bad.value) == (
        "from_results: 2 of 3 items have no place: q[1] (its text has 2 places), q[2] (its text is "
        'not in the texts). Use inventory=..., errors="skip" or missing="document"'
    )
    run = pw.Run.from_results({"q": items}, texts=texts, locate=True, errors="skip")
    assert (run.start.tolist(), run.rank.tolist()) == ([16], [1])


def test_an_unknown_document():
    with pytest.raises(AdapterError, match="from_results: document b is not in the texts"):
        pw.Run.from_results({"q": [{"doc": "b", "text": "x"}]}, texts={"a": "x"}, locate=True)


def test_items_without_text_are_as_they_are():
    run = pw.Run.from_results(
        {"q": [{"doc": "a", "start": 0, "end": 3}]}, texts={"a": "abc"}, locate=True
    )
    assert rows(run)[0][2:4] == (0, 3)


PAGE = "Tide table. High water at noon. Low water at six. "


def first_copies():
    """Chunks of a text of equal pages, all at its first one, as a splitter that searches says."""
    page = {"page_content": PAGE.strip(), "metadata": {"source": "a", "start_index": 0}}
    last = {"page_content": "End.", "metadata": {"source": "a", "start_index": 150}}
    return [page, page, page, last], {"a": PAGE * 3 + "End."}


def test_items_whose_text_is_repeated_are_counted():
    chunks, texts = first_copies()
    said = "of 4 items have a text that their documents repeat, and may stand for another copy than"
    warning = f"warning: 3 {said} LangChain says"
    assert pw.Run.from_langchain({"q": chunks}, texts=texts).notes == (warning,)
    assert pw.Inventory.from_langchain(chunks, texts=texts).notes == (warning,)
    qrels = pw.Qrels.from_langchain({"q": chunks}, texts=texts)
    assert [note.removeprefix("warning: assessments: ") for note in qrels.notes] == [
        f"3 {said} LangChain says"
    ]
    assert pw.Run.from_langchain({"q": chunks[3:]}, texts=texts).notes == ()
    assert pw.Run.from_langchain({"q": chunks}, start="metadata.start_index").notes == ()
    unchecked = "places are as LangChain gives them, unchecked. Use texts=... to check them"
    assert pw.Run.from_langchain({"q": chunks}).notes == (unchecked,)


def test_an_inventory_answers_for_the_places_of_its_parts():
    _, texts = first_copies()
    parts = [{"id": "c1", "doc": "a", "start": 50, "end": 99}]
    inventory = pw.Inventory.from_results(parts)
    run = pw.Run.from_langchain(
        {"q": [{"id": "c1", "page_content": PAGE.strip()}]}, inventory=inventory, texts=texts
    )
    assert (rows(run)[0][2:4], run.notes) == ((50, 99), ())


def test_a_text_with_several_places_is_not_placed():
    chunks, texts = first_copies()
    chunks[0] = {"page_content": PAGE.strip(), "metadata": {"source": "a"}}
    with pytest.raises(AdapterError, match="its text has 3 places"):
        pw.Inventory.from_langchain(chunks[:1], texts=texts, locate=True)


def test_what_was_changed_is_told():
    text = "The rate was 5.5 % in 2019. It is not able to grow fast. The keeper moved to the town."
    quotes = ("The rate was 55 % in 2019", "It is notable to grow fast.", "The kepper moved to the")
    items = [{"doc": "a", "text": quote} for quote in quotes]
    run = pw.Run.from_results({"q": items}, texts={"a": text}, locate=True)
    assert run.notes == (
        "warning: 2 items were placed with changed digits or negations",
        "3 items placed by their text, 3 with other letters",
    )
    items[0]["text"] = "the rate was 5.5% in 2019"
    assert pw.Run.from_results({"q": items[:1]}, texts={"a": text}, locate=True).notes == (
        "1 item placed by its text",
    )
