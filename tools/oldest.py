"""Print the floors of pyproject.toml as constraints: ``pip install -c``.

A floor that is never tried is a guess: the tests run once with exactly these versions.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("charts", "html", "report", "frames", "test")


def floors(pyproject: Path) -> list[str]:
    """Return ``name==floor`` for the core, the extras that `all` brings and the tests."""
    project = tomllib.loads(pyproject.read_text())["project"]
    wanted = [*project["dependencies"]]
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    return [word.replace(">=", "==") for word in wanted if not word.startswith("partwise[")]


if __name__ == "__main__":
    sys.stdout.write("\n".join(floors(ROOT / "pyproject.toml")) + "\n")
