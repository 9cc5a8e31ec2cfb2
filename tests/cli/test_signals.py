"""Signals end a command whatever it is doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from partwise.cli import _signals
from partwise.cli._signals import ended_in_order

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")

SWALLOWS = """
import os, signal
try:  # as the start of a compiled module does: lxml.etree, now and then
    os.kill(os.getpid(), signal.{})
except BaseException:
    pass
"""
PROGRAM = """
import time
from partwise.cli._signals import ended_in_order
with ended_in_order():
    import swallows
    time.sleep(300)
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", -signal.SIGINT)])
def test_a_signal_that_comes_during_an_import_is_not_lost(tmp_path, name, code):
    (tmp_path / "swallows.py").write_text(SWALLOWS.format(name))

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, check=False
    )

    assert done.returncode == code, done.stderr


TWICE = """
import os, signal, sys
from partwise import cli

def interrupted(**_):
    os.kill(os.getpid(), signal.SIGINT)

usual = cli._say
def say(text):  # somebody who presses the keys again and again
    os.kill(os.getpid(), signal.SIGINT)
    usual(text)
    os.kill(os.getpid(), signal.SIGINT)

cli._say = say
cli.cli.main = interrupted
from partwise.__main__ import main
import atexit
atexit.register(os.kill, os.getpid(), signal.SIGINT)
main()
"""


def test_a_second_interrupt_changes_nothing():
    done = subprocess.run(
        [sys.executable, "-c", TWICE], capture_output=True, check=False, text=True
    )

    assert (done.returncode, done.stderr) == (130, "interrupted\n")


LOADING = """
import os, signal, sys
loaded = sys.argv.pop(1)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == loaded:
            os.kill(os.getpid(), signal.SIGINT)

from partwise.__main__ import main
sys.meta_path.insert(0, Finder())
main()
"""


@pytest.mark.parametrize("module", ["click", "partwise.cli._signals"])
def test_an_interrupt_while_the_command_line_is_loaded(module):
    done = subprocess.run(
        [sys.executable, "-c", LOADING, module, "measures"],
        capture_output=True, check=False, text=True,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_what_signals_did_before_is_given_back():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]

    with pytest.raises(KeyboardInterrupt), ended_in_order():
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(SystemExit), ended_in_order():
        os.kill(os.getpid(), signal.SIGTERM)

    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_an_interrupt_that_was_not_to_be_heard_is_not(monkeypatch):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ended_in_order():
            os.kill(os.getpid(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_after_a_while_another_one_is_heard(monkeypatch):
    """A library may have swallowed the first."""
    monkeypatch.setattr(_signals, "CLEANING", 0.0)
    heard = 0
    with ended_in_order():
        for _ in range(2):
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                heard += 1

    assert heard == 2
