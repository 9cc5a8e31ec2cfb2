"""Element trees from documents of any kind.

Files, folders, ``.gz`` and ``.zst`` files, zip and tar archives. The kind of a
document follows from its suffix (``.xml``, ``.nxml``; ``.html``, ``.htm``,
``.xhtml``; ``.md``, ``.markdown``; ``.txt``, ``.text``); a file that the user
names and whose suffix says nothing is looked at. Inside folders and archives
only these suffixes count. A document's id is its file's stem.
"""

from __future__ import annotations

import importlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, quote
from partwise.files.decode import decoded
from partwise.files.documents.builder import Limits, TreeRows
from partwise.files.documents.kind import (
    KINDS_BY_SUFFIX,
    Kind,
    has_known_suffix,
    kind_by_content,
    suffix_of,
)
from partwise.files.documents.walk import Found, Walk
from partwise.files.parsing.notes import links_left
from partwise.messages import Notes

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure

Ids = Literal["stem", "name", "path"]

_Read = TypeVar("_Read")

_ID = re.compile(r"[^\t\r\n\x00\ud800-\udfff]+")
_ARCHIVES = (".zip", ".tar", ".tgz")
_BATCH = 1_000_000
"""Elements handed on at a time."""


@dataclass(frozen=True, slots=True)
class Options:
    """How documents are read.

    Parameters
    ----------
    kind : {'xml', 'html', 'markdown', 'text'}, optional
        What all documents are; None decides one by one.
    ids : {'stem', 'name', 'path'}
        What becomes the document's id: the file's name without suffix, with it, or its path
        below the folder or archive.
    encoding : str
        Encoding of Markdown and plain text; XML and HTML declare their own.
    retrievable : frozenset of str
        Elements to keep; empty = all.
    words : bool
        Count extents in words too.
    texts : bool
        Hand on the texts.
    lenient : bool
        Leave bad documents out instead of refusing them all.
    limits : Limits
        How large a document may be.
    """

    kind: Kind | None = None
    ids: Ids = "stem"
    encoding: str = "utf-8"
    retrievable: frozenset[str] = frozenset()
    words: bool = False
    texts: bool = False
    lenient: bool = False
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some documents."""

    structure: Structure
    texts: tuple[str, ...] = ()


class StructureBuilder:
    """Reads documents batch by batch; memory is bounded by a batch and the largest document.

    Parameters
    ----------
    paths : iterable of path
        Files, folders and archives.
    options : Options
        How to read them.
    batch : int, optional
        Elements handed on at a time; None hands on everything at once.

    Attributes
    ----------
    problems : list of FormatError
        What was wrong with the documents left out so far.
    documents : int
        Documents read so far.
    kinds : Counter
        How many of them were of each kind.
    seen : callable
        Called with the place of each document.
    """

    def __init__(
        self,
        paths: Iterable[str | os.PathLike[str]],
        options: Options,
        *,
        batch: int | None = _BATCH,
    ) -> None:
        self._batch_size = batch
        self._walk = Walk(paths, wanted=has_known_suffix, limit=options.limits.size)
        self._options = options
        self._seen: dict[str, str] = {}
        self.problems: list[FormatError] = []
        self.n_problems = 0
        self.documents = 0
        self.kinds: Counter[str] = Counter()
        self._unseen = set(options.retrievable)
        self.seen: Callable[[str], None] = _ignore

    @property
    def expected(self) -> int:
        """Return about how many documents there are."""
        return self._walk.expected()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was noticed."""
        found = Notes()
        for place, links in self._walk.links.items():
            found.extend(links_left(links).of(place))
        found.add("{n:file} with other suffixes left out", n=self._walk.left_out)
        found.add("{n:document} that could not be read left out", n=self.n_problems)
        for tag in sorted(self._unseen):
            found.add("no element is called {tags}", tags=[quote(tag)])
        return tuple(found)

    def __iter__(self) -> Iterator[Batch]:
        """Yield batches; at the end raise `FormatErrors` unless lenient."""
        forest = TreeRows(words=self._options.words)
        texts: list[str] = []
        for text in self._each(lambda found: self._document(found, forest), forest.cut):
            if self._options.texts:
                texts.append(text)
            if self._batch_size is not None and forest.weight >= self._batch_size:
                yield self._batch(forest, texts)
                forest.clear()
                texts = []
        if forest.docs:
            yield self._batch(forest, texts)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield ids and texts alone; Markdown and plain text are taken as they are."""
        forest = TreeRows(words=False)
        yield from self._each(lambda found: self._text(found, forest))

    def _each(
        self, read: Callable[[Found], _Read], undo: Callable[[], None] | None = None
    ) -> Iterator[_Read]:
        """Yield what is read of each document; a bad one is noted, and what it left undone."""
        for found in self._walk:
            try:
                if isinstance(found, FormatError):
                    raise found
                read_one = read(found)
            except FormatError as bad:
                if undo is not None:
                    undo()
                self._refuse(bad)
                continue
            self.documents += 1
            yield read_one
        self._finish()

    def _text(self, found: Found, forest: TreeRows) -> tuple[str, str]:
        options = self._options
        kind = options.kind or KINDS_BY_SUFFIX.get(suffix_of(found.path)) or kind_by_content(found)
        doc = self._named(found)
        if kind in ("markdown", "text"):
            text = decoded(found.data, options.encoding, found.place)
        else:
            parser: Any = importlib.import_module(f"partwise.files.documents.{kind}")
            text = parser.parse(found.data, found.place, forest, options.limits, keep=True)
            forest.clear()
        self._seen[doc] = found.place
        return doc, text

    def _document(self, found: Found, forest: TreeRows) -> str:
        options = self._options
        self.seen(found.place)
        doc = self._named(found)
        kind = options.kind or KINDS_BY_SUFFIX.get(suffix_of(found.path)) or kind_by_content(found)
        parser: Any = importlib.import_module(f"partwise.files.documents.{kind}")
        more = {"encoding": options.encoding} if kind in ("markdown", "text") else {}
        keep = options.texts or options.words
        text: str = parser.parse(found.data, found.place, forest, options.limits, keep=keep, **more)
        forest.finish(doc, text if keep else None)
        self._seen[doc] = found.place
        self.kinds[kind] += 1
        return text

    def _named(self, found: Found) -> str:
        doc = found.path
        if self._options.ids != "path":
            doc = doc.rpartition("/")[2]
        if self._options.ids == "stem":
            doc = doc[: len(doc) - len(suffix_of(doc))]
        if not _ID.fullmatch(doc):
            raise FormatError(found.place, None, f"no document id can be made of {quote(doc)}")
        if doc in self._seen:
            raise FormatError(
                found.place,
                None,
                f"document {doc} came before ({self._seen[doc]})",
                "Use --id name or --id path",
            )
        return doc

    def _refuse(self, bad: FormatError) -> None:
        self.n_problems += 1
        if len(self.problems) < SHOWN_PROBLEMS:
            self.problems.append(bad)
        if not self._options.lenient and self.n_problems >= SHOWN_PROBLEMS:
            raise FormatErrors(self.problems, self.n_problems)

    def _finish(self) -> None:
        if self.problems and not self._options.lenient:
            raise FormatErrors(self.problems, self.n_problems)
        if not self.documents and not self.n_problems:
            known = f"Known: {', '.join(KINDS_BY_SUFFIX)}"
            raise FormatError(self._walk.named, None, "no documents", known)
        if not self.documents:
            raise FormatErrors(self.problems, self.n_problems)

    def _batch(self, forest: TreeRows, texts: list[str]) -> Batch:
        structure = forest.structure()
        if self._options.retrievable:
            from partwise.files.documents.retrievable import only

            structure = only(structure, self._options.retrievable)
            self._unseen.difference_update(structure.tags)
        return Batch(structure, tuple(texts))


def read_structure(path: str | os.PathLike[str], *, lenient: bool = False) -> Structure:
    """Read a structure table, or the documents themselves.

    Parameters
    ----------
    path : path
        A structure table (TSV, CSV, JSON lines, Parquet); or a document, a folder or an archive
        of documents.
    lenient : bool
        Leave out documents that cannot be read.
    """
    plain = Path(path).name.removesuffix(".gz").removesuffix(".zst")
    documents = Path(path).is_dir() or suffix_of(plain) in _ARCHIVES
    if not documents and KINDS_BY_SUFFIX.get(suffix_of(plain), "text") == "text":
        table: Any = importlib.import_module("partwise.files.documents.table")
        structure: Structure = table.read_structure(path)
        return structure
    growing = StructureBuilder([path], Options(lenient=lenient), batch=None)
    (batch,) = growing
    return replace(batch.structure, source=os.fspath(path), notes=growing.notes)


def _ignore(_place: str) -> None:
    """Do nothing: nobody watches."""
