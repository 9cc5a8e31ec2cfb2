"""PRUM and EPRUM: precision-recall with user modelling."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal, Self

import numpy as np

from partwise._typing import Flags, Ints, Reals, Values
from partwise.errors import ParameterError, PartwiseError
from partwise.geometry.view import View
from partwise.kernels.probability import Novelty, Unseen, WalkEffort, precision, seen
from partwise.kernels.ranked import weighted_mean
from partwise.language.component import param, register, slot
from partwise.language.fields import AUTO, Auto, NestedOrAuto
from partwise.language.measure import Measure
from partwise.navigation.results_and_targets import union_shares
from partwise.navigation.targets import (
    IDEALS,
    RELS,
    Ideals,
    Rel,
    Targets,
    n_retrievable,
    strictness,
    targets_of,
)
from partwise.navigation.walks import (
    Exposure,
    WalkReader,
    Walks,
    at_recall,
    check_independent,
    check_recall,
    exposure,
    recall_value,
    walks,
)
from partwise.tables.columns import first
from partwise.users.base import Navigation, extents
from partwise.users.reading import Reads, Window
from partwise.users.trees import Hierarchy


def curves(
    view: View,
    *,
    reader: WalkReader,
    depth: int | None,
    elements: int | Auto,
    novelty: Novelty,
    measure: str,
) -> list[Reals | None]:
    """PRUM(1), ..., PRUM(m) of each topic; None where there are no ideals."""
    walked = walks(view, reader, depth, measure)
    key = ("PRUM", reader, depth, elements, novelty)
    return view.memo(key, partial(_curves, walked, depth, elements, novelty, measure))


def _curves(
    walked: Walks, depth: int | None, elements: int | Auto, novelty: Novelty, measure: str
) -> list[Reals | None]:
    unranked = n_unranked(walked, depth, elements, measure)
    return [
        None if effort is None else np.minimum(precision(effort, float(n_left)), 1.0)
        for effort, n_left in zip(walked.efforts(novelty), unranked.tolist(), strict=True)
    ]


def n_unranked(walked: Walks, depth: int | None, elements: int | Auto, measure: str) -> Ints:
    """Units of the collection outside each topic's list."""
    targets, both = walked.targets, walked.targets.both
    distinct = both.n_distinct(depth)
    if elements is AUTO:
        return n_retrievable(targets, measure, depth) - distinct
    rank = np.append(both.rank, np.iinfo(np.int64).max)[both.returned]
    outside = rank > (depth or both.result.size)
    n_needed = distinct + np.bincount(both.target_topic[outside], minlength=both.n_topics)
    if (topic := first((n_needed > elements) & (both.n_targets > 0))) is not None:
        name = walked.topics[topic]
        needed = f"at least {n_needed[topic]}, the results and unlisted ideals of topic {name}"
        raise ParameterError(measure, "elements", elements, needed)
    return elements - distinct


HOW_NEW = ("noisy-or", "exact")
NAV = slot(
    default=AUTO,
    family=Navigation,
    about="User model. Default: ``Hierarchy()`` on elements, ``Window()`` on passages.",
)
REVISIT = param(
    True,
    about="False: a result whose document an earlier result was in shows only itself (a passage: "
    "what it meets).",
)
LeastEffort = Literal["r", "one"]
EFFORT = param(
    "r",
    choices=("r", "one"),
    about="The ideal list needs r ranks for r ideals, or one: then every useless rank costs.",
)
Strictness = Literal["binary", "value"]
REL = param(
    "binary",
    choices=("binary", "value"),
    about="``value``: readers of every strictness. Each wants the ideals from one grade of the "
    "topic on, and weighs what the grade is above the one before, over the highest.",
)
WANTED = param("auto", choices=IDEALS, about="What is ideal, as in PRUM.")


def recall_value_param(about: str) -> Any:
    """Parameter for the number of ideals that the user wants to see."""
    without = "required without a recall level"
    return param(None, kind=int, low=1, without=without, about=about)


class NavigationMeasure(Measure):
    """A measure of what readers see who navigate from what they consult."""

    nav: NestedOrAuto[Navigation]
    ideals: Ideals
    revisit: bool

    bounds = (0.0, 1.0)
    needs = frozenset({"ideals"})
    cutoffs = frozenset({int})
    family = "navigation"
    undefined = "no ideals"


