"""Measures of answers with alternative evidence, by document."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.passages import Alternatives, By, alternatives
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
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

    def alternatives(self, view: View) -> Alternatives:
        """Distinct alternatives of each topic, and the ranks of their ids in the run."""
        return alternatives(view, self.by, self.label())

    @property
    def k(self) -> int:
        """Cutoff; raise ParameterError without one."""
        return self.complete().depth or 1


@register()
class AltHit(AlternativeMeasure):
    r"""Whether an alternative is complete among the first k entries: KILT's success_rate@k.

    .. math:: AltHit@k = [ AltP@k > 0 ]
    """

    question = "Is any alternative complete among the first k entries?"

    def values(self, view: View) -> Values:
        sets = self.alternatives(view)
        hit = (sets.n_complete(self.k) > 0).astype(np.float64)
        return nan_where_zero(hit, sets.count)


@register()
class AltP(AlternativeMeasure):
    r"""Complete alternatives among the first k entries: KILT's precision@k.

    .. math:: AltP@k = \frac{\text{complete alternatives among the first } k \text{ entries}}{k}
    """

    question = "How many of the first k entries are complete alternatives?"

    def values(self, view: View) -> Values:
        sets = self.alternatives(view)
        return nan_where_zero(sets.n_complete(self.k) / self.k, sets.count)


@register()
class AltR(AlternativeMeasure):
    r"""Share of the alternatives that are complete among the first k entries: KILT's recall@k.

    .. math::

        AltR@k = \frac{\text{complete alternatives among the first } k \text{ entries}}
                      {\text{different alternatives}}
    """

    question = "What share of the alternatives is complete among the first k entries?"

    def values(self, view: View) -> Values:
        sets = self.alternatives(view)
        return nan_where_zero(ratio(sets.n_complete(self.k), sets.count), sets.count)


@register()
class AltRprec(AlternativeMeasure):
    r"""R-precision of the best alternative: KILT's Rprec.

    .. math:: AltRprec = \max_a \frac{|\{\text{first } |a| \text{ ids}\} \cap a|}{|a|}
    """

    cutoffs = frozenset()
    cutoff_required = False
    question = "What share of an alternative do the top R ids hold (R = number of its ids)?"

    def values(self, view: View) -> Values:
        sets = self.alternatives(view)
        early = sets.rank <= sets.size[sets.of]
        share = np.bincount(sets.of[early], minlength=sets.size.size) / sets.size
        best = np.zeros(view.n_topics)
        np.maximum.at(best, sets.topic, share)
        return nan_where_zero(best, sets.count)
