"""What all measures of snippets share: their facts, and how snippets are counted."""

from __future__ import annotations

from typing import Literal

from partwise._typing import Reals
from partwise.geometry.snippets import Rules, Snippets, snippets
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import ratio
from partwise.language.component import param
from partwise.measures._kinds import RankedPartsMeasure


class SnippetMeasure(RankedPartsMeasure):
    """A measure of the characters that snippets share with gold snippets.

    Notes
    -----
    A document is an article and a section, ``304/abstract``. NaN for a topic without gold
    snippets; 0 for an empty run.

    References
    ----------
    Tsatsaronis and others (2015), BioASQ; as its program Evaluation-Measures computes them
    for phase A.
    """

    ends: Literal["inclusive", "exclusive"] = param(
        "inclusive",
        choices=("inclusive", "exclusive"),
        about="Whether the end of a snippet counts as a character of it, as the program has it "
        "although the data's ends are exclusive.",
    )
    merge: bool = param(
        True,
        about="Whether snippets of a document that share a character are one, at the earlier "
        "rank; otherwise repeated characters count once and ranks stay.",
    )
    section_zero: bool = param(
        True, about="Whether the section 0 of a run meets gold of the abstract."
    )

    needs = frozenset({"highlights", "lengths of whole documents"})
    cutoffs = frozenset()
    family = "snippets"
    undefined = "no gold snippet"
    beyond = "above 1 possible with section_zero"

    def exceeds(self) -> bool:
        """One gold snippet may be met in two sections."""
        return self.section_zero

    def known(self, view: View) -> Snippets:
        """Return the snippets of the run, and what there is to find."""
        rules = Rules(self.ends == "inclusive", self.merge, self.section_zero)
        return snippets(view, rules, self.label())

    def shares(self, found: Snippets) -> tuple[Reals, Reals]:
        """Precision and recall of each topic's snippets."""
        shared = segment_count(found.shared, found.offsets)
        size = segment_count(found.size, found.offsets)
        return ratio(shared, size), ratio(shared, found.gold_size)
