"""Progress: nothing for quick work or without a terminal, a bar after a second."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

SCRIPT = """
import time
from partwise.cli._progress import Progress
with Progress(3, quiet={quiet}) as progress:
    progress.step("reading qrels")
    progress.step("evaluating run.txt")
    time.sleep({seconds})
"""


def shown(seconds: float, *, quiet: bool = False) -> str:
    """Run the script with a terminal as standard error, and return what appears there."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", SCRIPT.format(seconds=seconds, quiet=quiet)]
    child = subprocess.Popen(words, stderr=theirs, env={**os.environ, "TERM": "xterm"})
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
    text = shown(2.0)

    assert "evaluating run.txt" in text
    assert "1/3" in text


@pytest.mark.parametrize(("seconds", "quiet"), [(0.1, False), (1.6, True)])
def test_nothing_otherwise(seconds, quiet):
    assert shown(seconds, quiet=quiet) == ""


def test_nothing_without_a_terminal():
    words = [sys.executable, "-c", SCRIPT.format(seconds=1.6, quiet=False)]
    done = subprocess.run(words, capture_output=True, check=True)

    assert done.stderr == b""
