"""Offsets of rows in texts: units, stamps, and the text that a document is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import UsageError, quote
from partwise.files.units import UNITS, Unit
from partwise.kernels.text.letters import LetterTable
from partwise.kernels.text.near import near
from partwise.messages import Note, plural
from partwise.spelling import spelt
from partwise.tables.doc_ids import REMEDIES, DocIds, reduced
from partwise.tables.texts import Text, Texts, pieces
from partwise.texts.normalise import changed
from partwise.texts.search import ANYWHERE

if TYPE_CHECKING:
    import polars as pl


INSIDE = -2
"""Stands for an offset inside a character, or past the end of the text."""
_PIECE = 1 << 19


def code_points(text: Text, offset: NDArray[np.int64], unit: Unit) -> NDArray[np.int64]:
    """Turn offsets into code points; `INSIDE` where an offset falls between two of them.

    Negative offsets (absent ones) stay. O(characters + offsets log characters), and the memory
    of a piece of the text.
    """
    if unit == "codepoint":
        return np.where(offset > len(text), INSIDE, offset)
    found = np.where(offset < 0, offset, INSIDE)
    most, before = int(offset.max(initial=-1)), 0
    for at in range(0, len(text) or 1, _PIECE):
        border = borders(text[at : at + _PIECE], unit) + before
        rows = np.flatnonzero((offset >= before) & (offset <= border[-1]))
        place = np.searchsorted(border, offset[rows])
        found[rows] = np.where(border[place] == offset[rows], at + place, INSIDE)
        before = int(border[-1])
        if before > most:
            break
    return found


def inside_character(offset: int, unit: Unit, doc: str) -> str:
    """Word an offset between two characters, or past the end of the text."""
    return (
        f"offset {offset} in {unit} units is inside a character of document {doc}, or past its end"
    )


def borders(text: str, unit: Unit) -> NDArray[np.int64]:
    """Return where each code point of a text begins in a unit, and where the text ends."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if unit == "utf16":
        size = 1 + (points > 0xFFFF)
    else:
        size = 1 + (points > 0x7F) + (points > 0x7FF) + (points > 0xFFFF)
    return np.concatenate(([0], np.cumsum(size, dtype=np.int64)))


UNIT_WORDS: dict[Unit, str] = {
    "codepoint": "code points (codepoint)",
    "utf16": "UTF-16 units (utf16)",
    "byte": "bytes (byte)",
}


def same_text(source: str, wanted: str, table: LetterTable) -> bool:
    """Tell whether a text is what it should be: blanks around it, signs and case may differ."""
    if source == wanted or source.split() == wanted.split():
        return True
    one, other = table.of(source)[0], table.of(wanted)[0]
    if not one.size or one.size != other.size or (one != other).any():
        return False
    return not changed(wanted, source)


@dataclass
class Offsets:
    """Rows with a document, a text and a start.

    Parameters
    ----------
    text : callable
        Returns the text of a document by its number.
    doc, start, end : arrays
        Each row's document and offsets; a negative end is not known.
    said : sequence of str
        The text beside each row, empty where there is none.
    table : LetterTable
        Looks up letters.
    cut : bool
        In code points a row may pass the end of its document, where it will be cut.
    """

    text: Callable[[int], Text]
    doc: Ints
    start: Ints
    end: Ints
    said: Sequence[str]
    table: LetterTable
    cut: bool = False

    def __post_init__(self) -> None:
        self.told = np.array([text != "" for text in self.said], bool)
        self._spans: dict[Unit, tuple[Ints, Ints]] = {}
        self._fits: dict[Unit, NDArray[np.bool_]] = {}

    def spans(self, unit: Unit) -> tuple[Ints, Ints]:
        """Return start and end in code points; `INSIDE` where there is no such place."""
        if unit not in self._spans:
            length = np.array([_length(text, unit) for text in self.said], np.int64)
            end = np.where(self.end < 0, self.start + length, self.end)
            places = np.full((2, self.doc.size), INSIDE)
            order = np.argsort(self.doc, kind="stable")
            for rows in np.split(order, np.flatnonzero(np.diff(self.doc[order])) + 1):
                text = self.text(int(self.doc[rows[0]]))
                places[0, rows] = code_points(text, self.start[rows], unit)
                cut = self.cut and unit == "codepoint"
                places[1, rows] = end[rows] if cut else code_points(text, end[rows], unit)
            self._spans[unit] = places[0], places[1]
        return self._spans[unit]

    def fits(self, unit: Unit) -> NDArray[np.bool_]:
        """Tell which rows point at the text beside them."""
        if unit not in self._fits:
            start, end = self.spans(unit)
            found = self.told & (start >= 0) & (end >= start)
            if unit != "codepoint":
                plain = self.spans("codepoint")
                same = (plain[0] == start) & (plain[1] == end)
                found &= ~same | self.fits("codepoint")
                found[same] = self.fits("codepoint")[same]
                rows = np.flatnonzero(found & ~same)
            else:
                rows = np.flatnonzero(found)
            for row in rows.tolist():
                source = self.text(int(self.doc[row]))[start[row] : end[row]]
                found[row] = same_text(source, self.said[row], self.table)
            self._fits[unit] = found
        return self._fits[unit]

    def counts(self) -> dict[Unit, int]:
        """Return how many rows fit in each unit."""
        return {unit: int(self.fits(unit).sum()) for unit in UNITS}

    @property
    def telling(self) -> int:
        """Rows that fit in some units and not in others."""
        fits = np.stack([self.fits(unit) for unit in UNITS])
        return int((fits.any(axis=0) & ~fits.all(axis=0)).sum())

    def best(self, unit: Unit | None) -> tuple[Unit, Unit]:
        """Return the unit to use and the one that fits most rows.

        Without a named one it is code points, unless another fits more rows, and every row that
        fits any.
        """
        count = self.counts()
        taken: Unit = unit or "codepoint"
        most = max(UNITS, key=lambda name: (count[name], name == taken))
        if unit is not None or count[most] == count[taken]:
            return taken, most
        every = np.logical_or.reduce([self.fits(name) for name in UNITS])
        return (most if bool((every == self.fits(most)).all()) else taken), most

    def proof(self, unit: Unit) -> Note:
        """Say which unit the texts proved."""
        return Note(
            "offsets are {words}: {n} of {total} fit their text ({telling:row} {telling:tells|tell}"
            " the units apart); converted",
            words=UNIT_WORDS[unit],
            n=self.counts()[unit],
            total=f"{int(self.told.sum()):,}",
            telling=self.telling,
            level="warning",
        )


