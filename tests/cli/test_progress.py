"""Progress on terminals: a bar after a second, and how far a long piece of work is."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time

import pytest
from tests.helpers import answer, terminal

QRELS = b"1 0 p1 1\n"
WORDS = ("-m", "partwise", "evaluate", "-", "r.run", "-m", "AP", "-o", "out.tsv")
LONG = 2.0
"""Seconds after which there would be a bar, if there were one."""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "r.run").write_text("1 Q0 p1 1 1 x\n")
    return tmp_path


def test_a_bar_appears_while_a_command_waits(folder):
    shown = terminal(*WORDS, folder=folder, stdin=QRELS, until="0/2")

    assert shown.code == 0
    assert "reading -" in shown.out
    assert (folder / "out.tsv").read_text().endswith("AP\t1.0\n")


def test_a_bar_is_removed_at_the_end(folder):
    shown = terminal(*WORDS, folder=folder, stdin=QRELS, until="0/2")

    erased = "\x1b[2K"
    assert erased in shown.out
    assert shown.out.rpartition(erased)[2] == ""


def test_quiet_commands_show_no_bar(folder):
    shown = terminal(*WORDS, "-q", folder=folder, stdin=QRELS, until=LONG)

    assert (shown.code, shown.out) == (0, "")


def test_no_bar_without_a_terminal(folder):
    words = [sys.executable, *WORDS]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        time.sleep(LONG)
        out, err = process.communicate(QRELS)

    assert (process.returncode, out, err) == (0, b"", b"")


@pytest.fixture
def site(folder):
    """Two thousand pages with four links each; three hundred of them are relevant."""
    numbers = random.Random(1)
    pages = [f"p{n}" for n in range(2000)]
    links = [f"{page} {numbers.choice(pages)}" for page in pages for _ in range(4)]
    (folder / "links.txt").write_text("\n".join(links))
    (folder / "r.run").write_text("1 Q0 p0 1 1 x\n")
    return "".join(f"1 0 {page} 1\n" for page in pages[1:301]).encode()


SOLVE = ("-m", "partwise", "evaluate", "-", "r.run", "-m", "GR(nav=Links('links.txt'))")


@pytest.mark.slow
def test_a_long_solve_shows_its_places(site, folder):
    shown = terminal(*SOLVE, folder=folder, stdin=site, until="0/2")

    assert shown.code == 0
    steps = re.findall(r"evaluating r\.run: links\.txt, ways to (\d+) of (\d+) places", shown.out)
    assert len({done for done, _ in steps}) > 1
    assert all(0 <= int(done) < int(places) <= 300 for done, places in steps)


@pytest.mark.slow
def test_a_long_solve_is_silent_without_a_terminal(site, folder):
    done = subprocess.run(
        [sys.executable, *SOLVE], input=site, capture_output=True, check=True, cwd=folder
    )

    assert b"places" not in done.stderr
    assert b"GR(nav=Links" in done.stdout


@pytest.mark.slow
def test_buckets_show_workers_and_pace(folder, monkeypatch):
    topics = [f"t{n}" for n in range(40)]
    (folder / "q").write_text("".join(f"{topic} 0 d1 1\n" for topic in topics))
    (folder / "r").write_text("".join(f"{topic} Q0 d1 1 1 x\n" for topic in topics))
    assert answer(folder, "bucket", "q", "r", "-o", "b", "-n", 5, "-q").code == 0
    (folder / "sitecustomize.py").write_text(
        "import sys, time\n"
        "if any('spawn_main' in word for word in sys.orig_argv):\n"
        f"    time.sleep({LONG})  # workers begin after the bar is there\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(folder))

    shown = terminal("-m", "partwise", "evaluate", "b", "-m", "AP", "--jobs", 2, folder=folder)

    assert shown.code == 0
    assert "evaluating buckets " in shown.out
    pace = r"evaluating buckets \(2 workers, [\d,]+ rows/s, 0 s left\)"
    assert re.search(pace, shown.out)
    assert "5/5" in shown.out
