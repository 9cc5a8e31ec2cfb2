from __future__ import annotations

import errno
import os

import polars as pl
import pytest

from partwise.errors import FormatError
from partwise.files.bucketed.folder import (
    BucketFolder,
    digest,
    digest_of_file,
    is_bucket_folder,
    is_unfinished,
    part_name,
)


def made(place):
    folder = BucketFolder(place)
    folder.write("runs/00000/a.parquet", pl.DataFrame({"x": [1]}))
    folder.write("runs/00000/b.parquet", pl.DataFrame({"x": [2], "y": ["z"]}))
    folder.finish({"buckets": 3, "topics": 0})
    return BucketFolder(place)


def test_a_folder_is_complete_with_its_manifest(tmp_path):
    folder = made(tmp_path / "b")

    assert is_bucket_folder(str(tmp_path / "b"))
    assert not is_bucket_folder(str(tmp_path))
    assert folder.buckets == 3
    assert folder.part(2).name == part_name(2, 3) == "part-00002-of-00003.parquet"
    both = folder.read_all("runs/00000")
    assert both is not None
    assert both.rows() == [(1, None), (2, "z")]
    assert folder.read_all("runs/00001") is None


def test_what_is_damaged_is_named(tmp_path):
    folder = made(tmp_path / "b")
    (tmp_path / "b" / "runs" / "00000" / "a.parquet").write_bytes(b"PAR1")

    with pytest.raises(FormatError, match=r"a.parquet: damaged"):
        folder.read("runs/00000/a.parquet")
    with pytest.raises(FormatError, match="missing"):
        folder.read("runs/00000/c.parquet")
    (tmp_path / "b" / "manifest.json").write_text("{")
    with pytest.raises(FormatError, match=r"manifest.json: damaged"):
        BucketFolder(tmp_path / "b").manifest  # noqa: B018
    assert is_bucket_folder(str(tmp_path / "b"))  # so that somebody says it
    with pytest.raises(FormatError, match="no manifest"):
        BucketFolder(tmp_path).manifest  # noqa: B018


FRAME = pl.DataFrame({"x": [1]})


def names(place):
    return sorted(found.relative_to(place).as_posix() for found in place.rglob("*"))


def test_many_files_wait_in_one_folder(tmp_path):
    folder = BucketFolder(tmp_path)

    with folder.writing("runs/part"):
        folder.write("runs/a/part.parquet", FRAME)
        folder.write("runs/b/part.parquet", FRAME)
        (waiting,) = (tmp_path / "runs").glob(".part.*")
        assert [found.name for found in waiting.iterdir()] == ["lock"]
    folder.write("c.parquet", FRAME)

    every = ["c.parquet", "runs", "runs/a", "runs/a/part.parquet", "runs/b", "runs/b/part.parquet"]
    assert names(tmp_path) == every
    assert [*folder.files] == ["runs/a/part.parquet", "runs/b/part.parquet", "c.parquet"]
    assert folder.raw("runs/b/part.parquet").equals(FRAME)


def test_nothing_is_left_of_many_files_on_a_full_disk(tmp_path, monkeypatch):
    folder = BucketFolder(tmp_path)

    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    def write():
        with folder.writing("part"):
            folder.write("a/part.parquet", FRAME)
            monkeypatch.setattr(os, "fsync", full)
            folder.write("b/part.parquet", FRAME)

    with pytest.raises(FormatError) as caught:
        write()

    place = tmp_path / "b" / "part.parquet"
    start = f"{place}: cannot be written (no space left on device; "
    assert str(caught.value).startswith(start)
    assert names(tmp_path) == ["a", "a/part.parquet", "b"]
    assert [*folder.files] == ["a/part.parquet"]


def test_what_a_killed_writer_of_many_files_left_is_removed_by_the_next(tmp_path):
    left = tmp_path / ".part.0123abcd.partwise"
    left.mkdir()
    (left / "lock").touch()  # nobody holds it
    (left / "part.parquet").touch()

    with BucketFolder(tmp_path).writing("part"):
        assert not left.exists()
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "runs").touch()
    with (
        pytest.raises(FormatError, match="runs/part: cannot be written"),
        BucketFolder(tmp_path).writing("runs/part"),
    ):
        pass


def test_keys_follow_content(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("x")

    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert len(digest([])) == 32
    assert digest_of_file(tmp_path / "a") == digest_of_file(tmp_path / "b")
    (tmp_path / "b").write_text("y")
    assert digest_of_file(tmp_path / "a") != digest_of_file(tmp_path / "b")
    assert set(digest_of_file(tmp_path)) == {"a", "b"}


def test_folders_that_others_remove_meanwhile(tmp_path, monkeypatch):
    gone = tmp_path / "runs" / ".part-00000.parquet.0123abcd.partwise"
    gone.mkdir(parents=True)
    scandir = os.scandir

    def late(place="."):
        if os.fspath(place).endswith(gone.name):
            raise FileNotFoundError(errno.ENOENT, "gone", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", late)

    assert is_unfinished(tmp_path)
    (tmp_path / "mine.txt").touch()
    assert not is_unfinished(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "not a manifest of buckets of this version"),
        ('{"format": "partwise-buckets", "version": 1, "buckets": 3}', "damaged: not all is there"),
    ],
)
def test_a_manifest_that_is_none(tmp_path, text, said):
    (tmp_path / "manifest.json").write_text(text)

    with pytest.raises(FormatError, match=rf"manifest.json: {said}\. Make the buckets again"):
        BucketFolder(tmp_path).buckets  # noqa: B018
