"""Links of HTML pages: ``a`` and ``area`` with an href, and what fragments lead to."""

from __future__ import annotations

from array import array
from typing import Any

from partwise.files.documents.builder import Growth
from partwise.files.documents.linked import Anchor, Link, PageLinks

_LINKS = frozenset({"a", "area"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class HtmlLinks:
    """Notes the links of a page while its tree is walked.

    Parameters
    ----------
    page : PageLinks
        Where they go.
    growth : Growth
        The document.
    """

    def __init__(self, page: PageLinks, growth: Growth) -> None:
        self._page = page
        self._growth = growth
        self._links: list[tuple[int, str]] = []
        self._headings: list[int] = []

    def see(self, node: Any, tag: str) -> None:
        """Note what an element that was just opened says about links."""
        row = self._growth.row
        if tag in _HEADINGS:
            self._headings.append(row)
        said = node.attributes
        if not said:
            return
        start = self._growth.position
        self._page.name(said.get("id"), row, start)
        if tag in _LINKS and "href" in said:
            self._links.append((row, said["href"] or ""))
        if tag == "a":
            self._page.name(said.get("name"), row, start)
        elif tag == "base" and self._page.base is None:
            self._page.base = said.get("href")

    def finish(self, text: str, start: array[int], end: array[int]) -> None:
        """Give links and headings their text, when all elements have their ends."""
        for row, href in self._links:
            self._page.links.append(Link(row, start[row], end[row], href))
        for row in self._headings:
            words = " ".join(text[start[row] : end[row]].split())
            self._page.headings.append((words, Anchor(row, start[row])))
