"""Quotes and their places in a text, one a line of ``quotes.jsonl``.

A line holds a quote, a text, the characters of the place (``|`` between the pieces of a quote with
omissions, ``@n`` for the n-th later occurrence), and status, errors and changes of the row.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import partwise as pw

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "quotes.jsonl").read_text(encoding="utf-8").split("\n")
    if line
]


def occurrence(text: str, words: str) -> tuple[int, int]:
    """Start and end of words, after ``@n`` of their n-th later occurrence."""
    words, _, later = words.partition("@")
    at = text.index(words)
    for _ in range(int(later or 0)):
        at = text.index(words, at + 1)
    return at, at + len(words)


def expected_rows(text: str, places: str | None, outcome: str) -> list[tuple]:
    status, *rest = outcome.split()
    pieces = [] if places is None or status == "unmatched" else places.split("|")
    spans = [occurrence(text, piece) for piece in pieces] or [(None, None)]
    facts = [word for word in rest if word.startswith("places=")]
    facts += ["piece"] if "piece" in rest else []
    others = [word for word in rest if word not in facts]
    piece = "piece" in facts
    count = int(facts[0][7:]) if facts and not piece else int(bool(pieces))
    errors = [int(n) for n in others[0].split(",")] if others else [None]
    statuses = status.split(",")
    changed = others[1] if len(others) > 1 else None
    return [
        (
            *span,
            statuses[min(n, len(statuses) - 1)],
            errors[min(n, len(errors) - 1)],
            changed if n == 0 else None,
            count,
            "text" if pieces else None,
            n + 1 if len(pieces) > 1 or piece else None,
        )
        for n, span in enumerate(spans)
    ]


NAMES = ["start", "end", "status", "errors", "changed", "places", "by", "piece"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
@pytest.mark.parametrize("named", [True, False], ids=["document", "anywhere"])
def test_place(case, named):
    quote, text, places, outcome = case
    # other documents before and after it: neither their letters nor their characters count
    texts = {"x": "Salt é eats 🌊 the rope.", "a": text, "z": ""}
    row = {"topic": "q", "text": quote} | ({"doc": "a"} if named else {})
    table = pw.locate([row], texts).table

    assert table.select(NAMES).rows() == expected_rows(text, places, outcome)
    unmatched = outcome == "unmatched"
    assert {*table["doc"].to_list()} == {None if unmatched and not named else "a"}
