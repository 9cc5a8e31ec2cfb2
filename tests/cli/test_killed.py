"""Commands that are killed while they write: what they replace stays whole."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from tests.helpers import NO_EXCHANGE, default_signals

KILL = """
import os, runpy, signal, sys
left, number = int(sys.argv[1]), int(sys.argv[2])
def hook(event, args):
    global left
    if event == "os.rename":
        left -= 1
        if left == 0:
            os.kill(os.getpid(), number)
sys.addaudithook(hook)
sys.argv[1:] = sys.argv[3:]
runpy.run_module("partwise", run_name="__main__", alter_sys=True)
"""
SIMULATE = ["lab", "simulate", "qrels.tsv", "-o", "sim", "-q", "--count"]
STRUCTURE = ["structure", "src", "-o", "o.tsv", "--texts", "tx", "-q"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


def signalled(folder, number, at, how, *words):
    """Run a command that gets a signal at its n-th rename."""
    program = NO_EXCHANGE * (how == "aside") + KILL
    command = [sys.executable, "-c", program, str(at), str(int(number)), *words]
    options = {"cwd": folder, "preexec_fn": default_signals}
    return subprocess.run(command, capture_output=True, check=False, **options)


def killed(folder, at, how, *words):
    """Run a command that dies at its n-th rename; whether it did."""
    done = signalled(folder, signal.SIGKILL, at, how, *words)
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


@pytest.mark.slow
@pytest.mark.parametrize("how", ["exchange", "aside"])
def test_an_interrupt_while_folders_are_renamed(partwise, fixture_files, how):
    # findings 4.2
    target = fixture_files / "sim"
    assert partwise(*SIMULATE, "3").code == 0
    new = content(target)
    codes = set()
    for at in range(1, 9):
        assert partwise(*SIMULATE, "2").code == 0
        old = content(target)
        done = signalled(fixture_files, signal.SIGINT, at, how, *SIMULATE, "3")
        codes.add(done.returncode)
        assert done.returncode in (0, 130), done.stderr
        assert content(target) in ((new,) if done.returncode == 0 else (old, new))
        assert hidden(fixture_files) == []
        if done.returncode == 0:
            break
    assert codes == {0, 130}


def test_sigterm_cleans_up(tmp_path):
    # findings 4.3
    (tmp_path / "src").mkdir()
    for number in range(300):
        (tmp_path / "src" / f"{number}.xml").write_text("<a>" + "<b>x</b>" * 20_000 + "</a>")
    command = [sys.executable, "-m", "partwise", *STRUCTURE]
    how = {"cwd": tmp_path, "stderr": subprocess.PIPE, "preexec_fn": default_signals}
    with subprocess.Popen(command, **how) as process:
        started = time.monotonic()
        while not any(".tx." in name for name in hidden(tmp_path)):
            assert time.monotonic() - started < 600
            assert process.poll() is None
            time.sleep(0.01)
        process.terminate()
        assert process.wait(600) == 143
        assert process.stderr.read() == b""

    assert [path.name for path in tmp_path.iterdir()] == ["src"]


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
