"""Reading of documents as structure, links or texts."""

from __future__ import annotations

import importlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, UsageError, quote
from partwise.files.atomic import replacing_folder
from partwise.files.documents.builder import Limits, TreeRows
from partwise.files.documents.folder import (
    KINDS_BY_SUFFIX,
    Found,
    Kind,
    Walk,
    has_known_suffix,
    kind_by_content,
    suffix_of,
)
from partwise.files.documents.links import SiteLinks
from partwise.files.documents.stored import LARGE, TextStore
from partwise.files.folders import links_left
from partwise.files.streams import decoded, text_encoding
from partwise.messages import Notes

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.structure.table import Structure
    from partwise.tables.texts import Text


# Files, folders, ``.gz`` and ``.zst`` files, zip and tar archives. The kind of a
# document follows from its suffix (``.xml``, ``.nxml``; ``.html``, ``.htm``,
# ``.xhtml``; ``.md``, ``.markdown``; ``.txt``, ``.text``); a file that the user
# names and whose suffix says nothing is looked at. Inside folders and archives
# only these suffixes count. A document's id is its file's stem.

Ids = Literal["stem", "name", "path"]

_Read = TypeVar("_Read")

_ID = re.compile(r"[^\t\r\n\x00\ud800-\udfff]+")
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
    links : bool
        Collect the links.
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
    links: bool = False
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
    store : TextStore, optional
        Takes the texts where only they are wanted.

    Attributes
    ----------
    problems : list of FormatError
        What was wrong with the documents left out so far.
    documents : int
        Documents read so far.
    kinds : Counter
        How many of them were of each kind.
    links : SiteLinks
        The links of the documents handed on so far.
    seen : callable
        Called with the place of each document.
    """

    def __init__(
        self,
        paths: Iterable[str | os.PathLike[str]],
        options: Options,
        *,
        batch: int | None = _BATCH,
        store: TextStore | None = None,
    ) -> None:
        self._batch_size = batch
        size, large = options.limits.size, None if store is None else LARGE
        self._walk = Walk(paths, wanted=has_known_suffix, limit=size, large=large)
        self._store = store or TextStore()
        self._options = options
        self._seen: dict[str, str] = {}
        self.problems: list[FormatError] = []
        self.n_problems = 0
        self.documents = 0
        self.kinds: Counter[str] = Counter()
        self.links = SiteLinks()
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
        if self._options.links:
            found.extend(self.links.notes)
        return tuple(found)

    def __iter__(self) -> Iterator[Batch]:
        """Yield batches; at the end raise `FormatErrors` unless lenient."""
        forest = TreeRows(words=self._options.words, links=self._options.links)
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

    def texts(self) -> Iterator[tuple[str, Text]]:
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

    def _text(self, found: Found, forest: TreeRows) -> tuple[str, Text]:
        options = self._options
        kind = options.kind or KINDS_BY_SUFFIX.get(suffix_of(found.path)) or kind_by_content(found)
        doc = self._named(found)
        plain = kind in ("markdown", "text")
        as_it_is = plain and text_encoding(options.encoding) == "utf-8"
        if found.file is not None and not found.whole and as_it_is:
            self._seen[doc] = found.place
            return doc, self._store.of_file(found.file)
        data = found.data if found.whole else Path(found.place).read_bytes()
        if plain:
            text = decoded(data, options.encoding, found.place)
        else:
            parser: Any = importlib.import_module(f"partwise.files.documents.{kind}")
            text = parser.parse(data, found.place, forest, options.limits, keep=True)
            forest.clear()
        self._seen[doc] = found.place
        return doc, self._store.kept(text, found.file if as_it_is else None)

    def _document(self, found: Found, forest: TreeRows) -> str:
        options = self._options
        self.seen(found.place)
        doc = self._named(found)
        kind = options.kind or KINDS_BY_SUFFIX.get(suffix_of(found.path)) or kind_by_content(found)
        parser: Any = importlib.import_module(f"partwise.files.documents.{kind}")
        more = {"encoding": options.encoding} if kind in ("markdown", "text") else {}
        keep = options.texts or options.words or options.links
        text: str = parser.parse(found.data, found.place, forest, options.limits, keep=keep, **more)
        forest.finish(doc, text if keep else None)
        self._seen[doc] = found.place
        self.kinds[kind] += 1
        if options.links:
            self.links.page(doc, found.place, found.path)
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
        structure, tags = forest.structure(), self._options.retrievable
        if self._options.links:
            self.links.add(structure, tags, forest.pages)
        if tags:
            from partwise.files.documents.links import only

            structure = only(structure, tags)
            self._unseen.difference_update(structure.tags)
        return Batch(structure, tuple(texts))


def _ignore(_place: str) -> None:
    """Do nothing: nobody watches."""


_ARCHIVES = (".zip", ".tar", ".tgz")


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


def read_site_links(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    ids: Ids = "stem",
    retrievable: Iterable[str] = (),
    lenient: bool = False,
) -> pl.DataFrame:
    """Read the links of HTML and Markdown documents, as ``partwise structure --links`` writes them.

    Parameters
    ----------
    path : path, or several
        Documents, folders, archives.
    ids : {'stem', 'name', 'path'}
        What becomes a document's id: its file's name without suffix, with it, or its path.
    retrievable : iterable of str
        Elements that may stand at the ends of links, beside the roots; none = all.
    lenient : bool
        Leave out documents that cannot be read.

    Returns
    -------
    polars.DataFrame
        One row for each link: ``from_doc from_element from_start from_end to_doc to_element
        to_start href``. Write it to a file for `Links`.
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    tags = frozenset(retrievable)
    options = Options(ids=ids, retrievable=tags, lenient=lenient, links=True)
    growing = StructureBuilder(paths, options)
    for _ in growing:
        pass
    return growing.links.frame()


