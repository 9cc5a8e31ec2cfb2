"""Slices of Parquet files as rows of chunk runs."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from partwise.files.fast import parquet_rows as module
from partwise.files.fast.between_topics import LargeTopicError
from partwise.files.fast.parquet_rows import ParquetRows
from partwise.files.fast.rows import IrregularError
from partwise.files.reading import read_run
from partwise.files.source import Source
from partwise.tables.column_names import Schema

COLUMNS = {
    "topic": ["q1", "q1", "é", "é", "é", "q3"],
    "doc": ["a", "ä", "a", "b\nc", "d", "a"],
    "start": [0, 1, 2, 3, 4, 5],
    "end": [9, 9, 9, 9, 9, 9],
    "score": [6.0, 5.0, 4.0, 3.0, 2.0, 1.0],
}


def reader(tmp_path, columns=None, **changes):
    path = tmp_path / "run.parquet"
    frame = pl.DataFrame(COLUMNS | changes)
    frame.write_parquet(path, row_group_size=2)
    return ParquetRows(Source(path), Schema("run", columns))


def names(rows, field):
    return [rows.data[a:b].tobytes().decode() for a, b in zip(*field, strict=True)]


def topics(rows):
    size = np.diff(rows.first, append=len(rows)).tolist()
    return [name.decode() for name, n in zip(rows.topics, size, strict=True) for _ in range(n)]


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_slices_are_cut_between_topics(tmp_path, size):
    read = reader(tmp_path)

    slices = list(read.slices(size))

    named = [topic for one in slices for topic in one["topic"].unique(maintain_order=True)]
    assert named == ["q1", "é", "q3"]
    rows = [read(one) for one in slices]
    assert [name for one in rows for name in topics(one)] == COLUMNS["topic"]
    assert [
        name for one in rows for name in names(one, one.doc.at(np.arange(len(one))))
    ] == COLUMNS["doc"]
    assert [start for one in rows for start in one.start.tolist()] == COLUMNS["start"]
    assert [score for one in rows for score in one.score.tolist()] == COLUMNS["score"]


def test_a_topic_that_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_MOST_ROWS", 1)
    with pytest.raises(LargeTopicError):
        list(reader(tmp_path).slices(2))


def test_only_known_columns_are_read(tmp_path):
    more = {"who": [[1]] * 6, "rank": [1, 2, 1, 2, 3, 1], "run": ["mine"] * 6}

    read = reader(tmp_path, **more)
    frame = next(read.slices())

    assert frame.columns == [*COLUMNS, "rank", "run"]
    assert read(frame).label == b"mine"
    assert "unknown column" in read.notes[0]


def test_categories_are_names(tmp_path):
    read = reader(tmp_path, topic=pl.Series(COLUMNS["topic"], dtype=pl.Categorical))
    assert topics(read(next(read.slices())))[2] == "é"


WHOLE = [pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64]


@pytest.mark.parametrize("kind", WHOLE, ids=str)
@pytest.mark.parametrize("size", [1, 4, 100])
def test_whole_numbers_are_names(tmp_path, kind, size):
    least, most = (pl.select(edge).item() for edge in (kind.min(), kind.max()))
    topic, doc = [least, least, 0 if least else 1, most, most, most], [7, least, 7, most, 10, 7]
    columns = {"topic": topic, "doc": doc, "run": [least] * 6}
    series = {name: pl.Series(cells, dtype=kind) for name, cells in columns.items()}
    read = reader(tmp_path, **series)

    rows = [read(one) for one in read.slices(size)]

    docs = [name for one in rows for name in names(one, one.doc.at(np.arange(len(one))))]
    assert [name for one in rows for name in topics(one)] == [*map(str, topic)]
    assert docs == [*map(str, doc)]
    assert {one.label for one in rows} == {str(least).encode()}
    ordinary = read_run(tmp_path / "run.parquet")
    assert [*dict.fromkeys(docs)] == ordinary.docs.tolist()
    assert [*dict.fromkeys(map(str, topic))] == ordinary.topics.tolist()
    assert str(least) == ordinary.name


@pytest.mark.parametrize(
    "changes",
    [
        {"doc": ["a", None, "a", "b", "d", "a"]},
        {"doc": ["a", "", "a", "b", "d", "a"]},
        {"doc": ["a", "x\0", "a", "b", "d", "a"]},
        {"doc": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]},
        {"doc": [1, 2, None, 4, 5, 6]},
        {"doc": [True] * 6},
        {"doc": [b"a"] * 6},
        {"topic": [1.0] * 6},
        {"topic": [[1]] * 6},
        {"topic": [{"id": 1}] * 6},
        {"topic": pl.Series(range(6)).cast(pl.Date)},
        {"run": [1, 2, 1, 1, 1, 1]},
        {"start": [0.0] * 6},
        {"start": [-1] * 6},
        {"start": [10] * 6},
        {"start": pl.Series([0] * 6, dtype=pl.UInt64)},
        {"score": [float("nan")] * 6},
        {"score": ["1"] * 6},
        {"run": ["a", "b", "a", "a", "a", "a"]},
        {"tokens": [None, 1, 1, 1, 1, 1]},
    ],
)
def test_what_is_not_plain_is_left_to_the_ordinary_reader(tmp_path, changes):
    read = reader(tmp_path, **changes)
    with pytest.raises(IrregularError):
        [read(one) for one in read.slices()]


@pytest.mark.parametrize("name", ["topic", "doc", "run"])
def test_numbers_that_numpy_does_not_have(tmp_path, name):
    read = reader(tmp_path, topic=[1] * 6, doc=[1] * 6, run=[1] * 6)
    frame = next(read.slices())  # polars 1.30 writes no such column
    with pytest.raises(IrregularError):
        read(frame.with_columns(pl.col(name).cast(pl.Int128)))


def test_tables_of_another_kind(tmp_path):
    with pytest.raises(IrregularError):
        reader(tmp_path, element=["/a"] * 6)


@pytest.mark.parametrize("size", [1, 3, 5, 100])
def test_names_are_told_apart_though_they_share_a_place(tmp_path, monkeypatch, size):
    """Whatever the hashes: equal names have one name or several, others never the same."""

    def few(series, seed):
        return pl.Series(
            [len(name) % 2 if seed == module._SEEDS[0] else ord(name[0]) for name in series],
            dtype=pl.UInt64,
        )

    monkeypatch.setattr(pl.Series, "hash", few)
    docs = ["a", "b", "a", "cc", "b", "dd"]
    read = reader(tmp_path, topic=["q1", "q1", "q1", "q2", "q2", "q2"], doc=docs)

    rows = [read(one) for one in read.slices(size)]

    assert [name for one in rows for name in names(one, one.doc.at(np.arange(len(one))))] == docs


def test_numbers_are_told_apart_whatever_their_hashes(tmp_path, monkeypatch):
    monkeypatch.setattr(
        pl.Series, "hash", lambda series, _: pl.repeat(5, len(series), dtype=pl.UInt64, eager=True)
    )
    docs = [1, 2, 1, 3, 2, 4]
    read = reader(tmp_path, topic=["q1"] * 3 + ["q2"] * 3, doc=docs)

    rows = read(next(read.slices()))

    assert names(rows, rows.doc.at(np.arange(len(rows)))) == ["1", "2", "1"]


@pytest.mark.parametrize("spelled", ["d{}".format, int])
def test_each_name_is_kept_about_once(tmp_path, spelled):
    docs = [spelled(number % 50) for number in range(6000)]
    table = {"topic": ["q1"] * 6000, "start": [0] * 6000, "end": [1] * 6000, "score": [1.0] * 6000}
    pl.DataFrame(table | {"doc": docs}).write_parquet(tmp_path / "run.parquet")
    read = ParquetRows(Source(tmp_path / "run.parquet"), Schema("run", None))

    (rows,) = map(read, read.slices())

    assert 50 <= rows.doc.prints.size < 600
    assert names(rows, rows.doc.at(np.arange(6000))) == [*map(str, docs)]