class WalkMeasure(NavigationMeasure):
    """A measure of walks down the list until a number of ideals is seen."""

    rel: Strictness

    def check(self) -> None:
        """Raise if the chances of the user model are not independent."""
        check_independent(self.label(), self.nav)

    def values(self, view: View) -> Values:
        """Value of each topic, of one reader or of readers of every strictness."""
        self.complete()
        if self.rel == "binary":
            return self.reduced(view, self.by_recall(view, self.reader()))
        targets = targets_of(view, self.ideals, measure=self.label())
        total = np.zeros(view.n_topics)
        for grade, weight in enumerate(strictness(targets.both), start=1):
            value = self.reduced(view, self.by_recall(view, self.reader(grade)))
            total += np.where(weight > 0, weight * value, 0.0)
        return np.where(targets.n_targets > 0, np.minimum(total, 1.0), np.nan)

    def walks(self, view: View, reader: WalkReader) -> Walks:
        """Follow readers under this measure's user model, shared with other measures."""
        return walks(view, reader, self.depth, self.label())

    def reader(self, grade: int = 1) -> WalkReader:
        """Reader of the given strictness under this measure's user model."""
        return WalkReader(self.nav, self.ideals, self.revisit, grade)

    def by_recall(self, view: View, reader: WalkReader) -> list[Reals | None]:
        """Values at every recall value of each topic; None where there are no ideals."""
        raise PartwiseError(f"{self.label()} does not define by_recall()")

    def reduced(self, view: View, rows: list[Reals | None]) -> Values:
        """Value of each topic from its values at every recall value, NaN where there are none."""
        del view
        return np.array([np.nan if row is None else self.of_row(row) for row in rows])

    def of_row(self, row: Reals) -> float:
        """Mean over all recall values."""
        return float(row.mean())


class EffortRatioMeasure(WalkMeasure):
    """A measure of the least effort of users over theirs."""

    effort: LeastEffort

    def by_recall(self, view: View, reader: WalkReader) -> list[Reals | None]:
        """Least effort over effort."""

        def value(effort: WalkEffort) -> Reals:
            return np.minimum(effort.saving if self.effort == "r" else effort.inverse, 1.0)

        efforts = self.walks(view, reader).efforts(None)
        return [None if effort is None else value(effort) for effort in efforts]


class PrecisionMeasure(WalkMeasure):
    """A measure of PRUM at recall values.

    Notes
    -----
    NaN without ideals. ``@k`` cuts the run at k results first.
    """

    elements: int | Auto
    novelty: Novelty

    needs = frozenset({"ideals", "structure or inventory"})

    def by_recall(self, view: View, reader: WalkReader) -> list[Reals | None]:
        """PRUM(1), ..., PRUM(m)."""
        return curves(
            view,
            reader=reader,
            depth=self.depth,
            elements=self.elements,
            novelty=self.novelty,
            measure=self.label(),
        )


class RecallValueMeasure(WalkMeasure):
    """A measure at a recall value ``r``, or at a recall level."""

    r: int | None

    cutoffs = frozenset({int, float})

    def complete(self) -> Self:
        """Raise ParameterError without ``r`` and without a recall level."""
        check_recall(self.label(), self.r, self.cutoff)
        return super().complete()

    def check(self) -> None:
        """Raise if readers who want different numbers of ideals get one number."""
        super().check()
        if self.r is not None and self.rel == "value":
            expected = f"binary with r={self.r}; readers of different strictness want a level, @x"
            raise ParameterError(self.label(), "rel", self.rel, expected)

    def reduced(self, view: View, rows: list[Reals | None]) -> Values:
        """Value of each topic at the recall value, or at the recall level."""
        if self.r is not None:
            return at_recall(view, rows, self.r, self.label())
        return super().reduced(view, rows)

    def of_row(self, row: Reals) -> float:
        """Value at the recall level."""
        return self.at_level(row[recall_value(self.level, row.size) - 1 :])

    def at_level(self, onward: Reals) -> float:
        """Value at a recall level, given the values from there on."""
        return float(onward[0])


