"""What was found: inputs as small files, and in words."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def found() -> list[str]:
    """Return in words what was found so far."""
    path = _corpus() / "found.txt"
    return path.read_text().splitlines() if path.exists() else []


def _corpus() -> Path:
    return Path(os.environ.get("PARTWISE_FUZZ_CORPUS", CORPUS))


def keep(name: str, data: bytes, reason: str) -> None:
    """Write an input to the corpus, unless one of the same target failed in the same words."""
    folder = _corpus()
    folder.mkdir(exist_ok=True)
    words = f"{name}: {reason.splitlines()[0][:160]!r}"
    if words in found():
        return
    with (folder / "found.txt").open("a") as file:
        file.write(words + "\n")
    (folder / f"{name}--{hashlib.sha256(data).hexdigest()[:8]}").write_bytes(data)
