"""Measures of whole passages: hits, the first relevant one, spans and groups retrieved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

import numpy as np

from partwise._typing import Flags, Ints, Values
from partwise.errors import MissingAssessmentError, ParameterError
from partwise.geometry.evidence_sets import EvidenceSets, evidence_sets, has_sets
from partwise.geometry.highlights import Evidence, evidence
from partwise.geometry.inventory import offered
from partwise.geometry.view import View
from partwise.kernels.ragged import owners, segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register, slot
from partwise.language.fields import Nested
from partwise.language.measure import Measure
from partwise.measures._kinds import BUDGET, REL, UNIT, BudgetMeasure, RankedPartsMeasure, Unit

EXPECTED = (
    "a whole number of characters of at least 1, "
    "or a share above 0.0 and at most 1.0, written with a decimal point"
)


@dataclass(frozen=True)
class MinShare:
    """A share that prints with its decimal point, so that 1.0 is never taken for 1."""

    of_one: float

    def __repr__(self) -> str:
        return repr(self.of_one)


Least = int | MinShare

ONE_CHARACTER = 1
HALF = MinShare(0.5)


def require_min(value: Any) -> Least:
    """Value of the parameter ``min``; an integer counts characters, a decimal is a share."""
    plain = value.of_one if isinstance(value, MinShare) else value
    if isinstance(plain, bool) or not isinstance(plain, (int, float)):
        raise ValueError(EXPECTED)  # noqa: TRY004
    if isinstance(plain, float):
        if not 0.0 < plain <= 1.0:
            raise ValueError(EXPECTED)
        return MinShare(plain)
    if plain < 1:
        raise ValueError(EXPECTED)
    return plain


def exact(value: Least) -> int | Fraction:
    """Return characters as they are, a share as the decimal that was written."""
    return Fraction(repr(value)) if isinstance(value, MinShare) else value


AT_LENGTH = (
    "How much of a span is enough. Whole number: so many characters, or all of a shorter span. "
    "With a decimal point: this share of the span, so that ``min=1.0`` is the whole span and "
    "``min=1`` one character."
)
"""Description of the parameter ``min``."""


def enough(default: Least, about: str = AT_LENGTH) -> Any:
    """Parameter ``min``: the text that a part has to show."""
    return param(
        default, kind=object, check=require_min, accepts=EXPECTED, form="int or float", about=about
    )


class PartMeasure(RankedPartsMeasure):
    """A measure of parts that show enough of a relevant span."""

    min: Least = enough(
        ONE_CHARACTER,
        "How much of a span is enough: characters, or with a decimal point a share.",
    )

    family = "parts"
    undefined = "no relevant span"

    def hits(self, view: View) -> tuple[Evidence | EvidenceSets, Flags]:
        """Relevant spans, and a mask of the parts that show enough of one by themselves."""
        sets = has_sets(view)
        spans = (evidence_sets if sets else evidence)(view, self.label())
        return spans, spans.hits(exact(self.min), self.label(), self.depth)

    def best_hits(self, view: View) -> tuple[Ints, Ints]:
        """Existing parts that are hits, and relevant spans: counts by topic."""
        chunks = offered(view, self.label())
        return chunks.hits(exact(self.min)), chunks.sets.n_spans

    def any_hit(self, view: View) -> Values:
        """1 where a part that exists is a hit, else 0."""
        hits, n_spans = self.best_hits(view)
        return nan_where_zero((hits > 0).astype(np.float64), n_spans)


class EvidenceMeasure(PartMeasure, BudgetMeasure):
    """A measure of the spans that parts find together.

    References
    ----------
    Thorne and others (2018), evidence sets of FEVER; Yang and others (2018), HotpotQA.
    """

    min: Least = enough(HALF)
    budget: int | None = BUDGET
    unit: Unit = UNIT


@register(aliases=("HitRate", "Success"))
class Hit(PartMeasure):
    r"""Whether one of the first k parts is a hit; of the whole run without a cutoff.

    .. math:: Hit@k = \left[ \exists i \le k, s :
        |p_i \cap s| \ge need(s) \right]

    A part is a hit if it alone shows enough of some relevant span. Touching and
    overlapping judged spans are one span. Its mean over topics is the hit rate.

    Notes
    -----
    A relevant document without places is hit by any text of it. Where the assessments
    grade documents only, it is 1 if any of the first k documents is relevant, whatever
    ``min``; ``rel`` is for these alone. NaN for a topic without relevant spans (documents);
    0 for an empty run.

    References
    ----------
    trec_eval's success; the hit rate of retrieval-augmented generation.
    """

    min: Least = enough(ONE_CHARACTER)
    rel: float | None = REL

    needs = frozenset({"highlights or documents"})
    knows_copies = True
    question = "Is there any evidence among the first k parts?"

    def values(self, view: View) -> Values:
        if view.assessments.grades_documents_only:
            documents, n_relevant = view.relevant_from(self.rel)
            n_relevant_retrieved = documents.top(self.depth).count
            return nan_where_zero((n_relevant_retrieved > 0).astype(np.float64), n_relevant)
        if self.rel is not None:
            raise MissingAssessmentError(f"{self!r} needs graded documents", "these are spans")
        spans, hits = self.hits(view)
        n_hits = segment_count(hits, view.parts.offsets, self.depth)
        return nan_where_zero((n_hits > 0).astype(np.float64), spans.n_spans)

    def ceiling(self) -> Callable[[View], Values]:
        """1 where any part that exists is a hit."""
        return self.any_hit


@register()
class PartP(PartMeasure):
    r"""Share of the first k parts that are hits; of all parts without a cutoff.

    .. math:: PartP@k = \frac{|\{ i \le k : p_i \text{ is a hit} \}|}{k}

    A part is a hit if it alone shows enough of some relevant span, as in ``Hit``. A
    part at the place of a higher-ranked one is no further hit.

    Notes
    -----
    Divided by k also when fewer parts were retrieved; without a cutoff by the number of
    parts. NaN for a topic without relevant spans; 0 for an empty run.

    References
    ----------
    Cleverdon, Mills and Keen (1966), of parts in place of documents.
    """

    knows_copies = True
    question = "What share of the first k parts holds evidence?"

    def values(self, view: View) -> Values:
        parts, (spans, hits) = view.parts, self.hits(view)
        n_hits = segment_count(hits & ~parts.same_place, parts.offsets, self.depth)
        n_parts = np.diff(parts.offsets) if self.depth is None else np.array(self.depth)
        return nan_where_zero(ratio(n_hits, n_parts), spans.n_spans)

    def ceiling(self) -> Callable[[View], Values] | None:
        """As many hits as there are; without a cutoff one of them alone is best."""
        return None if self.depth is None else self._ceiling

    def _ceiling(self, view: View) -> Values:
        hits, n_spans = self.best_hits(view)
        depth = np.array(self.depth)
        return nan_where_zero(ratio(np.minimum(hits, depth), depth), n_spans)


@register()
class PartRR(PartMeasure):
    r"""Reciprocal rank of the first part that is a hit; 0 if there is none.

    .. math:: PartRR = \frac{1}{\min \{ i : p_i \text{ is a hit} \}}

    A part is a hit if it alone shows enough of some relevant span, as in ``Hit``.

    Notes
    -----
    ``@k`` looks at the first k parts only. ``RR`` counts documents, and a part of the
    right document that misses the relevant text is a success there. NaN for a topic
    without relevant spans.

    References
    ----------
    Voorhees (1999), the TREC-8 question answering track, of parts in place of documents.
    """

    knows_copies = True
    question = "How soon does the first part with evidence come?"

    def values(self, view: View) -> Values:
        parts, (spans, hits) = view.parts, self.hits(view)
        if self.depth is not None:
            hits &= parts.rank <= self.depth
        topic, first_hit = np.unique(owners(parts.offsets)[hits], return_index=True)
        value = np.zeros(view.n_topics)
        value[topic] = 1 / parts.rank[hits][first_hit]
        return nan_where_zero(value, spans.n_spans)

    def ceiling(self) -> Callable[[View], Values]:
        """1 where any part that exists is a hit."""
        return self.any_hit


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
            spans_found = sets.spans_found(parts, exact(self.min), self.label(), self.depth)
            return nan_where_zero(ratio(sets.count(spans_found), sets.n_spans), sets.n_spans)
        spans = evidence(view, self.label())
        n_found = spans.n_found(parts, exact(self.min), self.label(), self.depth)
        return nan_where_zero(ratio(n_found, spans.n_spans), spans.n_spans)

    def ceiling(self) -> Callable[[View], Values] | None:
        """Known for k parts."""
        return None if self.budget is not None else self._ceiling

    def _ceiling(self, view: View) -> Values:
        chunks = offered(view, self.label())
        n_found, n_spans = chunks.most_spans(exact(self.min), self.depth), chunks.sets.n_spans
        return nan_where_zero(ratio(n_found, n_spans), n_spans)


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
        sets, parts = evidence_sets(view, self.label()), self.parts_read(view)
        return sets.share(sets.spans_found(parts, exact(self.min), self.label(), self.depth))


@register()
class Complete(EvidenceMeasure):
    r"""Whether the first k parts find every group of evidence.

    .. math:: Complete@k = [ GroupR@k = 1 ]

    A reader who needs all evidence to answer can answer.

    Notes
    -----
    NaN for a topic without relevant spans; 0 for an empty run.
    """

    knows_copies = True
    question = "Do I get all evidence that is needed (for N characters)?"

    def values(self, view: View) -> Values:
        sets, parts = evidence_sets(view, self.label()), self.parts_read(view)
        spans_found = sets.spans_found(parts, exact(self.min), self.label(), self.depth)
        share = sets.share(spans_found)
        return np.where(np.isnan(share), np.nan, sets.all_found(spans_found))


UNKNOWN = (
    "Ceiling of {name} is not known; write the oracle run (partwise losses --oracle FILE) "
    "and evaluate it"
)


@register()
class Ceiling(Measure):
    r"""The greatest value that a measure takes on any choice and order of existing parts.

    .. math:: Ceiling(M)@k = \max_{R \subseteq V,\, |R| \le k} M(R)

    V is the inventory, to which the parts of the run are added, for what was returned
    evidently exists. What lies between a run and its ceiling can be had by better ranking; what
    lies above the ceiling needs other parts, a larger k or a larger budget.

    Notes
    -----
    Known for ``CharR`` (tolerance 0, also with a budget), ``Hit``, ``PartRR``, ``PartP`` and
    ``SpanR``. The cutoff stands outside. For a budget it is exact, or a value that an
    existing choice reaches, with a note. NaN where the measure is.

    References
    ----------
    Nemhauser, Wolsey and Fisher (1978), maximum coverage; exact here, because parts lie on a line.
    """

    of: Nested[Measure] = slot(family=Measure, about="The measure.", example="CharR", kw_only=False)

    bounds = (0.0, 1.0)
    needs = frozenset({"highlights", "inventory"})
    cutoffs = frozenset({int})
    family = "parts"
    question = "How good could the best choice of existing parts be?"
    undefined = "as the measure inside"

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self.of.cutoff is not None:  # it stands outside
            object.__setattr__(self, "cutoff", self._checked(self.of.cutoff))
            object.__setattr__(self, "of", type(self.of)(**self.of.settings()))

    def check(self) -> None:
        """Raise if the measure does not take the cutoff."""
        _ = self._cut

    def complete(self) -> Self:
        """Return the measure, or raise ParameterError where its ceiling is not known."""
        self._best()
        return self

    @property
    def _cut(self) -> Measure:
        """The measure with its cutoff."""
        return self.of if self.cutoff is None else self.of @ self.cutoff

    def _best(self) -> Callable[[View], Values]:
        best = self._cut.ceiling()
        if best is not None:
            return best
        message = UNKNOWN.format(name=repr(self._cut))
        with suppress(ParameterError):
            if self.cutoff is None and (self.of @ 1).ceiling() is not None:
                message = f"{self!r} needs a rank: {self!r}@10"
        raise ParameterError(self.label(), "of", self.of, "another measure", said=message)

    def values(self, view: View) -> Values:
        return self._best()(view)
