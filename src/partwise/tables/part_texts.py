"""Texts of parts compared with those of an inventory, and with the lengths of their spans."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import quote
from partwise.messages import Note, plural
from partwise.spelling import spelt
from partwise.tables.problems import rows_error
from partwise.tables.row_rules import is_empty
from partwise.tables.schema import LOCATED

if TYPE_CHECKING:
    from partwise.tables.lengths import Inventory
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


_OTHER_TEXTS = (
    "{n} of {total:text} {n:is|are} not what the inventory has for {n:its id|their ids} "
    "(first: {first}): is it from another chunking?"
)
_HINT = (
    "Use the inventory of the chunks that were retrieved, or --texts FILE and --trust text to "
    "place rows by their text"
)


@dataclass
class Compared:
    """Texts of rows beside those of their parts.

    Parameters
    ----------
    total : int
        How many rows have both.
    cut : dict of int to (str, str)
        Where one text holds the other: shortened, or with something before or after it.
    other : dict of int to (str, str)
        Where neither holds the other.
    """

    total: int = 0
    cut: dict[int, tuple[str, str]] = field(default_factory=dict)
    other: dict[int, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Iterable[tuple[int, Any, Any]]) -> Compared:
        """Compare rows, each with its number, its text and that of its part."""
        compared = cls()
        for row, row_text, part_text in texts:
            if not _is_text(row_text) or not _is_text(part_text):
                continue
            compared.total += 1
            if row_text == part_text or row_text.split() == part_text.split():
                continue
            one, two = _letters(row_text), _letters(part_text)
            if one != two or not one:
                (compared.cut if one in two or two in one else compared.other)[row] = (
                    row_text,
                    part_text,
                )
        return compared

    @property
    def unlike(self) -> list[int]:
        """Rows whose text is not that of their part."""
        return sorted([*self.cut, *self.other])

    def refusal(self, ids: Sequence[Any], what: str) -> tuple[int, str] | None:
        """Word it if most rows have the text of another part: the first, and why."""
        if 2 * len(self.other) <= self.total:
            return None
        row, (row_text, part_text) = next(iter(self.other.items()))
        many = f"{len(self.other):,} of {plural(self.total, 'text')} differ so"
        problem = f"the inventory has {quote(part_text)} under {ids[row]}, {what} {quote(row_text)}"
        return row, f"{problem} ({many}): it is from another chunking"

    def warnings(self, ids: Sequence[Any]) -> list[Note]:
        """Warn of texts that are not those of the parts."""
        unlike = self.unlike
        if not unlike:
            return []
        row_text, part_text = (self.cut | self.other)[unlike[0]]
        both = f"{quote(row_text)}, there {quote(part_text)}"
        if quote(row_text) == quote(part_text):
            both = f"{plural(len(row_text), 'character')}, there {len(part_text):,}"
        first = f"{ids[unlike[0]]}: {both}"
        n = len(unlike)
        return [Note(_OTHER_TEXTS, n=n, total=self.total, first=first, level="warning")]


def _is_text(cell: Any) -> bool:
    return isinstance(cell, str) and cell != ""


def _letters(text: str) -> str:
    """Return what stays of a text however it is written."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def other_texts(
    table: Run | Qrels, inventory: Inventory, ids: Sequence[str], rows: Ints, part: Ints
) -> list[Note]:
    """Warn of rows whose text is not that of the part that their id names.

    Parameters
    ----------
    table : Run or Qrels
        The rows, with the places of their parts.
    inventory : Inventory
        The parts, perhaps with their texts.
    ids : sequence of str
        The id of each row.
    rows, part : ndarray of int64
        Rows that were placed by their id, and the part of each.

    Raises
    ------
    RowsError
        Most of them have the text of another part.
    """
    column = table.extra.get("text")
    if column is None or not rows.size:
        return []
    row_texts, notes, unlike = column.tolist(), list[Note](), list[int]()
    if inventory.text is not None:
        part_texts = inventory.text[part].tolist()
        pairs = zip(rows.tolist(), part_texts, strict=True)
        compared = Compared.of((row, row_texts[row], text) for row, text in pairs)
        refusal = compared.refusal(ids, "the row")
        if refusal is not None:
            raise rows_error(table, [(refusal[0], f"{refusal[1]}. {spelt(_HINT)}")])
        notes, unlike = compared.warnings(ids), compared.unlike
    start = np.full(len(table), -1, np.int64)
    start[rows] = table.start[rows]
    start[unlike] = -1
    named = "{} of the inventory".format
    return [*notes, *other_lengths(table.extra, start, table.end, lambda row: named(ids[row]))]


OTHER_LENGTHS = (
    "{n:text} {n:is|are} not as long as {n:its span|their spans} (first: {first}): {hint}"
)
"""Warning on texts that are not as long as their spans; texts of documents settle it."""

_Size = Callable[[str], int]
_UNITS: dict[str, tuple[str, _Size]] = {
    "utf16": ("UTF-16 units", lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2),
    "byte": ("UTF-8 bytes", lambda text: len(text.encode("utf-8", "surrogatepass"))),
}


def fits(text: str, size: int, count: _Size = len) -> bool:
    """Return whether a span is as long as its text, with or without white space at the ends."""
    return count(text) == size or count(text.strip()) <= size < count(text)


def other_lengths(
    extra: Mapping[str, NDArray[Any]], start: Ints, end: Ints, place: Callable[[int], str]
) -> list[Note]:
    """Warn of texts that are not as long as the spans beside them.

    Parameters
    ----------
    extra : mapping of str to ndarray
        Columns, perhaps ``text`` among them.
    start, end : ndarray of int64
        Spans, -1 where there is none.
    place : callable
        Names a row.
    """
    column = extra.get("text")
    if column is None:
        return []
    has_text = np.array([isinstance(text, str) and text != "" for text in column.tolist()], bool)
    rows = np.flatnonzero((start >= 0) & (end >= 0) & has_text & ~_is_placed(extra))
    texts: list[str] = column[rows].tolist()
    size = (end - start)[rows]
    unlike = np.flatnonzero(np.fromiter(map(len, texts), np.int64, len(texts)) != size).tolist()
    wrong = [index for index in unlike if not fits(texts[index], int(size[index]))]
    if not wrong:
        return []
    row = wrong[0]
    first = f"{place(int(rows[row]))}: {plural(len(texts[row]), 'character')} for {size[row]:,}"
    pairs = list(zip(texts, size.tolist(), strict=True))
    hint = spelt(_hint([pairs[index] for index in wrong], pairs))
    return [Note(OTHER_LENGTHS, n=len(wrong), first=first, hint=hint, level="warning")]


def _is_placed(extra: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_] | np.bool_:
    """Rows that were placed by their text: it may be written in another way there."""
    if "status" not in extra or len(set(LOCATED) & extra.keys()) == 1:
        return np.False_
    return ~is_empty(extra["status"])


def _hint(wrong: list[tuple[str, int]], pairs: list[tuple[str, int]]) -> str:
    """Name the unit in which all texts are as long as their spans."""
    for unit, (words, count) in _UNITS.items():
        if all(fits(*pair, count) for pair in (*wrong, *pairs)):
            return f"as long in {words}; use --unit {unit} with --texts FILE"
    return "use --texts FILE to check them"
