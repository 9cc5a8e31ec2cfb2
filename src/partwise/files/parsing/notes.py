"""Words for what several readers notice and do not refuse."""

from __future__ import annotations

from partwise.messages import Notes, list_some


def comments(count: int) -> Notes:
    """Say how many comment lines were skipped."""
    return _counted("{n:comment line} skipped", count)


def longer_lines(count: int) -> Notes:
    """Say that columns after the last known one were not read."""
    words = "{n:line} {n:has|have} more columns than the format knows; they were not read"
    return _counted(words, count)


def links_left(links: list[str]) -> Notes:
    """Say which symbolic links of a folder or archive were not followed."""
    found = Notes()
    found.add("{n:symbolic link} not followed ({names})", n=len(links), names=list_some(links))
    return found


def _counted(words: str, count: int) -> Notes:
    found = Notes()
    found.add(words, n=count)
    return found
