"""Slips that change nothing a user can see, in ``equivalent.txt``.

A line is ``PACKAGE::FUNCTION | KIND | REASON``. Only slips that a counted sample has drawn are
listed, each with its reason.
"""

from __future__ import annotations

from pathlib import Path

LIST = Path(__file__).parent / "equivalent.txt"


def equivalents() -> dict[str, str]:
    """Reasons of the slips that are known to change nothing, by key."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ", 2) for line in lines if line and not line.startswith("#")]
    return {f"{function} | {kind}": reason for function, kind, reason in rows}
