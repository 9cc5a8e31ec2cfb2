"""Signals end a command whatever it is doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from tests.helpers import default_signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")

START = """
import os, runpy, signal, sys

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def start(*words):
    sys.argv[1:] = words
    runpy.run_module("partwise", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "q").write_text("q 0 d 1\n")
    (tmp_path / "r").write_text("q Q0 d 1 2 x\n")
    return tmp_path


def run(folder, program, *words, **how):
    command = [sys.executable, "-c", START + program, *words]
    how = {"preexec_fn": default_signals} | how
    return subprocess.run(
        command, cwd=folder, capture_output=True, check=False, text=True, timeout=600, **how
    )


SWALLOWED = """
name = sys.argv[1]
hit = []

class Finder:
    def find_spec(self, module, path=None, target=None):
        if module == "numpy":  # as the start of a compiled module does: lxml.etree, now and then
            try:
                os.kill(os.getpid(), getattr(signal, name))
            except BaseException:
                pass

def hook(event, args):
    if event == "open" and args[0] == "q" and not hit:
        hit.append(True)
        import time
        time.sleep(300)

sys.meta_path.insert(0, Finder())
sys.addaudithook(hook)
start("evaluate", "q", "r")
"""


@pytest.mark.parametrize(
    ("name", "code", "err"), [("SIGTERM", 143, ""), ("SIGINT", 130, "\ninterrupted\n")]
)
def test_a_signal_that_comes_during_an_import_is_not_lost(folder, name, code, err):
    done = run(folder, SWALLOWED, name)

    assert (done.returncode, done.stdout, done.stderr) == (code, "", err)


TWICE = """
import atexit

class Stderr:  # somebody who presses the keys again and again
    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        interrupt()
        self.stream.write(text)
        interrupt()

    def __getattr__(self, name):
        return getattr(self.stream, name)

def hook(event, args):
    if event == "open" and args[0] == "q":
        interrupt()

sys.stderr = Stderr(sys.stderr)
sys.addaudithook(hook)
atexit.register(interrupt)
start("evaluate", "q", "r")
"""


def test_a_second_interrupt_changes_nothing(folder):
    done = run(folder, TWICE)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\ninterrupted\n")


LOADING = """
class Finder:
    left = int(sys.argv[1])
    begun = False

    def find_spec(self, name, path=None, target=None):
        if name == "partwise.__main__":
            self.begun = True
        elif self.begun:
            self.left -= 1
            if self.left == 0:
                interrupt()

sys.meta_path.insert(0, Finder())
start("measures")
"""


@pytest.mark.parametrize("number", [2, 3, 6, 12, 24])
def test_an_interrupt_while_the_command_line_is_loaded(folder, number):
    """At the n-th module that it imports; the first is of Python, before anything can be heard."""
    done = run(folder, LOADING, str(number))

    assert (done.returncode, done.stdout, done.stderr.lstrip()) == (130, "", "interrupted\n")


def ignore_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def test_an_ignored_interrupt_stays_ignored(folder):
    """A shell starts commands in its background so."""
    words = [sys.executable, "-m", "partwise", "evaluate", "-", "r", "-m", "AP", "--format", "tsv"]
    pipe = subprocess.PIPE
    how = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "preexec_fn": ignore_interrupts}
    with subprocess.Popen(words, cwd=folder, **how) as process:
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(b"q 0 d 1\n", timeout=600)

    assert (process.returncode, err) == (0, b"")
    assert out.endswith(b"AP\t1.0\n")
