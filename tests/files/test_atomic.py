from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.files.atomic import replacing, replacing_folder, scratch, told, write_bytes


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


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_a_signal_during_the_clean_up_waits_for_its_end(tmp_path, monkeypatch, error):
    remove, times = shutil.rmtree, []

    def interrupted(place, **more):
        times.append(place)
        if len(times) == 1:
            raise error
        remove(place, **more)

    monkeypatch.setattr("partwise.files.atomic.shutil.rmtree", interrupted)
    with pytest.raises(error):
        write_bytes(tmp_path / "x", b"new")

    assert [*tmp_path.iterdir()] == [tmp_path / "x"]


def test_other_threads_never_see_another_mask(tmp_path, monkeypatch):
    """Who asks for the mask sets it: files that other threads make meanwhile get all rights."""
    asked = []
    monkeypatch.setattr("os.umask", asked.append)

    write_bytes(tmp_path / "x", b"new")
    with replacing_folder(tmp_path / "folder", lambda _: None) as new:
        (new / "file").touch()

    assert asked == []


@pytest.fixture
def switching():
    """Let threads take turns far more often than usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("switching")
@pytest.mark.parametrize("at_once", [True, False])
def test_writers_of_one_folder(tmp_path, monkeypatch, at_once):
    """Each puts its folder in place, whether the target came or went since it was looked at."""
    if not at_once:
        monkeypatch.setattr("partwise.files.atomic.exchange", lambda *_: False)

    def write(letter: str) -> None:
        with replacing_folder(tmp_path / "out", lambda _: None) as new:
            for name in "12":
                (new / name).write_text(letter)

    for _ in range(20):
        with ThreadPoolExecutor(6) as writers:
            for done in [writers.submit(write, letter) for letter in "abcdef"]:
                done.result()
        found = {file.name: file.read_text() for file in (tmp_path / "out").iterdir()}
        assert sorted(found) == ["1", "2"]
        assert len({*found.values()}) == 1
        assert [*tmp_path.iterdir()] == [tmp_path / "out"]
        shutil.rmtree(tmp_path / "out")


def test_a_folder_that_came_since_it_was_looked_at(tmp_path, monkeypatch):
    replace, seen = Path.replace, []

    def late(self: Path, target: Path) -> Path:
        if not seen:
            target.mkdir()
            (target / "other").touch()
        seen.append(target)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", late)
    with replacing_folder(tmp_path / "out", lambda _: None) as new:
        (new / "mine").touch()

    assert [file.name for file in (tmp_path / "out").iterdir()] == ["mine"]
    assert [*tmp_path.iterdir()] == [tmp_path / "out"]


FOLDERS = """
import sys
from partwise.files.atomic import replacing_folder
for _ in range(60):
    with replacing_folder("out", lambda _: None) as new:
        for name in "12":
            (new / name).write_text(sys.argv[1])
"""


@pytest.mark.slow
def test_processes_that_write_one_folder(tmp_path):
    words = [sys.executable, "-c", FOLDERS]
    running = [subprocess.Popen([*words, letter], cwd=tmp_path, stderr=-1) for letter in "abcd"]

    assert [one.communicate()[1] for one in running] == [b""] * 4
    assert len({file.read_text() for file in (tmp_path / "out").iterdir()}) == 1
    assert [*tmp_path.iterdir()] == [tmp_path / "out"]


@pytest.mark.usefixtures("switching")
def test_writers_of_one_name_do_not_take_each_other_for_dead(tmp_path):
    """A folder that is made and not yet locked looks like a leftover to its neighbour."""
    contents = [bytes([letter]) * 1000 for letter in b"abcdefgh"]
    with ThreadPoolExecutor(len(contents)) as writers:
        for done in [
            writers.submit(write_bytes, tmp_path / "out", content) for content in contents * 150
        ]:
            done.result()

    assert (tmp_path / "out").read_bytes() in contents
    assert [*tmp_path.iterdir()] == [tmp_path / "out"]


def test_what_was_put_aside_in_a_try_before(tmp_path, monkeypatch):
    """The target went and came while folders could not be exchanged in one step."""
    monkeypatch.setattr("partwise.files.atomic.exchange", lambda *_: False)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "theirs").touch()
    with replacing_folder(tmp_path / "out", lambda _: None) as new:
        (new / "mine").touch()
        (new.parent / "old").mkdir()
        (new.parent / "old" / "before").touch()

    assert [file.name for file in (tmp_path / "out").iterdir()] == ["mine"]
    assert [*tmp_path.iterdir()] == [tmp_path / "out"]


@pytest.mark.parametrize(
    "bad",
    [OSError(errno.ENOMEM, "Cannot allocate memory"), ValueError("no room (os error 12)")],
)
def test_memory_that_is_refused_is_no_fault_of_the_disk(tmp_path, bad):
    with pytest.raises(MemoryError), told(tmp_path / "x"):
        raise bad
