"""Recall of groups of evidence."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.budget import NO_BUDGET, UNITS, Unit, check_budget, parts_read
from partwise.geometry.evidence_sets import evidence_sets
from partwise.geometry.view import View
from partwise.language.component import param, register
from partwise.measures.parts._base import PartMeasure
from partwise.measures.parts.least import HALF, Least, enough, exact


@register()
class GroupR(PartMeasure):
    r"""Share of the groups of evidence that the first k parts find.

    .. math:: GroupR@k = \frac{\sum_{g \text{ found}} w(g)}{\sum_g w(g)}, \qquad
        g \text{ found} \iff \exists a \in g\; \forall s \in a :
        |s \cap (p_1 \cup ... \cup p_k)| \ge need(s)

    A group of evidence is needed together: all spans of one of its alternatives. Groups and
    alternatives are columns of the assessments, weights are 1 unless a column says otherwise.

    Notes
    -----
    A span without group and alternative is a group of its own; without the columns it is
    ``SpanR``. A relevant document without places is found by any text of it. NaN for a
    topic without relevant spans; 0 for an empty run.

    References
    ----------
    Thorne and others (2018), evidence sets of FEVER; Yang and others (2018), HotpotQA.
    """

    min: Least = enough(HALF)
    budget: int | None = param(
        None,
        kind=int,
        low=1,
        without=NO_BUDGET,
        about="Stop reading after this many characters or tokens; the last part is truncated.",
    )
    unit: Unit = param("characters", choices=UNITS, about="What the budget counts.")

    question = "What share of the groups of evidence do I get (for N characters)?"

    def check(self) -> None:
        """Refuse a budget beside a cutoff."""
        check_budget(self)

    def values(self, view: View) -> Values:
        known, parts = evidence_sets(view, self.label()), parts_read(view, self)
        return known.share(known.found(parts, exact(self.min), self.label(), self.depth))
