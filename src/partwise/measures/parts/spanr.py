"""Recall of spans."""

from __future__ import annotations

from collections.abc import Callable

from partwise._typing import Values
from partwise.geometry.evidence import evidence
from partwise.geometry.evidence_sets import evidence_sets, has_sets
from partwise.geometry.offered import offered
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.parts._base import EvidenceMeasure
from partwise.measures.parts.least import exact


@register()
class SpanR(EvidenceMeasure):
    r"""Share of the relevant spans that the first k parts find together.

    .. math:: SpanR@k = \frac{|\{ s : |s \cap (p_1 \cup ... \cup p_k)|
        \ge need(s) \}|}{|\{ s \}|}

    Touching and overlapping judged spans are one span; all spans weigh the same,
    however long they are.

    Notes
    -----
    Two parts may find a span together that neither of them finds alone. A relevant
    document without places is one span, found by any text of it. NaN for a topic
    without relevant spans; 0 for an empty run.

    References
    ----------
    Clarke and others (2008), recall of nuggets, with spans as nuggets.
    """

    knows_copies = True
    question = "What share of the relevant spans do I get (for N characters)?"

    def values(self, view: View) -> Values:
        parts = self.parts_read(view)
        if has_sets(view):
            sets = evidence_sets(view, self.label())
            shown = sets.found(parts, exact(self.min), self.label(), self.depth)
            return nan_where_zero(ratio(sets.count(shown), sets.n_spans), sets.n_spans)
        known = evidence(view, self.label())
        found = known.n_found(parts, exact(self.min), self.label(), self.depth)
        return nan_where_zero(ratio(found, known.n_spans), known.n_spans)

    def ceiling(self) -> Callable[[View], Values] | None:
        """Known for k parts."""
        return None if self.budget is not None else self._ceiling

    def _ceiling(self, view: View) -> Values:
        known = offered(view, self.label())
        found, n_spans = known.most_spans(exact(self.min), self.depth), known.sets.n_spans
        return nan_where_zero(ratio(found, n_spans), n_spans)
