"""Offsets that no document can have, and words that measures share."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import TableError
from partwise.geometry.base import check_total, note_past_end, of_every_topic
from partwise.messages import Notes


def test_extents_that_leave_64_bits_are_refused():
    check_total(np.array([5, 2**40]), "parts")
    with pytest.raises(TableError, match=f"offsets of parts reach {2**62}"):
        check_total(np.array([5, 2**62]), "parts")


def test_places_behind_the_end_are_told_from_those_that_are_cut():
    notes = Notes()

    note_past_end(notes, "part", past=3, beyond=1)

    cut, behind = notes
    assert cut == "2 parts extend past the end of their document and were truncated"
    assert behind.startswith("warning: 1 part begins past the end of its document")


def test_what_does_not_hold_in_all_topics_counts_as_nothing():
    assert of_every_topic(2, 2) == {"n": 2, "every": 2}
    assert of_every_topic(1, 2) == {"n": 0, "every": 2}
