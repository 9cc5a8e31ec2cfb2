"""The normal form of text: letters that stay when blanks, signs, case and composition go."""

from __future__ import annotations

import unicodedata

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import distinct

SEPARATOR = 0
"""The code between two documents; no letter has it, as NUL is none."""

_UNKNOWN = 255
_TATWEEL, _JOINER, _EMOJI = 0x0640, 0x034F, 0x1F000
_MARKS = ((0x0591, 0x05C7), (0x0610, 0x061A), (0x0670, 0x0670), (0x06D6, 0x06ED))
"""Hebrew points and Arabic marks that writers leave out."""
_HARAKAT, _HAMZA = (0x064B, 0x065F), (0x0653, 0x0655)
_SELECTORS = ((0xFE00, 0xFE0F), (0x180B, 0x180F), (0xE0100, 0xE01EF))


def letters_of_character(sign: str) -> str:
    """Return the letters that one character stands for, often itself, often none."""
    text = unicodedata.normalize("NFKD", sign)
    text = unicodedata.normalize("NFKD", text.casefold())
    return "".join(_digit(letter) for letter in text if _is_letter(letter))


def _digit(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _is_letter(sign: str) -> bool:
    category, code = unicodedata.category(sign), ord(sign)
    if category[0] not in "LNM":
        return category == "So" and code >= _EMOJI
    if code in (_TATWEEL, _JOINER) or any(low <= code <= high for low, high in _SELECTORS):
        return False
    if _HARAKAT[0] <= code <= _HARAKAT[1]:
        return _HAMZA[0] <= code <= _HAMZA[1]
    return not any(low <= code <= high for low, high in _MARKS)


def points_of(text: str) -> NDArray[np.uint8] | NDArray[np.uint32]:
    """Return the code points of a text, lone surrogates included."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


class LetterTable:
    """Looks up the letters of code points; each is worked out once, on first sight."""

    def __init__(self) -> None:
        self._count = np.full(0x110000, _UNKNOWN, np.uint8)
        self._at = np.zeros(0x110000, np.uint32)
        self._pool = np.zeros(0, np.uint32)

    def of(self, text: str, left_out: NDArray[np.bool_] | None = None) -> tuple[Ints, Ints]:
        """Return the letters of a text and the character that each comes from.

        Parameters
        ----------
        text : str
            Any text.
        left_out : array of bool, optional
            Characters that have no letters whatever they are. O(characters).
        """
        points = points_of(text)
        count = self._counts(points)
        if left_out is not None:
            count = np.where(left_out, np.uint8(0), count)
        if not count.size or count.max() <= 1:
            source = np.flatnonzero(count)
            return self._pool[self._at[points[source]]].astype(np.int64), source
        source = np.repeat(np.arange(count.size), count)
        end = np.cumsum(count, dtype=np.int64)
        nth = np.arange(source.size) - np.repeat(end - count, count)
        return self._pool[self._at[points[source]] + nth].astype(np.int64), source

    def _counts(self, points: NDArray[np.uint8] | NDArray[np.uint32]) -> NDArray[np.uint8]:
        count = self._count[points]
        new = count == _UNKNOWN
        if new.any():
            self._learn(distinct(points[new]))
            count = self._count[points]
        return count

    def _learn(self, points: NDArray[np.uint8] | NDArray[np.uint32]) -> None:
        found = [letters_of_character(chr(point)) for point in points.tolist()]
        size = np.array([len(letters) for letters in found], np.int64)
        self._at[points] = self._pool.size + np.cumsum(size) - size
        self._pool = np.concatenate((self._pool, points_of("".join(found)).astype(np.uint32)))
        self._count[points] = size


def narrow(codes: Ints) -> NDArray[np.unsignedinteger]:
    """Return codes in the fewest bytes that hold them all: 1, 2 or 4 each."""
    highest = int(codes.max(initial=0))
    return codes.astype(np.uint8 if highest < 1 << 8 else np.uint16 if highest < 1 << 16 else "u4")
