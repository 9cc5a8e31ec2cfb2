from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import AlignedColumns


@dataclass(frozen=True, eq=False)
class Spans(AlignedColumns):
    unit: str
    start: Ints
    seen: Flags


ROWS = Spans("byte", np.array([4, 7, 9]), np.array([True, False, True]))


def test_rows_are_counted_and_taken_in_all_columns():
    taken = ROWS.take(np.array([2, 0]))
    assert len(ROWS) == 3
    assert (taken.unit, taken.start.tolist(), taken.seen.tolist()) == ("byte", [9, 4], [True, True])
    assert ROWS.take(~ROWS.seen).start.tolist() == [7]
    assert len(ROWS.take(slice(0))) == 0


def test_joined_rows_keep_their_order_and_the_first_table_s_facts():
    both = ROWS.joined(Spans("codepoint", np.array([1]), np.array([False])), ROWS)
    assert (both.unit, both.start.tolist()) == ("byte", [4, 7, 9, 1, 4, 7, 9])
    assert both.seen.tolist() == [True, False, True, False, True, False, True]
    assert ROWS.start.tolist() == [4, 7, 9]
    assert ROWS.joined().start.tolist() == [4, 7, 9]
