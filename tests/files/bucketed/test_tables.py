from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.files.bucketed import tables
from partwise.files.bucketed.tables import (
    FramedRows,
    facts_of,
    frame_of,
    lengths_frame,
    lengths_of,
    table_of,
)
from partwise.tables.lengths import Inventory, Lengths

RUN = pw.Run.from_columns(
    topic=["b", "a", "b"],
    doc=["ü", "x", "x"],
    start=[0, None, 3],
    end=[5, None, 9],
    element=[None, "/a[1]", None],
    score=[1.5, 2.5, 0.5],
    rank=[1, 1, 2],
    size=["3", None, "4"],
    page=[1, 2, 3],
)


def same(one, other, *names):
    for name in names:
        mine, theirs = getattr(one, name), getattr(other, name)
        assert (mine is None) == (theirs is None), name
        assert mine is None or np.array_equal(mine, theirs, equal_nan=mine.dtype.kind == "f"), name


def test_a_run_comes_back_as_it_was():
    found = table_of(pw.Run, frame_of(RUN, np.arange(3)), facts_of(RUN))

    same(RUN, found, "topic", "doc", "start", "end", "element", "tree", "score", "rank", "tokens")
    assert found.topics == RUN.topics
    assert found.docs == RUN.docs
    assert found.elements == RUN.elements
    assert (found.name, found.natural, found.format) == (RUN.name, RUN.natural, RUN.format)
    assert found.extra["size"].tolist() == ["3", None, "4"]
    assert "page" not in found.extra


@pytest.mark.parametrize("rows", [[2, 0], [1], []])
def test_some_rows(rows):
    frame = FramedRows(RUN, np.arange(10, 13)).of(np.array(rows, np.int64))
    found = table_of(pw.Run, frame, facts_of(RUN))

    assert found.score.tolist() == RUN.score[rows].tolist()
    assert [found.docs[c] for c in found.doc] == [RUN.docs[c] for c in RUN.doc[rows]]
    assert frame["row"].to_list() == [10 + row for row in rows]


@pytest.mark.parametrize("at_once", [1, 2, 5, 1 << 16])
@pytest.mark.parametrize("n", [3, 5, 40_000])
def test_parts_are_their_rows_in_order(monkeypatch, at_once, n):
    monkeypatch.setattr(tables, "_GATHERED", at_once)
    rng = np.random.default_rng(n)
    part = rng.choice([-1, 0, 1, n - 1], 30)
    columns = {
        "topic": rng.integers(0, 4, 30).astype(str),
        "doc": rng.integers(0, 9, 30).astype(str),
    }
    run = pw.Run.from_columns(**columns, score=rng.random(30))
    framed = FramedRows(run, np.arange(30))

    found = dict(framed.split(part, n))

    assert [*found] == sorted({*part.tolist()} - {-1})
    for at, frame in found.items():
        assert frame.equals(framed.of(np.flatnonzero(part == at)))


def test_columns_of_a_part_have_the_type_of_its_own_cells():
    qrels = pw.Qrels.from_columns(
        topic=["a", "b", "a"],
        doc=["x", "x", "x"],
        grade=[1, 1, 1],
        mine=np.array([1, "two", None], object),
    )

    found = dict(FramedRows(qrels).split(np.array([0, 1, 0]), 2))

    assert found[0]["+mine"].to_list() == [1, None]
    assert found[1]["+mine"].to_list() == ["two"]


def test_assessments_keep_every_column():
    qrels = pw.Qrels.from_columns(
        topic=["a", "b"],
        doc=["x", "y"],
        start=[0, 4],
        end=[5, 9],
        grade=[1, 2.5],
        bep=[None, 3],
        assessor=["ann", None],
        aspects=["p|q", None],
    )
    found = table_of(pw.Qrels, frame_of(qrels), facts_of(qrels))

    same(qrels, found, "topic", "doc", "start", "end", "grade", "e", "s", "bep", "assessor")
    assert found.assessors == qrels.assessors
    assert found.extra["aspects"].tolist() == ["p|q", None]


def test_inventories_and_lengths():
    parts = Inventory.from_columns(doc=["x", "y"], start=[0, 3], end=[3, 9], tokens=[4, 5])
    found = table_of(Inventory, frame_of(parts), facts_of(parts))
    same(parts, found, "doc", "start", "end", "tokens")
    lengths = Lengths.from_columns(doc=["x", "ü"], length=[3, 4])
    again = lengths_of(lengths_frame(lengths))
    assert again.docs == lengths.docs
    assert again.length.tolist() == [3, 4]
