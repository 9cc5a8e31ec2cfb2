from __future__ import annotations

import math
import re
import struct

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from partwise.kernels.text.lines import PAD, padded, split_cells
from partwise.kernels.text.numbers import (
    BAD,
    GOOD,
    TOO_LARGE,
    _digits,
    _fixed_point,
    parse_floats,
    parse_ints,
)

FLOAT = re.compile(
    r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?inf(inity)?", re.IGNORECASE | re.ASCII
)
INT = re.compile(r"[+-]?\d+", re.ASCII)

digits = st.text("0123456789", max_size=20)
decimals = st.builds(
    "{}{}{}{}".format, st.sampled_from(["", "-", "+"]), digits, st.sampled_from([".", ""]), digits
)
spelled = st.one_of(
    decimals,
    st.floats(allow_nan=False).map(repr),
    st.floats(width=32, allow_nan=False).map(repr),
    st.floats(0, 1000).map("{:.6f}".format),
    st.integers().map(str),
    st.text("0123456789.eE+-infINFty_x", max_size=24),
    st.sampled_from(
        [
            "nan",
            "NaN",
            "1_0",
            "0x1p3",
            "inf",
            "-Infinity",
            "1e-3",
            "+1.5",
            "-0.0",
            "1e400",
            "9" * 17,
        ]
    ),
)


def field_of(texts):
    data = padded("".join(text + "\n" for text in texts).encode())
    return data, split_cells(data, data.size - PAD, 1).field(0)


def floats(texts: list[str]) -> list[float]:
    value, bad = parse_floats(*field_of(texts))
    assert not bad.any()
    return value.tolist()


def bits(value: float) -> bytes:
    return struct.pack("<d", value)


def test_by_hand():
    texts = [
        "1",
        "-2.5",
        "+1.5",
        "-0.0",
        "1e-3",
        "12.345678",
        "123456789.123456",
        "inf",
        ".5",
        "5.",
    ]
    data, field = field_of(texts)
    value, bad = parse_floats(data, field)

    assert not bad.any()
    assert value.tolist() == [1, -2.5, 1.5, 0, 0.001, 12.345678, 123456789.123456, math.inf, 0.5, 5]
    assert math.copysign(1, value[3]) == -1


@pytest.mark.parametrize(
    "text", ["nan", "abc", "1_0", "1.2.3", "-", ".", "+.", "1e", "0x10", "1,5", "--1", "é"]
)
def test_what_is_no_number(text):
    data, field = field_of(["1.5", text, "2.5"])

    assert parse_floats(data, field)[1].tolist() == [False, True, False]


@given(st.lists(spelled.filter(bool), min_size=1, max_size=12))
@example(["9007199254740993", "9007199254740992.0", "0.1", "1.7976931348623157e308"])
@example(["0." + "0" * 30 + "1", "1" * 70, "1" * 63 + ".5"])
def test_equals_python_bit_for_bit(texts):
    data, field = field_of(texts)
    value, bad = parse_floats(data, field)

    for text, found, wrong in zip(texts, value.tolist(), bad.tolist(), strict=True):
        assert wrong == (FLOAT.fullmatch(text) is None)
        if not wrong:
            assert bits(found) == bits(float(text))


@given(st.lists(st.floats(0, 1e6).map("{:.5f}".format), min_size=2, max_size=20))
def test_all_points_at_one_place(texts):
    data, field = field_of(texts)
    value, bad = parse_floats(data, field)

    assert not bad.any()
    assert [bits(x) for x in value.tolist()] == [bits(float(text)) for text in texts]


def test_points_at_every_place():
    digits_ = "8765432109123456"
    columns = [
        [f"{digits_[:place]}.{digits_[place:size]}" for place in range(size + 1)]
        for size in range(1, 17)
    ]
    every = [text for column in columns for text in column]
    for column in (*columns, *zip(*columns, strict=False), every):
        assert floats([*column]) == [float(text) for text in column]
        for text in column:
            assert floats([text, text]) == [float(text)] * 2


def test_points_near_the_end_of_short_and_long_numbers():
    texts = ["1.5", "123456789.25", "12345678901.123", "7."]

    assert floats(texts) == [float(text) for text in texts]


def test_a_byte_that_is_no_character_is_no_digit():
    for text in (b"\xb5", b"\xb5.5", b"1\xb5.5", b"\xb5234567890.5"):
        data = padded(b"1.5\n" + text + b"\n")
        field = split_cells(data, data.size - PAD, 1).field(0)
        assert parse_floats(data, field)[1].tolist() == [False, True]


def test_a_short_number_after_a_long_one():
    # as many bytes as the longest has do not follow it
    assert floats(["1" * 63, "1e5"]) == [float("1" * 63), 1e5]
    assert floats(["1" * 64, "1" * 65, "1e5"]) == [float("1" * 64), float("1" * 65), 1e5]


def test_where_all_points_stand_at_one_place():
    def fixed(*texts):
        data, (start, end) = field_of(texts)
        return _fixed_point(*_digits(data, end - start, end))

    low, high, places, point = fixed("1.25", "13.50")
    assert (low.size, high, places.tolist(), point.tolist()) == (2, None, [2], [True])
    assert fixed("1.25", "12345678.50")[1].tolist() == [0, 2 << 56 | 1 << 48]  # the 3 moved down
    assert fixed("1.25", "13.5") is None
    assert fixed("125", "1.25") is None


@given(
    st.lists(
        st.one_of(st.integers().map(str), st.text("0123456789+-.x", min_size=1, max_size=22)),
        min_size=1,
        max_size=12,
    )
)
@example(["9223372036854775807", "-9223372036854775808", "9223372036854775808", "0" * 30 + "7"])
def test_whole_numbers_equal_python(texts):
    data, field = field_of(texts)
    value, state = parse_ints(data, field)

    for text, found, said in zip(texts, value.tolist(), state.tolist(), strict=True):
        if INT.fullmatch(text) is None:
            assert said == BAD
        elif not -(2**63) <= int(text) < 2**63:
            assert said == TOO_LARGE
        else:
            assert said == GOOD
            assert found == int(text)


@pytest.mark.parametrize("text", ["500000000000000.0", "500000000000001.0", "-10000000000000000.5"])
def test_digits_before_sixteen_characters_count(text):
    # what stands before the last sixteen characters was once left out where those begin with zeros
    assert floats([text, text]) == [float(text)] * 2


@given(st.integers(1, 10), st.lists(st.tuples(st.integers(0, 9), st.integers(8, 22)), min_size=1))
def test_long_decimals_that_are_mostly_zeros(places, spelled_):
    texts = [f"{digit}{'0' * zeros}1.{'0' * places}" for digit, zeros in spelled_]

    assert floats(texts) == [float(text) for text in texts]


def test_no_fields_at_all():
    none = np.empty(0, np.int64)

    assert parse_floats(padded(b""), (none, none))[0].size == 0
    assert parse_ints(padded(b""), (none, none))[0].size == 0


def test_nine_characters_are_fetched_as_sixteen_are():
    nine, both = (field_of(texts) for texts in (["912345678"], ["1234567890", "912345678"]))
    alone, beside = (_digits(data, end - start, end) for data, (start, end) in (nine, both))

    assert alone[0][0] == beside[0][1]
    assert alone[1][0] == beside[1][1]
