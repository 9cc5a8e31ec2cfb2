from __future__ import annotations

import os
import shutil
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.files.atomic import replacing, scratch, write_bytes


def test_a_new_file_and_its_successor(tmp_path):
    path = tmp_path / "x"
    write_bytes(path, b"one")
    write_bytes(str(path), b"two")

    assert path.read_bytes() == b"two"
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


def stopped_halfway(path, error):
    with replacing(path) as stream:
        stream.write(b"half")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_after_an_error_the_old_file_is_there(tmp_path, error):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(error):
        stopped_halfway(path, error)

    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


def test_a_full_disk(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FormatError) as caught:
        write_bytes(path, b"new")
    said = f"{path}: cannot be written (no space left on device; 3 bytes needed)"
    assert str(caught.value) == said
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_device_that_is_full():
    with pytest.raises(FormatError, match=r"/dev/full: cannot be written \(no space left"):
        write_bytes("/dev/full", b"x" * 100_000)


def test_folders(tmp_path):
    with pytest.raises(FormatError, match="its folder does not exist"):
        write_bytes(tmp_path / "no" / "x", b"")
    with pytest.raises(FormatError, match="is a directory"):
        write_bytes(tmp_path, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_permissions_and_links(tmp_path):
    path, link = tmp_path / "x", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_bytes(link, b"new")

    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_devices_are_written_to():
    write_bytes(os.devnull, b"x")

    assert not Path(os.devnull).is_file()


def test_scratch_of_a_killed_process_is_removed_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "mine").write_bytes(b"x")
    with scratch() as place:
        (place / "buckets").mkdir()
        with scratch() as other:  # a living neighbour is left alone
            assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "mine", place, other])
    assert [*tmp_path.iterdir()] == [tmp_path / "mine"]

    left = tmp_path / ".partwise.0123abcd.partwise"
    left.mkdir()
    (left / "lock").touch()  # nobody holds it
    with scratch() as place:
        assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "mine", place])


def test_a_thread_that_was_interrupted_may_write_on(tmp_path, monkeypatch):
    """A library returns at once after an interrupt, while its thread still makes the file."""
    remove, times = shutil.rmtree, []

    def racing(place, **more):
        remove(place, **more)
        times.append(place)
        if len(times) == 1:
            place.mkdir()
            (place / "new").touch()

    monkeypatch.setattr("partwise.files.atomic.shutil.rmtree", racing)
    with pytest.raises(KeyboardInterrupt):
        stopped_halfway(tmp_path / "x", KeyboardInterrupt)

    assert [*tmp_path.iterdir()] == []
    assert len(times) == 2


def test_writers_of_one_name_do_not_take_each_other_for_dead(tmp_path):
    """A folder that is made and not yet locked looks like a leftover to its neighbour."""
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    contents = [bytes([letter]) * 1000 for letter in b"abcdefgh"]
    try:
        with ThreadPoolExecutor(len(contents)) as writers:
            for done in [
                writers.submit(write_bytes, tmp_path / "out", content) for content in contents * 150
            ]:
                done.result()
    finally:
        sys.setswitchinterval(switch)

    assert (tmp_path / "out").read_bytes() in contents
    assert [*tmp_path.iterdir()] == [tmp_path / "out"]
