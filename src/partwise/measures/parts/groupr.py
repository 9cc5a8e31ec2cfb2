"""Recall of groups of evidence."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.evidence_sets import evidence_sets
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.parts._base import EvidenceMeasure
from partwise.measures.parts.least import exact


@register()
class GroupR(EvidenceMeasure):
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
    """

    weighs = True
    knows_copies = True
    question = "What share of the groups of evidence do I get (for N characters)?"

    def values(self, view: View) -> Values:
        known, parts = evidence_sets(view, self.label()), self.parts_read(view)
        return known.share(known.found(parts, exact(self.min), self.label(), self.depth))
