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
"""Code of an offset inside a character, or past the end of the text."""
_PIECE = 1 << 19


def code_points(text: Text, offset: NDArray[np.int64], unit: Unit) -> NDArray[np.int64]:
    """Turn offsets into code points; `INSIDE` where an offset falls between two of them.

    Negative offsets (absent ones) stay. O(characters + offsets log characters), and the memory
    of a piece of the text.
    """
    if unit == "codepoint":
        return np.where(offset > len(text), INSIDE, offset)
    converted = np.where(offset < 0, offset, INSIDE)
    last_offset, before = int(offset.max(initial=-1)), 0
    for start in range(0, len(text) or 1, _PIECE):
        border = borders(text[start : start + _PIECE], unit) + before
        rows = np.flatnonzero((offset >= before) & (offset <= border[-1]))
        place = np.searchsorted(border, offset[rows])
        converted[rows] = np.where(border[place] == offset[rows], start + place, INSIDE)
        before = int(border[-1])
        if before > last_offset:
            break
    return converted


def inside_character(offset: int, unit: Unit, doc: str) -> str:
    """Return the message for an offset inside a character, or past the end of the text."""
    return (
        f"offset {offset} in {unit} units is inside a character of document {doc}, or past its end"
    )


def borders(text: str, unit: Unit) -> NDArray[np.int64]:
    """Return the offset of each code point in a unit, and of the end: int64[characters + 1]."""
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


def same_text(source: str, expected: str, table: LetterTable) -> bool:
    """Return True if two texts are equal but for blanks, signs and case."""
    if source == expected or source.split() == expected.split():
        return True
    source_letters, expected_letters = table.of(source)[0], table.of(expected)[0]
    if (
        not source_letters.size
        or source_letters.size != expected_letters.size
        or (source_letters != expected_letters).any()
    ):
        return False
    return not changed(expected, source)


@dataclass
class Offsets:
    """Rows with a document, a text and a start.

    Parameters
    ----------
    text : callable
        Returns the text of a document by its number.
    doc, start, end : arrays
        Each row's document and offsets; a negative end is not known.
    quotes : sequence of str
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
    quotes: Sequence[str]
    table: LetterTable
    cut: bool = False

    def __post_init__(self) -> None:
        self.has_text = np.array([text != "" for text in self.quotes], bool)
        self._spans: dict[Unit, tuple[Ints, Ints]] = {}
        self._fits: dict[Unit, NDArray[np.bool_]] = {}

    def spans(self, unit: Unit) -> tuple[Ints, Ints]:
        """Return start and end in code points; `INSIDE` where there is no such place."""
        if unit not in self._spans:
            length = np.array([_length(text, unit) for text in self.quotes], np.int64)
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
        """Return a mask of the rows whose offsets point at their text."""
        if unit not in self._fits:
            start, end = self.spans(unit)
            fits = self.has_text & (start >= 0) & (end >= start)
            if unit != "codepoint":
                plain = self.spans("codepoint")
                same = (plain[0] == start) & (plain[1] == end)
                fits &= ~same | self.fits("codepoint")
                fits[same] = self.fits("codepoint")[same]
                rows = np.flatnonzero(fits & ~same)
            else:
                rows = np.flatnonzero(fits)
            for row in rows.tolist():
                source = self.text(int(self.doc[row]))[start[row] : end[row]]
                fits[row] = same_text(source, self.quotes[row], self.table)
            self._fits[unit] = fits
        return self._fits[unit]

    def counts(self) -> dict[Unit, int]:
        """Return the number of rows that fit in each unit."""
        return {unit: int(self.fits(unit).sum()) for unit in UNITS}

    @property
    def telling(self) -> int:
        """Number of rows that fit in one unit and not in another."""
        fits = np.stack([self.fits(unit) for unit in UNITS])
        return int((fits.any(axis=0) & ~fits.all(axis=0)).sum())

    def best(self, unit: Unit | None) -> tuple[Unit, Unit]:
        """Return the unit to use and the one that fits most rows.

        Without a named one it is code points, unless another fits more rows, and every row that
        fits any.
        """
        count = self.counts()
        default: Unit = unit or "codepoint"
        best = max(UNITS, key=lambda name: (count[name], name == default))
        if unit is not None or count[best] == count[default]:
            return default, best
        fits_any = np.logical_or.reduce([self.fits(name) for name in UNITS])
        return (best if bool((fits_any == self.fits(best)).all()) else default), best

    def proof(self, unit: Unit) -> Note:
        """Return a warning that the texts proved a unit."""
        return Note(
            "offsets are {words}: {n} of {total} fit their text ({telling:row} {telling:tells|tell}"
            " the units apart); converted",
            words=UNIT_WORDS[unit],
            n=self.counts()[unit],
            total=f"{int(self.has_text.sum()):,}",
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
    stamps = {doc: stamp(texts.documents[doc]) for doc in set(docs) if doc in texts}
    return frame.with_columns(pl.Series(COLUMN, [stamps.get(doc) for doc in docs], dtype=pl.String))


_DIGITS = re.compile("[0-9]+")

UNKNOWN = -2
"""Number of a document that is not in the texts."""


class Documents:
    """Numbers of the documents of the texts.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents, by name.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        Form of names that are compared.
    """

    def __init__(self, texts: Mapping[str, Text], doc_ids: DocIds | None = None) -> None:
        self.names = list(texts)
        self._how: DocIds = doc_ids or "exact"
        self._number: dict[str, int] = {}
        for number, name in enumerate(self.names):
            before = self._number.setdefault(reduced(name, self._how), number)
            if before != number:
                first, second = quote(self.names[before]), quote(name)
                option = spelt(f"--doc-ids {self._how}")
                raise UsageError(f"{option} makes two texts one: {first} and {second}")

    def numbers(self, names: Sequence[str]) -> Ints:
        """Return the number of each document, `ANYWHERE` for an empty name, else `UNKNOWN`."""
        numbers = {name: self._of(name) for name in dict.fromkeys(names)}
        return np.array([numbers[name] for name in names], np.int64)

    def _of(self, name: str) -> int:
        if not name:
            return ANYWHERE
        return self._number.get(reduced(name, self._how), UNKNOWN)

    def absent(self, name: str, rows: int) -> str:
        """Return the message for a document that is not in the texts."""
        return absent_document(name, rows, self.names)


def absent_document(name: str, rows: int, names: Sequence[str]) -> str:
    """Return the message for a document that is not in the texts."""
    n_documents = plural(len(names), "document")
    example = f", e.g. {names[0]}" if names else ""
    problem = (
        f"document {name} is not in the texts ({plural(rows, 'row')}; the texts hold {n_documents}"
    )
    for how in REMEDIES:
        if reduced(name, how) in {reduced(candidate, how) for candidate in names}:
            return f"{problem}{example}). Did you mean {spelt(f'--doc-ids {how}')}?"
    suggestions = _near(name, names)
    return f"{problem}{example})" + (
        f". Did you mean {' or '.join(suggestions)}?" if suggestions else ""
    )


def _near(name: str, names: Sequence[str]) -> list[str]:
    """Return similar names with the same numbers."""
    numbers = _DIGITS.findall(name)
    return near(name, (candidate for candidate in names if _DIGITS.findall(candidate) == numbers))
