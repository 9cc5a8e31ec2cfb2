from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text.lines import PAD, padded
from partwise.kernels.text.quotes import cut_outside_quotes, split_quoted

cell = st.text('ab,"\n\r', max_size=6)


def split(text: bytes, width: int):
    data = padded(text)
    found = split_quoted(data, data.size - PAD, width, ord(","))
    rows = [
        [
            found.data[a:b].tobytes().decode()
            for a, b in zip(found.rows.start[:, i], found.rows.end[:, i], strict=True)
        ]
        for i in range(len(found.rows))
    ]
    return rows, found


def test_by_hand():
    rows, found = split(b'a,"b,c"\n"say ""hi""","two\nlines"\r\nx,y\n', 2)

    assert rows == [["a", "b,c"], ['say "hi"', "two\nlines"], ["x", "y"]]
    assert found.rows.lines.tolist() == [0, 1, 3]
    assert not found.misplaced.size


def test_misplaced_quotes_are_named_by_line():
    assert split(b'a,b\n5" pipe,x"\n', 2)[1].misplaced.tolist() == [1]


@given(st.lists(st.lists(cell, min_size=2, max_size=2), max_size=8))
def test_equals_the_csv_module(table):
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(table)
    rows, found = split(stream.getvalue().encode(), 2)

    assert rows == table
    assert not found.misplaced.size


def test_blocks_end_outside_quotes():
    data = padded(b'a,b\nc,"d\ne')

    assert cut_outside_quotes(data, data.size - PAD) == PAD + len(b"a,b\n")


def test_lines_with_another_number_of_cells_are_told():
    rows, found = split(b'a,b\n\nc\n"",""\n"d",e,f\n""\n', 2)

    assert rows == [["a", "b"], ["", ""]]
    assert found.rows.odd.tolist() == [2, 4, 5]
    assert found.rows.odd_fields.tolist() == [1, 3, 1]


def test_empty_lines_before_quoted_cells():
    rows, found = split(b'\n"a","b"\n\n"c",d\n\n\n""\n', 2)

    assert rows == [["a", "b"], ["c", "d"]]
    assert found.rows.lines.tolist() == [1, 3]
    assert found.rows.odd.tolist() == [6]
