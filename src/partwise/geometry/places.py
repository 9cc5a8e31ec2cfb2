"""Places in documents: where parts of inventories and of runs lie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import TableError
from partwise.kernels.ragged import AlignedColumns
from partwise.tables.checks import first
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.geometry.view import View

ENDLESS = -1
"""End of a whole document of unknown length."""


@dataclass(frozen=True, eq=False)
class Places(AlignedColumns):
    """Different places in documents, by document, start and end."""

    doc: Ints
    """Code in some dictionary."""
    start: Ints
    end: Ints
    """Clipped; the end of a whole document of unknown length is ENDLESS."""
    tokens: Ints
    """What a place costs, -1 where nobody said."""

    def with_docs(self, code: Ints) -> Places:
        """Return those whose documents have a code of at least 0 elsewhere, under it."""
        doc = code[self.doc]
        return replace(self, doc=doc).take(doc >= 0).distinct()

    def distinct(self) -> Places:
        """Return each place once, in order, with the least token count that is known."""
        if self._ascend():
            return self
        cost = np.where(self.tokens < 0, np.iinfo(np.int64).max, self.tokens)
        ranged = self.take(np.lexsort((cost, self.end, self.start, self.doc)))
        return ranged.take(~ranged._repeats())

    def refuse_two_counts(self, where: str) -> None:
        """Refuse one place with two token counts."""
        known = self.take(self.tokens >= 0)
        ranged = known.take(np.lexsort((known.tokens, known.end, known.start, known.doc)))
        twice = ranged._repeats()
        twice[1:] &= ranged.tokens[1:] != ranged.tokens[:-1]
        if (row := first(twice)) is not None:
            place = f"[{ranged.start[row]}, {ranged.end[row]})"
            counts = f"{ranged.tokens[row - 1]} and {ranged.tokens[row]}"
            raise TableError(None, f"{where}: the part {place} has two token counts, {counts}")

    def _ascend(self) -> bool:
        """Tell whether every place comes after the one before it."""
        later = self.end[1:] > self.end[:-1]
        for column in (self.start, self.doc):
            later = (column[1:] > column[:-1]) | ((column[1:] == column[:-1]) & later)
        return bool(later.all())

    def _repeats(self) -> Flags:
        same = np.zeros(len(self), np.bool_)
        same[1:] = True
        for column in (self.doc, self.start, self.end):
            same[1:] &= column[1:] == column[:-1]
        return same


def both(one: Places, other: Places) -> Places:
    """Return the places of both, which share a dictionary, each once."""
    return one.joined(other).distinct()


def tokens_of(view: View) -> Ints:
    """Tokens of each part of a run, -1 where nobody said."""
    column, rows = view.run.tokens, view.parts.row
    return np.full(rows.size, -1, np.int64) if column is None else column[rows]


def require_tokens(view: View, measure: str) -> None:
    """Refuse a run with a part that has no token count, or none for its characters."""
    tokens, parts = tokens_of(view), view.parts
    bad = (tokens < 0) | ((tokens == 0) & (parts.endless | (parts.start < parts.end)))
    if (at := first(bad)) is not None:
        none = f"{measure} counts tokens, and this part has no token count"
        problem = none if tokens[at] < 0 else "a part with characters has at least 1 token"
        raise RowsError(view.run.source, [(int(parts.row[at]), problem)])


def places_of_view(view: View) -> Places:
    """Places of a run's judged topics, documents as codes of the run."""
    parts = view.parts
    doc = view.documents.doc[parts.document]
    end = np.where(parts.endless, ENDLESS, parts.end)
    return Places(doc, parts.start, end, tokens_of(view))
