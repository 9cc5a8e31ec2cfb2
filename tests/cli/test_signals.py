"""SIGTERM ends a command whatever it is doing."""

from __future__ import annotations

import subprocess
import sys

import pytest

SWALLOWS = """
import os, signal
try:  # as the start of a compiled module does: lxml.etree, now and then
    os.kill(os.getpid(), signal.SIGTERM)
except BaseException:
    pass
"""
PROGRAM = """
import time
from partwise.cli._signals import terminated_in_order
with terminated_in_order():
    import swallows
    time.sleep(30)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_signal_that_comes_during_an_import_is_not_lost(tmp_path):
    (tmp_path / "swallows.py").write_text(SWALLOWS)

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, check=False
    )

    assert done.returncode == 143, done.stderr
