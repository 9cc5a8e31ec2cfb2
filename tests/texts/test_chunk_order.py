"""Rows that are chunks: the order of the file decides between copies."""

from __future__ import annotations

import pytest

from partwise.errors import PartwiseError
from partwise.texts.locate import locate

PAGE = "Tide table. High water at noon. Low water at six. "
UNPLACED = '1 row has no place; evaluate stops at it unless missing="skip" is used'
TEXT = PAGE * 3 + "The end."


def chunks(size, texts=TEXT, **more):
    rows = [{"doc": "a", "text": texts[i : i + size]} for i in range(0, len(texts), size)]
    return locate(rows, {"a": TEXT}, **more)


def test_copies_are_told_apart():
    found = chunks(10)
    assert found.table["start"].to_list() == list(range(0, len(TEXT), 10))
    assert set(found.table["by"]) <= {"order", "text"}
    assert found.facts["order"] == {"documents": 1, "overlap": 0}


def test_only_when_they_are_in_order():
    assert chunks(10, ordered=False).counts["ambiguous"] > 10
    rows = [{"doc": "a", "text": text} for text in ["The end.", "at noon", "Tide table. High"]]
    lines = [*rows[:1], {"doc": "a", "text": "six. The end"}, rows[1]]
    found = locate(lines, {"a": TEXT})
    assert found.counts["ambiguous"] == 1
    assert found.notes == (
        "warning: document a: 1 of 3 chunks goes back; their order is not used",
        UNPLACED,
    )


def test_an_overlap_can_be_named():
    rows = [{"doc": "a", "text": TEXT[i : i + 20]} for i in range(0, len(TEXT) - 5, 15)]
    found = locate(rows, {"a": TEXT}, overlap=5)
    assert found.table["start"].to_list() == list(range(0, len(TEXT) - 5, 15))
    assert found.facts["order"]["overlap"] == 5


def test_assessments_are_in_no_order():
    rows = [{"topic": "q", "doc": "a", "text": "at noon"}] * 3
    assert locate(rows, {"a": TEXT}).counts["ambiguous"] == 3


def test_chunks_whose_white_space_was_changed():
    rows = [{"doc": "a", "text": t.replace(" ", "  ")} for t in [PAGE.strip()] * 3 + ["The end."]]
    found = locate(rows, {"a": TEXT})
    assert found.table["start"].to_list() == [0, 50, 100, 150]


def test_documents_apart():
    rows = [{"doc": d, "text": t} for d in "ab" for t in ("at noon", "at six", "at noon")]
    found = locate(rows, {"a": TEXT, "b": TEXT})
    assert found.table["start"].to_list() == [23, 42, 73] * 2


def test_an_order_needs_documents():
    rows = [{"text": "at noon"}, {"text": "The end."}]
    found = locate(rows, {"a": TEXT})
    assert found.notes == (UNPLACED, "1 chunk names no document, so the order is not used")
    with pytest.raises(PartwiseError, match="ordered needs the column doc"):
        locate(rows, {"a": TEXT}, ordered=True)
