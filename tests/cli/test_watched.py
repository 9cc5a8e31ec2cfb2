"""Commands under a limit of memory: words instead of an end without any."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from partwise.cli._watched import no_memory

resource = pytest.importorskip("resource")  # not on Windows

PLENTY = 4 << 30
PROGRAM = """
import os, signal, sys, time
from partwise import cli

def command(**_):
    if sys.argv[1] == "wait":
        print(os.getpid(), os.getppid(), flush=True)
        time.sleep(600)
    if sys.argv[1].isdecimal():
        sys.exit(int(sys.argv[1]))
    if sys.argv[1] == "error":
        raise NameError("a library that was half loaded")
    os.kill(os.getpid(), getattr(signal, sys.argv[1]))

cli.cli.main = command
from partwise.__main__ import main
main()
"""


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (PLENTY, PLENTY))


def begun(word, **how):
    words = [sys.executable, "-c", PROGRAM, word]
    how = {"preexec_fn": limited} | how
    return subprocess.Popen(words, stdout=-1, stderr=-1, text=True, **how)


def ended(word, **how):
    with begun(word, **how) as process:
        _, err = process.communicate()
        return process.returncode, err.strip()


SAID = "not enough memory for this input: a process may have 4,096 MB (ulimit -v)"


@pytest.mark.parametrize("death", ["SIGABRT", "SIGSEGV", "SIGTRAP"])
def test_a_library_that_ends_the_process(death):
    assert ended(death) == (2, SAID)
    assert ended(death, preexec_fn=None) == (-getattr(signal, death), "")


def test_what_could_not_be_loaded():
    code, said = ended("error")

    assert (code, said) == (2, f"{SAID}, it seems (NameError). Please report it if more is no help")
    assert "internal error" in ended("error", preexec_fn=None)[1]


@pytest.mark.parametrize("code", [0, 1, 2])
def test_other_ends_are_as_ever(code):
    assert ended(str(code)) == (code, "")


def test_a_command_that_is_killed():
    assert ended("SIGKILL") == (-signal.SIGKILL, "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("group", [True, False])
def test_signals_reach_the_command(number, code, group):
    """Whether the terminal sends them to both, or somebody to the process that waits."""
    with begun("wait", start_new_session=True) as process:
        assert process.stdout is not None
        command, watching = map(int, process.stdout.readline().split())
        assert watching == process.pid != command
        (os.killpg if group else os.kill)(process.pid, number)
        _, err = process.communicate()

    assert process.returncode == code
    assert err.strip() == ("interrupted" if code == 130 else "")


@pytest.mark.skipif(sys.platform != "linux", reason="needs prctl")
def test_no_command_outlives_the_one_that_waits():
    with begun("wait") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        # the command holds the other end of the pipe; it would for ten minutes
        assert process.stdout.read() == ""


def test_without_a_limit_there_is_nothing_to_say():
    if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        assert no_memory() is None