@register()
class PRUM(RecallValueMeasure, PrecisionMeasure):
    r"""Precision at a recall value, for users who may navigate from what they consult.

    A user walks down the list until ``r`` ideal units are seen, and then
    through the rest of the collection in random order. PRUM is the expected
    number of consulted ranks that lead to an ideal not seen before, over the
    expected number of consulted ranks.

    .. math::

        PRUM(r) = \frac
        {\sum_{i} \sum_{s<r} f_{i-1}(s) N_i(s) + \sum_{s<r} f_o(s) (r-s)}
        {\sum_{i} \sum_{s<r} f_{i-1}(s)
         + \sum_{s<r} f_o(s) (r-s) \left(1 + \frac{u-(m-s)}{m-s+1}\right)}

    where :math:`f_i(s)` is the probability of having seen s of the m ideals
    after rank i, :math:`N_i(s)` that rank i then shows a new one, and u the
    number of units outside the list.

    Notes
    -----
    NaN without ideals, and where ``r`` exceeds their number. An empty run gets
    (m + 1) / (elements + 1). A repeated result keeps its rank and leads nowhere.
    Ideals that are trees of several nodes are seen by the share of their nodes, as in ESR.

    Examples
    --------
    The list ``c d a b`` with ideals ``a``, ``b``; ``c`` leads to each with .4, ``d`` with .6 and
    .4: PRUM(r=1) = 1/1.4464 = .6914, PRUM(r=2) = 1.7248/2.7136 = .6356, exact .6462.

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), equations 5 to 8.
    """

    r: int | None = recall_value_param(
        r"Recall value. With a recall level ``@x`` instead: the greatest PRUM(r) over "
        r":math:`r \ge \max(1, \lceil x m \rceil)`. An integer cutoff ``@k`` cuts the run "
        "first and needs ``r``."
    )
    nav: NestedOrAuto[Navigation] = NAV
    elements: int | Auto = param(
        AUTO,
        kind=int,
        low=1,
        about="Retrievable units of the collection. Default: the elements of the structure; for "
        "passages the parts of the inventory and whatever else is ideal or returned.",
    )
    novelty: Novelty = param(
        "noisy-or",
        choices=HOW_NEW,
        about="The paper's approximation of N, or its exact value under independent ideals. The "
        "approximation is never above the exact value.",
    )
    ideals: Ideals = param(
        "auto",
        choices=IDEALS,
        about="What is ideal: judged elements or trees, the derived ideal elements where (e, s) "
        "are given, else every highlighted span; ``elements`` derives elements from highlights.",
    )
    revisit: bool = REVISIT
    rel: Strictness = REL

    question = "How many of the ranks consulted lead a navigating user to something?"

    def at_level(self, onward: Reals) -> float:
        """Greatest value at or above the recall level."""
        return float(onward.max())


@register(aliases=("MAPRUM",))
class APRUM(PrecisionMeasure):
    r"""Mean of PRUM over all recall values.

    .. math:: APRUM = \frac{1}{m} \sum_{r=1}^{m} PRUM(r)

    Examples
    --------
    The list ``c d a b`` of PRUM's example: (.6914 + .6356) / 2 = .6635.

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), section 3.
    """

    levels: int | None = param(
        None,
        kind=int,
        low=2,
        without="default: none (all recall values)",
        about="Mean over this many equally spaced recall levels from 0 to 1 of the interpolated "
        "value instead; 101 gives levels 0, .01, ..., 1.",
    )
    nav: NestedOrAuto[Navigation] = slot(default=AUTO, family=Navigation, about="As in PRUM.")
    elements: int | Auto = param(AUTO, kind=int, low=1, about="As in PRUM.")
    novelty: Novelty = param("noisy-or", choices=HOW_NEW, about="As in PRUM.")
    ideals: Ideals = param("auto", choices=IDEALS, about="As in PRUM.")
    revisit: bool = REVISIT
    rel: Strictness = REL

    question = "How precise is the list for navigating users, whatever they want?"

    def of_row(self, row: Reals) -> float:
        """Mean over recall values, or over levels."""
        if self.levels is None:
            return super().of_row(row)
        best = np.maximum.accumulate(row[::-1])[::-1]
        steps = self.levels - 1
        index = [recall_value(Fraction(j, steps), row.size) - 1 for j in range(self.levels)]
        return float(best[index].mean())


@register()
class EPRUM(RecallValueMeasure, EffortRatioMeasure):
    r"""How much earlier a user could have been satisfied: expected ideal effort over effort.

    .. math::

        EPRUM(r) = E[\min(1, r / K_r)] = \sum_{k=1}^{o} \min(1, r/k)
        \left( P(F_k \ge r) - P(F_{k-1} \ge r) \right)

    where :math:`K_r` is the first rank at which r ideals are seen; users who
    never get there count 0.

    Notes
    -----
    NaN without ideals, and where ``r`` exceeds their number. The ideal list
    shows one ideal a rank, so a result that leads to j ideals forgives up to
    j - 1 useless ranks before it. Not monotone in r. With ``NoNav``, EPRUM(r)
    is precision at the r-th ideal. ``effort=one`` is E[1 / K_r], never above it.

    Examples
    --------
    Paragraph c (10 words) lies in b (40), b in a (60); the list a, b, c shows c at rank 1
    with 1/6, at 2 with 5/6 x 1/4, else at 3: 1/6 + 5/24/2 + 5/8/3 = .4792.

    References
    ----------
    Piwowarski (2006), EPRUM metrics and INEX 2005; Ali, Consens and Lalmas (2012), footnote 11.
    """

    r: int | None = recall_value_param(
        r"Recall value; with a recall level ``@x`` instead "
        r":math:`r = \max(1, \lceil x m \rceil)`, without interpolation. An integer cutoff "
        "``@k`` cuts the run first and needs ``r``."
    )
    nav: NestedOrAuto[Navigation] = NAV
    ideals: Ideals = WANTED
    revisit: bool = REVISIT
    rel: Strictness = REL
    effort: LeastEffort = EFFORT

    question = "How close to the least effort does the list satisfy a user?"


