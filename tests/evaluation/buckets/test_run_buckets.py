from __future__ import annotations

import json

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.buckets.run_buckets import RunBuckets


def piece(topics, **columns):
    docs = [f"d{row}" for row in range(len(topics))]
    return pw.Run.from_columns(topic=topics, doc=docs, **columns)


def found(*pieces):
    """Add what was found of pieces, as a file would hold it."""
    every = RunBuckets()
    for run, judged in pieces:
        data = RunBuckets.of_piece(run, np.array(judged)).data()
        every.add(RunBuckets.of(json.loads(json.dumps(data))))
    return every


def test_pieces_are_counted_together():
    every = found(
        (piece(["b", "a", "b"], score=[3, 2, 1]), [True, False, True]),
        (piece(["a", "c"], score=[3, 2]), [False, True]),
    )

    assert every.topics == {"b": 0, "a": 1, "c": 4}  # the first row of each
    assert (every.rows, every.ignored) == (5, 2)
    entry = every.entry(3, {"b": 0, "c": 1})
    assert (entry["number"], entry["name"]) == (3, "run")
    assert (entry["topics"], entry["ignored_topics"]) == (3, 1)
    assert entry["documents"]
    assert not entry["holds"]["elements"]
    assert entry["notes"] == []


def test_a_piece_without_rows_says_nothing():
    every = found((piece(["b"], score=[3]), [True]))
    every.add(RunBuckets())
    every.add(RunBuckets.of_piece(piece(["c"], score=[3]), np.array([True])))

    assert (every.rows, every.topics) == (2, {"b": 0, "c": 1})
    assert every.facts["name"] == "run"


def test_all_pieces_have_the_same_numbers():
    with pytest.raises(FormatError, match=r"score is missing in some rows \(first near row 2\)"):
        found((piece(["a"], score=[1]), [True]), (piece(["b"], rank=[1]), [True]))
