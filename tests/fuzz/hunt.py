"""The long form: inputs by the hundred thousand, in processes with limits."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
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
"""Seconds after which a process that counts nothing is taken for one that waits for something."""
COUNTS = "counts: "
"""How a line of a process begins that says what came of a target."""


class TooSlow(BaseException):
    """Not an Exception: what reads must not take it for one of its own."""


def hunt(name: str, seed: int, current: Path) -> Counter[str]:
    """Feed one target for some processor time; what is no refusal is kept in the corpus."""
    target, random_ = targets()[name], random.Random(f"{name} {seed}")
    counts: Counter[str] = Counter()
    for good in target.seeds:
        tried(target, good, counts, current)
    limited(MEMORY)
    until = time.process_time() + TURN
    while time.process_time() < until and counts.total() < INPUTS:
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
    _, never = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, never))


def campaign(names: list[str], minutes: float, seed: int) -> int:
    """Hunt with all targets in turn; print what comes of it."""
    end, total, turn = time.monotonic() + 60 * minutes, Counter[str](), seed
    by_target: dict[str, Counter[str]] = {name: Counter() for name in names}
    while time.monotonic() < end:
        for name, counts in _apart(names, turn, end):
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


def _apart(names: list[str], seed: int, end: float) -> Iterator[tuple[str, Counter[str]]]:
    """Hunt in another process; where it dies, its last input is a finding and the next begins."""
    fast = MEMORY_BACKED if MEMORY_BACKED.is_dir() else None
    left = list(names)
    while left and time.monotonic() < end:
        with tempfile.TemporaryDirectory(dir=fast) as folder:
            current, err = Path(folder) / "current", Path(folder) / "err"
            words = [sys.executable, "-m", "tests.fuzz", "--child", str(seed), str(current), *left]
            with (
                err.open("w") as said,
                subprocess.Popen(
                    words, stdout=-1, stderr=said, text=True, env=os.environ | {"TMPDIR": folder}
                ) as child,
            ):
                for counts in _counted(child):
                    yield left.pop(0), counts
                    if time.monotonic() > end:
                        child.kill()
                        return
            if left:
                data = current.read_bytes() if current.exists() else b""
                reason = f"the process died ({child.returncode}): {err.read_text()[-300:]}"
                keep(left[0], data, reason)
                yield left.pop(0), Counter(died=1)


def _counted(child: subprocess.Popen[str]) -> Iterator[Counter[str]]:
    """Yield the counts of a process, target by target; one that waits for ever is killed."""
    assert child.stdout is not None
    while True:
        waiting = threading.Timer(WAIT, child.kill)
        waiting.start()
        line = child.stdout.readline()
        waiting.cancel()
        if not line:
            return
        if line.startswith(COUNTS):  # else what a command printed in spite of all
            pairs = (word.partition("=") for word in line.removeprefix(COUNTS).split())
            yield Counter({what: int(n) for what, _, n in pairs})
