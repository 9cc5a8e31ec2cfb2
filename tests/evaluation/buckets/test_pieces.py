from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.buckets.pieces import PieceAt, PieceFound, PieceLog
from partwise.evaluation.buckets.run_buckets import RunBuckets
from partwise.files.bucketed.folder import BucketFolder

RUN = pw.Run.from_columns(topic=["a", "\U0001f4a1"], doc=["x", "y"], score=[2.0, 1.0])


def log(path, pieces=(3, 1), **plan):
    return PieceLog(BucketFolder(path), plan, list(pieces))


def done(run, piece, first=0, files=None):
    found = RunBuckets.of_piece(RUN, np.array([True, False]))
    return PieceFound(PieceAt(run, piece, first), found, files or {})


def test_what_is_done_is_remembered(tmp_path):
    one = log(tmp_path, n=2)
    one.begin()
    one.write(done(0, 0))
    one.write(done(0, 2, first=9))

    again = log(tmp_path, n=2)
    again.begin()
    assert [again.is_done(0, at) for at in range(3)] == [True, False, True]
    assert (again.rows_before(0, 0), again.rows_before(0, 1)) == (0, 2)
    assert again.rows_before(0, 2) is None
    found = again.read(0, 2)
    assert (found.where, found.found.topics) == (PieceAt(0, 2, 9), {"a": 0, "\U0001f4a1": 1})
    again.write(done(0, 1))
    again.write(done(1, 0))
    assert [sum(piece.found.rows for piece in run) for run in again.runs()] == [6, 2]
    again.clear()
    assert list(tmp_path.iterdir()) == []


def test_other_work_is_begun_again(tmp_path):
    one = log(tmp_path, n=2)
    one.begin()
    one.write(done(0, 0))

    other = log(tmp_path, n=3)
    other.begin()
    assert not other.is_done(0, 0)


def test_rows_that_were_guessed_wrong_are_numbered_again(tmp_path):
    folder = BucketFolder(tmp_path)
    folder.write("runs/f.parquet", pl.DataFrame({"row": pl.Series([7, 9], dtype=pl.UInt64)}))
    piece = done(0, 1, first=7, files=dict(folder.files))

    assert piece.numbered(folder, 7) == folder.files
    moved = piece.numbered(folder, 5)
    frame = pl.read_parquet(tmp_path / "runs/f.parquet")
    assert (frame["row"].to_list(), frame["row"].dtype) == ([5, 7], pl.UInt64)
    assert moved["runs/f.parquet"] != piece.files["runs/f.parquet"]


@pytest.mark.parametrize("text", ["{", "{}", "[]"])
def test_what_was_found_of_a_piece_is_damaged(tmp_path, text):
    one = log(tmp_path)
    one.begin()
    one.write(done(0, 1))
    (tmp_path / ".pieces" / "00000-00001.json").write_text(text)

    with pytest.raises(FormatError, match=r"00000-00001.json: damaged\. Remove this file, and"):
        one.read(0, 1)
