"""The links of a collection of documents, as the table that `Links` reads.

Where a link leads is known only when all documents are: links and anchors are kept batch by batch
and resolved at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from partwise.files.documents.addresses import Addresses, Page, Target, cleaned, is_left_out
from partwise.files.documents.linked import Anchor, Link, PageLinks
from partwise.files.documents.retrievable import nearest
from partwise.messages import Notes

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.structure.table import Structure

_COLUMNS = [
    "from_doc",
    "from_element",
    "from_start",
    "from_end",
    "to_doc",
    "to_element",
    "to_start",
    "href",
]
_NUMBERS = frozenset({"from_start", "from_end", "to_start"})


class SiteLinks:
    """Links of many documents, still growing.

    Attributes
    ----------
    left_out : int
        Links to addresses of people, programs and data, and to nothing at all.
    """

    def __init__(self) -> None:
        self._pages: list[Page] = []
        self._bases: list[str | None] = []
        self._links: list[list[tuple[str, Link]]] = []
        self._anchors: dict[str, dict[str, tuple[str, int]]] = {}
        self.left_out = 0
        self._outside = 0
        self._unknown = 0

    def page(self, doc: str, place: str, path: str) -> None:
        """Say where a document was found."""
        self._pages.append(Page.of(doc, place, path))

    def add(self, structure: Structure, tags: frozenset[str], found: Sequence[PageLinks]) -> None:
        """Take the links of some documents.

        Parameters
        ----------
        structure : Structure
            All elements of these documents.
        tags : frozenset of str
            Elements that may stand at the ends, beside the roots; empty = all.
        found : sequence of PageLinks
            What was found in each document.
        """
        first = structure.offsets[:-1].tolist()
        anchors = [page.anchors() for page in found]
        places: list[tuple[Link | Anchor, ...]] = [
            (*page.links, *named.values()) for page, named in zip(found, anchors, strict=True)
        ]
        paths = iter(_paths(structure, tags, [
            begin + place.row for begin, some in zip(first, places, strict=True) for place in some
        ]))  # fmt: skip
        for doc, page, named in zip(structure.docs, found, anchors, strict=True):
            self._bases.append(page.base)
            self._links.append([(next(paths), link) for link in page.links])
            self._anchors[doc] = {name: (next(paths), place.start) for name, place in named.items()}

    def frame(self) -> pl.DataFrame:
        """Return all links, each with where it leads."""
        import polars as pl

        rows = self._rows()
        schema = {name: pl.Int64 if name in _NUMBERS else pl.String for name in _COLUMNS}
        return pl.DataFrame(rows, schema=schema, orient="row")

    @property
    def notes(self) -> Notes:
        """What was noticed; after `frame`."""
        known = sum(map(len, self._links)) - self.left_out - self._outside
        found = Notes()
        if known + self._outside + self.left_out == 0:
            found.add("no links in these documents: Links refuses the table")
            return found
        found.add(
            "{known:link} to known documents, {outside} outside, {unknown:unknown fragment}, "
            "{left_out} left out",
            known=known,
            outside=self._outside,
            unknown=self._unknown,
            left_out=self.left_out,
        )
        return found

    def _rows(self) -> list[tuple[str | int | None, ...]]:
        addresses = Addresses(self._pages)
        rows: list[tuple[str | int | None, ...]] = []
        self.left_out = self._outside = self._unknown = 0
        for page, base, links in zip(self._pages, self._bases, self._links, strict=True):
            seen: dict[str, Target] = {}
            for element, link in links:
                href = cleaned(link.href)
                if is_left_out(href):
                    self.left_out += 1
                    continue
                target = seen.get(href)
                if target is None:
                    target = seen[href] = addresses.target(page, base, href)
                to_element, to_start = self._anchor(target)
                rows.append((
                    page.doc, element, link.start, link.end,
                    target.doc, to_element, to_start, href,
                ))  # fmt: skip
        return rows

    def _anchor(self, target: Target) -> tuple[str | None, int | None]:
        self._outside += not target.known
        if not target.known or not target.fragment:
            return None, None
        found = self._anchors[target.doc].get(target.fragment)
        if found is None and target.fragment.lower() != "top":  # the top is the page itself
            self._unknown += 1
        return found or (None, None)


def _paths(structure: Structure, tags: frozenset[str], rows: list[int]) -> list[str]:
    """Return the paths of some elements, or of the nearest retrievable ones around them."""
    from partwise.tables.structure.frames import path_series

    places = np.array(rows, np.int64)
    if tags:
        places = nearest(structure, tags)[places]
    return path_series(structure).gather(places).to_list()
