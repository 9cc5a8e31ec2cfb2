"""Words for counts and lists of names, in notes and messages."""

from __future__ import annotations


def counted(count: int, noun: str, one: str = "", many: str = "") -> str:
    """Count something and, if given, the verb that follows: ``1 part passes``, ``2 parts pass``."""
    words = f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
    verb = one if count == 1 else many
    return f"{words} {verb}" if verb else words


def named(names: list[str], most: int = 5) -> str:
    """Name a few and count the rest."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most:,} more"
