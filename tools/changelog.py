"""Collect the fragments of changelog.d under a new version: ``python tools/changelog.py 0.2.0``."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    "values": "Values that changed",
    "added": "Added",
    "changed": "Changed",
    "fixed": "Fixed",
    "removed": "Removed",
}


def fragments(folder: Path) -> dict[str, list[Path]]:
    """Return the fragments by kind; a file of no known kind is an error."""
    found: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    for path in sorted(folder.glob("*.md")):
        if path.name == "README.md":
            continue
        kind = path.stem.rpartition(".")[2]
        if kind not in found:
            raise SystemExit(f"{path.name}: the kind must be one of {', '.join(KINDS)}")
        found[kind].append(path)
    return found


def section(version: str, found: dict[str, list[Path]], day: datetime.date) -> str:
    """Return the new section of the changelog."""
    parts = [f"## {version} ({day.isoformat()})\n"]
    for kind, paths in found.items():
        if paths:
            lines = "".join(f"- {' '.join(path.read_text().split())}\n" for path in paths)
            parts.append(f"### {KINDS[kind]}\n\n{lines}")
    return "\n".join(parts)


def main(version: str, root: Path = ROOT) -> None:
    """Move the fragments into CHANGELOG.md."""
    found = fragments(root / "changelog.d")
    paths = [path for listed in found.values() for path in listed]
    if not paths:
        raise SystemExit("changelog.d has no fragments")
    log = root / "CHANGELOG.md"
    title, _, rest = log.read_text().partition("\n\n")
    new = section(version, found, datetime.datetime.now(datetime.UTC).date())
    log.write_text(f"{title}\n\n{new}\n{rest}")
    for path in paths:
        path.unlink()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/changelog.py VERSION")
    main(sys.argv[1])
