"""Inputs that coverage chooses: the same targets and damages, kept when they reach new code.

Needs atheris (``pip install atheris``), which counts the branches that an input takes.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.fuzz.findings import found


def guided_campaign(names: list[str], minutes: float, seed: int) -> int:
    """Give every target its share of the time, each in a process of its own."""
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    seconds = max(5, int(60 * minutes / len(names)))
    known = found()
    failed = False
    for name in names:
        words = [sys.executable, "-m", "tests.fuzz.guided", name, str(seconds), str(seed)]
        child = subprocess.run(words, capture_output=True, text=True, check=False)
        done = [line for line in child.stderr.splitlines() if line.startswith(("#", "Done"))]
        print(f"{name:26}", done[-1] if done else child.stderr[-300:])
        failed |= bool(child.returncode)
    new = found()[len(known) :]
    print(*new, f"{len(new)} found", sep="\n")
    return int(failed or bool(new))


def _hunt(name: str, seconds: int, seed: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["partwise"]):
        from tests.fuzz.hunt import tried
        from tests.fuzz.mutate import damaged
        from tests.fuzz.targets import targets
    target, counts = targets()[name], Counter[str]()
    random_ = random.Random(seed)

    with tempfile.TemporaryDirectory() as folder:
        seeds = Path(folder) / "seeds"
        seeds.mkdir()
        for number, data in enumerate(target.seeds):
            (seeds / str(number)).write_bytes(data)
        current = Path(folder) / "current"

        def feed(data: bytes) -> None:
            tried(target, data, counts, current)

        def mutate(data: bytes, most: int, _: int) -> bytes:
            if random_.random() < 0.2:
                mutated: bytes = atheris.Mutate(data, most)
                return mutated
            return damaged(random_, data, target.shape, target.seeds)[:most]

        limits = [
            f"-max_total_time={seconds}",
            "-max_len=20000",
            "-timeout=60",
            f"-seed={seed + 1}",
        ]
        atheris.Setup([sys.argv[0], *limits, str(seeds)], feed, custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    _hunt(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
