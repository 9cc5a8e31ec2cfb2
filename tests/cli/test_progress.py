"""Progress: nothing for quick work or without a terminal, a bar after a second."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from partwise.cli._progress import _PATIENCE

SCRIPT = """
import time
from partwise.cli import _progress
_progress._PATIENCE = {patience}
with _progress.Progress(3, quiet={quiet}) as progress:
    progress.step("reading qrels")
    progress.step("evaluating run.txt")
    while progress.active and {patience} < 5 and progress.bar is None:
        time.sleep(0.01)
    time.sleep(0.1)
"""


SOLVE = """
import sys, time
from partwise.cli import _progress, main
from partwise.kernels.probability import hitting
hitting.GOALS = 2
known = hitting.Hitting._known
shown = []
def begin(self, enter=_progress.Progress.__enter__):
    shown.append(self)
    return enter(self)
_progress.Progress.__enter__ = begin
def slowly(self, goals):
    while shown[0].active and shown[0].bar is None:  # until a second has passed
        time.sleep(0.01)
    if shown[0].bar is not None:
        shown[0].bar.refresh()
    return known(self, goals)
hitting.Hitting._known = slowly
sys.exit(main(["evaluate", "q.qrels", "r.run", "-m", "GR(nav=Links('links.txt'))"]))
"""


def shown(patience: float, *, quiet: bool = False) -> str:
    """What appears on a terminal while the script runs; how busy the machine is does not count."""
    return on_terminal(SCRIPT.format(patience=patience, quiet=quiet))


def on_terminal(script: str, folder: Path | None = None) -> str:
    """Run a script with a terminal as standard error, and return what appears there."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", script]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    child = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=theirs, env=environment, cwd=folder
    )
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the terminal is gone with its last user
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    assert child.wait() == 0
    return text.decode()


def test_a_bar_appears_after_a_second():
    assert _PATIENCE == 1

    text = shown(_PATIENCE)

    assert "evaluating run.txt" in text
    assert "1/3" in text


@pytest.mark.parametrize(("patience", "quiet"), [(600, False), (0.02, True)])
def test_nothing_otherwise(patience, quiet):
    assert shown(patience, quiet=quiet) == ""


def test_nothing_without_a_terminal():
    words = [sys.executable, "-c", SCRIPT.format(patience=0.02, quiet=False)]
    done = subprocess.run(words, capture_output=True, check=True)

    assert done.stderr == b""


@pytest.fixture
def site(tmp_path):
    """Six pages in a circle; all but the first are wanted."""
    pages = [f"p{at}" for at in range(6)]
    links = [f"{page} {pages[(at + 1) % 6]}" for at, page in enumerate(pages)]
    (tmp_path / "links.txt").write_text("\n".join(links))
    (tmp_path / "q.qrels").write_text("\n".join(f"1 0 {page} 1" for page in pages[1:]))
    (tmp_path / "r.run").write_text("1 Q0 p0 1 1 x")
    return tmp_path


def test_a_long_solve_says_how_far_it_is(site):
    text = on_terminal(SOLVE, site)

    assert "evaluating r.run: links.txt, ways to 4 of 5 places" in text


def test_a_long_solve_is_silent_without_a_terminal(site):
    done = subprocess.run(
        [sys.executable, "-c", SOLVE], capture_output=True, check=True, cwd=site, text=True
    )

    assert "places" not in done.stderr
    assert "GR(nav=Links" in done.stdout
