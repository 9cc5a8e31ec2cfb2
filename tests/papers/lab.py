"""Commands of the lab, and what they find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.helpers import answer

import partwise as pw


def findings(folder: Path, command: str, *words: object) -> dict[str, Any]:
    """Run a command of the lab in a folder; return its JSON."""
    done = answer(folder, "lab", command, *words, "--format", "json", "-q")
    assert done.code == 0, done.err
    return json.loads(done.out)


def simulated(folder: Path, *words: object) -> dict[str, pw.Run]:
    """Runs that the lab simulates, by name."""
    done = answer(folder, "lab", "simulate", *words, "-o", "simulated", "-q")
    assert done.code == 0, done.err
    return {path.stem: pw.read_run(path) for path in (folder / "simulated").glob("*.tsv")}


def measured(*measures: str) -> list[str]:
    """Options that name measures."""
    return [word for measure in measures for word in ("-m", measure)]
