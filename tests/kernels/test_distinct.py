"""Distinct values, against Python's sets."""

from __future__ import annotations

import ast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import ROOT

from partwise.kernels.ragged import distinct, distinct_codes, unique_rows


@given(st.lists(st.integers(-5, 5)))
def test_each_value_once_in_order(values):
    assert distinct(np.array(values, np.int64)).tolist() == sorted(set(values))


@given(st.lists(st.floats(allow_nan=False)))
def test_numbers_with_fractions(values):
    assert distinct(np.array(values, np.float64)).tolist() == sorted(set(values))


def test_several_dimensions_become_one():
    found = distinct(np.array([[3, 1], [1, 2]], np.int32))

    assert found.dtype == np.int32
    assert found.tolist() == [1, 2, 3]


@given(st.lists(st.integers(0, 9)), st.integers(10, 12))
def test_each_code_once_in_order(codes, n):
    found = distinct_codes(np.array(codes, np.int32), n)

    assert found.dtype == np.int64
    assert found.tolist() == sorted(set(codes))


def test_what_was_given_stays_as_it_was():
    values = np.array([2, 1])
    distinct(values)

    assert values.tolist() == [2, 1]


def test_nobody_asks_numpy_for_nothing_but_distinct_values():
    """`np.unique` without options imports numpy.ma, a tenth of NumPy's start-up."""
    found = []
    sources = (ROOT / "src").rglob("*.py")
    for path in sorted(path for path in sources if "lab" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.unique":
                options = {word.arg for word in node.keywords}
                if not options & {"return_index", "return_inverse", "return_counts", "axis"}:
                    found.append(f"{path.name}:{node.lineno}")
    assert found == []


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2))))
def test_rows_that_no_other_is_equal_to(rows):
    columns = np.array(rows, np.int64).reshape(-1, 2).T

    assert unique_rows(*columns).tolist() == [rows.count(row) == 1 for row in rows]
