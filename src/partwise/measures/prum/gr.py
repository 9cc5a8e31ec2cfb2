"""Generalised recall of navigating users."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from partwise._typing import Flags, Reals, Values
from partwise.errors import ParameterError
from partwise.geometry.view import View
from partwise.kernels.probability.noisy_or import Unseen, seen
from partwise.kernels.ranked import weighted_mean
from partwise.language.component import param, register, slot
from partwise.language.fields import AUTO
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum._base import REVISIT, WANTED, NavigationMeasure
from partwise.navigation.covered_text import union_shares
from partwise.navigation.targets import (
    RELS,
    Ideals,
    Rel,
    Targets,
    targets_of,
)
from partwise.navigation.visits import Exposure, exposure
from partwise.users.base import Navigation
from partwise.users.extents import extents
from partwise.users.hierarchy import Hierarchy
from partwise.users.reads import Reads
from partwise.users.window import Window


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
        known = targets_of(view, self.ideals, measure="GR")
        key = ("seen", self.nav, self.ideals, self.revisit, self.depth)
        share = view.memo(key, lambda: self._seen(known))
        rel = known.rel(self.rel, "GR(rel=length)")
        offsets = known.both.target_offsets
        mean = weighted_mean(share, rel, offsets)
        # ideals without length weigh nothing: 0 of 0, not undefined
        mean[np.isnan(mean) & (np.diff(offsets) > 0)] = 0.0
        return np.minimum(mean, 1.0)

    def check(self) -> None:
        """Refuse to leave out revisits where text is shown together."""
        if not self.revisit and isinstance(self.nav, Reads) and self.nav.min is None:
            expected = "true with Reads(), which counts the text that all results show together"
            raise ParameterError(self.label(), "revisit", self.revisit, expected)

    def _seen(self, known: Targets) -> Reals:
        """Probability that each unit was seen."""
        both = known.both
        share = np.zeros(both.target.size)
        for topics, model, passages in known.by_kind(self.nav, Hierarchy(), Window()):
            mine = topics[both.target_topic]
            if isinstance(model, Reads) and model.min is None:
                share[mine] = self._read(known, model)[mine]
            else:
                met = exposure(known, model, passages=passages, revisit=self.revisit)
                share[mine] = self._noisy_or(known, topics, met)[mine]
        return share

    def _noisy_or(self, known: Targets, topics: Flags, met: Exposure) -> Reals:
        both = known.both
        near = both.rank <= (self.depth or both.result.size)
        row = np.flatnonzero(both.fresh & topics[both.topic] & near)
        unseen = Unseen(both.target.size)
        for _, wanted, chance in met(row):
            unseen.take(wanted, chance)
        return seen(unseen.log)

    def _read(self, known: Targets, model: Reads) -> Reals:
        """Text that all results show together."""
        both = known.both
        wanted_doc = np.isin(both.nodes.doc, both.doc[both.target])
        start, end = np.zeros((2, len(both.nodes)), np.int64)
        start[wanted_doc], end[wanted_doc] = extents(
            both.nodes.take(wanted_doc), model.unit, "Reads"
        )
        placed = replace(both, nodes=replace(both.nodes, start=start, end=end))
        return union_shares(placed, self.depth)
