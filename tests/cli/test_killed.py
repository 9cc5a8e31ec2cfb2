"""Commands that are killed while they write: what they replace stays whole."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

KILL = """
import os, signal, sys
from partwise.cli import main
left = [int(sys.argv[1])]
if sys.argv[2] == "aside":  # a system that cannot exchange two folders
    import partwise.files.atomic
    partwise.files.atomic.exchange = lambda first, second: False
def hook(event, args):
    if event == "os.rename":
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
main(sys.argv[3:])
"""
SIMULATE = ["lab", "simulate", "qrels.tsv", "-o", "sim", "-q", "--count"]
STRUCTURE = ["structure", "src", "-o", "o.tsv", "--texts", "tx", "-q"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


def killed(folder, at, how, *words):
    """Run a command that dies at its n-th rename; whether it did."""
    command = [sys.executable, "-c", KILL, str(at), how, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


def content(folder):
    if not folder.exists():
        return None
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.t*")}


def hidden(folder):
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["exchange", "aside"])
def test_a_killed_simulation_leaves_the_old_or_the_new_runs(partwise, fixture_files, how):
    # findings 4.2
    target = fixture_files / "sim"
    assert partwise(*SIMULATE, "3").code == 0
    new = content(target)
    for at in range(1, 9):
        assert partwise(*SIMULATE, "2").code == 0
        old = content(target)
        died = killed(fixture_files, at, how, *SIMULATE, "3")
        if how == "exchange" or not died:
            assert content(target) in (old, new)
        else:
            assert content(target) in (None, old, new)
        if target.exists():
            assert partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "-q").code == 0
        else:  # put back before the next one begins, whatever comes of that
            with_none = partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "--count", "0")
            assert with_none.code == 2
            assert partwise(*SIMULATE, "2").code == 0
        assert hidden(fixture_files) == []
        if not died:
            break
    assert not died
    assert at > 1


@pytest.mark.slow
@pytest.mark.parametrize("how", ["exchange", "aside"])
def test_killed_texts_are_of_one_generation(partwise, tmp_path, how):
    # findings 4.3
    (tmp_path / "src").mkdir()

    def sources(text):
        for name in "abc":
            (tmp_path / "src" / f"{name}.txt").write_text(text)

    for at in range(1, 9):
        sources("one")
        assert partwise(*STRUCTURE).code == 0
        old = content(tmp_path / "tx")
        sources("two two")
        died = killed(tmp_path, at, how, *STRUCTURE)
        there = content(tmp_path / "tx")
        assert there is None or set(there) == {"a.txt", "b.txt", "c.txt"}
        assert there is None or len(set(there.values())) == 1
        assert there is not None or how == "aside"
        if (tmp_path / "o.tsv").read_text().count("\t7\t"):  # the new structure: its texts too
            assert there != old
        assert partwise(*STRUCTURE).code == 0
        assert set(content(tmp_path / "tx").values()) == {b"two two"}
        assert hidden(tmp_path) == []
        if not died:
            break
    assert not died
    assert at > 2


def test_what_was_put_aside_comes_back(tmp_path):
    # findings 4.2
    from partwise.files.atomic import replacing_folder

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
    from partwise.files import atomic

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


def test_sigterm_cleans_up(tmp_path):
    # findings 4.3
    (tmp_path / "src").mkdir()
    for number in range(300):
        (tmp_path / "src" / f"{number}.xml").write_text("<a>" + "<b>x</b>" * 20_000 + "</a>")
    command = [sys.executable, "-m", "partwise", *STRUCTURE]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        started = time.monotonic()
        while not any(".tx." in name for name in hidden(tmp_path)):
            assert time.monotonic() - started < 600
            assert process.poll() is None
            time.sleep(0.01)
        process.terminate()
        assert process.wait(600) == 143
        assert process.stderr.read() == b""

    assert [path.name for path in tmp_path.iterdir()] == ["src"]


def test_what_a_living_process_writes_is_left_alone(tmp_path):
    from partwise.files.atomic import beside

    with beside(tmp_path / "x") as mine:
        with beside(tmp_path / "x") as other:
            assert mine.is_dir()
            assert other != mine
        assert mine.is_dir()
    assert hidden(tmp_path) == []


def test_foreign_texts_are_left_alone(partwise, tmp_path):
    # findings 4.3
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.txt").write_text("one")
    (tmp_path / "tx").mkdir()
    (tmp_path / "tx" / "x.png").write_text("mine")

    answer = partwise(*STRUCTURE)

    assert answer.code == 2
    assert answer.err == "tx: holds x.png, which --texts did not write. Use a new folder\n"
    (tmp_path / "tx" / "x.png").rename(tmp_path / "tx" / "mine.txt")
    assert "tx: holds mine.txt, which" in partwise(*STRUCTURE).err
    assert (tmp_path / "tx" / "mine.txt").read_text() == "mine"
    assert not (tmp_path / "o.tsv").exists()
    inside = partwise("structure", "src", "-o", "tx/o.tsv", "--texts", "tx")
    assert "tx/o.tsv: lies in tx, which --texts replaces" in inside.err
    assert hidden(tmp_path) == hidden(tmp_path / "tx") == []


@pytest.mark.parametrize("name", ["../victim.txt", "../keep", "..", ".", "", "a/b", "inner", 3])
def test_a_manifest_names_only_files_of_its_folder(partwise, fixture_files, name):
    # findings 4.1
    import json

    for folder in ("sim", "keep", "sim/inner"):
        (fixture_files / folder).mkdir()
    (fixture_files / "victim.txt").write_text("x")
    (fixture_files / "keep" / "thesis.tex").write_text("y")
    (fixture_files / "sim" / "manifest.json").write_text(json.dumps({"runs": [{"file": name}]}))

    answer = partwise("lab", "simulate", "qrels.tsv", "-o", "sim", "-q")

    assert answer.code == 2
    assert answer.err == (
        f'sim/manifest.json: "{name}" is not the name of a file in this folder. Use a new folder\n'
    )
    assert (fixture_files / "victim.txt").read_text() == "x"
    assert (fixture_files / "keep" / "thesis.tex").read_text() == "y"
    assert (fixture_files / "sim" / "inner").is_dir()
