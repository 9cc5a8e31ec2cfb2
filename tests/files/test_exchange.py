from __future__ import annotations

import errno
import sys

import pytest

from partwise.files import exchange as module
from partwise.files.exchange import exchange

needs_exchange = pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="this system cannot exchange two names"
)


@needs_exchange
def test_files_change_places(tmp_path):
    one, two = tmp_path / "one", tmp_path / "é two"
    one.write_text("1")
    two.write_text("2")

    assert exchange(one, two)
    assert (one.read_text(), two.read_text()) == ("2", "1")


@needs_exchange
def test_folders_and_what_is_in_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
        (folder / folder.name).touch()

    assert exchange(old.relative_to(tmp_path), new)
    assert list(old.iterdir()) == [old / "new"]
    assert list(new.iterdir()) == [new / "old"]


@needs_exchange
def test_what_is_not_there_is_an_error(tmp_path):
    (tmp_path / "one").touch()

    with pytest.raises(FileNotFoundError) as caught:
        exchange(tmp_path / "one", tmp_path / "none")
    assert caught.value.filename2 == str(tmp_path / "none")
    assert list(tmp_path.iterdir()) == [tmp_path / "one"]


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL, errno.ENOTSUP])
def test_systems_that_cannot_say_so_and_change_nothing(tmp_path, monkeypatch, number):
    monkeypatch.setattr(module, "_call", lambda: lambda _first, _second: number)
    assert exchange(tmp_path / "one", tmp_path / "two") is False
    monkeypatch.setattr(module, "_call", lambda: None)
    assert exchange(tmp_path / "one", tmp_path / "two") is False


def test_other_errors_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_call", lambda: lambda _first, _second: errno.EACCES)

    with pytest.raises(PermissionError):
        exchange(tmp_path / "one", tmp_path / "two")
