"""What parts show for the first time where relevant text has copies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.geometry.gold_line import GoldLine
from partwise.kernels.intervals import FirstCover, NewCharacters, Stretches, first_cover

if TYPE_CHECKING:
    from partwise.geometry.copies import Pieces
    from partwise.geometry.parts import Parts


@dataclass(frozen=True, eq=False)
class ShownOnce:
    """Pieces of relevant text in the order in which parts show them.

    Parameters
    ----------
    gold : GoldLine
        The relevant text and its copies.
    part : ndarray of int64
        Part of each piece.
    pieces : Pieces
        By rank, along each part.
    """

    gold: GoldLine
    part: Ints
    pieces: Pieces

    @cached_property
    def _cover(self) -> FirstCover:
        return first_cover(self.pieces.low, self.pieces.high)

    def seen(self, by_place: NewCharacters) -> NewCharacters:
        """Count what is new: a copy of text that was shown is not."""
        new = np.zeros_like(by_place.relevant)
        np.add.at(new, self.part, self._cover.first_seen(self._cover.border))
        other = by_place.fresh - by_place.fresh_relevant
        return NewCharacters(by_place.relevant, other + new, new)

    def stretches(self, origin: Ints) -> Stretches:
        """Return the new text of each part, in the order in which it is read.

        `origin` says where the document of each part begins on the axis of the parts.
        """
        cover = self._cover
        cell = np.flatnonzero(cover.owner[:-1] < cover.n)
        piece = cover.owner[cell]
        back = (self.pieces.own - self.pieces.low)[piece]
        low, high = cover.border[cell] + back, cover.border[cell + 1] + back
        order = np.lexsort((low, self.part[piece]))
        row, start, length = self.gold.in_text(low[order], high[order])
        part = self.part[piece][order][row]
        return Stretches(part, start + origin[part], length)


def shown_once(parts: Parts) -> ShownOnce:
    """Line up the relevant text of parts, in the order in which they are read."""
    judged = parts.retrieval.assessments
    gold = GoldLine(judged, "")
    pair = parts.retrieval.pair_of_document[parts.document]
    rows = np.flatnonzero(pair >= 0)
    low, high = (gold.line(pair[rows], x[rows]) for x in (parts.start, parts.end))
    pieces = gold.copies.pieces(low, high)
    return ShownOnce(gold, rows[pieces.row], pieces)