@register(aliases=("MAEPRUM",))
class AEPRUM(EffortRatioMeasure):
    r"""Mean of EPRUM over all recall values.

    .. math:: AEPRUM = \frac{1}{m} \sum_{r=1}^{m} EPRUM(r)

    Notes
    -----
    NaN without ideals. With ``NoNav`` it is average precision. ``@k`` cuts the run at k
    results first.

    Examples
    --------
    Ideals at ranks 1 and 3 of a list, no navigation: (1/1 + 2/3) / 2 = .8333.

    References
    ----------
    Piwowarski (2006), EPRUM metrics and INEX 2005.
    """

    ideals: Ideals = WANTED
    nav: NestedOrAuto[Navigation] = NAV
    revisit: bool = REVISIT
    effort: LeastEffort = EFFORT
    rel: Strictness = REL

    question = "How close to the least effort is the list, whatever users want?"


@register()
class GR(NavigationMeasure):
    r"""Expected share of the ideals that a navigating user has seen.

    .. math::

        GR@k = \frac{\sum_x rel(x)\, P_k(x)}{\sum_x rel(x)}, \qquad
        P_k(x) = 1 - \prod_{y \in L_k} (1 - P(y \to x))

    Notes
    -----
    NaN without ideals. Never falls with k.

    Examples
    --------
    Paragraph c (10 words) lies in b (40), b in a (60): after a and b it was seen with
    1 - (5/6)(3/4), so GR@2 = .375.

    References
    ----------
    Piwowarski and Gallinari (2003); Piwowarski, Gallinari and Dupret (2007), equation 6.
    """

    rel: Rel = param(
        "binary",
        choices=RELS,
        about="What an ideal counts: 1, the judged value, or its relevant characters.",
    )
    nav: NestedOrAuto[Navigation] = slot(
        default=AUTO,
        family=Navigation,
        about="User model. Default: ``Hierarchy()`` on elements, ``Window()`` on passages. With "
        "``Reads()`` an ideal counts the share of its text that all results show together.",
    )
    ideals: Ideals = WANTED
    revisit: bool = REVISIT

    question = "How much of what a user wants is seen, navigation included?"

    def values(self, view: View) -> Values:
        targets = targets_of(view, self.ideals, measure="GR")
        key = ("seen", self.nav, self.ideals, self.revisit, self.depth)
        share = view.memo(key, lambda: self._seen(targets))
        rel = targets.rel(self.rel, "GR(rel=length)")
        offsets = targets.both.target_offsets
        mean = weighted_mean(share, rel, offsets)
        # ideals without length weigh nothing: 0 of 0, not undefined
        mean[np.isnan(mean) & (np.diff(offsets) > 0)] = 0.0
        return np.minimum(mean, 1.0)

    def check(self) -> None:
        """Raise if revisits are left out where text is shown together."""
        if not self.revisit and isinstance(self.nav, Reads) and self.nav.min is None:
            expected = "true with Reads(), which counts the text that all results show together"
            raise ParameterError(self.label(), "revisit", self.revisit, expected)

    def _seen(self, targets: Targets) -> Reals:
        """Probability that each unit was seen."""
        both = targets.both
        share = np.zeros(both.target.size)
        for topics, model, passages in targets.by_kind(self.nav, Hierarchy(), Window()):
            rows = topics[both.target_topic]
            if isinstance(model, Reads) and model.min is None:
                share[rows] = self._read(targets, model)[rows]
            else:
                met = exposure(targets, model, passages=passages, revisit=self.revisit)
                share[rows] = self._noisy_or(targets, topics, met)[rows]
        return share

    def _noisy_or(self, targets: Targets, topics: Flags, met: Exposure) -> Reals:
        both = targets.both
        near = both.rank <= (self.depth or both.result.size)
        row = np.flatnonzero(both.fresh & topics[both.topic] & near)
        unseen = Unseen(both.target.size)
        for _, target, chance in met(row):
            unseen.take(target, chance)
        return seen(unseen.log)

    def _read(self, targets: Targets, model: Reads) -> Reals:
        """Text that all results show together."""
        both = targets.both
        wanted_doc = np.isin(both.nodes.doc, both.doc[both.target])
        start, end = np.zeros((2, len(both.nodes)), np.int64)
        start[wanted_doc], end[wanted_doc] = extents(
            both.nodes.take(wanted_doc), model.unit, "Reads"
        )
        placed = replace(both, nodes=replace(both.nodes, start=start, end=end))
        return union_shares(placed, self.depth)
