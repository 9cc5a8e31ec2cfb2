"""``python -m tests.mutation [--room ROOM]... [--sample 100] [--seed 0]``."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from tests.mutation.equivalent import equivalents, key
from tests.mutation.mutants import mutants
from tests.mutation.trial import Outcome, far_from, files_for, load, pass_without, tried

import partwise

ROOT = Path(partwise.__file__).parent
TESTS = Path(__file__).parent.parent
ROOMS = ("kernels", "gains", "navigation", "geometry", "measures", "statistics")
ASKED = 0.9


def main() -> int:
    """Break functions of a room and count what its tests notice."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--room", action="append", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only modules whose path holds this")
    given = parser.parse_args()
    shares = [
        share_noticed(room, given.sample, given.seed, given.only) for room in given.room or ROOMS
    ]
    return int(min(shares) < ASKED)


def share_noticed(room: str, sample: int, seed: int, only: str = "") -> float:
    """Try a sample of a room's slips; return the share that its tests noticed."""
    every = [slip for path in sorted((ROOT / room).rglob("*.py")) for slip in mutants(path)]
    every = [slip for slip in every if only in slip.file]
    known = equivalents()
    able = [slip for slip in every if key(slip, ROOT) not in known]
    picked = random.Random(f"{room} {seed}").sample(able, min(sample, len(able)))
    load(ROOT)
    files = {slip: files_for(slip, ROOT, TESTS) for slip in picked}
    far = far_from(picked[0], ROOT, TESTS) if picked else []
    if not pass_without(sorted({file for each in files.values() for file in each})):
        sys.exit(f"{room}: tests fail without any slip")
    told = Counter[Outcome]()
    for number, slip in enumerate(picked, start=1):
        outcome = tried(slip, files[slip], far)
        told[outcome] += 1
        if outcome is not Outcome.FAILED:
            print(f"{outcome.value}: {key(slip, ROOT)} | line {slip.line}", flush=True)
        if number % 10 == 0:
            print(f"{room}: {number} of {len(picked)} tried", file=sys.stderr, flush=True)
    noticed = told[Outcome.FAILED] + told[Outcome.ENDLESS]
    print(
        f"{room}: {noticed} of {len(picked)} slips noticed ({told[Outcome.ENDLESS]} by going on "
        f"for ever), sampled from {len(every):,}, {len(every) - len(able)} of which change nothing,"
        " with a reason",
        flush=True,
    )
    return noticed / max(len(picked), 1)


if __name__ == "__main__":
    sys.exit(main())
