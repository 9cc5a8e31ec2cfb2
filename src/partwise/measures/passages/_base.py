"""What all measures of gold passages share: their facts, and which passages a part meets."""

from __future__ import annotations

from typing import Literal

from partwise._typing import Ints
from partwise.geometry.gold_passages import Meetings, meetings
from partwise.geometry.view import View
from partwise.language.component import param
from partwise.measures._kinds import RankedPartsMeasure

Gold = Literal["first", "all"]


class PassageMeasure(RankedPartsMeasure):
    """A measure of the gold passages that ranked passages meet.

    Notes
    -----
    NaN for a topic without gold passages; 0 for an empty run.

    References
    ----------
    Hersh, Cohen, Ruslen and Roberts (2007), TREC 2007 Genomics track overview; as its program
    trecgen2007_score computes them.
    """

    gold: Gold = param(
        "first",
        choices=("first", "all"),
        about="What counts of the gold passages that a part meets: the first in the order of "
        "the file, as the track's program has it, or all.",
    )

    needs = frozenset({"highlights", "lengths of whole documents"})
    cutoffs = frozenset()
    family = "passages"
    undefined = "no gold passage"

    def met(self, view: View) -> tuple[Meetings, Ints, Ints]:
        """Return what meets what, and the parts and passages of the pairs that count."""
        known = meetings(view, self.label())
        if self.gold == "all":
            return known, known.part, known.gold
        return known, *known.only_first()
