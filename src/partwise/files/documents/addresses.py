"""Where the links of a page lead: to a document that was read, or out of the collection.

An href is resolved as a browser does, against ``base`` or the page's own path below what the user
named. A page that was named as a file of its own may also link to files above its folder.
"""

from __future__ import annotations

import os
import posixpath
import re
from typing import NamedTuple
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

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
            own = quote(f"/{page.path.lstrip('/')}", errors=_NAMES)
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
