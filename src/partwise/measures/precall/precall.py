"""Expected precision at a recall level."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.recall_levels import check_level
from partwise.language.component import register
from partwise.measures.precall._base import RecallLevelMeasure, ties
from partwise.measures.precall.recall_base import Ties


@register(aliases=("GRP",))
class Precall(RecallLevelMeasure):
    r"""Generalised recall-precision: probability that a viewed element is relevant.

    A reader goes down the list until the share :math:`x` of all relevance
    :math:`M` is found, :math:`w = xM`, and stops at rank :math:`l`.

    .. math:: Precall[x] = \frac{w}{w + j + s\,i/(r+1)}

    :math:`j` is the irrelevance (the sum of :math:`1-q`) before rank
    :math:`l`, :math:`s` the relevance still missing before it, :math:`r` and
    :math:`i` relevance and irrelevance at it. Every assessed element belongs to
    the recall-base, so overlap is neither punished nor forgiven.

    Notes
    -----
    NaN for a topic without an element of value above 0. A repeated element
    counts 0 and is irrelevant at its rank. Results share a rank where their
    scores are equal and no column ``rank`` parts them, or where their ranks
    order the run and are equal.
    Needs no structure, except on highlighted spans.

    References
    ----------
    Raghavan, Bollmann and Jung (1989); Kazai and Lalmas (2006), equation 17;
    Piwowarski, Gallinari and Dupret (2007), equation 19.
    """

    ties: Ties = ties(
        "Tied results form one rank, and the value is the "
        "one expected over their orders; or one result a rank, as listed."
    )

    cutoffs = frozenset({float})
    cutoff_required = True
    question = "What share of the elements read up to a recall level is relevant?"

    def check(self) -> None:
        """Refuse recall level 0."""
        check_level(self.label(), self.cutoff)

    def values(self, view: View) -> Values:
        level = np.array([float(self.complete().level or 1)])
        return self.recall_base(view).precision(level, self.collection, self.ties)[:, 0]
