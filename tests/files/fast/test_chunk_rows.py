"""Rows of chunk runs: every cell is checked."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.files.fast.chunk_rows import FARTHEST, is_plain, parsed
from partwise.files.fast.rows import IrregularError
from partwise.kernels.text.lines import PAD, padded, split_cells

COLUMNS = ("topic", "doc", "start", "end", "score", "rank", "tokens", "run")


def read(*lines, columns=COLUMNS):
    data = padded("\n".join(lines).encode())
    rows = split_cells(data, data.size - PAD, len(columns))
    return parsed(data, {name: rows.field(at) for at, name in enumerate(columns)})


def test_numbers_are_parsed():
    rows = read("q\td\t1\t5\t2.5\t1\t7\tmine", "q\te\t3\t3\t-1e3\t2\t0\tmine")

    assert (rows.start.tolist(), rows.end.tolist()) == ([1, 3], [5, 3])
    assert rows.score.tolist() == [2.5, -1000.0]
    assert (rows.rank.tolist(), rows.tokens.tolist(), rows.label) == ([1, 2], [7, 0], b"mine")
    assert len(rows) == 2


def test_columns_may_be_missing():
    rows = read("q\td\t1\t5\t3", columns=("topic", "doc", "start", "end", "rank"))
    assert rows.score is None
    assert rows.tokens is None
    assert rows.label is None


@pytest.mark.parametrize(
    "line",
    [
        "\td\t1\t5\t2\t1\t7\tmine",
        "q\t\t1\t5\t2\t1\t7\tmine",
        "q\td\t\t5\t2\t1\t7\tmine",
        "q\td\t1\tx\t2\t1\t7\tmine",
        "q\td\t-1\t5\t2\t1\t7\tmine",
        "q\td\t6\t5\t2\t1\t7\tmine",
        f"q\td\t1\t{FARTHEST + 1}\t2\t1\t7\tmine",
        "q\td\t1\t5\tnan\t1\t7\tmine",
        "q\td\t1\t5\t\t1\t7\tmine",
        "q\td\t1\t5\t2\t-1\t7\tmine",
        "q\td\t1\t5\t2\t1\t\tmine",
        "q\td\t1\t5\t2\t1\t7\t",
        "q\td\t1\t5\t2\t1\t7\tother",
        f"q\t{'d' * 100_001}\t1\t5\t2\t1\t7\tmine",
    ],
)
def test_what_is_not_plain_is_left_to_the_ordinary_reader(line):
    with pytest.raises(IrregularError):
        read("q\td\t1\t5\t2\t1\t7\tmine", line)


def test_plain_tables_have_places_and_an_order():
    needed = {"topic", "doc", "start", "end"}
    assert is_plain(frozenset({*needed, "score", "anything"}))
    assert is_plain(frozenset({*needed, "rank"}))
    assert not is_plain(frozenset(needed))
    assert not is_plain(frozenset({*needed, "score", "element"}))
    assert not is_plain(frozenset({"topic", "doc", "score"}))


def test_no_rows_are_rows():
    empty = np.empty(0, np.int64), np.empty(0, np.int64)
    assert len(parsed(padded(b""), dict.fromkeys(COLUMNS, empty))) == 0
