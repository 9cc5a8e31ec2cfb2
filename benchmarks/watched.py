"""A command with all the processes that it starts, watched while it runs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_LOOK = 0.02


@dataclass(frozen=True)
class Watched:
    """What a command did.

    Parameters
    ----------
    code : int
        How it ended.
    out, err : bytes
        What it wrote.
    wall, cpu : float
        Seconds, and those of all cores.
    megabytes : float
        The most that its processes held at once; pages that they share count in each.
    """

    code: int
    out: bytes
    err: bytes
    wall: float
    cpu: float
    megabytes: float


class Command:
    """A running command.

    Its output goes to files: a pipe that nobody reads would stop it.

    Parameters
    ----------
    words : sequence of str
        The command.
    folder : path
        Where it runs.
    """

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self._files = folder / ".out", folder / ".err"
        self._begun = time.monotonic()
        with self._files[0].open("wb") as out, self._files[1].open("wb") as err:
            self._process = subprocess.Popen(words, cwd=folder, stdout=out, stderr=err)
        self.pid = self._process.pid
        self._most = 0.0
        self._ended: tuple[int, float] | None = None

    def is_running(self) -> bool:
        """Look at the processes once; False when the command has ended."""
        if self._ended is None:
            self._most = max(self._most, resident(self.pid))
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                self._process.returncode = code
                self._ended = code, used.ru_utime + used.ru_stime
        return self._ended is None

    def ended(self) -> Watched:
        """Wait for the end."""
        while self.is_running():
            time.sleep(_LOOK)
        wall = time.monotonic() - self._begun
        assert self._ended is not None
        out, err = (file.read_bytes() for file in self._files)
        return Watched(self._ended[0], out, err, wall, self._ended[1], self._most)


def partwise(folder: Path, *words: object) -> Command:
    """Start a command of partwise."""
    return Command([sys.executable, "-m", "partwise", *map(str, words)], folder)


def processes(pid: int) -> Iterator[int]:
    """Yield a process and those that it and its threads started, and so on."""
    yield pid
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in thread.read_text().split():
                yield from processes(int(child))


def resident(pid: int) -> float:
    """Megabytes that a process and its descendants hold now."""
    total = 0
    for one in processes(pid):
        with suppress(OSError, IndexError):
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1])
    return total * _PAGE / 1e6
