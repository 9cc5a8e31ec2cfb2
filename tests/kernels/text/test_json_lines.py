"""Lines of JSON of one shape, found on their bytes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text.json_lines import (
    Member,
    _all_are,
    _are_digits,
    _run_place,
    _with_exponent,
    are_numbers,
    fields_of,
    has_escapes,
    plain_fields_of,
)
from partwise.kernels.text.lines import PAD, padded

SHAPE = [
    Member(b"{", b'"topic": "', True),
    Member(b", ", b'"start": ', False),
    Member(b", ", b'"text": "', True),
    Member(b", ", b'"score": ', False),
]


def line(topic, start, text, score, *, ascii_=False):
    row = {"topic": topic, "start": start, "text": text, "score": score}
    return json.dumps(row, ensure_ascii=ascii_)


def cells(text, shape=SHAPE, find=fields_of):
    data = padded(text.encode())
    fields = find(data, data.size - PAD, shape)
    if fields is None:
        return None
    return [[data[a:b].tobytes().decode() for a, b in zip(*field, strict=True)] for field in fields]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
numbers = st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(st.tuples(texts, numbers, texts, numbers), min_size=1), st.booleans())
def test_values_are_those_that_json_reads(rows, ascii_):
    lines = [line(*row, ascii_=ascii_) for row in rows]

    found = cells("\n".join(lines))

    if ascii_ and any("\\ud" in text for text in lines):  # halves of characters
        assert found is None
        return
    for field, column, member in zip(found, zip(*rows, strict=True), SHAPE, strict=True):
        quoted = [f'"{cell}"' if member.is_text else cell for cell in field]
        assert [json.loads(cell) for cell in quoted] == list(column)


GOOD = '{"topic": "a", "start": 1, "text": "b", "score": 2}'


@pytest.mark.parametrize(
    "bad",
    [
        GOOD.replace(", ", ",", 1),
        GOOD.replace('"start"', '"stort"'),
        GOOD.replace('"b"', "null"),
        GOOD.replace('"b"', '"b", "more": "c"'),
        GOOD.replace('"b"', '"b\\x"'),
        GOOD.replace('"b"', '"\\n\\x"'),
        GOOD.replace('"b"', '"b\\u12G4"'),
        GOOD.replace('"b"', '"b\\ud800"'),
        GOOD.replace('"b"', '"b\t"'),
        GOOD.replace("}", "} "),
        f" {GOOD}",
        GOOD.replace('{"', '["'),
        GOOD.replace('"topic": "a"', '"topic": "a" '),
        GOOD + "\r",
        GOOD.replace(", ", "\t ", 1),
        GOOD[:20],
    ],
)
@pytest.mark.parametrize("find", [fields_of, plain_fields_of])
def test_lines_of_another_shape(bad, find):
    assert cells(f"{GOOD}\n{GOOD}", find=find) is not None
    assert cells(f"{GOOD}\n{bad}\n{GOOD}", find=find) is None


@pytest.mark.parametrize(
    "bad",
    [
        [GOOD.replace('"b"', '"b'), GOOD.replace('"b"', '"b""')],  # as many quotes in all
        [GOOD.replace('"b"', '"b"'), GOOD.replace('"b"', '"')],
        [GOOD.replace('"b", ', '"b" '), GOOD.replace('"b", ', '"b",, ')],  # as many commas in all
        [GOOD.replace('"text": "b"', '"text": "'), GOOD.replace('"b"', '"b""')],
        [GOOD.replace(", ", "\n", 1), GOOD.replace(", ", ",,", 1)],
        [GOOD, f"{GOOD},{GOOD}"],
    ],
)
@pytest.mark.parametrize("find", [fields_of, plain_fields_of])
def test_what_one_line_lacks_and_another_has(bad, find):
    assert cells("\n".join(bad), find=find) is None


@pytest.mark.parametrize("empty", range(1, 6))
def test_empty_lines_are_not_plain(empty):
    block = "\n".join([GOOD, *[""] * empty, GOOD])

    assert cells(block, find=plain_fields_of) is None
    assert cells(block) == cells(f"{GOOD}\n{GOOD}")


@pytest.mark.parametrize("find", [fields_of, plain_fields_of])
def test_a_line_that_ends_before_its_key_could(find):
    key = f'"{"k" * 100}": '
    shape = [Member(b"{", key.encode(), False)]

    assert cells(f"{{{key}1}}\n{{{key}2}}", shape, find) == [["1", "2"]]
    assert cells(f'{{{key}1}}\n{{"k"}}', shape, find) is None


@pytest.mark.parametrize("find", [fields_of, plain_fields_of])
def test_blanks_before_commas(find):
    shape = [Member(b"{ ", b'"a" : "', True), Member(b" , ", b'"b" : ', False)]
    rows = '{ "a" : "x" , "b" : 1}\n{ "a" : "" , "b" : 23}'

    assert cells(rows, shape, find) == [["x", ""], ["1", "23"]]
    assert cells(rows.replace('"" ', '""'), shape, find) is None


def test_pieces_up_to_the_last_byte():
    data, nowhere = np.frombuffer(b"abcbc", np.uint8), np.empty(0, np.int64)

    assert _all_are(data, np.array([1, 3]), b"bc")
    assert not _all_are(data, np.array([1, 4]), b"bc")
    assert _all_are(data, nowhere, b"abcbc")


def test_places_in_runs():
    assert _run_place(np.array([3, 4, 5, 7, 9, 10])).tolist() == [0, 1, 2, 0, 0, 1]


@given(
    st.lists(st.tuples(*[st.text('ab"\\,: {}1', max_size=6)] * 2, numbers, numbers), min_size=1),
    st.sampled_from(["", '", "start": ', '"', ","]),
)
def test_commas_tell_what_quotes_tell(rows, inside):
    lines = [line(topic, start, text, score) for topic, text, start, score in rows]
    lines[0] = lines[0].replace('"text": "', f'"text": "{inside}')
    block = "\n".join(lines)

    plain = cells(block, find=plain_fields_of)

    odd = any("\\" in text for text in lines) or block.count(",") > 3 * len(lines)
    assert (plain is None) == (odd or inside != "")
    assert plain is None or plain == cells(block)


def test_empty_lines_are_no_rows():
    assert cells(f"\n{GOOD}\n\n{GOOD}\n\n")[0] == ["a", "a"]
    assert cells("\n\n") is None


@pytest.mark.parametrize("text", ["", "a", "a\\\\", '\\"', '\\\\\\"', "\\u00e4", "{", "a: b, c"])
def test_strings_may_hold_anything(text):
    found = cells(GOOD.replace('"b"', f'"{text}"'))

    assert found[2] == [text]


def field_of(*words):
    data = padded(" ".join(words).encode())
    size = np.array([len(word) for word in words])
    end = PAD + np.cumsum(size + 1) - 1
    return data, (end - size, end)


@pytest.mark.parametrize("good", ["0", "-0", "12", "-3.5", "0.5", "1e5", "1.25E-300", "9" * 30])
def test_numbers_of_json(good):
    assert are_numbers(*field_of("1", good, "2.5"))


@pytest.mark.parametrize("bad", ["", "-", "+1", "01", "-01"])
def test_what_json_does_not_take_for_a_whole_number(bad):
    assert are_numbers(*field_of("1", "0", "-20"), whole=True)
    assert not are_numbers(*field_of("1", bad, "2"), whole=True)


@pytest.mark.parametrize(
    "bad", ["", "-", "+1", "01", "-01", ".5", "5.", "inf", "-inf", "1.e5", "1.e-00000000000005"]
)
def test_what_json_does_not_take_for_a_number(bad):
    assert not are_numbers(*field_of("1", bad, "2.5"))


def test_escapes_are_found_in_their_field():
    data, field = field_of("ab", "c\\nd", "e")
    one = field[0][[0, 2]], field[1][[0, 2]]

    assert has_escapes(data, data.size - PAD, field)
    assert has_escapes(data, data.size - PAD, field, one)
    assert not has_escapes(data, data.size - PAD, one)
    plain, field = field_of("ab", "cd")
    assert not has_escapes(plain, plain.size - PAD, field)


def test_digits_and_their_neighbours():
    assert _are_digits(np.frombuffer(b"/09:", np.uint8)).tolist() == [False, True, True, False]


@pytest.mark.parametrize("sizes", [range(1, 27), [3, 511, 512, 513, 530]])
def test_an_exponent_is_seen_wherever_it_stands(sizes):
    """Fields of digits with one letter or none, between letters that belong to no field."""
    texts = [
        b"1" * at + sign + b"1" * (size - at - 1)
        for size in sizes
        for at in {*range(min(size, 20)), *range(max(size - 20, 0), size)}
        for sign in (b"e", b"E", b"1")
    ]
    end = np.cumsum([len(text) + 9 for text in texts]) + PAD
    data = padded(b"".join(b"e" * 9 + text for text in texts) + b"e\n")
    start = end - [len(text) for text in texts]

    assert _with_exponent(data, (start, end)).tolist() == [b"e" in t.lower() for t in texts]
