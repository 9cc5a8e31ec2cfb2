"""What all measures of alternatives share: their facts, and what an id is."""

from __future__ import annotations

from partwise.geometry.alternatives import Alternatives, By, alternatives
from partwise.geometry.view import View
from partwise.language.component import param
from partwise.measures._kinds import RankedDocumentsMeasure


class AlternativeMeasure(RankedDocumentsMeasure):
    """A measure of sets of documents, each of which is enough.

    Notes
    -----
    Rows of the assessments with one name in the column ``alternative`` are one alternative, and
    so are those without any; identical alternatives count once. *Entries*: walk the different ids
    returned; an alternative takes the place of its last one and is complete if all of its ids are
    there; an id of no alternative takes a place as well. NaN for a topic without alternatives.

    References
    ----------
    Petroni and others (2021), KILT; as its program eval_retrieval computes them.
    """

    by: By = param(
        "doc",
        choices=("doc", "paragraph"),
        about="What an id is: the document, or the document and the element of a paragraph; "
        "rows without one are left out.",
    )

    needs = frozenset({"documents"})
    family = "alternatives"
    undefined = "no alternative"
    cutoff_required = True

    def known(self, view: View) -> Alternatives:
        """Return the alternatives, and what was returned of them."""
        return alternatives(view, self.by, self.label())

    @property
    def k(self) -> int:
        """The cutoff."""
        return self.complete().depth or 1
