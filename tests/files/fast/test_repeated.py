"""Documents that a topic lists more than once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.files.fast import repeated as module
from partwise.files.fast.doc_names import DocNames
from partwise.files.fast.repeated import repeated
from partwise.files.fast.rows import IrregularError
from partwise.kernels.text.lines import PAD, padded


def found(segment, names):
    data = padded(" ".join(names).encode())
    size = np.array([len(name.encode()) for name in names], np.int64)
    start = PAD + np.cumsum(size + 1) - size - 1
    doc = start, start + size
    return repeated(np.array(segment, np.int64), DocNames.of(data, doc))


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["a", "A", "bb", "c" * 20, "ä"]))))
def test_rows_of_a_topic_and_document_share_a_leader(rows):
    rows = sorted(rows, key=lambda row: row[0])
    first = [rows.index(row) for row in rows]

    got = found([row[0] for row in rows], [row[1] for row in rows])

    assert got.leader.tolist() == first
    assert got.rows.tolist() == [at for at, row in enumerate(rows) if rows.count(row) > 1]
    assert got.n_further == len(rows) - len(set(rows))


def test_overlap_is_counted_in_order_and_by_topic():
    got = found([0, 0, 0, 1, 1], ["a", "b", "a", "a", "a"])
    start, end = np.array([0, 0, 5, 0, 10]), np.array([10, 50, 20, 10, 10])

    assert got.overlapping(start, end) == 1


def test_names_with_one_fingerprint_are_left_to_the_ordinary_reader(monkeypatch):
    monkeypatch.setattr(module, "fingerprints", lambda data, field: np.zeros(field[0].size, "u8"))
    data = padded(b"a b")
    doc = np.array([PAD, PAD + 2]), np.array([PAD + 1, PAD + 3])
    with pytest.raises(IrregularError):
        repeated(np.zeros(2, np.int64), DocNames(data, doc, np.zeros(2, np.uint64)))
