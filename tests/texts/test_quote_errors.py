"""The words about quotes without a place."""

from __future__ import annotations

import pickle

import pytest

from partwise.errors import FormatError
from partwise.texts.place import place
from partwise.texts.rows import rows_of
from partwise.texts.verification import LocateOptions
from partwise.texts.verify import QuotesError, check_placed


def refused(quotes, text="Ebb. " * 30 + "Flood."):
    rows = rows_of([{"topic": "q", "doc": "a", "text": quote} for quote in quotes])
    placed = place(rows, {"a": text, "b": "The lamp at the harbour mouth"}, LocateOptions())
    lost = [row for row, answers in enumerate(placed.answers) if answers[0].start < 0]
    with pytest.raises(QuotesError) as bad:
        check_placed(placed, lost, "assessments")
    return str(bad.value).splitlines()


def test_many_places():
    assert refused(["Ebb.", "Flood."]) == [
        'assessments: row 0: "Ebb." occurs 30 times in document a (a:0-4, a:5-9, a:10-14, ...)',
        '1 quote has several places. Use prefix, suffix or start, ambiguous="first" or '
        'ambiguous="all", missing="skip"; partwise locate writes the list',
    ]


def test_elsewhere():
    assert refused(["the lamp at the harbour"])[0] == (
        'assessments: row 0: "the lamp at the harbour" is not in document a, but in document b'
    )


def test_only_the_first_are_listed():
    lines = refused(["Ebb."] * 25 + ["whale"] * 2)
    assert len(lines) == 21
    assert lines[-1].startswith("25 quotes have several places and 2 have none. Use prefix")


def test_it_can_be_sent_to_another_process():
    error = QuotesError([FormatError("f", 1, "x")], 1, 0)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_parts_of_runs_are_read_once():
    error = QuotesError([FormatError("f", 1, "x")], 1, 0, once=True)
    assert 'start, ambiguous="first", missing="skip";' in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
