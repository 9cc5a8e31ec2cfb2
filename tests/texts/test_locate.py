"""The worked example, and what `locate` takes."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import PartwiseError
from partwise.texts.offsets import stamp

TEXT = (
    "The rate was 5.5 % in 2019.\r\nIt is not able to [grow](http://x.y/z) <b>fast</b>. "
    "The end. The end. Costs rose by -3 points, to $1,000."
)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ({"text": "The rate was 5.5 % in 2019."}, (0, 27, "exact", 0, None, 1, "text")),
        ({"text": "the rate was 5.5% in 2019"}, (0, 26, "normalised", 0, None, 1, "text")),
        ({"text": "The rate was 55 % in 2019"}, (0, 26, "fuzzy", 1, "digits", 1, "text")),
        ({"text": "The rate was 5.5 in 2019. It is"}, (0, 34, "fuzzy", 1, "digits", 1, "text")),
        ({"text": "It is notable to grow fast"}, (29, 75, "fuzzy", 1, "negation", 1, "text")),
        ({"text": "It is not able to grow fast"}, (29, 75, "normalised", 0, None, 1, "text")),
        ({"text": "The end."}, (None, None, "ambiguous", 0, None, 2, None)),
        ({"text": "The end.", "prefix": "The end. "}, (90, 98, "exact", 0, None, 2, "context")),
        ({"text": "The end.", "start": 75}, (81, 89, "exact", 0, None, 2, "hint")),
        ({"text": "Costs rose by 3 points"}, (99, 122, "fuzzy", 1, "digits", 1, "text")),
        (
            {"text": "Costs rose by –3 points, to $1000"},
            (99, 133, "normalised", 0, None, 1, "text"),
        ),
        ({"text": "  "}, (None, None, "unmatched", None, None, 0, None)),
        ({"text": "zebra crossing ahead of us"}, (None, None, "unmatched", None, None, 0, None)),
    ],
)
def test_worked_example(quote, expected):
    assert len(TEXT) == 134
    found = pw.locate([{"topic": "q", "doc": "a", **quote}], {"a": TEXT}).table
    names = ("start", "end", "status", "errors", "changed", "places", "by")
    assert found.select(names).row(0) == expected


def test_worked_omission():
    found = pw.locate(
        [{"topic": "q", "doc": "a", "text": "rate was 5.5 % [...] grow fast"}], {"a": TEXT}
    )
    names = ("start", "end", "status", "errors", "piece")
    assert found.table.select(names).rows() == [
        (4, 18, "exact", 0, 1),
        (48, 75, "normalised", 0, 2),
    ]


def test_the_order_of_rows_changes_no_answer():
    quotes = ["the rate was", "It is notable to grow", "The end.", "nothing like this here"]
    rows = [{"topic": "q", "doc": "a", "text": text} for text in quotes]
    forwards = pw.locate(rows, {"a": TEXT}).table
    backwards = pw.locate(rows[::-1], {"a": TEXT}).table
    assert forwards.rows() == backwards.rows()[::-1]


@pytest.mark.parametrize(
    "text", ["\ufeffa lamp\0 burns at \ud800dusk\r", "a\rb\rlamp burns at dusk"]
)
def test_odd_characters(text):
    found = pw.locate([{"doc": "a", "text": "LAMP burns at dusk"}], {"a": text}).table
    assert found["status"].to_list() == ["normalised"]


def test_a_stamp():
    found = pw.locate([{"doc": "a", "text": "The rate was"}], {"a": TEXT}, stamp=True)
    assert found.table["sha256"].to_list() == [stamp(TEXT)]
    assert len(stamp(TEXT)) == 16


def test_the_texts_are_needed():
    with pytest.raises(PartwiseError, match="locate needs the documents' text"):
        pw.locate([{"text": "a"}], None)
