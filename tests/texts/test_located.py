"""The table that comes out: columns, counts, notes, JSON."""

from __future__ import annotations

import json

from partwise.texts.locate import locate

TEXTS = {"a": "The rate was 5.5 % in 2019. The end. The end.", "b": "The keeper lights the lamp."}
SAID = ["status", "errors", "changed", "places", "by", "piece", "elsewhere"]


def test_columns_keep_their_order_after_the_place():
    rows = [{"mine": 1, "quote": "the rate was", "query_id": "q", "start": 7, "docno": "a"}]
    found = locate(rows, TEXTS)
    assert found.table.columns == [
        *("topic", "doc", "start", "end", "mine", "text"),
        *SAID,
        *("given_start", "given_end"),
    ]
    assert found.table.row(0)[:6] == ("q", "a", 0, 12, 1, "the rate was")


def test_no_row_is_dropped():
    rows = [
        {"topic": "q", "doc": "a", "text": t} for t in ("The end.", "zebra crossing ahead", " ")
    ]
    found = locate(rows, TEXTS)
    assert found.table["text"].to_list() == [row["text"] for row in rows]
    assert found.table["start"].to_list() == [None] * 3
    assert found.table["errors"].to_list() == [0, None, None]
    assert found.counts == {
        "exact": 0,
        "normalised": 0,
        "fuzzy": 0,
        "ambiguous": 1,
        "unmatched": 2,
    }
    assert found.unplaced == 3
    assert 'evaluate stops at them unless missing="skip" is used' in "\n".join(found.notes)
    assert repr(found) == (
        "Located(3 rows: 0 exact, 0 normalised, 0 fuzzy, 1 ambiguous, 2 unmatched)"
    )


def test_rows_without_document_and_place():
    assert locate([{"topic": "q", "text": "zebra crossing ahead"}], TEXTS).notes == (
        "1 row has neither document nor place; evaluate refuses it. Take it out first",
    )
    assert locate([{"topic": "q", "text": "the rate was"}], TEXTS).notes == ()


def test_notes():
    rows = [
        {"doc": "a", "text": "the rate was 55 % in 2019"},
        {"doc": "a", "text": "lights the lamp"},
    ]
    assert locate(rows, TEXTS).notes == (
        "warning: 1 fuzzy row has changed digits or negations (column changed)",
        '1 row has no place; evaluate stops at it unless missing="skip" is used',
        "1 quote is in another document than named (column elsewhere)",
    )


def test_json():
    found = json.loads(locate([{"doc": "a", "text": "the rate was 55 % in 2019"}], TEXTS).to_json())
    assert list(found) == [
        *("partwise", "rows", "counts", "changed", "elsewhere", "unit"),
        *("texts", "located", "notes"),
    ]
    assert found["rows"] == 1
    assert found["changed"] == {"digits": 1, "negation": 0}
    assert found["texts"] == {"documents": 2, "characters": 72}
    assert found["located"][0]["status"] == "fuzzy"


def test_a_row_of_pieces_counts_once():
    found = locate([{"doc": "a", "text": "The rate was ... 2019"}], TEXTS)
    assert found.table["piece"].to_list() == [1, 2]
    assert found.counts["exact"] == 1
