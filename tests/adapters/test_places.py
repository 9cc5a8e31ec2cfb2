"""Offsets, and texts that prove them."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    SPANS,
    TEXT,
    TEXTS,
    langchain,
    rows,
)

import partwise as pw
from partwise.errors import AdapterError, UsageError


def test_texts_prove_places():
    found = {"q": [langchain(*span) for span in SPANS]}
    assert len(pw.Run.from_langchain(found, texts=TEXTS)) == 3

    found["q"][1].metadata["start_index"] += 1
    with pytest.raises(AdapterError) as caught:
        pw.Run.from_langchain(found, texts=TEXTS)
    assert str(caught.value) == (
        "from_langchain: 1 of 3 items has a text that is not what its offsets point at: q[2] "
        'a.md[25:63] differs at character 0. Wrong unit? Use unit="utf16" or unit="byte". '
        'Use locate=True to place them by their text, or errors="skip" to leave them out'
    )
    run = pw.Run.from_langchain(found, texts=TEXTS, errors="skip")
    assert run.notes[0].endswith("; 1 part moved up")


def test_white_space_may_be_missing_at_both_ends_and_nothing_else():
    def one(text):
        return {"q": [{"doc": "a", "start": 0, "end": 7, "text": text}]}

    texts = {"a": " a b c \n"}
    assert len(pw.Run.from_results(one("a b c"), texts=texts)) == 1
    for wrong in ("a  b c", "ab c", " a b c  ", ""):
        with pytest.raises(AdapterError, match="is not what its offsets point at"):
            pw.Run.from_results(one(wrong), texts=texts)


def test_offsets_in_other_units_need_texts():
    start, end = 24, 62
    for unit, before in (("utf16", 1), ("byte", 3)):
        text = TEXT[start:end]
        items = {"q": [{"doc": "a.md", "start": start + before, "text": text}]}
        run = pw.Run.from_results(items, texts=TEXTS, unit=unit)
        assert rows(run) == [("q", "a.md", start, end, 1)]
        items["q"][0]["end"] = end + before
        assert rows(pw.Run.from_results(items, texts=TEXTS, unit=unit)) == rows(run)
        with pytest.raises(AdapterError, match="Wrong unit"):
            pw.Run.from_results(items, texts=TEXTS)
        with pytest.raises(UsageError, match="need the texts"):
            pw.Run.from_results(items, unit=unit)
    with pytest.raises(AdapterError, match="inside a character"):
        pw.Run.from_results({"q": [{"doc": "a.md", "start": 23, "end": 24, "text": "x"}]},
                            texts=TEXTS, unit="utf16")  # fmt: skip


def test_a_document_that_is_not_in_the_texts():
    with pytest.raises(AdapterError, match=r"document b.md is not in the texts \(1 of 1 items"):
        pw.Run.from_langchain({"q": [langchain(0, 5, "b.md")]}, texts=TEXTS)


def test_no_document():
    bare = {"page_content": "x", "metadata": {"start_index": 0}}
    with pytest.raises(AdapterError) as caught:
        pw.Run.from_results({"q1": [{"doc": "a", "start": 0, "end": 1}, bare]})
    assert str(caught.value) == (
        "from_results: 1 of 2 items has no document: q1[2] (fields: page_content, start_index). "
        'Use doc="...", or doc=pw.const("...") where all are of one document'
    )
    with pytest.raises(AdapterError, match=r"1 of 1 items has no document: q\[1\] \(fields: id"):
        pw.Run.from_results({"q": ["just text"]})


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        ("10", 12, 'start "10"'),
        (1.5, 12, "start 1.5"),
        (True, 12, "start True"),
        (float("nan"), 12, "start nan"),
        (5, 5, "start 5, end 5"),
        (5, None, "no end and no text"),
        (10**30, 10**31, "start 1000000000000000000000000000000"),
    ],
)
def test_offsets_that_are_none(start, end, said):
    with pytest.raises(AdapterError) as caught:
        pw.Run.from_results({"q": [{"doc": "a", "start": start, "end": end}]})

    assert f"q[1] ({said})." in str(caught.value)
