from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from partwise.kernels.text.lines import (
    PAD,
    padded,
    spare_bits,
    split_cells,
    split_rows,
    words,
    words_at,
)


def block(text: bytes):
    data = padded(text)
    return data, data.size - PAD


def cells_of(data, rows):
    return [
        [data[a:b].tobytes() for a, b in zip(*(rows.field(j)[k] for k in (0, 1)), strict=True)]
        for j in range(rows.end.shape[0])
    ]


def test_words_by_hand():
    data = np.frombuffer(b"abcdefghij", np.uint8)

    expected = [b"abcdefgh", b"bcdefghi", b"cdefghij"]
    assert words(data).tolist() == [int.from_bytes(word, "little") for word in expected]


@pytest.mark.parametrize("many", [1, 7, 999, 1000, 1001, 3000])
@pytest.mark.parametrize("first", range(9))
def test_words_at_any_place_of_memory(many, first):
    rng = np.random.default_rng(many)
    data = rng.integers(0, 256, 5000, np.uint8)[first : 5000 - first // 3]
    start = rng.integers(8, data.size - 2 * PAD, many)

    found = words_at(data, start)

    assert found.dtype == np.uint64
    assert found.tolist() == [
        int.from_bytes(data[at : at + 8].tobytes(), "little") for at in start.tolist()
    ]


def test_regular_rows_by_hand():
    data, hi = block(b"t1 d1 3\nt2 d22 14\nt33 d d\n")
    rows = split_rows(data, hi, 3)

    assert rows.line is None
    expected = [[b"t1", b"t2", b"t33"], [b"d1", b"d22", b"d"], [b"3", b"14", b"d"]]
    assert cells_of(data, rows) == expected


@pytest.mark.parametrize(
    "text",
    [
        b"t1 d1 3\r\nt2 d22 14\r\n",
        b"t1\td1\t3\nt2\td22\t14",
        b"  t1   d1\t 3  \n\n# a b\nt2 d22 14\n\n",
        b"t1 d1 3\n#\n \t \nt2 d22 14",
        b"t1\x0bd1\x0c3\nt2 d22 14\n",
    ],
)
def test_irregular_blanks_are_read_as_usual(text):
    data, hi = block(text)
    rows = split_rows(data, hi, 3)

    assert cells_of(data, rows) == [[b"t1", b"t2"], [b"d1", b"d22"], [b"3", b"14"]]
    assert not rows.odd.size


@pytest.mark.parametrize("comment", range(4))
def test_one_comment_in_an_otherwise_regular_block(comment):
    lines = [b"t d 1", b"u d 2", b"v d 3", b"w d 4"]
    lines[comment] = b"# x y"
    data, hi = block(b"\n".join(lines))
    rows = split_rows(data, hi, 3)

    assert rows.n_comments == 1
    assert rows.lines.tolist() == [line for line in range(4) if line != comment]


def test_a_hash_that_does_not_begin_a_line_is_no_comment():
    data, hi = block(b"t #d #\nu d# 2#\n")

    assert split_rows(data, hi, 3).line is None


def test_a_comment_in_an_otherwise_regular_block():
    data, hi = block(b"# x y\nt d 1\n# z z\n")
    rows = split_rows(data, hi, 3)

    assert rows.n_comments == 2
    assert rows.lines.tolist() == [1]


def test_odd_lines_are_counted_with_their_fields():
    data, hi = block(b"a b c\na b\n\na b c d\na b c\n")
    rows = split_rows(data, hi, 3)

    assert rows.lines.tolist() == [0, 4]
    assert rows.odd.tolist() == [1, 3]
    assert rows.odd_fields.tolist() == [2, 4]


def test_fewer_and_more_fields_where_allowed():
    data, hi = block(b"a b\na b c\na b c d\n")
    rows = split_rows(data, hi, 3, least=2, more=True)

    assert cells_of(data, rows) == [[b"a"] * 3, [b"b"] * 3, [b"", b"c", b"c"]]
    assert rows.n_longer == 1


def test_a_block_of_a_single_field():
    data, hi = block(b"abc\n")
    rows = split_rows(data, hi, 3, least=1)

    assert cells_of(data, rows) == [[b"abc"], [b""], [b""]]


def slow_rows(text: bytes, width: int):
    rows, odd = [], []
    for number, line in enumerate(text.split(b"\n")):
        fields = line.split()
        if not fields or fields[0].startswith(b"#"):
            continue
        if len(fields) == width:
            rows.append((number, fields))
        else:
            odd.append((number, len(fields)))
    return rows, odd


@given(
    st.lists(st.sampled_from([b"a", b"bb", b"#", b" ", b"\t", b"\n", b"\r", b"xyz"]), max_size=40)
)
@example([b"a\x08b", b"  ", b"c\x0ed", b"\x0b", b"\x0f", b"\n"])
def test_split_rows_equals_python(pieces):
    text = b"".join(pieces)
    data, hi = block(text)
    rows = split_rows(data, hi, 3)
    expected, odd = slow_rows(text, 3)

    found = list(zip(*cells_of(data, rows), strict=True)) if len(rows) else []
    assert found == [tuple(fields) for _, fields in expected]
    assert rows.lines.tolist() == [number for number, _ in expected]
    assert list(zip(rows.odd.tolist(), rows.odd_fields.tolist(), strict=True)) == odd


@given(st.lists(st.sampled_from([b"a", b"bb", b"\t", b"\n", b"\r\n", b" "]), max_size=40))
def test_split_cells_equals_python(pieces):
    text = b"".join(pieces)
    data, hi = block(text)
    rows = split_cells(data, hi, 3)
    expected = [
        line.removesuffix(b"\r").split(b"\t")
        for line in text.split(b"\n")
        if line.removesuffix(b"\r")
    ]

    found = list(zip(*cells_of(data, rows), strict=True)) if len(rows) else []
    assert found == [tuple(cells) for cells in expected if len(cells) == 3]
    assert rows.odd_fields.tolist() == [len(cells) for cells in expected if len(cells) != 3]


@given(st.lists(st.integers(-3, 1 << 40), max_size=20))
def test_spare_bits_of_a_word(lengths):
    found = spare_bits(np.array(lengths, np.int64))

    assert found.dtype == np.uint64
    assert found.tolist() == [64 - 8 * min(max(length, 0), 8) for length in lengths]


def test_lines_that_start_with_a_hash_are_comments_where_asked():
    data, hi = block(b"#x\ta\nb\tc\n")

    assert cells_of(data, split_cells(data, hi, 2, comments=True)) == [[b"b"], [b"c"]]
    assert cells_of(data, split_cells(data, hi, 2)) == [[b"#x", b"b"], [b"a", b"c"]]
