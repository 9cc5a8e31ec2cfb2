"""Sizes that a column states."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import TableError
from partwise.geometry.inventory import stated_sizes
from partwise.tables.run import Run


def sizes(*cells, rows=None):
    n = len(cells)
    run = Run.from_columns(topic=["t"] * n, doc=["d"] * n, element=["a"] * n, size=list(cells))
    return stated_sizes(run, np.arange(n) if rows is None else np.array(rows)).tolist()


def test_whole_numbers_as_numbers_or_text():
    assert sizes(5, 0, 12) == [5, 0, 12]
    assert sizes("5", "7.0", "1e3") == [5, 7, 1000]
    assert sizes(5, 7, 9, rows=[2, 0, 2]) == [9, 5, 9]


def test_rows_that_state_nothing():
    assert sizes("5", "", "nan", "NaN", None) == [5, -1, -1, -1, -1]
    assert sizes(5.0, np.nan) == [5, -1]
    run = Run.from_columns(topic=["t"], doc=["d"], element=["a"])
    assert stated_sizes(run, np.zeros(1, np.int64)).tolist() == [-1]


@pytest.mark.parametrize("cell", ["many", "-3", "2.5", "inf", "-inf", "1e300", str(2**63)])
def test_what_is_no_number_of_characters(cell):
    with pytest.raises(TableError) as caught:
        sizes("4", cell, "4", cell)
    assert str(caught.value) == f'row 1: size "{cell}" is not a number of characters'
