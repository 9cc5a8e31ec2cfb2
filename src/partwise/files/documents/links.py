"""Links of documents: addresses, pages of a site, and files of links."""

from __future__ import annotations

import os
import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, unquote, urljoin, urlsplit
from urllib.parse import quote as percent_encoded

import numpy as np

from partwise.errors import UsageError, quote
from partwise.files.documents.table import TableWriter
from partwise.kernels.ragged import count_before
from partwise.kernels.trees import by_depth, depths, last_descendant
from partwise.messages import Notes
from partwise.tables.names import Names

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from partwise.tables.structure.table import Structure


# An href is resolved as a browser does, against ``base`` or the page's own path below what the user
# named. A page that was named as a file of its own may also link to files above its folder.

INDEX_NAMES = ("index.html", "index.htm", "index.xhtml", "README.md", "index.md", "readme.md")
"""Files that stand for their folder."""
_HERE = "//-"
"""The site of documents that name no address of their own."""
_NAMES = "surrogateescape"
"""How bytes that are no UTF-8 stand in the names of files."""
_LEFT_OUT = ("mailto:", "javascript:", "data:")
_DROPPED = re.compile(r"[\t\r\n]")
_EDGES = "".join(map(chr, range(0x21)))
_CODES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_RESERVED = re.compile(r"[\x00-\x20\x7f-\x9f#%/?\s]")


class Page(NamedTuple):
    """A document as links see it."""

    doc: str
    place: str
    """Its file, or archive and member, as an absolute path."""
    path: str
    """Its path below what the user named."""

    @classmethod
    def of(cls, doc: str, place: str, path: str) -> Page:
        """Make it of what was found where; the suffix of a packed file does not count."""
        path = posixpath.normpath(path)
        file = _slashed(os.path.abspath(place))  # noqa: PTH100 -- a link in the path stays
        end = file.find(path, max(0, len(file) - len(path) - len(".zst")))
        return cls(doc, file if end < 0 else file[: end + len(path)], path)

    @property
    def top(self) -> str:
        """The folder or archive that the user named, or the folder of the file."""
        return self.place.removesuffix(self.path)


class Target(NamedTuple):
    """Where a link leads."""

    doc: str
    """A document's id, or an address."""
    fragment: str
    known: bool
    """Whether it is a document that was read."""


def cleaned(href: str) -> str:
    """Return an href as browsers take it: no line ends, no white space around it."""
    return _DROPPED.sub("", href).strip(_EDGES)


def is_left_out(href: str) -> bool:
    """Tell whether a link leads to no document at all."""
    return not href or href.lower().startswith(_LEFT_OUT)


class Addresses:
    """Documents by their addresses.

    Parameters
    ----------
    pages : iterable of Page
        All documents that were read.
    """

    def __init__(self, pages: list[Page]) -> None:
        self._docs = {posixpath.normpath(page.place): page.doc for page in pages}

    def target(self, page: Page, base: str | None, href: str) -> Target:
        """Resolve a cleaned href of a page."""
        try:
            own = percent_encoded(f"/{page.path.lstrip('/')}", errors=_NAMES)
            start = urljoin(f"{_HERE}{own}", cleaned(base or ""))
            found = urlsplit(urljoin(start, href))
            site = urlsplit(start)
        except ValueError:  # no address, such as http://[
            return Target(href, "", known=False)
        doc = None
        if (found.scheme, found.netloc) == (site.scheme, site.netloc):
            doc = self._below(page.top, found.path.lstrip("/"), found.query)
        if doc is None and base is None:
            doc = self._beside(page, href)
        address = _readable(found._replace(fragment="").geturl().removeprefix(_HERE))
        return Target(doc or address or href, unquote(found.fragment), known=doc is not None)

    def _beside(self, page: Page, href: str) -> str | None:
        """Look beside the file, also above what the user named."""
        asked: SplitResult = urlsplit(href)
        if asked.scheme or asked.netloc or not asked.path or asked.path.startswith("/"):
            return None
        return self._below(posixpath.dirname(page.place), asked.path, asked.query)

    def _below(self, folder: str, path: str, query: str) -> str | None:
        path = unquote(path, errors=_NAMES)
        tried = [path]
        if query:
            tried = [f"{path}?{query}", f"{path}?{unquote(query)}", path]
        for name in tried:
            for place in _with_index(posixpath.normpath(posixpath.join(folder, name))):
                if place in self._docs:
                    return self._docs[place]
        return None


def _with_index(place: str) -> list[str]:
    """Return a place with and without the names that stand for a folder."""
    folder, _, name = place.rpartition("/")
    if name in INDEX_NAMES:
        return [place, folder, *(f"{folder}/{index}" for index in INDEX_NAMES)]
    return [place, *(f"{place.rstrip('/')}/{index}" for index in INDEX_NAMES)]


