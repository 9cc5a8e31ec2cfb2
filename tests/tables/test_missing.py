from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import UsageError
from partwise.tables.missing import (
    check_missing,
    is_empty,
    missing_note,
    moved_up,
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


def test_notes_in_the_singular():
    assert missing_note(1, "document") == "1 row without a place counts as a whole document"
    assert missing_note(1, "skip") == "1 row without a place left out"
    assert missing_note(1, "skip", 1) == "1 row without a place left out; 1 part moved up"


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