def _length(text: str, unit: Unit) -> int:
    if unit == "codepoint" or text.isascii():
        return len(text)
    coding, width = ("utf-16-le", 2) if unit == "utf16" else ("utf-8", 1)
    return len(text.encode(coding, "surrogatepass")) // width


COLUMN = "sha256"
_STAMP_DIGITS = 16


def stamp(text: Text) -> str:
    """Return the first digits of the digest of a text's UTF-8."""
    digest = hashlib.sha256()
    for piece in pieces(text):
        digest.update(piece.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:_STAMP_DIGITS]


def stamped(frame: pl.DataFrame, texts: Texts) -> pl.DataFrame:
    """Add the stamp of its document to each row that has one."""
    import polars as pl

    docs = frame["doc"].to_list()
    known = {doc: stamp(texts.documents[doc]) for doc in set(docs) if doc in texts}
    return frame.with_columns(pl.Series(COLUMN, [known.get(doc) for doc in docs], dtype=pl.String))


_DIGITS = re.compile("[0-9]+")

UNKNOWN = -2
"""Stands for a document that is not in the texts."""


class Documents:
    """Numbers of the documents of the texts.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents, by name.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        What of a name is compared.
    """

    def __init__(self, texts: Mapping[str, Text], doc_ids: DocIds | None = None) -> None:
        self.names = list(texts)
        self._how: DocIds = doc_ids or "exact"
        self._number: dict[str, int] = {}
        for number, name in enumerate(self.names):
            before = self._number.setdefault(reduced(name, self._how), number)
            if before != number:
                one, other = quote(self.names[before]), quote(name)
                option = spelt(f"--doc-ids {self._how}")
                raise UsageError(f"{option} makes two texts one: {one} and {other}")

    def numbers(self, names: Sequence[str]) -> Ints:
        """Return the number of each document, `ANYWHERE` for an empty name, else `UNKNOWN`."""
        known = {name: self._of(name) for name in dict.fromkeys(names)}
        return np.array([known[name] for name in names], np.int64)

    def _of(self, name: str) -> int:
        if not name:
            return ANYWHERE
        return self._number.get(reduced(name, self._how), UNKNOWN)

    def absent(self, name: str, rows: int) -> str:
        """Word a document that is not in the texts (E40)."""
        return absent_document(name, rows, self.names)


def absent_document(name: str, rows: int, known: Sequence[str]) -> str:
    """Word a document that is not in the texts (E40)."""
    held = plural(len(known), "document")
    example = f", e.g. {known[0]}" if known else ""
    said = f"document {name} is not in the texts ({plural(rows, 'row')}; the texts hold {held}"
    for how in REMEDIES:
        if reduced(name, how) in {reduced(other, how) for other in known}:
            return f"{said}{example}). Did you mean {spelt(f'--doc-ids {how}')}?"
    meant = _near(name, known)
    return f"{said}{example})" + (f". Did you mean {' or '.join(meant)}?" if meant else "")


def _near(name: str, known: Sequence[str]) -> list[str]:
    """Return names that may have been meant; another number is another document."""
    numbers = _DIGITS.findall(name)
    return near(name, (other for other in known if _DIGITS.findall(other) == numbers))
