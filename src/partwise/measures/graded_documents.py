"""Measures of ranked documents by grade or recall level: nDCG, ERR, Bpref, IPrec and GM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

import numpy as np

from partwise._typing import Reals, Values
from partwise.errors import ParameterError, UsageError
from partwise.geometry.view import View
from partwise.kernels.ragged import (
    running_count,
    running_product,
    segment_count,
    segment_max,
    segment_sum,
)
from partwise.kernels.ranked import (
    best_discounted,
    discounted,
    nan_where_zero,
    ratio,
    reaches,
    rounded_count,
)
from partwise.language.component import param, register, slot
from partwise.language.fields import Nested, is_finite, spell
from partwise.language.measure import Measure
from partwise.measures._kinds import REL, RecallLevelMeasure
from partwise.measures.documents import DocumentMeasure, RelevantDocumentsMeasure
from partwise.tables.columns import first

Gains = Literal["linear", "exp"] | Mapping[float, float]
Gain = Literal["auto", "binary", "given", "chars", "density"]


def _gains(value: Any) -> Gains:
    """Name of a mapping of grades, or a table of gains by grade; raise ValueError otherwise."""
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
        """Raise if grades are mapped to gains where something else replaces the grades."""
        if self.gain != "auto" and self.gains != "linear":
            message = f"gains={spell(self.gains)} maps grades, and gain={self.gain} replaces them"
            raise ParameterError(self.label(), "gains", self.gains, "left out", said=message)

    def values(self, view: View) -> Values:
        gain = self._gains(view)
        judged, pairs = view.judged_documents.top(self.depth), view.assessments.judged_documents
        total = segment_sum(discounted(gain[judged.pair], judged.rank), judged.offsets)
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
        grades, row = np.unique(grade, return_inverse=True)
        return np.array([self.gains.get(level, 0.0) for level in grades.tolist()])[row]


@register()
class ERR(DocumentMeasure):
    r"""Expected reciprocal rank at which a user is satisfied.

    .. math:: ERR = \sum_i \frac{q_i}{i} \prod_{j<i} (1 - q_j), \quad
        q_i = \frac{2^{grade(d_i)} - 1}{2^{top}}

    Notes
    -----
    Negative grades count 0, and a grade above ``top`` is an error. NaN for a topic without
    relevant documents. What the papers on PRUM call ERR is ``GR``.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan (2009); gdeval, where ``top`` is always 4.
    """

    top: int = param(4, low=1, high=64, about="The greatest grade of the scale.")

    question = "How soon is a user satisfied who stops at a document that is good enough?"

    def values(self, view: View) -> Values:
        judged = view.judged_documents.top(self.depth)
        satisfied = self._satisfied(view)[judged.pair]
        goes_on = np.ones(satisfied.size)
        goes_on[1:] = running_product(1 - satisfied, judged.offsets)[:-1]
        goes_on[judged.lead] = 1.0
        total = segment_sum(satisfied * goes_on / judged.rank, judged.offsets)
        return nan_where_zero(total, view.assessments.n_relevant)

    def _satisfied(self, view: View) -> Reals:
        """Probability that each judged document satisfies."""
        judged = view.assessments
        grade = judged.judged_documents.grade
        if (row := first(grade > self.top)) is not None:
            raise UsageError(
                f"{self!r}: document {judged.document(row)} has the grade {grade[row]:g}, above "
                f"the greatest of the scale. Use ERR(top={np.ceil(grade.max()):g})"
            )
        gain: Reals = (np.exp2(np.maximum(grade, 0.0)) - 1) / np.exp2(self.top)
        return gain


@register()
class Bpref(RelevantDocumentsMeasure):
    r"""How often relevant documents come before those judged not relevant.

    .. math:: Bpref = \frac{1}{R} \sum_{d \text{ relevant, retrieved}}
        \left( 1 - \frac{\min(b_d, R)}{\min(R, N)} \right)

    R documents are relevant and N are judged not relevant; :math:`b_d` of these stand above d.
    A document with none of them above it counts 1.

    Notes
    -----
    Documents that nobody judged, and those with a negative grade, are passed over. NaN for a
    topic without relevant documents.

    References
    ----------
    Buckley and Voorhees (2004), as corrected in trec_eval's bpref.
    """

    rel: float | None = REL

    cutoffs = frozenset()
    question = "Do relevant documents come before judged documents that are not relevant?"

    def values(self, view: View) -> Values:
        judged, seen = view.assessments, view.judged_documents
        relevant, n_relevant = judged.relevant_from(self.rel), judged.n_relevant_from(self.rel)
        refused = ~relevant & (judged.judged_documents.grade >= 0)
        n_refused = segment_count(refused, judged.judged_documents.offsets)
        above = running_count(refused[seen.pair], seen.offsets)
        all_relevant, all_refused = n_relevant[seen.topic], n_refused[seen.topic]
        lost = ratio(np.minimum(above, all_relevant), np.minimum(all_relevant, all_refused))
        share = np.where(relevant[seen.pair], 1 - lost, 0.0)
        return nan_where_zero(ratio(segment_sum(share, seen.offsets), n_relevant), n_relevant)


@register()
class IPrec(RecallLevelMeasure, RelevantDocumentsMeasure):
    r"""Interpolated precision at a recall level.

    .. math:: IPrec@x = \max_{k:\ R@k \ge x} P@k

    0 if the level is never reached.

    Notes
    -----
    Levels are decimals and compared exactly: recall 3/10 reaches 0.3. trec_eval 9 and 10
    turn a level into a count of documents by rounding, in two different ways, so their
    values differ at many levels (up to 29 of 100 topics at level 0.6 in one run); ``levels``
    gives theirs. Scores
    are compared as doubles; tools that store them as 32-bit floats may order near-ties
    differently. NaN for a topic without relevant documents.

    References
    ----------
    Manning, Raghavan and Schütze (2008), section 8.4; trec_eval's iprec_at_recall.
    """

    rel: float | None = REL
    levels: Literal["exact", "trec_eval9", "trec_eval10"] = param(
        "exact",
        choices=("exact", "trec_eval9", "trec_eval10"),
        about="How recall reaches a level: compared exactly, or by the count of documents that a "
        "version of trec_eval computes.",
    )

    at_rank = "P"
    question = "How precise is the ranking where this share of documents is found?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        # Between two hits precision only falls, so the maximum stands at a hit.
        if self.levels == "exact":
            reached = reaches(hits.nth, n_relevant[hits.topic], 1, self.recall_level)
        else:
            needed = rounded_count(self.recall_level, n_relevant, self.levels)
            reached = hits.nth >= needed[hits.topic]
        best = segment_max(np.where(reached, hits.nth / hits.rank, 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)


@register()
class GM(Measure):
    r"""Geometric mean of a measure over topics; a topic's value is that of the measure.

    .. math:: GM(M) = \exp \left( \frac{1}{|T|} \sum_{t \in T}
        \ln \max(M_t, 0.00001) \right)

    Topics that fare badly weigh more than in the mean. With ``floor=add`` the logarithm is that
    of :math:`M_t + 0.00001`.

    Notes
    -----
    ``GM(AP)@10`` is ``GM(AP@10)``. Comparisons test the logarithms. NaN where the measure is.

    References
    ----------
    Robertson (2006); trec_eval's gm_map; BioASQ's GMAP adds the constant.
    """

    of: Nested[Measure] = slot(family=Measure, about="The measure.", example="AP", kw_only=False)
    floor: Literal["max", "add"] = param(
        "max",
        choices=("max", "add"),
        about="What keeps the logarithm finite: values of at least 0.00001, or 0.00001 added.",
    )

    bounds = (0.0, float("inf"))
    needs = frozenset({"what the measure inside needs"})
    family = "documents"
    question = "How good is the run where no topic may fail?"
    undefined = "as the measure inside"

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for fact in ("needs", "bounds", "weighs", "undefined", "counts"):
            if hasattr(self.of, fact):
                object.__setattr__(self, fact, getattr(self.of, fact))

    def check(self) -> None:
        """Raise if no geometric mean of the measure can be taken."""
        low = self.of.bounds[0] if self.of.bounds is not None else -1.0
        if self.of.better == "lower" or low < 0:
            expected = "a measure of at least 0 for which higher is better"
            raise ParameterError(self.label(), "of", self.of, expected)

    def __matmul__(self, cutoff: float | str) -> Self:
        return self.replace(of=self.of @ cutoff)

    def complete(self) -> Self:
        """Return the measure, or raise ParameterError when the one inside lacks its cutoff."""
        self.of.complete()
        return self

    def values(self, view: View) -> Values:
        return self.of.values(view)

    def empty_value(self) -> float:
        """Value that the measure inside gives to an empty run."""
        return self.of.empty_value()

    def aggregate(self) -> str:
        """Return the geometric mean."""
        return f"geometric mean, floor={self.floor}"
