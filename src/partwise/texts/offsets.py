"""Offsets that come with their text: whether they fit, and which unit they count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.files.units import UNITS, Unit
from partwise.kernels.text.letters import LetterTable
from partwise.messages import Note
from partwise.tables.texts import Text
from partwise.texts.changes import changed
from partwise.texts.units import INSIDE, code_points

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
