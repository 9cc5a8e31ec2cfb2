"""A process that has loaded the command line, and starts commands by copying itself.

A hunt runs a command some thousand times; most of the time would go into loading modules. Each
command runs in a copy (fork) of this process, which waits until strace watches it and begins then.
Polars is not loaded here: its threads would not be in the copy.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LOADED = (
    "numpy", "msgspec", "partwise", "partwise.evaluation.evaluate", "partwise.statistics.compare",
    "partwise.cli", *(f"partwise.cli.{name}" for name in (
        "evaluate", "compare", "convert", "structure", "locate", "migrate", "losses", "report",
        "plot", "bucket", "merge", "demo", "lab")),
)  # fmt: skip
PATIENCE = 90
"""Seconds after which a command is taken for one that waits for ever."""


class Warm:
    """The other end: asks a warm process to run commands."""

    def __init__(self) -> None:
        from tests.helpers import default_signals  # the warm process itself loads less

        environment = os.environ | {
            "PYTHONDONTWRITEBYTECODE": "1",
            "POLARS_MAX_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.warm"],
            stdin=-1, stdout=-1, text=True, env=environment,
            cwd=Path(__file__).parent.parent.parent,
            preexec_fn=default_signals,  # noqa: PLW1509
        )  # fmt: skip

    def run(
        self, words: list[str], folder: Path, options: list[str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command, under strace where there are options for it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"words": words, "folder": str(folder), "options": options}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        code, err = json.loads(self._process.stdout.readline())
        return subprocess.CompletedProcess(words, code, "", err)

    def close(self) -> None:
        """End the warm process."""
        self._process.communicate("")


def _serve() -> None:
    for name in LOADED:
        __import__(name)
    if "polars" in sys.modules:
        sys.exit("polars must not be loaded before a copy is made")
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)


def _run(asked: dict[str, Any]) -> tuple[int, str]:
    with tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _become(asked["words"], asked["folder"], err.fileno())
        os.waitpid(child, os.WUNTRACED)
        with _watched(child, asked["options"]):
            os.kill(child, signal.SIGCONT)
            status = _waited(child)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), err.read().decode(errors="replace")


def _waited(child: int) -> int:
    """Wait for a process and return its status; one that waits for ever is killed."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


@contextmanager
def _watched(process: int, options: list[str] | None) -> Iterator[None]:
    if options is None:
        yield
        return
    with subprocess.Popen(["strace", "-f", "-qq", *options, "-p", str(process)], stderr=-3) as one:
        status = Path(f"/proc/{process}/status")
        while "TracerPid:\t0\n" in status.read_text() and one.poll() is None:
            time.sleep(0.002)
        yield


def _become(words: list[str], folder: str, err: int) -> None:
    """Be the command from here on, until the interpreter ends as after any command."""
    os.chdir(folder)
    os.environ["TMPDIR"] = str(Path(folder) / "tmp")
    tempfile.tempdir = None
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number, file in enumerate((nowhere, nowhere, err)):
        os.dup2(file, number)
    from partwise.__main__ import main

    os.kill(os.getpid(), signal.SIGSTOP)
    sys.argv = ["partwise", *words]
    main()


if __name__ == "__main__":
    _serve()
