"""What is kept of a long chunk run."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.tables.chunk_run import ChunkRun, RowCounts
from partwise.tables.names import Names


def run():
    return ChunkRun(
        name="mine",
        topics=Names.of(["q1", "q2"]),
        length=np.array([3, 1]),
        docs=Names.of(["a"]),
        topic=np.array([0, 0, 1], np.int32),
        doc=np.array([0, 1, 1], np.int32),
        document=np.arange(3),
        start=np.zeros(3, np.int64),
        end=np.array([5, 20, 7]),
        rank=np.array([1, 2, 1]),
        shares_rank=np.zeros(3, bool),
        counts=RowCounts(rows=4, pairs=4),
        present=np.array([True]),
        alike=Names.of([]),
    )


def test_counts_add_up():
    one = RowCounts(rows=2, pairs=1, tied=1, past=3)
    assert one + RowCounts(rows=5, empty=2) == RowCounts(rows=7, pairs=1, tied=1, past=3, empty=2)


def test_it_is_as_long_as_its_file():
    assert len(run()) == 4
    assert repr(run()) == "ChunkRun('mine': 4 parts, 2 topics, 3 rows kept)"
    assert run().answered == []
    assert not run().holds_documents


def test_columns_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        run().end[0] = 1


def test_another_name_is_another_run():
    assert run().named("yours").name == "yours"
