from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import TableError
from partwise.tables.columns import (
    Coded,
    as_column,
    constant_text,
    decode,
    encode,
    freeze,
    given_columns,
    is_absent,
    plain,
    real_numbers,
    same_size,
    used_names,
    whole_numbers,
)
from partwise.tables.names import Names


def coded(codes, *names):
    return Coded(np.array(codes, np.int32), Names.of(names))


def refusal(read, *given, **options):
    """Row and problem of what is refused."""
    with pytest.raises(TableError) as caught:
        read(*given, **options)
    return caught.value.row, caught.value.problem


def test_freezing_leaves_the_array_of_the_caller_alone():
    array = np.array([1, 2])
    frozen = freeze(array)

    array[0] = 9

    assert frozen[0] == 9
    with pytest.raises(ValueError, match="read-only"):
        frozen[1] = 0


def test_text_is_encoded_in_order_of_first_appearance():
    codes, names = encode(["b", "a", "b", 7, np.int32(7)], "doc")

    assert codes.tolist() == [0, 1, 0, 2, 2]
    assert names.tolist() == ["b", "a", "7"]
    assert decode(codes, names) == ["b", "a", "b", "7", "7"]


def test_optional_text_may_be_absent():
    codes, names = encode(["a", None, "", float("nan")], "element", optional=True)

    assert (codes.tolist(), names.tolist()) == ([0, -1, -1, -1], ["a"])
    assert decode(codes, names) == ["a", None, None, None]
    # in a column that is coded already the empty string has a code of its own
    again, _ = encode(coded([0, 1, -1], "", "a"), "element", optional=True)
    assert again.tolist() == [-1, 1, -1]


@pytest.mark.parametrize(
    ("column", "row", "problem"),
    [
        (["a", None], 1, "doc is missing"),
        (coded([0, -1], "a"), 1, "doc is missing"),
        (["a", ""], 1, "doc is empty"),
        (coded([0, 1], "a", ""), 1, "doc is empty"),
        (["a", 1.5], 1, 'doc "1.5" is not text'),
        (["a", True], 1, 'doc "True" is not text'),
        (coded([0, 1], "a", "b\0"), 1, 'doc "b\\x00" holds a NUL character'),
        (np.array([["a"], ["b"]]), None, "column doc must have one dimension, not 2"),
    ],
)
def test_text_that_is_refused(column, row, problem):
    assert refusal(encode, column, "doc") == (row, problem)


def test_names_that_do_not_occur_are_dropped():
    found = used_names(coded([2, -1, 0], "a", "b", "c"))

    assert (found.codes.tolist(), found.names.tolist()) == ([1, -1, 0], ["a", "c"])
    assert used_names(every := coded([1, 0], "a", "b")) is every


def test_whole_numbers_stay_exact():
    assert whole_numbers([2**60 + 1, None], "start").tolist() == [2**60 + 1, -1]
    assert whole_numbers([3.0, float("nan")], "start").tolist() == [3, -1]
    assert whole_numbers([2**53 + 1, float("nan")], "start").tolist() == [2**53 + 1, -1]
    assert whole_numbers([2**53 + 1, 4.0], "start").tolist() == [2**53 + 1, 4]
    assert whole_numbers([4, "", None], "start").tolist() == [4, -1, -1]
    assert whole_numbers(np.array([5], np.uint8), "start").dtype == np.int64
    assert whole_numbers([2**63 - 1, None], "start").tolist() == [2**63 - 1, -1]


@pytest.mark.parametrize(
    ("column", "row", "problem"),
    [
        ([0, 1.5], 1, 'start "1.5" is not a whole number'),
        ([0, float("inf")], 1, 'start "inf" is not a whole number'),
        (np.array([0, 2**63], np.uint64), 1, f'start "{2**63}" is beyond 64 bits'),
        ([0, 2**63], 1, f'start "{2**63}" is beyond 64 bits'),
        ([None, 2**63], 1, f'start "{2**63}" is beyond 64 bits'),
        ([0.0, 2.0**63], 1, 'start "9.223372036854776e+18" is beyond 64 bits'),
        ([0, -2], 1, "start -2 is negative. Use None where there is no offset"),
        ([None, -2], 1, "start -2 is negative. Use None where there is no offset"),
        ([True, False], None, "column start holds truth values, not numbers"),
        ([[1], [2]], None, "column start must have one dimension, not 2"),
        (["0"], 0, 'start "0" is not a number'),
        ([0, "x"], 1, 'start "x" is not a number'),
        ([[0], [1, 2]], 0, 'start "[0]" is not a number'),
        (coded([0], "7"), 0, 'start "7" is not a number'),
        (7, None, "column start must have one dimension, not 0"),
    ],
)
def test_whole_numbers_that_are_refused(column, row, problem):
    assert refusal(whole_numbers, column, "start") == (row, problem)


@pytest.mark.parametrize(("what", "word"), [("rank", "rank"), ("tokens", "count")])
def test_what_is_absent_has_its_own_word(what, word):
    said = f"{what} -1 is negative. Use None where there is no {word}"
    assert refusal(whole_numbers, [-1], what) == (0, said)


def test_real_numbers():
    assert real_numbers([1, 2.5, np.float32(0.5)], "score").tolist() == [1, 2.5, 0.5]
    assert np.isnan(real_numbers([1, None, ""], "score")[1:]).all()
    assert refusal(real_numbers, [1, "x"], "score") == (1, 'score "x" is not a number')
    assert refusal(real_numbers, [None, True], "score") == (1, 'score "True" is not a number')
    assert refusal(real_numbers, [10**400], "score")[1].endswith("is beyond 64 bits")
    assert refusal(real_numbers, [[1.0]], "score")[1].endswith("one dimension, not 2")


def test_columns_have_one_length():
    assert same_size({"a": np.zeros(2), "b": np.zeros(2)}) == 2
    assert same_size({}) == 0
    said = "columns differ in length: a 1, b 1,000"
    assert refusal(same_size, {"a": np.zeros(1), "b": np.zeros(1000)}) == (None, said)


def test_the_one_value_of_a_column():
    assert constant_text(["x", "x"]) == constant_text(coded([0, 0], "x")) == "x"
    assert constant_text([3, 3]) == "3"
    for varies in (None, [], ["x", "y"], [None], coded([0, 1], "x", "y"), coded([0, -1], "x")):
        assert constant_text(varies) is None


def test_columns_of_any_kind():
    assert plain(coded([1, -1], "a", "b"), "page").tolist() == ["b", None]
    assert plain((n for n in (1, 2)), "page").tolist() == [1, 2]
    assert refusal(plain, "3", "page") == (None, "column page must have one dimension, not 0")
    assert as_column(range(2), "page") == range(2)
    assert is_absent(None)
    assert is_absent(float("nan"))
    assert not is_absent(0)


@pytest.mark.parametrize("lists", [[["a"], ["b", "c"]], [["a", "b"], ["c", "d"]], np.eye(2)])
def test_a_cell_may_be_a_list(lists):
    found = plain(lists, "aspects")

    assert found.shape == (2,)
    assert found.tolist() == [list(cell) for cell in lists]


def test_columns_that_were_given():
    given = given_columns({"doc": ["a"], "start": None, "end": iter([1, 2]), "run": ""})

    assert given == {"doc": ["a"], "end": [1, 2], "run": ""}
    assert refusal(given_columns, {"doc": 3}) == (
        None,
        "column doc must have one dimension, not 0",
    )
