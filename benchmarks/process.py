"""What a process costs: seconds of all its threads, and megabytes at its peak."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = (sys.executable, "-m")


@dataclass(frozen=True)
class Cost:
    """What a process needed: seconds, seconds of all cores, megabytes at the peak."""

    wall: float
    cpu: float
    megabytes: float

    def least(self, other: Cost | None) -> Cost:
        """The smaller of two turns, number by number."""
        if other is None:
            return self
        return Cost(
            min(self.wall, other.wall),
            min(self.cpu, other.cpu),
            min(self.megabytes, other.megabytes),
        )


def measure(words: Sequence[str], folder: Path, *, own_clock: bool = False) -> Cost:
    """Run a command once in a child process and wait for it.

    Parameters
    ----------
    words : sequence of str
        The command.
    folder : path
        Where its output, its notes and the byte code of Python go.
    own_clock : bool
        The last line of the output holds the seconds of what is to be measured.
    """
    # an installed package has its byte code; one that is compiled at every start is no measure
    # and what is measured is the source beside these benchmarks, whatever is installed
    found = os.pathsep.join(map(str, (ROOT / "src", ROOT)))
    ours = {"PYTHONPATH": found, "PYTHONPYCACHEPREFIX": str(folder / "pycache")}
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    said, notes = folder / "output", folder / "notes"
    how = os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644
    opened = [(os.POSIX_SPAWN_OPEN, fd, str(path), *how) for fd, path in ((1, said), (2, notes))]
    start = time.perf_counter()
    child = os.posix_spawnp(words[0], list(words), kept | ours, file_actions=opened)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - start
    if status:
        message = f"failed: {' '.join(map(str, words))[:500]}\n{notes.read_text()[-2000:]}"
        raise SystemExit(message)
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    cpu = used.ru_utime + used.ru_stime
    if own_clock:
        cpu = float(said.read_text().splitlines()[-1])
    return Cost(wall, cpu, used.ru_maxrss / scale)
