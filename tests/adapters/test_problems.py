"""Items that cannot be used are counted, or left out and counted."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    langchain,
    rows,
)

import partwise as pw
from partwise.errors import AdapterError


def test_no_place_is_refused_skipped_or_the_document():
    found = {"q1": [langchain(0, 21), langchain(-1, 5), langchain(24, 62), langchain(None, 9)]}
    with pytest.raises(AdapterError) as caught:
        pw.Run.from_langchain(found)
    assert str(caught.value) == (
        "from_langchain: 2 of 4 items have no place: q1[2] (start_index -1), q1[4] "
        "(no start_index). LangChain gives start_index only with add_start_index=True. "
        'Use texts=... and locate=True, inventory=..., errors="skip" or missing="document"'
    )

    for how in ({"errors": "skip"}, {"missing": "skip"}):
        run = pw.Run.from_langchain(found, **how)
        assert rows(run) == [("q1", "a.md", 0, 21, 1), ("q1", "a.md", 24, 62, 2)]
        assert run.notes[0] == (
            "2 items left out, which have no place (q1[2], q1[4]); 1 part moved up"
        )
    whole = pw.Run.from_langchain(found, missing="document")
    assert whole.start.tolist() == [0, -1, 24, -1]
    assert whole.notes[0] == "warning: 2 items without a place count as whole documents"


def test_a_topic_whose_items_are_all_left_out_is_answered():
    run = pw.Run.from_langchain({"q": [langchain(-1, 5)]}, errors="skip")

    assert (len(run), run.answered) == (0, ["q"])


def test_more_than_three_examples_are_counted():
    with pytest.raises(AdapterError, match=r"5 of 5 items .*q\[3\] \(start_index -1\) \.\.\. Lang"):
        pw.Run.from_langchain({"q": [langchain(-1, 5)] * 5})
