"""Progress: nothing for quick work or without a terminal, a bar after a second."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.helpers import terminal

from partwise.cli._process import _PATIENCE

SCRIPT = """
import time
from partwise.cli import _process as _progress
_progress._PATIENCE = {patience}
with _progress.Progress(3, quiet={quiet}) as progress:
    progress.step("reading qrels")
    progress.step("evaluating run.txt")
    while progress.active and {patience} < 5 and progress.bar is None:
        time.sleep(0.01)
    time.sleep(0.1)
"""


def shown(patience: float, *, quiet: bool = False) -> str:
    """What appears on a terminal while the script runs; how busy the machine is does not count."""
    answer = terminal("-c", SCRIPT.format(patience=patience, quiet=quiet))
    assert answer.code == 0
    return answer.out


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