def _readable(address: str) -> str:
    """Decode an address as far as it stays the same address."""
    return _CODES.sub(_decoded, address)


def _decoded(codes: re.Match[str]) -> str:
    try:
        text = unquote(codes[0], errors="strict")
    except UnicodeDecodeError:
        return codes[0]
    return codes[0] if _RESERVED.search(text) else text


def _slashed(place: str) -> str:
    return place if os.sep == "/" else place.replace(os.sep, "/")


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


# The root always stays: it is what a whole document means. An element's parent
# becomes its nearest ancestor that stays, so its children are the retrievable
# elements right below it, which still lie inside it side by side. Paths keep
# counting in the document: ``/article[1]/bdy[1]/sec[2]`` is the same element
# whether or not ``bdy`` is listed.


def nearest(structure: Structure, tags: frozenset[str]) -> NDArray[np.int64]:
    """Return the nearest of these elements and the roots around each element, or itself."""
    wanted = np.array([tag in tags for tag in structure.tags], np.bool_)
    kept = wanted[structure.tag]
    kept[structure.root] = True
    near = np.arange(len(structure))
    for rows in by_depth(structure.depth)[1:]:
        out = rows[~kept[rows]]
        near[out] = near[structure.parent[out]]
    return near


def only(structure: Structure, tags: frozenset[str]) -> Structure:
    """Return the structure with only these elements and the roots."""
    near = nearest(structure, tags)
    kept = near == np.arange(near.size)
    rows = np.flatnonzero(kept)
    place = count_before(kept)
    above = structure.parent[rows]
    parent = np.where(above >= 0, place[near[above]], -1)
    depth = depths(parent)
    vias, via = _left_out(structure, rows, near)
    return replace(
        structure,
        offsets=place[structure.offsets],
        tag=structure.tag[rows],
        ordinal=structure.ordinal[rows],
        parent=parent,
        last=last_descendant(parent, depth),
        depth=depth,
        start=structure.start[rows],
        end=structure.end[rows],
        wstart=None if structure.wstart is None else structure.wstart[rows],
        wend=None if structure.wend is None else structure.wend[rows],
        blank=None,
        vias=vias,
        via=via,
    )


def _left_out(
    structure: Structure, rows: NDArray[np.int64], near: NDArray[np.int64]
) -> tuple[Names | None, NDArray[np.int32] | None]:
    """Return the steps between each kept element and the nearest kept one above it."""
    import polars as pl

    from partwise.tables.structure.frames import path_series

    above = structure.parent[rows]
    jumps = (above >= 0) & (near[above] != above)
    if not jumps.any():
        return None, None
    paths = path_series(structure)
    far, close = above[jumps], near[above[jumps]]
    steps = pl.DataFrame({"far": paths.gather(far), "close": paths.gather(close)}).select(
        via=pl.col("far").str.slice(pl.col("close").str.len_chars())
    )["via"]
    distinct = steps.unique(maintain_order=True)
    codes = np.zeros(rows.size, np.int32)
    order = pl.Series(range(1, len(distinct) + 1), dtype=pl.Int32)
    codes[jumps] = steps.replace_strict(distinct, order).to_numpy()
    return Names.of(["", *distinct.to_list()]), codes


# Where a link leads is known only when all documents are: links and anchors are kept batch by batch
# and resolved at the end.

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


@contextmanager
def links_file(
    name: str | None, output: str | os.PathLike[str], texts: str | None
) -> Iterator[Callable[[SiteLinks], None]]:
    """Give a function that writes links; the file appears when the block ends without an error.

    Parameters
    ----------
    name : str or None
        The file; nothing is written when None.
    output : path
        The structure that belongs to the links.
    texts : str or None
        The folder of the texts, in which no other file may lie.
    """
    if name is None:
        yield lambda _: None
        return
    if realpath(name) == realpath(output):
        raise UsageError(f"{name}: the structure goes there. Use another name for --links")
    if texts is not None and Path(realpath(name)).is_relative_to(realpath(texts)):
        raise UsageError(f"{name}: lies in {texts}, which --texts replaces. Use another folder")
    with TableWriter(name) as writer:

        def write(links: SiteLinks) -> None:
            frame = links.frame()
            if Path(name).suffix in (".tsv", ".csv"):
                for doc in frame["from_doc"].unique(maintain_order=True):
                    if doc.startswith("#"):
                        hint = "Use a name in .parquet or .jsonl for --links"
                        raise UsageError(f"document {quote(doc)} would begin a comment. {hint}")
            writer.write(frame)

        yield write
        writer.finish()
