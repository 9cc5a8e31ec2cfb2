"""Average generalised precision, weighted by text."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import greatest_from, sum_by
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.context._base import GainMeasure


@register(aliases=("MAgPw",))
class AgPw(GainMeasure):
    r"""Average generalised precision, each document weighing as much as its relevant text.

    .. math::

        AgPw = \sum_{j} \frac{|rel(d_j)|}{T_{rel}}\, gP[j] \quad\text{(stepwise)}, \qquad
        gRw \cdot \text{mean of } gP[j] \text{ at relevant ranks} \quad\text{(final)}, \qquad
        \sum_{j} \frac{|rel(d_j)|}{T_{rel}} \max_{j' \ge j} gP[j'] \quad\text{(interpolated)}

    Notes
    -----
    **The first two variants should not rank runs; use AgP, or the interpolated one, which is never
    below the stepwise one and 1 for perfect answers.** The stepwise one is not faithful: put
    a document that is not relevant first, and swapping the next two so that the one with
    *less* relevant text comes first *raises* the value. The final one divides by the
    relevant documents retrieved, so a further relevant document, found late, can lower it.
    ``@k`` reads the first k documents only. NaN for a topic without relevant text.

    References
    ----------
    Pehcevski and Thom (2007), equations 8 and 11.
    """

    variant: Literal["stepwise", "final", "interpolated"] = param(
        "stepwise",
        choices=("stepwise", "final", "interpolated"),
        about="Equation 8 or equation 11 of the paper, or the first remedy of its section 5.",
    )

    question = "How well is relevant text shown, long passages weighing more?"
    undefined = "no relevant text"

    def values(self, view: View) -> Values:
        hits, n_topics = view.relevant_documents, view.n_topics
        total = view.assessments.n_characters(self.label())
        size = view.assessments.n_relevant_in(hits.pair, self.label()).astype(np.float64)
        precision = self.precision(view)
        depth = np.inf if self.depth is None else self.depth
        early = (hits.rank <= depth).astype(np.float64)
        if self.variant == "interpolated":
            precision = greatest_from(early * precision, hits.offsets)
        if self.variant != "final":
            value = ratio(sum_by(hits.topic, early * size * precision, n_topics), total)
        else:
            count = sum_by(hits.topic, early, n_topics)
            mean = ratio(sum_by(hits.topic, early * precision, n_topics), count)
            value = mean * ratio(sum_by(hits.topic, early * size, n_topics), total)
        return nan_where_zero(value, total)
