"""Extended structural relevance: expected hits, misses, precision and recall."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from partwise._typing import Reals, Values
from partwise.errors import PartwiseError
from partwise.geometry.view import View
from partwise.language.component import param, register, slot
from partwise.language.fields import AUTO, Auto, NestedOrAuto
from partwise.language.measure import Measure
from partwise.navigation.expectations import (
    BASES,
    Base,
    Expected,
    Hits,
    NavigationSetting,
    expected,
    ratio,
    recall_of,
)
from partwise.navigation.inferred import BY_REL, Infer, check_infer, inferred_sums
from partwise.navigation.targets import IDEALS, RELS, UNITS, Ideals, Rel, Targets, UnitsFrom
from partwise.navigation.transitions import Shared
from partwise.users.base import Navigation, Normalise

AS_IN_EHITS = "As in EHits."
REL = param("binary", choices=RELS, about="Relevance of an assessed tree.")
REL_OF_TEXT = param(
    "length", choices=("length", "binary", "value"), about="Relevance of an assessed tree."
)
TOLERANCE = param(
    1.0,
    low=0,
    high=1,
    about="What a hit keeps of the text that earlier results show: 1 all of it, 0 nothing. Below "
    "1 extents are needed.",
)
INFER = ("mean", "union", "sum")
POINTS = param(
    101, low=2, about="Recall levels 0, .01, ..., 1; levels that no rank reaches count 0."
)


class TreeMeasure(Measure):
    """Base of the measures of assessed trees.

    Subclasses add ``rel`` where relevance can be chosen, after these parameters.
    """

    normalise: Normalise | Auto = param(AUTO, choices=("cap", "row", "none"), about=AS_IN_EHITS)
    nav: NestedOrAuto[Navigation] = slot(default=AUTO, family=Navigation, about=AS_IN_EHITS)
    shared: Shared = param("seen", choices=("seen", "nodes", "printed"), about=AS_IN_EHITS)
    ideals: Ideals = param("auto", choices=IDEALS, about=AS_IN_EHITS)
    units: UnitsFrom | Auto = param(AUTO, choices=UNITS, about=AS_IN_EHITS)
    hits: Hits | Auto = param(AUTO, choices=("exact", "certain"), about=AS_IN_EHITS)

    bounds = (0.0, float("inf"))
    needs = frozenset({"assessed trees"})
    cutoffs = frozenset({int})
    family = "navigation"
    undefined = "no assessed trees"

    def expected(self, view: View, rel: Rel | None = None) -> Expected:
        """Return hits, near misses and misses under this measure's setting."""
        return expected(view, NavigationSetting.of(self, rel), self.label())


class ExpectedMeasure(TreeMeasure):
    """A measure of expected hits, near misses and misses."""

    rel: Rel

    def values(self, view: View) -> Values:
        return self.value_of(self.expected(view))

    def value_of(self, expected: Expected) -> Values:
        """Values of the topics, float64[n_topics]."""
        raise PartwiseError(f"{self.label()} does not define value_of()")

    def at_cutoff(self, expected: Expected, column: Reals, empty: Reals | float = 0.0) -> Values:
        """Read a column at the cutoff; `empty` stands for an empty run."""
        return expected.defined(expected.value_at(column, self.depth, empty))


class TreeCountMeasure(ExpectedMeasure):
    """A measure of assessed trees, each of which counts 1 unless said otherwise."""

    rel: Rel = REL


class HitRateMeasure(ExpectedMeasure):
    """A measure of hits per rank."""

    tolerance: float = TOLERANCE

    bounds = (0.0, 1.0)
    beyond = "[0, infinity) with rel=length or rel=value"

    def exceeds(self) -> bool:
        """Only binary relevance is at most 1 a tree."""
        return self.rel != "binary"

    def hits_down_to(self, expected: Expected) -> Reals:
        """Hits down to each rank."""
        return expected.hit_ranks() if self.rel == "binary" else expected.hits


