"""``python -m tests.fuzz --minutes 30 [--target NAME]... [--seed N] [--guided]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.hunt import COUNTS, campaign, hunt
from tests.fuzz.targets import targets


def main() -> int:
    """Hunt, or be the process that does."""
    if sys.argv[1:2] == ["--child"]:
        seed, current, *names = sys.argv[2:]
        for name in names:
            counts = hunt(name, int(seed), Path(current))
            print(COUNTS, *(f"{what}={n}" for what, n in counts.items()), flush=True)
        return 0
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", action="append", choices=sorted(targets()), metavar="NAME")
    parser.add_argument("--guided", action="store_true", help="let coverage choose (atheris)")
    given = parser.parse_args()
    names = given.target or sorted(targets())
    if given.guided:
        from tests.fuzz.guided import guided_campaign

        return guided_campaign(names, given.minutes, given.seed)
    return campaign(names, given.minutes, given.seed)


if __name__ == "__main__":
    sys.exit(main())
