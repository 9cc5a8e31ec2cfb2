"""Growing element trees: what all document parsers append to.

Columns grow element by element as compact arrays shared by all documents, so
a hundred thousand small documents cost no arrays of their own, and a document
that turns out bad is cut off again.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import FormatError
from partwise.files.documents.links import PageLinks
from partwise.kernels.trees import depths, last_descendant, ordinals
from partwise.tables.names import Names
from partwise.tables.structure.table import LEADING_BLANK, TRAILING_BLANK, Structure

if TYPE_CHECKING:
    from numpy.typing import NDArray

WHITE = " \t\r\n"
"""White space of XML; anything else, a no-break space too, is text."""

_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\r\n?|\n")


class Limits:
    """How large a document may be.

    Parameters
    ----------
    elements, depth, size : int
        Most elements, deepest nesting, most bytes of one document.
    """

    def __init__(self, elements: int = 5_000_000, depth: int = 256, size: int = 1 << 30) -> None:
        self.elements = elements
        self.depth = depth
        self.size = size

    def too_many(self, file: str) -> FormatError:
        """Return the refusal of a document with too many elements."""
        return FormatError(
            file, None, f"more than {self.elements:,} elements", "Use --max-elements N"
        )

    def too_deep(self, file: str, line: int | None = None) -> FormatError:
        """Return the refusal of a document that nests too deeply."""
        return FormatError(
            file, line, f"elements nest deeper than {self.depth:,}", "Use --max-depth N"
        )


def in_line(bad: FormatError, text: str, position: int) -> FormatError:
    """Return the same refusal with the line of a position in the document's raw text."""
    line = 1 + sum(1 for _ in _LINE_END.finditer(text, 0, position))
    return FormatError(bad.file, line, bad.problem, bad.hint)


class TreeRows:
    """Elements of many documents in document order, still growing.

    Parameters
    ----------
    words : bool
        Count the extents in words too.
    links : bool
        Note links and what they may lead to.

    Attributes
    ----------
    page : PageLinks or None
        Where the links of the document that grows go.
    pages : list of PageLinks
        The links of each finished document.
    tools : dict
        What parsers make once and use for every document.
    weight : int
        How much it holds: its elements, and one for each 16 characters of text kept.
    """

    def __init__(self, *, words: bool = False, links: bool = False) -> None:
        self.page = PageLinks() if links else None
        self.pages: list[PageLinks] = []
        self.tags: dict[str, int] = {}
        self.tools: dict[str, Any] = {}
        self.words = words
        self.docs: list[str] = []
        self.ends: list[int] = []
        self.parent = array("i")
        self.tag = array("i")
        self.start = array("q")
        self.end = array("q")
        self.blank = array("B")
        self.weight = 0
        self._wstart: list[NDArray[np.int64]] = []
        self._wend: list[NDArray[np.int64]] = []

    @property
    def _columns(self) -> tuple[Any, ...]:
        return (self.parent, self.tag, self.start, self.end, self.blank)

    def clear(self) -> None:
        """Forget all documents; names of elements and tools of parsers stay."""
        kept = (self.docs, self.ends, self.pages, self._wstart, self._wend)
        for column in (*self._columns, *kept):
            del column[:]
        self.weight = 0

    def __len__(self) -> int:
        return len(self.tag)

    def code(self, tag: str) -> int:
        """Code of an element name."""
        return self.tags.setdefault(tag, len(self.tags))

    def finish(self, doc: str, text: str | None) -> None:
        """End a document; its text, if kept, is for counting words and adds to the weight."""
        first = self.ends[-1] if self.ends else 0
        self.docs.append(doc)
        self.ends.append(len(self))
        if self.page is not None:
            self.pages.append(self.page)
            self.page = PageLinks()
        self.weight += len(self) - first + (0 if text is None else len(text) // 16)
        if self.words and text is not None:
            begins = np.fromiter((m.start() for m in _WORD.finditer(text)), np.int64)
            self._wstart.append(np.searchsorted(begins, np.array(self.start[first:])))
            self._wend.append(np.searchsorted(begins, np.array(self.end[first:])))

    def cut(self) -> None:
        """Drop the elements of a document that was not finished."""
        size = self.ends[-1] if self.ends else 0
        for column in self._columns:
            del column[size:]
        self.page = None if self.page is None else PageLinks()

    def structure(self) -> Structure:
        """Return all finished documents."""
        offsets = np.array([0, *self.ends], np.int64)
        local = np.array(self.parent, np.int64)
        base = np.repeat(offsets[:-1], np.diff(offsets))
        parent = np.where(local >= 0, local + base, -1)
        tag = np.array(self.tag, np.int32)
        depth = depths(parent)
        return Structure(
            docs=Names.of(self.docs),
            offsets=offsets,
            tags=Names.of(self.tags),
            tag=tag,
            ordinal=ordinals(parent, tag, len(self.tags)),
            parent=parent,
            last=last_descendant(parent, depth),
            depth=depth,
            start=np.array(self.start, np.int64),
            end=np.array(self.end, np.int64),
            wstart=np.concatenate(self._wstart) if self._wstart else None,
            wend=np.concatenate(self._wend) if self._wend else None,
            blank=np.array(self.blank, np.uint8),
        )


class Growth:
    """One document of a forest, grown in document order from tags and text.

    Parameters
    ----------
    forest : TreeRows
        Where the elements go.
    file : str
        The document's name in messages.
    limits : Limits
        When to refuse it.
    keep : bool
        Keep the text.
    """

    def __init__(self, forest: TreeRows, file: str, limits: Limits, *, keep: bool = True) -> None:
        self.position = 0
        self.depth = 0
        self.chunks: list[str] | None = [] if keep else None
        self._forest = forest
        self._columns = (forest.parent, forest.tag, forest.start, forest.end, forest.blank)
        self._codes = forest.tags
        self._file = file
        self._limits = limits
        self._base = len(forest)
        self._here = -1
        self._gap = 0
        self._blank = True
        self._before = (0, 0)

    @property
    def row(self) -> int:
        """The innermost open element, counted in the document."""
        return self._here

    @property
    def count(self) -> int:
        """Elements of the document so far."""
        return len(self._forest) - self._base

    def text(self, text: str) -> None:
        """Add text to the innermost open element."""
        self.position += len(text)
        if self._blank and text.strip(WHITE):
            self._blank = False
        if self.chunks is not None:
            self.chunks.append(text)

    def open(self, tag: str) -> None:
        """Begin an element here."""
        position = self.position
        if position > self._gap:
            self._end_gap()
        parents, tags, starts, ends, blanks = self._columns
        row = len(tags)
        if row - self._base >= self._limits.elements:
            raise self._limits.too_many(self._file)
        self.depth += 1
        if self.depth > self._limits.depth:
            raise self._limits.too_deep(self._file)
        code = self._codes.get(tag)
        parents.append(self._here)
        tags.append(self._forest.code(tag) if code is None else code)
        starts.append(position)
        ends.append(position)
        blanks.append(0)
        self._here = row - self._base
        self._before = (row, LEADING_BLANK)

    def close(self) -> None:
        """End the innermost open element here."""
        if self.position > self._gap:
            self._end_gap()
        parents, _, _, ends, _ = self._columns
        row = self._base + self._here
        ends[row] = self.position
        self._here = parents[row]
        self._before = (row, TRAILING_BLANK)
        self.depth -= 1

    def _end_gap(self) -> None:
        if self._blank:
            row, bit = self._before
            self._forest.blank[row] |= bit
        self._gap, self._blank = self.position, True
