"""Folders that wait beside their target while a command writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.files import atomic
from partwise.files.atomic import beside, replacing_folder


def hidden(folder):
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_what_was_put_aside_comes_back(tmp_path):
    # findings 4.2
    left = tmp_path / ".sim.abcdefgh.partwise"
    (left / "old").mkdir(parents=True)
    (left / "old" / "x").write_text("x")

    def refuse(folder):
        raise ValueError(str(folder))

    with pytest.raises(ValueError, match="sim"), replacing_folder(tmp_path / "sim", refuse):
        pass

    assert (tmp_path / "sim" / "x").read_text() == "x"
    assert hidden(tmp_path) == []


@pytest.mark.parametrize("at", [1, 2, 3])
def test_an_interrupt_while_folders_are_renamed(tmp_path, monkeypatch, at):
    # findings 4.2: where the system cannot exchange them
    monkeypatch.setattr(atomic, "exchange", lambda *_: False)
    target = tmp_path / "x"
    target.mkdir()
    (target / "old").write_text("old")
    usual, calls = Path.replace, []

    def interrupted(self, what):
        calls.append(self)
        done = usual(self, what)
        if len(calls) == at:
            raise KeyboardInterrupt
        return done

    def write():
        with atomic.replacing_folder(target, lambda _: None) as new:
            (new / "new").write_text("new")

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write()

    assert [path.name for path in target.iterdir()] == (["old"] if at == 1 else ["new"])
    assert hidden(tmp_path) == []


def test_what_a_living_process_writes_is_left_alone(tmp_path):
    with beside(tmp_path / "x") as mine:
        with beside(tmp_path / "x") as other:
            assert mine.is_dir()
            assert other != mine
        assert mine.is_dir()
    assert hidden(tmp_path) == []
