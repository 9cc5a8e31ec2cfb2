"""Compare a folder of real collections with the checksums: ``python -m tests.data FOLDER``."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

LISTED = Path(__file__).parent / "checksums.txt"


def problems(folder: Path, listed: str) -> list[str]:
    """Name every file that is missing or different."""
    found = []
    for line in listed.splitlines():
        digest, _, name = line.partition("  ")
        path = folder / name.strip()
        if not path.is_file():
            found.append(f"{name.strip()}: missing")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            found.append(f"{name.strip()}: differs")
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m tests.data FOLDER")
    wrong = problems(Path(sys.argv[1]), LISTED.read_text())
    print("\n".join(wrong) or "all files are as listed")
    raise SystemExit(bool(wrong))
