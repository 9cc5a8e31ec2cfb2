"""The columns that all tables of parts share."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.tables.columns import Coded
from partwise.tables.lengths import Inventory
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns
from partwise.tables.run import Run

CODES = np.array([0, 1, 0], np.int32)
DOC = Coded(CODES, Names.of(["a", "b"]))
TOPIC = Coded(np.zeros(3, np.int32), Names.of(["q", "idle"]))


def test_text_columns_are_names_and_codes():
    columns = text_columns(topic=TOPIC, doc=DOC)

    assert list(columns) == ["topics", "docs", "topic", "doc"]
    assert columns["docs"].tolist() == ["a", "b"]
    assert columns["doc"] is CODES


def test_columns_that_are_not_given_hold_nothing():
    run = Run(name="r", **text_columns(topic=TOPIC, doc=DOC))
    qrels = Qrels(**text_columns(topic=TOPIC, doc=DOC))
    parts = Inventory(**text_columns(doc=DOC), start=np.arange(3), end=np.arange(1, 4))

    for column in (run.start, run.end, run.element, run.tree, qrels.bep, parts.element):
        assert column.tolist() == [-1, -1, -1]
    assert np.isnan(qrels.grade).all()
    assert qrels.grade.size == 3
    assert run.score is None
    assert parts.tokens is None
    assert len(run) == len(qrels) == len(parts) == 3


def test_kinds_of_columns():
    run = Run(name="r", **text_columns(topic=TOPIC, doc=DOC))

    assert (run.start.dtype, run.element.dtype) == (np.int64, np.int32)


@pytest.mark.parametrize("column", ["doc", "topic", "start", "element", "score"])
def test_columns_are_frozen(column):
    run = Run(name="r", **text_columns(topic=TOPIC, doc=DOC), score=np.arange(3.0))

    with pytest.raises(ValueError, match="read-only"):
        getattr(run, column)[0] = 1
    assert CODES.flags.writeable


def test_sizes_are_shown():
    run = Run(name="r", **text_columns(topic=TOPIC, doc=DOC))
    qrels = Qrels(**text_columns(topic=TOPIC, doc=DOC))

    assert repr(run) == "Run('r': 3 parts, 2 topics)"
    assert repr(qrels) == "Qrels(3 rows, 2 topics)"


def test_some_rows_of_a_column():
    assert DOC.take(np.array([2, 1])).codes.tolist() == [0, 1]
    assert DOC.take(slice(None)).names is DOC.names
