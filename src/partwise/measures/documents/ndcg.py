"""Normalised discounted cumulated gain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from partwise._typing import Reals, Values
from partwise.errors import ParameterError
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import best_discounted, discounted, nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.language.fields import is_finite, spell
from partwise.measures.documents._base import DocumentMeasure

Gains = Literal["linear", "exp"] | Mapping[float, float]
Gain = Literal["auto", "binary", "given", "chars", "density"]


def _gains(value: Any) -> Gains:
    """Take a name, or a table of gains by grade."""
    if value in ("linear", "exp"):
        return value  # type: ignore[no-any-return]
    numbers = [*value.keys(), *value.values()] if isinstance(value, Mapping) else []
    fits = all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers)
    if not numbers or not fits or not all(map(is_finite, numbers)) or min(value.values()) < 0:
        raise ValueError("linear, exp or a table {grade: gain} of gains of at least 0")
    return {float(grade): float(gain) for grade, gain in value.items()}


@register()
class nDCG(DocumentMeasure):
    r"""Normalised discounted cumulated gain of a ranked list of documents.

    .. math::

        nDCG = \frac{\sum_j \frac{gain(d_j)}{\log_2(j+1)}}{\text{the same for the best order}}

    Both sums are cut at k; the best order is that of all assessed documents.

    Notes
    -----
    NaN for a topic in which no assessed document has a gain. ``density`` needs the
    lengths of relevant documents, ``given`` needs grades.

    References
    ----------
    Järvelin and Kekäläinen (2002), with the discount log2(rank + 1) of trec_eval's
    ndcg_cut and its linear gains.
    """

    gain: Gain = param(
        "auto",
        choices=("auto", "binary", "given", "chars", "density"),
        about="binary: relevant or not; given: the assessed grade, negative ones as 0; chars: "
        "relevant characters; density: their share of the document. auto is ``given`` where "
        "only documents are graded, as in TREC qrels, else ``binary``.",
    )

    gains: Gains = param(
        "linear",
        check=_gains,
        kind=object,
        form="str or table",
        about="From the grade to the gain: linear is the grade itself, exp is 2^grade - 1, a "
        "table ``{grade: gain}`` gives 0 to grades that it lacks. Negative grades count 0. "
        "Not together with ``gain``.",
    )

    question = "How close is the ranking to the best one, early ranks counting more?"
    undefined = "no assessed document with a gain"

    def check(self) -> None:
        """Refuse a map of grades where something else takes their place."""
        if self.gain != "auto" and self.gains != "linear":
            said = f"gains={spell(self.gains)} maps grades, and gain={self.gain} replaces them"
            raise ParameterError(self.label(), "gains", self.gains, "left out", said=said)

    def values(self, view: View) -> Values:
        gain = self._gains(view)
        found, pairs = view.judged_documents.top(self.depth), view.assessments.judged_documents
        total = segment_sum(discounted(gain[found.pair], found.rank), found.offsets)
        # the best order is that of the assessments, whatever the run
        key = ("best", type(self), repr(self))
        best = view.shared(key, lambda: best_discounted(gain, pairs.offsets, self.depth))
        return nan_where_zero(ratio(total, best), best)

    def _gains(self, view: View) -> Reals:
        """Gain of each judged pair."""
        judged, gain = view.assessments, self.gain
        if gain == "auto":
            gain = "given" if judged.grades_documents_only else "binary"
        if self.gains != "linear":
            return self._mapped(np.maximum(judged.judged_documents.grade, 0.0))
        if gain == "given":
            return np.maximum(judged.grade(), 0.0)
        if gain == "binary":
            return judged.relevant.astype(np.float64)
        size = judged.n_relevant_in(np.arange(len(judged.judged_documents)), self.label())
        if gain == "chars":
            return size.astype(np.float64)
        density = np.zeros(size.size)
        relevant = np.flatnonzero(judged.relevant)
        length = judged.need_lengths(relevant, self.label())
        density[relevant] = ratio(size[relevant], length)
        return density

    def _mapped(self, grade: Reals) -> Reals:
        """Gain of each grade."""
        if not isinstance(self.gains, Mapping):
            return np.exp2(grade) - 1
        grades, at = np.unique(grade, return_inverse=True)
        return np.array([self.gains.get(one, 0.0) for one in grades.tolist()])[at]
