"""Texts at the beginning of chunk runs."""

import pytest

from partwise.files.fast.rows import IrregularError
from partwise.files.fast.text_sample import SAMPLED, refuse_other_lengths

NAMES = ["start", None, "end", "text"]


def test_lengths_that_differ_are_left_to_the_ordinary_reader():
    heading = ["start", "x", "end", "text"]
    right = ["0", "", "2", "éa"]
    refuse_other_lengths(NAMES, [heading, right, ["0", "", "5", ""], [0]])
    with pytest.raises(IrregularError):
        refuse_other_lengths(NAMES, [heading, right, ["0", "", "3", "éa"]])


def test_only_the_first_rows_of_tables_with_texts_are_looked_at():
    wrong = [0, None, 3, "éa"]
    refuse_other_lengths(NAMES, [*([[0, None, 2, "éa"]] * SAMPLED), wrong])
    refuse_other_lengths(NAMES[:3], [wrong])


def test_an_offset_beyond_all_numbers_is_found_later():
    refuse_other_lengths(NAMES, [[0, None, float("-inf"), "a"], [float("nan"), None, 1, "a"]])
