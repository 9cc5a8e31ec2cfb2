from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import TableError, UsageError
from partwise.tables.missing import (
    check_missing,
    is_empty,
    left_out,
    missing_note,
    moved_up,
    no_place,
    relevant,
    twice_answered,
)


def flags(*values):
    return np.array(values, bool)


def test_words_that_are_taken():
    for word in ("error", "document", "skip"):
        check_missing(word)
    with pytest.raises(UsageError) as caught:
        check_missing("drop")
    assert str(caught.value) == "missing must be error, document or skip, not 'drop'"


def test_rows_without_a_place_are_decided_upon():
    bare, notes = flags(0, 1, 1), []

    assert left_out(bare, "skip", notes, moved=4).tolist() == [False, True, True]
    assert left_out(bare, "document", notes).tolist() == [False, False, False]
    assert [str(note) for note in notes] == [
        "2 rows without a place left out; 4 parts moved up",
        "2 rows without a place count as whole documents",
    ]


def test_rows_without_a_place_are_refused():
    with pytest.raises(TableError) as caught:
        left_out(flags(0, 1, 1), "error", [])

    assert caught.value.row == 1
    assert caught.value.problem == (
        "no place in a table that has places (2 such rows). Use "
        'missing="document" to read such rows as whole documents, or missing="skip" '
        "to leave them out"
    )
    assert no_place(1) == "no place in a table that has places (1 such row)"


@pytest.mark.parametrize("missing", ["error", "document", "skip"])
def test_nothing_is_said_where_all_rows_have_places(missing):
    notes: list[str] = []

    assert not left_out(flags(0, 0), missing, notes).any()
    assert notes == []


def test_notes_in_the_singular():
    assert missing_note(1, "document") == "1 row without a place counts as a whole document"
    assert missing_note(1, "skip") == "1 row without a place left out"
    assert missing_note(1, "skip", 1) == "1 row without a place left out; 1 part moved up"


def test_whole_documents_without_a_grade_are_relevant():
    grade = np.array([np.nan, np.nan, 0.0, 2.0])

    found = relevant(grade, flags(1, 0, 1, 1))

    assert found[[0, 2, 3]].tolist() == [1, 0, 2]
    assert np.isnan(found[1])


def test_parts_that_move_up():
    topic = np.array([0, 1, 0, 0, 1], np.int32)
    out = flags(1, 0, 0, 0, 1)

    # by lines: both other parts of topic 0 stand below the one left out; topic 1 loses its last
    assert moved_up(topic, [], out) == 2
    # by score, falling: rows 3, 0, 2 of topic 0, and 4, 1 of topic 1
    assert moved_up(topic, [-np.array([2.0, 1.0, 1.0, 3.0, 5.0])], out) == 2
    # the first key weighs most: rows 2, 3, 0 of topic 0, and 1, 4 of topic 1
    keys = [np.array([1, 0, 0, 0, 0]), np.array([0, 1, 1, 2, 2])]
    assert moved_up(topic, keys, out) == 0
    assert moved_up(topic[:0], [], out[:0]) == 0


def test_cells_that_hold_nothing():
    assert is_empty(np.array([1.0, np.nan])).tolist() == [False, True]
    assert is_empty(np.array([0, 1])).tolist() == [False, False]
    assert is_empty(np.array([None, "", "a", 0], object)).tolist() == [True, True, False, False]


def test_a_topic_with_parts_and_without():
    said = "topic q is answered with nothing here, but has parts at line 4"
    assert twice_answered("q", "line 4") == said
