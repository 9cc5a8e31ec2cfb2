"""Parameters: what they take, what they say, how their values are spelled."""

from __future__ import annotations

import ast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import ParameterError
from partwise.language.fields import (
    AUTO,
    LARGEST,
    REQUIRED,
    Field,
    attribute,
    is_finite,
    param,
    required,
    spell,
)

SHARE = Field("x", 0.5, float, low=0, high=1)
COUNT = Field("n", 3, int, low=1)
ABOVE = Field("x", 1.0, float, above=0)
WORD = Field("w", "a", str, choices=("a", "b"))


@pytest.mark.parametrize(
    ("field", "taken", "refused"),
    [
        (SHARE, [0, 1, 0.25, np.float64(1)], [-1e-9, 1.0000001, "1", True, float("nan"), None]),
        (ABOVE, [1e-300, 5], [0, -1, float("inf"), 10**400]),
        (COUNT, [1, np.int64(7), LARGEST], [0, 1.0, True, LARGEST + 1, "3"]),
        (WORD, ["a", "b"], ["c", "", 1]),
        (Field("f", False, bool), [True, np.True_], [0, 1, "true"]),
        (Field("t", None, object), [None, [1], {}], []),
        (Field("o", None, float, low=0), [None, 0], [AUTO, -1]),
        (Field("o", AUTO, float, low=0), [AUTO, 0], [None]),
    ],
)
def test_what_is_taken(field, taken, refused):
    assert [value for value in taken if not field.takes(value)] == []
    assert [value for value in refused if field.takes(value)] == []


def test_values_are_kept_in_their_normal_form():
    assert repr(SHARE.accept("M", 1)) == "1.0"
    assert repr(SHARE.accept("M", np.float32(0.5))) == "0.5"
    assert type(COUNT.accept("M", np.int32(4))) is int


def test_a_check_may_translate_or_refuse():
    def even(value):
        if value % 2:
            raise ValueError("an even number")
        return value // 2

    field = Field("n", 2, int, low=0, check=even)
    assert field.accept("M", 6) == 3
    with pytest.raises(ParameterError, match=r"^M: n must be an even number, not 3$"):
        field.accept("M", 3)


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (SHARE, "a number from 0 to 1"),
        (COUNT, "a whole number of at least 1"),
        (ABOVE, "a number above 0"),
        (Field("x", 1.0, float, above=0, high=2.5), "a number above 0 and at most 2.5"),
        (WORD, "a or b"),
        (Field("w", "a", str, choices=("a",)), "a"),
        (Field("w", "a", str, choices=("a", "b c", "d")), "a, 'b c' or d"),
        (Field("w", "", str), "text"),
        (Field("w", None, object), "a value"),
        (Field("w", None, object, words="a table"), "a table"),
        (Field("w", None, bool), "True or False"),
    ],
)
def test_what_is_expected_in_words(field, words):
    assert field.expected == words


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (COUNT, f"a whole number from 1 to {LARGEST}"),
        (Field("n", 1, int), f"a whole number up to {LARGEST}"),
        (Field("n", 1, int, low=0, high=9), "a whole number from 0 to 9"),
    ],
)
def test_a_number_too_large_is_told_where_numbers_end(field, words):
    with pytest.raises(ParameterError, match=f"must be {words}, not"):
        field.accept("M", 2**63)


def test_defaults_in_words():
    shown = [Field("x", d, object).default_words for d in (REQUIRED, AUTO, None, 2.0)]

    assert shown == ["required", "default: chosen from the data", "default: none", "default 2"]
    assert Field("x", None, object, without="default: all").default_words == "default: all"


def test_a_missing_parameter_is_asked_for_with_an_example():
    file = Field("file", REQUIRED, str, example="'edges.tsv'")

    assert str(file.missing("Edges")) == "Edges needs a file: Edges('edges.tsv')"
    assert str(Field("n", REQUIRED, int).missing("T2I")) == "T2I needs n: T2I(n=...)"
    assert str(Field("by", REQUIRED, str).missing("M")) == "M needs a by: M(by=...)"


def test_the_kind_follows_from_the_default():
    kinds = [param(d).kind for d in (1.0, 3, "x", True, None, AUTO, REQUIRED)]

    assert kinds == [float, int, str, bool, object, object, object]
    assert param(None, choices=("a", "b")).kind is str
    assert param(None, kind=float).kind is float
    assert (required(kind=int, low=2).default, required(kind=int, low=2).low) == (REQUIRED, 2)
    assert attribute(default=None) is None


def test_auto_counts_as_not_given():
    assert (AUTO or 5) == 5
    assert repr(AUTO) == "AUTO"


def test_numbers_that_a_double_can_hold():
    assert is_finite(10**300)
    assert not any(map(is_finite, (10**400, float("inf"), float("nan"))))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2"), (-0.5, "-0.5"), (1e15, "1000000000000000.0"), (1e14, "100000000000000"),
        (float("inf"), "inf"), (True, "True"), (None, "None"), (3, "3"),
        ("cane", "cane"), ("beet-root", "'beet-root'"), ("", "''"), ("1a", "'1a'"),
        ("None", "'None'"), ("true", "'true'"), ("for", "'for'"), ("_a1", "_a1"),
        ((1,), "(1,)"), ((1, 2.0), "(1, 2)"), ((), "()"), (["a", 1.5], "[a, 1.5]"),
        ({(3, 1): 0.5, "e": None}, "{(3, 1): 0.5, e: None}"),
    ],
)  # fmt: skip
def test_spelling(value, text):
    assert spell(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_spelled_number_reads_back_the_same(value):
    assert float(ast.literal_eval(spell(value))) == value
