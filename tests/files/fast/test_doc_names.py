"""Names of documents: row by row, or each once with an index."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.files.fast.doc_names import DocNames, Strangers
from partwise.files.fast.judged import Judged
from partwise.kernels.text.lines import PAD, padded
from partwise.tables.names import Names

ROWS = ["b", "a", "b", "Long-name.txt", "a", "long-name.txt"]


def named(names, index=None):
    data = padded(" ".join(names).encode())
    size = np.array([len(name) for name in names])
    start = PAD + np.cumsum(size + 1) - size - 1
    return DocNames.of(data, (start, start + size), index)


def spelled(names):
    return [names.data[a:b].tobytes().decode() for a, b in zip(*names.field, strict=True)]


@pytest.fixture(params=["row by row", "each once", "some twice"])
def names(request):
    if request.param == "row by row":
        return named(ROWS)
    once = ["a", "b", "Long-name.txt", "long-name.txt", "b"]
    last = 4 if request.param == "some twice" else 1
    return named(once, np.array([1, 0, last, 2, 0, 3]))


def cells(names, rows):
    places = zip(*names.at(np.array(rows)), strict=True)
    return [names.data[a:b].tobytes().decode() for a, b in places]


def test_rows_have_names(names):
    assert cells(names, range(6)) == ROWS
    assert cells(names.taken(np.array([4, 0, 3])), [0, 1, 2]) == ["a", "b", "Long-name.txt"]


def test_fingerprints_are_those_of_the_rows(names):
    row = named(ROWS)
    assert names.row_prints.tolist() == row.row_prints.tolist()
    assert names.row_prints[3] == names.row_prints[5]  # but for case
    assert names.taken(np.array([4, 0])).row_prints.tolist() == row.prints[[4, 0]].tolist()


def test_codes_are_those_of_the_judged(names):
    judged = Judged(Names.of(["x", "b", "Long-name.txt"]))
    assert names.codes(judged, b"").tolist() == [1, 3, 1, 2, 3, 3]
    assert judged.close  # the last one, but for case


def test_strangers_are_told_in_order_and_once(names):
    strangers = Strangers()

    first = strangers.new(names, np.array([3, 1, 4, 1, 0]))
    assert list(dict.fromkeys(spelled(first))) == ["Long-name.txt", "a", "b"]
    strangers.remember(first)

    assert spelled(strangers.new(names, np.array([0, 1, 3]))) == []
    assert spelled(strangers.new(named(["c", "a"]), np.array([0, 1]))) == ["c"]
