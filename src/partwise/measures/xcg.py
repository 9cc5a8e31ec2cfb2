"""Extended cumulated gain: xCG, nxCG, effort-precision and gain-recall, Q, R-measure."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals, Values
from partwise.errors import ParameterError, PartwiseError
from partwise.gains.quantisations import Quant
from partwise.geometry.view import View
from partwise.kernels.ragged import owners, rank_in_segment, segment_count, top
from partwise.kernels.ranked import Interpolation, check_level, height_at, mean_ratio
from partwise.kernels.trees import Ideal, Norm
from partwise.language.component import param, register, slot
from partwise.language.fields import AUTO, Auto, NestedOrNone
from partwise.measures._kinds import RankedElementsMeasure, quant, quant_in_full
from partwise.measures.xcg_gains import (
    CumulatedGain,
    Gain,
    GainSetting,
    cumulated_gain,
    ideal_ranking,
    navigated_gain,
)
from partwise.navigation.walks import check_independent
from partwise.users.base import Navigation

IDEAL = param(
    "derived",
    choices=("derived", "full"),
    about="derived: the best element of each path, without overlap. full: all elements with a "
    "value.",
)


class CumulatedGainMeasure(RankedElementsMeasure):
    """A measure of the gains of a ranking of elements."""

    quant: Quant | Auto = quant_in_full("sog")
    tolerance: float = param(
        0.0,
        low=0,
        high=1,
        about="0 = what was seen before earns nothing, 1 = overlap is ignored.",
    )
    norm: Norm = param(
        "bounded",
        choices=("bounded", "literal", "none"),
        about="bounded: the results around an ideal element never earn more than it. literal: as "
        "printed, elements above ideals are not charged. none: no limit.",
    )
    ideal: Ideal = IDEAL
    gain: Gain | Auto = param(
        AUTO,
        choices=("tree", "text"),
        about="Overlap by children, or by highlighted characters (quant spec). Default: text on "
        "highlights with spec, else tree.",
    )

    nav: NestedOrNone[Navigation] = slot(
        default=None,
        family=Navigation,
        about="User model: results are worth the ideal elements that readers probably reach from "
        "them. Without one near misses are worth their own value.",
    )

    beyond = "above 1 possible with norm=literal or norm=none"

    @property
    def setting(self) -> GainSetting:
        """Parameters of the gains."""
        return GainSetting(
            self.quant, self.tolerance, self.norm, self.ideal, self.gain, owner=self.label()
        )

    def gains(self, view: View) -> CumulatedGain:
        """Return what the ranks earn under these parameters, shared with other measures."""
        if self.nav is None:
            return cumulated_gain(view, self.setting)
        return navigated_gain(view, self.setting, self.nav, self.depth)

    @property
    def cut(self) -> int | None:
        """The rank at which gains are cut; those of navigating readers know the end of the run."""
        return self.depth if self.nav is None else None

    def exceeds(self) -> bool:
        """Only ``norm=bounded`` keeps results around an ideal element from earning more than it."""
        return self.norm != "bounded"

    def check(self) -> None:
        """Raise on text gain without a quantisation of text, and on overlap beside navigation."""
        if self.nav is not None:
            check_independent(self.label(), self.nav)
            for name in ("tolerance", "norm", "gain"):
                if name in self.settings():
                    message = f"{self.label()}: {name} says what overlap earns, and nav replaces it"
                    raise ParameterError(
                        self.label(), name, getattr(self, name), "left out with nav", said=message
                    )
        if self.gain == "text" and self.quant not in (AUTO, "spec"):
            raise ParameterError(self.label(), "gain", self.gain, "tree unless quant is spec")


class ShareMeasure(CumulatedGainMeasure):
    """A measure of the gains down to a rank, as a share of what could be earned."""

    cutoff_required = True

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        return gains.within(self.share(gains))

    def share(self, gains: CumulatedGain) -> Values:
        """Return the share of each topic, rounding included."""
        raise PartwiseError(f"{self.label()} does not define share()")


class FindsMeasure(CumulatedGainMeasure):
    """A measure that is read at every result that earns something.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 for an empty run.
    ``@k`` cuts the run at k results first.
    """

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        terms = self.at_finds(gains, np.flatnonzero(gains.earning))
        return gains.mean_over_finds(terms, self.cut)

    def at_finds(self, gains: CumulatedGain, finds: Ints) -> Reals:
        """Return the term of each of these results."""
        raise PartwiseError(f"{self.label()} does not define at_finds()")


class EffortPrecisionMeasure(CumulatedGainMeasure):
    """A measure that asks how far down a ranking a height is reached."""

    interpolation: Interpolation = param(
        "linear",
        choices=("linear", "inex2005"),
        about="linear between ranks; inex2005 reproduces the paper's Table II.",
    )

    def check(self) -> None:
        """Raise on recall level 0."""
        super().check()
        check_level(self.label(), self.cutoff)


@register()
class xCG(CumulatedGainMeasure):
    r"""Extended cumulated gain: what the first k results earn together.

    .. math:: xCG[k] = \sum_{i=1}^{k} G[i]

    :math:`G[i]` is the value of the element at rank i, lowered where it or
    parts of it were seen at earlier ranks, and limited by what is left of the
    ideal elements that it is, lies in or contains.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.
    Not comparable between topics; see nxCG.

    References
    ----------
    Kazai and Lalmas (2006), equations 4, 8, 9 and 10.
    """

    bounds = (0.0, np.inf)
    beyond = ""
    cutoff_required = True
    question = "How much have the first k elements given the reader?"

    def values(self, view: View) -> Values:
        return self.gains(view).run_at(self.depth)


@register()
class nxCG(ShareMeasure):
    r"""Normalised cumulated gain: the first k results against the best k.

    .. math:: nxCG[k] = \frac{xCG[k]}{xCI[k]}

    :math:`xCG` is the cumulated gain of the run, :math:`xCI` that of the ideal
    elements in decreasing order of value.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.
    Past the ideal's end xCI stays at its total. Up to 1 with ``norm=bounded``;
    the other norms can give more.

    References
    ----------
    Kazai and Lalmas (2006), equation 5.
    """

    question = "What share of the best possible gain of k elements do the top k collect?"

    def share(self, gains: CumulatedGain) -> Values:
        return gains.run_at(self.depth) / gains.ideal_at(self.depth)


@register(aliases=("MAnxCG",))
class AnxCG(ShareMeasure):
    r"""Average normalised cumulated gain over the ranks 1 to k.

    .. math:: AnxCG[k] = \frac{1}{k} \sum_{i=1}^{k} \frac{xCG[i]}{xCI[i]}

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.
    Always k terms, also for shorter runs.

    References
    ----------
    Kazai and Lalmas (2006), equation 6.
    """

    question = "How well do the first ranks do against the ideal, on average over k ranks?"

    def share(self, gains: CumulatedGain) -> Values:
        return mean_ratio(gains.run, gains.ideal, self.complete().depth or 1)


@register()
class gr(ShareMeasure):
    r"""Gain-recall: the share of all there is to earn that k results have earned.

    .. math:: gr[k] = \frac{xCG[k]}{T}, \qquad T = \sum_j I[j]

    :math:`T` is what all ideal elements are worth together.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.

    References
    ----------
    Kazai and Lalmas (2006), equation 14.
    """

    question = "What share of the total achievable gain do the top k elements collect?"

    def share(self, gains: CumulatedGain) -> Values:
        return gains.run_at(self.depth) / gains.total


@register()
class ep(EffortPrecisionMeasure):
    r"""Effort-precision: ideal effort over the run's effort at a gain-recall level.

    .. math:: ep[x] = \frac{rank(I, xT)}{rank(G, xT)}

    :math:`rank(V, g)` is the rank, with a fraction, at which the cumulated
    gain of :math:`V` reaches :math:`g`; ``linear``: :math:`i-1+(g-b)/(a-b)`,
    ``inex2005``: :math:`i-1+g/a`, with :math:`b`, :math:`a` the cumulated gain
    before and at the first rank :math:`i` that reaches it.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 where the run never
    reaches the level.

    References
    ----------
    Kazai and Lalmas (2006), equation 13; table II is ``interpolation=inex2005``.
    """

    cutoffs = frozenset({float})
    cutoff_required = True
    question = "How many ranks would an ideal list need, compared with this one?"

    def values(self, view: View) -> Values:
        level = np.array([float(self.complete().level or 1)])
        return self.gains(view).effort_precision(level, self.interpolation)[:, 0]


@register(aliases=("MAep",))
class Aep(EffortPrecisionMeasure, FindsMeasure):
    r"""Effort-precision averaged over the results that earn something.

    .. math:: Aep = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{rank(I, \min(xCG[i], T))}{i}

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    question = "How economical is the list, read at each useful result?"

    def at_finds(self, gains: CumulatedGain, finds: Ints) -> Reals:
        topic = gains.owner[finds]
        height = np.minimum(gains.run.height[finds], gains.total[topic])
        ideal = gains.ideal_rank(topic, height, self.interpolation)
        return ideal / gains.rank[finds]