class InferredMeasure(TreeMeasure):
    """A measure of relevance that trees inherit from their nodes."""

    rel: Rel = param("binary", choices=RELS, about="Relevance of a node.")
    infer: Infer | None = param(
        None,
        choices=INFER,
        without=BY_REL,
        about="Relevance of a tree: the mean over its nodes (default for binary and value), the "
        "relevant characters in their union (default for length), or the sum.",
    )

    bounds = (0.0, 1.0)
    beyond = "[0, infinity) with rel=length, rel=value or infer=sum"

    def exceeds(self) -> bool:
        """Only the mean of binary relevance is at most 1 a tree."""
        return self.rel != "binary" or self.infer == "sum"

    def check(self) -> None:
        """Only characters have a union."""
        check_infer(self, self.rel, self.infer)

    def sums(self, view: View) -> tuple[Targets, Reals]:
        """Assessed trees, and the relevance not seen before down to each rank."""
        return inferred_sums(self, view)

    def mean(self, targets: Targets, total: Reals, n_ranks: Reals) -> Values:
        """Total over the number of ranks, where anything is assessed."""
        return np.where(targets.n_targets > 0, ratio(total, n_ranks), np.nan)


class ExpectedGainMeasure(ExpectedMeasure):
    """A measure of expected relevance: that of hits, or of near misses too."""

    near_misses: ClassVar[bool]
    tolerance: float = TOLERANCE

    def gain(self, expected: Expected) -> Reals:
        """Return the relevance expected down to each rank."""
        return expected.reached if self.near_misses else expected.hits


class TextMeasure(ExpectedGainMeasure):
    """A measure of expected relevance per character shown."""

    def precision(self, expected: Expected) -> Reals:
        """Gain over the characters shown, down to each rank."""
        return ratio(self.gain(expected), expected.n_characters_shown(self.label()))

    def recall(self, expected: Expected) -> Reals:
        """SRiR2 down to each rank."""
        return ratio(expected.reached, expected.total[expected.topic])


class TextPrecisionMeasure(TextMeasure):
    """A measure of gain per character at a rank, or the greatest from a recall level on."""

    rel: Rel = REL_OF_TEXT

    cutoffs = frozenset({int, float})

    def value_of(self, expected: Expected) -> Values:
        """Gain per character at the cutoff."""
        precision = self.precision(expected)
        if self.level is not None:
            values = expected.interpolated(precision, self.recall(expected), float(self.level))
            return expected.defined(values)
        return self.at_cutoff(expected, precision)


class AverageTextPrecisionMeasure(TextMeasure):
    """A measure of gain per character, over recall levels.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Recall is SRiR2 with ``base=total``.
    ``@k`` cuts the run at k results first.

    References
    ----------
    Ali, Consens and Lalmas (2012), section 7.
    """

    points: int = POINTS
    rel: Rel = REL_OF_TEXT

    def value_of(self, expected: Expected) -> Values:
        """Mean of the interpolated gain per character."""
        precision, recall = self.precision(expected), self.recall(expected)
        return expected.defined(
            expected.mean_interpolated(precision, recall, self.points, self.depth)
        )


class TextRecallMeasure(ExpectedGainMeasure):
    """A measure of gain over all relevance.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. With ``base=total`` a list with any
    redundancy never reaches 1.
    """

    rel: Rel = REL_OF_TEXT
    base: Base = param(
        "total",
        choices=BASES,
        about=":math:`T_{rel}`: the relevance of all assessed trees; the highlighted characters of "
        "the topic, each once (the paper's; recall can exceed 1 where assessed trees nest); or the "
        "recall-base at k.",
    )

    bounds = (0.0, 1.0)
    beyond = "above 1 possible with base=collection"

    def exceeds(self) -> bool:
        """Nested assessed trees hold more than their characters, each once."""
        return self.base == "collection"

    def value_of(self, expected: Expected) -> Values:
        """Gain at the cutoff over all relevance."""
        return recall_of(expected, self.gain(expected), self.base, self.depth)


