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


def test_chunks_out_of_order_are_placed_again():
    text = PAGE * 3
    chunks = [
        {"doc": "a", "text": text[i : i + 49], "start": 0, "end": 49} for i in range(0, 150, 50)
    ]
    with pytest.raises(AdapterError, match="the order of the chunks of a is broken"):
        pw.Inventory.from_results(chunks, ordered=True)
    inventory = pw.Inventory.from_results(chunks, ordered=True, texts={"a": text})
    assert inventory.start.tolist() == [0, 50, 100]
    assert inventory.notes[0] == "2 chunks were out of order and placed again by their text"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "overlap"), [(200, 0), (400, 80)])
def test_a_real_text_that_repeats_its_pages(real_data, size, overlap):
    text = (real_data / "chunking_evaluation/corpora/finance.md").read_bytes().decode()
    true, chunks = [], []
    for at in range(0, len(text), size - overlap):
        piece = text[at : at + size]
        if piece.strip():
            true.append(at + len(piece) - len(piece.lstrip()))
            # the first copy, as a splitter that looks for its text finds it
            start = text.find(piece.strip())
            metadata = {"source": "finance.md", "start_index": start}
            chunks.append({"page_content": piece.strip(), "metadata": metadata})
    first = [chunk["metadata"]["start_index"] for chunk in chunks]
    assert sum(a != b for a, b in zip(first, true, strict=True)) > 500
    texts = {"finance.md": text}
    inventory = pw.Inventory.from_langchain(chunks, texts=texts, overlap=overlap)
    assert inventory.start.tolist() == true


def test_chunks_of_a_text_that_repeats_itself_are_placed_by_their_order():
    page = "Total assets. Total debt. "
    text = page * 4 + "End."
    spans = [(0, 25), (26, 51), (52, 77), (78, 108)]
    chunks = [
        {"doc": "a", "text": text[a:b], "start": start, "id": n}
        for n, ((a, b), start) in enumerate(zip(spans, (0, 0, -1, 78), strict=True))
    ]
    inventory = pw.Inventory.from_results(chunks, texts={"a": text}, locate=True)
    assert list(zip(inventory.start.tolist(), inventory.end.tolist(), strict=True)) == spans


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
