"""The long form: inputs by the hundred thousand, in processes with limits."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.findings import found, keep
from tests.fuzz.mutate import damaged
from tests.fuzz.targets import Target, attempt, targets

SECONDS = 5
"""Processor time; an input that takes longer is a finding."""
MEMORY = 1 << 30
"""Bytes that reading an input may need beyond those that the process had before."""
TURN = 10
"""Seconds of processor time that a target gets in one turn: slow ones try fewer inputs."""
INPUTS = 8000
"""Inputs that a target gets in one turn at most."""
MEMORY_BACKED = Path("/dev/shm")
"""Where each input becomes a file, on systems that have such a folder."""
WAIT = 900
"""Seconds after which a process that reads is taken for one that waits for something."""


class TooSlow(BaseException):
    """Not an Exception: what reads must not take it for one of its own."""


def hunt(name: str, seed: int, seconds: float, inputs: int, current: Path) -> Counter[str]:
    """Feed one target for some processor time; what is no refusal is kept in the corpus."""
    target, random_ = targets()[name], random.Random(f"{name} {seed}")
    counts: Counter[str] = Counter()
    for good in target.seeds:
        tried(target, good, counts, current)
    limited(MEMORY)
    until = time.process_time() + seconds
    while time.process_time() < until and counts.total() < inputs:
        data = damaged(random_, random_.choice(target.seeds), target.shape, target.seeds)
        tried(target, data, counts, current)
    return counts


def tried(target: Target, data: bytes, counts: Counter[str], current: Path) -> None:
    """Feed one input, after it was written down: a process that dies leaves it behind."""
    current.write_bytes(data)
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        counts["taken" if attempt(target, data) else "refused"] += 1
    except BaseException as error:  # panics are no exceptions
        signal.setitimer(signal.ITIMER_PROF, 0)
        if isinstance(error, KeyboardInterrupt):
            raise
        counts["found"] += 1
        keep(target.name, data, f"{type(error).__name__}: {error}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_slow(*_: object) -> None:
    raise TooSlow(f"more than {SECONDS} seconds of processor time")


def limited(more: int) -> None:
    """Let this process have so many more bytes of address space than it has."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def campaign(names: list[str], minutes: float, seed: int) -> int:
    """Hunt with all targets in turn, each in a fresh process; print what comes of it."""
    end, total, turn = time.monotonic() + 60 * minutes, Counter[str](), seed
    by_target: dict[str, Counter[str]] = {name: Counter() for name in names}
    while time.monotonic() < end:
        for name in names:
            left = end - time.monotonic()
            if left <= 0:
                break
            counts = _apart(name, turn, min(left, TURN))
            by_target[name] += counts
            total += counts
            news = found()[-1:] if counts["found"] or counts["died"] else ()
            print(f"turn {turn}: {name}:", _in_words(counts), *news, flush=True)
        turn += 1
        print(f"turn {turn}:", _in_words(total), flush=True)
    for name, counts in by_target.items():
        print(f"{name:26}", _in_words(counts))
    return 1 if total["found"] or total["died"] else 0


def _in_words(counts: Counter[str]) -> str:
    return ", ".join(
        (f"{counts.total():,} inputs", *(f"{n:,} {what}" for what, n in sorted(counts.items())))
    )


def _apart(name: str, seed: int, seconds: float) -> Counter[str]:
    """Hunt in another process; one that dies leaves its last input as a finding."""
    fast = MEMORY_BACKED if MEMORY_BACKED.is_dir() else None
    with tempfile.TemporaryDirectory(dir=fast) as folder:
        current = Path(folder) / "current"
        words = [sys.executable, "-m", "tests.fuzz", "--child", name, str(seed), str(seconds)]
        words += [str(INPUTS), str(current)]
        surroundings = os.environ | {"TMPDIR": folder}
        with subprocess.Popen(words, stdout=-1, stderr=-1, text=True, env=surroundings) as child:
            try:
                out, err = child.communicate(timeout=WAIT)
            except subprocess.TimeoutExpired:  # it waits for something that never comes
                child.kill()
                out, err = child.communicate()
        counts = Counter[str]()
        for word in out.split():
            what, _, n = word.partition("=")
            counts[what] += int(n) if n.isdecimal() else 0
        if child.returncode:
            counts["died"] += 1
            data = current.read_bytes() if current.exists() else b""
            keep(name, data, f"the process died ({child.returncode}): {err[-300:]}")
        return counts