class DesiredGainMeasure(ExpectedGainMeasure):
    """A measure of gain over what a user desires.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Can exceed 1. The desired gain keeps growing
    after m ranks, so values at different k are not comparable.
    """

    l: float = param(1.0, above=0, high=1, about="Recall that the user wants.")
    m: int = param(10, low=1, about="Ranks in which the user wants it.")
    rel: Rel = REL_OF_TEXT

    def value_of(self, expected: Expected) -> Values:
        """Gain at the cutoff over the gain desired for as many ranks."""
        base = expected.value_at(expected.base, self.depth, expected.total)
        desired = expected.depth(self.depth) * self.l * base / self.m
        return expected.defined(ratio(expected.value_at(self.gain(expected), self.depth), desired))


@register()
class EHits(TreeCountMeasure):
    r"""Expected relevance of the assessed trees that the list returns before they were seen.

    .. math::

        Hits = \sum_{a \in A \cap R} rel(a) \left(1 - p(a; R_{rank(a)-1})\right), \qquad
        p(a; R) = 1 - \prod_{t \in R} (1 - \tilde p(a; t))

    A hit is an exact match; :math:`\tilde p(a; t)` is the share of a seen by
    navigating from t.

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree: 1, its relevant characters, or the judged value.
    nav : Navigation, optional
        User model. Default: ``Depth()`` on elements, ``Window()`` on passages.
    normalise : {'cap', 'row', 'none'}, optional
        How steps come from a model that gives reach: ``cap`` divides a row by its sum only
        where that exceeds 1 (default on elements); ``row`` always (default of ``Hierarchy``
        on elements); ``none`` leaves reach unchanged (default on passages).
    shared : {'seen', 'nodes', 'printed'}, default seen
        Nodes that two trees share count as seen; ``nodes`` works node by node; ``printed`` is
        equation 4 as printed, which drops them.
    ideals : {'auto', 'elements'}, default auto
        Which trees are assessed: judged elements or trees, the derived ideal elements where
        (e, s) are given, else highlighted text; ``elements`` derives elements from it.
    units : {'judged', 'inventory'}, optional
        ``inventory``: every part of the inventory that holds highlighted text is assessed; the
        default where text is highlighted and there is an inventory, because no chunk equals a
        highlighted span. ``judged``: the highlighted spans themselves.
    hits : {'exact', 'certain'}, optional
        A tree is a hit at the rank that returns it; with ``certain`` also at the first rank
        after which it has surely been seen, the default for highlighted spans without an
        inventory.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run.

    Examples
    --------
    e3 and e4 are assessed, the list is e1, e3, e4, and readers step from e1 to e3 with .16, to
    e4 with .11: hits are 0, .84 and .84 + .89 = 1.73 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equations 4, 5 and 8.
    """

    tolerance: float = TOLERANCE

    question = "How much relevance does the list return that was not seen before?"

    def value_of(self, expected: Expected) -> Values:
        return self.at_cutoff(expected, expected.hits)


@register()
class EMisses(TreeCountMeasure):
    r"""Expected relevance of trees that the list neither returns nor leads to.

    .. math:: Misses = \sum_{a \in A \setminus R} rel(a) \left(1 - p(a; R)\right)

    Notes
    -----
    NaN without assessed trees; the relevance of all of them for an empty run. Lower is better.

    Examples
    --------
    The list e1, e3, e4 of EHits: .84 + .89 = 1.73 after rank 1, .89 after rank 2, then 0.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 9.
    """

    better = "lower"
    question = "How much relevance stays out of reach?"

    def value_of(self, expected: Expected) -> Values:
        misses = np.maximum(expected.gains.unreturned - expected.gains.near, 0.0)
        return self.at_cutoff(expected, misses, expected.total)


@register()
class ENearMisses(TreeCountMeasure):
    r"""Expected relevance of trees that the list does not return but leads to.

    .. math:: NearMisses = \sum_{a \in A \setminus R} rel(a)\, p(a; R)

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Falls when a near miss is returned at last.

    Examples
    --------
    The list e1, e3, e4 of EHits: .16 + .11 = .27 after rank 1, .11 after rank 2, then 0.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 10.
    """

    question = "How much relevance is not returned but reached by navigating?"

    def value_of(self, expected: Expected) -> Values:
        return self.at_cutoff(expected, expected.gains.near)


