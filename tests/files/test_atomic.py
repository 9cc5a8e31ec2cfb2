from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.files.atomic import replacing, write_bytes


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
    assert str(caught.value) == f"{path}: cannot be written (no space left on device)"
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
