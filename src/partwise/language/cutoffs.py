"""Cutoffs of measures in words: int is a rank, float a recall level, auto a rank by topic."""

from __future__ import annotations

_WORDS: dict[type, tuple[str, str, str]] = {
    int: ("a rank", " (whole number of at least 1)", "10"),
    float: ("a recall level", " from 0.0 to 1.0, written with a decimal point", "0.1"),
}
"""Name, range and example of each kind."""

CUTOFF_NAMES = ("k", "cutoff", "rank", "level")
"""What a cutoff is called where it is taken for a parameter."""

AUTO_CUTOFF = "auto"
"""A rank for each topic: as many parts as the inventory has that concern relevant text."""


def expected(kinds: frozenset[type]) -> str:
    """Say which cutoffs a measure takes."""
    words = [name + limits for kind, (name, limits, _) in _WORDS.items() if kind in kinds]
    return " or ".join(words) or "left out: this measure has none"


def asked_for(kinds: frozenset[type], measure: str) -> str:
    """Say what a measure without its cutoff needs: ``a rank: P@10``."""
    taken = [words for kind, words in _WORDS.items() if kind in kinds]
    needed = " or ".join(name for name, _, _ in taken)
    examples = " or ".join(f"{measure}@{example}" for _, _, example in taken)
    return f"{needed}: {examples}"