@register()
class ERecallBase(TreeCountMeasure):
    r"""Expected relevance that a user of the list could gain at most.

    .. math:: RecallBase = Hits + NearMisses + Misses

    Notes
    -----
    NaN without assessed trees; the relevance of all of them for an empty run. Shrinks with the
    redundancy of the list.

    Examples
    --------
    The list e1, e3, e4 of EHits: 2, 1.84 and 1.73 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 11.
    """

    tolerance: float = TOLERANCE

    question = "How much relevance is left to gain, redundancy taken off?"

    def value_of(self, expected: Expected) -> Values:
        return self.at_cutoff(expected, expected.base, expected.total)


@register()
class EShrinkage(TreeCountMeasure):
    r"""Expected relevance that hits lost because it was seen before.

    .. math::

        Shrinkage = \sum_{a \in A} rel(a) - Hits - NearMisses - Misses

    What redundancy took and, with ``tolerance`` below 1, overlap.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Lower is better. With EHits, ENearMisses
    and EMisses it adds up to the relevance of all assessed trees.

    Examples
    --------
    The list e1, e3, e4 of EHits: e3 was seen with .16 and e4 with .11 before they are
    returned: 0, .16 and .27 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), footnote 3.
    """

    tolerance: float = TOLERANCE

    better = "lower"
    question = "How much relevance did hits lose because it was seen before?"

    def value_of(self, expected: Expected) -> Values:
        return self.at_cutoff(expected, expected.gains.shrunk)


@register()
class ESRP(HitRateMeasure):
    r"""Expected hits per rank.

    .. math:: ESRP@k = \frac{Hits_k}{k}

    At a recall level ``@x``: the greatest ESRP over the ranks whose ESRR is at least x.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Without a cutoff k is the length of the
    list, so values depend on how much a system returns; a cutoff beyond the list still divides
    by the cutoff. With ``NoNav`` it is precision where no two of the trees involved share
    a node without being equal; with ``shared=printed`` always.

    Examples
    --------
    The list e1, e3, e4 of EHits: 0, .42 and .5767 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 13.
    """

    rel: Rel = param(
        "binary",
        choices=RELS,
        about="Relevance of an assessed tree; with other than ``binary`` values exceed 1.",
    )

    cutoffs = frozenset({int, float})
    question = "How many hits, not seen before, does a rank bring?"

    def value_of(self, expected: Expected) -> Values:
        cumulated_hits = self.hits_down_to(expected)
        if self.level is not None:
            precision = cumulated_hits / expected.rank
            values = expected.interpolated(precision, expected.recall(), float(self.level))
        else:
            hits = expected.value_at(cumulated_hits, self.depth)
            values = ratio(hits, expected.depth(self.depth).astype(np.float64))
        return expected.defined(values)


@register()
class ESRR(TreeCountMeasure):
    r"""Expected gain, near misses included, over the recall-base.

    .. math:: ESRR@k = \frac{Hits_k + NearMisses_k}{RecallBase_k}

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Not monotone in k: a likely near miss that
    is returned at last counts less as a hit. With ``NoNav`` it is recall where
    no two of the trees involved share a node without being equal; with ``shared=printed``
    always.

    Examples
    --------
    The list e1, e3, e4 of EHits: .27/2 = .135, .95/1.84 = .5163 and 1 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 14.
    """

    tolerance: float = TOLERANCE

    bounds = (0.0, 1.0)
    question = "What share of the relevance is returned or reached?"

    def value_of(self, expected: Expected) -> Values:
        return self.at_cutoff(expected, expected.recall())


@register(aliases=("MAESRP",))
class AESRP(HitRateMeasure):
    r"""Mean of the interpolated ESRP over recall levels.

    .. math:: AESRP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ ESRR@k \ge j/(n-1)} ESRP@k

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Recall is ESRR.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of EHits: ESRP is .5767 at best whatever the recall, so is the mean.

    References
    ----------
    Ali, Consens and Lalmas (2012), section 7.
    """

    points: int = POINTS
    rel: Rel = REL

    question = "How many new hits does a rank bring, averaged over levels of recall?"

    def value_of(self, expected: Expected) -> Values:
        precision = self.hits_down_to(expected) / expected.rank
        recall = expected.recall()
        return expected.defined(
            expected.mean_interpolated(precision, recall, self.points, self.depth)
        )