@register(aliases=("iMAep",))
class iAep(EffortPrecisionMeasure):
    r"""Effort-precision averaged over equally spaced recall levels.

    .. math:: iAep = \frac{1}{p} \sum_{j=1}^{p} ep[j/p]

    Notes
    -----
    NaN for a topic without an element of value above 0. ``@k`` cuts the run
    at k results first.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    points: int = param(
        10, low=1, high=10_000, about="Number of levels 1/points, 2/points, ..., 1."
    )

    question = "How economical is the list over all recall levels?"

    def values(self, view: View) -> Values:
        level = np.arange(1, self.points + 1) / self.points
        each = self.gains(view).effort_precision(level, self.interpolation, self.cut)
        return np.asarray(each.sum(axis=1) / self.points)


@register()
class Q(FindsMeasure):
    r"""Sakai's Q-measure on the gains of elements.

    .. math:: Q = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{cbg(i)}{xCI[i] + i},
        \qquad cbg(i) = xCG[i] + |\{j \le i: G[j] > 0\}|

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

    References
    ----------
    Kazai and Lalmas (2006), equation 11, with the plain cumulated ideal gain of
    their footnotes 12 and 13.
    """

    question = "How much is earned, and how early, at each useful result?"

    def at_finds(self, gains: CumulatedGain, finds: Ints) -> Reals:
        rank = gains.rank[finds]
        best = height_at(gains.ideal, gains.owner[finds], rank)
        return gains.bonus_curve[finds] / (best + rank)


@register()
class Rmeasure(CumulatedGainMeasure):
    r"""Sakai's R-measure on the gains of elements.

    .. math:: R = \frac{cbg(n)}{xCI[n] + n},
        \qquad cbg(i) = xCG[i] + |\{j \le i: G[j] > 0\}|

    :math:`n` is the number of ideal elements.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.

    References
    ----------
    Kazai and Lalmas (2006), equation 12 with xCI[n] + n below the line, which
    is what their table II used.
    """

    cutoffs = frozenset()
    question = "How good are the first n results, n being the number of ideal elements?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        n = gains.ideal.length
        return gains.within(gains.bonus_at(n) / (gains.total + n))


@register()
class xCI(RankedElementsMeasure):
    r"""Cumulated gain of the ideal ranking: the most that k results can earn.

    .. math:: xCI[k] = \sum_{i=1}^{k} I[i]

    :math:`I` holds the values of the ideal elements in decreasing order. It
    says something about the topic, nothing about the run.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the ideal's end
    it stays at the total.

    References
    ----------
    Kazai and Lalmas (2006), section 5.1.
    """

    quant: Quant | Auto = quant("Value of an element, as in xCG.")
    ideal: Ideal = IDEAL

    bounds = (0.0, np.inf)
    cutoff_required = True
    question = "How much could k elements give the reader at best?"

    def values(self, view: View) -> Values:
        setting = GainSetting(self.quant, ideal=self.ideal, owner=self.label())
        ideal = ideal_ranking(view, setting).curves
        rank = np.full(view.n_topics, self.complete().depth)
        height = height_at(ideal, np.arange(view.n_topics), rank)
        return np.where(ideal.length > 0, height, np.nan)


@register()
class Overlap(RankedElementsMeasure):
    r"""Share of the elements in the top k that share text with another one.

    .. math:: Overlap@k = \frac{|\{i \le k : \exists j \ne i, j \le k,\
        c_i \text{ contains, lies in or equals } c_j\}|}{\min(k, n)}

    :math:`n` is the length of the run.

    Notes
    -----
    Uses no judgements and is always defined; 0 for an empty list. A repeated
    element overlaps. Results that are no elements overlap nothing.

    References
    ----------
    Kazai and Lalmas (2006), section 6.3.
    """

    direction: str = param(
        "any",
        choices=("any", "seen"),
        about="any: another result anywhere in the top k. seen: one at an earlier rank.",
    )

    better = "lower"
    needs = frozenset({"structure"})
    question = "How many results repeat text of other results?"
    undefined = "never"

    def values(self, view: View) -> Values:
        elements = view.elements
        offsets, nearest = elements.offsets, elements.nearest
        row = np.arange(nearest.size)
        if self.direction == "seen":
            overlaps = nearest < row
        else:
            overlaps = nearest < top(offsets, self.depth)[owners(offsets)]
        if self.depth is not None:
            overlaps &= rank_in_segment(offsets) <= self.depth
        present = top(offsets, self.depth) - offsets[:-1]
        return np.asarray(segment_count(overlaps, offsets) / np.maximum(present, 1))
