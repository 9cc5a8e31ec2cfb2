"""Commands under a limit of memory: words instead of an end without any."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from tests.helpers import default_signals

resource = pytest.importorskip("resource", reason="needs limits of POSIX")

PLENTY = 4 << 30
PROGRAM = """
import os, runpy, signal, sys, time
word = sys.argv[1]

def hook(event, args):
    # The command is about to read its first file.
    if event != "open" or args[0] != "q.tsv":
        return
    if word == "wait":
        print(os.getpid(), os.getppid(), flush=True)
        time.sleep(600)
    if word.isdecimal():
        sys.exit(int(word))
    if word == "error":
        raise NameError("a library that was half loaded")
    os.kill(os.getpid(), getattr(signal, word))

sys.addaudithook(hook)
sys.argv[1:] = ["evaluate", "q.tsv", "q.tsv"]
runpy.run_module("partwise", run_name="__main__", alter_sys=True)
"""


def limited():
    default_signals()
    resource.setrlimit(resource.RLIMIT_AS, (PLENTY, PLENTY))


@pytest.fixture
def begun(tmp_path):
    """Start a command that does something before it reads."""
    (tmp_path / "q.tsv").write_text("topic\tdoc\tgrade\na\tx\t1\n")

    def start(word, **how):
        words = [sys.executable, "-c", PROGRAM, word]
        how = {"preexec_fn": limited, "cwd": tmp_path} | how
        return subprocess.Popen(words, stdout=-1, stderr=-1, text=True, **how)

    return start


@pytest.fixture
def ended(begun):
    def call(word, **how):
        with begun(word, **how) as process:
            _, err = process.communicate()
            return process.returncode, err.strip()

    return call


SAID = "not enough memory for this input: a process may have 4,096 MB (ulimit -v)"


@pytest.mark.parametrize("death", ["SIGABRT", "SIGSEGV", "SIGTRAP"])
def test_a_library_that_ends_the_process(ended, death):
    assert ended(death) == (2, SAID)
    assert ended(death, preexec_fn=None) == (-getattr(signal, death), "")


def test_what_could_not_be_loaded(ended):
    code, said = ended("error")

    assert (code, said) == (2, f"{SAID}, it seems (NameError). Please report it if more is no help")
    assert "internal error" in ended("error", preexec_fn=None)[1]


@pytest.mark.parametrize("code", [0, 1, 2])
def test_other_ends_are_as_ever(ended, code):
    assert ended(str(code)) == (code, "")


def test_a_command_that_is_killed(ended):
    assert ended("SIGKILL") == (-signal.SIGKILL, "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("group", [True, False])
def test_signals_reach_the_command(begun, number, code, group):
    """From a terminal, which sends them to both processes, or to the one that waits alone."""
    with begun("wait", start_new_session=True) as process:
        assert process.stdout is not None
        command, watching = map(int, process.stdout.readline().split())
        assert watching == process.pid != command
        (os.killpg if group else os.kill)(process.pid, number)
        _, err = process.communicate()

    assert process.returncode == code
    assert err.strip() == ("interrupted" if code == 130 else "")


@pytest.mark.skipif(sys.platform != "linux", reason="needs prctl")
def test_no_command_outlives_the_one_that_waits(begun):
    with begun("wait") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        # the command holds the other end of the pipe; it would for ten minutes
        assert process.stdout.read() == ""