RECORD = ".partwise-texts"
"""The file that names the texts of a folder, so that nobody else's are ever replaced."""


@contextmanager
def text_folder(
    name: str | None, output: str | os.PathLike[str]
) -> Iterator[Callable[[Batch], None]]:
    """Give a function that writes the texts of some documents into a folder.

    The folder takes the place of an older one when the block ends without an error.

    Parameters
    ----------
    name : str or None
        The folder; nothing is written when None.
    output : path
        The structure that belongs to the texts; it may not lie in their folder.
    """
    if name is None:
        yield lambda _: None
        return
    if Path(os.path.realpath(output)).is_relative_to(os.path.realpath(name)):
        raise UsageError(f"{output}: lies in {name}, which --texts replaces. Use another folder")
    import msgspec

    with replacing_folder(name, _check) as folder:
        written: list[str] = []

        def write(batch: Batch) -> None:
            for doc, text in zip(batch.structure.docs, batch.texts, strict=True):
                if doc.startswith("/") or ".." in doc.split("/"):
                    raise UsageError(f"document id {quote(doc)} cannot name a file")
                file = folder / f"{doc}.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="")
                written.append(file.relative_to(folder).as_posix())

        yield write
        (folder / RECORD).write_bytes(msgspec.json.encode(written))


def _check(folder: Path) -> None:
    """Refuse a folder that holds anything but texts written before."""
    known = _recorded(folder)
    inner = {parent.as_posix() for name in known for parent in Path(name).parents}
    for top, below, names in os.walk(folder):
        place = Path(top).relative_to(folder)
        for name in sorted([*below, *names]):
            file = place / name
            expected = inner if name in below and not (folder / file).is_symlink() else known
            if file.as_posix() not in expected:
                raise UsageError(
                    f"{folder}: holds {file.as_posix()}, which --texts did not write. "
                    "Use a new folder"
                )


def _recorded(folder: Path) -> set[str]:
    import msgspec

    try:
        names = msgspec.json.decode((folder / RECORD).read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError):
        return set()
    return {RECORD, *names}
