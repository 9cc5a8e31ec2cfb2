"""What parsers note of a page for those who want its links: links, and places links lead to."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import NamedTuple

_KEPT = ("L", "M", "N")
"""Kinds of characters that stay in a slug: letters, marks, numbers."""
_SPACE = re.compile(r"\s")


class Link(NamedTuple):
    """A link of a page."""

    row: int
    """The innermost element around its text, counted in the document."""
    start: int
    end: int
    href: str


class Anchor(NamedTuple):
    """A place that a fragment names."""

    row: int
    start: int


@dataclass(slots=True)
class PageLinks:
    """Links and anchors of one document while it is read.

    Attributes
    ----------
    base : str or None
        What relative links start from, where the document says so.
    links : list of Link
        In document order.
    named : dict
        Places by ``id`` and ``name``; of a name given twice the first.
    headings : list
        Text and place of each heading.
    """

    base: str | None = None
    links: list[Link] = field(default_factory=list)
    named: dict[str, Anchor] = field(default_factory=dict)
    headings: list[tuple[str, Anchor]] = field(default_factory=list)

    def name(self, name: str | None, row: int, start: int) -> None:
        """Note that a fragment names a place."""
        if name:
            self.named.setdefault(name, Anchor(row, start))

    def anchors(self) -> dict[str, Anchor]:
        """Return all places by the fragments that lead to them; names go before slugs."""
        found = dict(self.named)
        slugs: dict[str, Anchor] = {}
        for text, place in self.headings:
            slugs[_distinct(slug(text), slugs)] = place
        for name, place in slugs.items():
            found.setdefault(name, place)
        return found


def slug(heading: str) -> str:
    """Return the fragment that sites make of a heading: ``What it's for`` -> ``what-its-for``."""
    words = _SPACE.sub(" ", heading.strip().lower())
    return "".join(filter(_stays, words)).replace(" ", "-")


def _stays(sign: str) -> bool:
    return sign in "-_ " or unicodedata.category(sign).startswith(_KEPT)


def _distinct(name: str, others: dict[str, Anchor]) -> str:
    """Count headings of the same words: ``notes``, ``notes-1``, ``notes-2``."""
    if name not in others:
        return name
    again = 1
    while f"{name}-{again}" in others:
        again += 1
    return f"{name}-{again}"
