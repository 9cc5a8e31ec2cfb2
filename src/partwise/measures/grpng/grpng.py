"""Precision of unseen text at a recall level."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.curves import SLACK, first_reaching
from partwise.kernels.recall_levels import check_level
from partwise.language.component import register
from partwise.measures.grpng._base import UnseenTextMeasure
from partwise.measures.grpng.unseen_share import unseen_share


@register()
class GRPng(UnseenTextMeasure):
    r"""Precision of unseen text where its recall reaches a level.

    .. math:: GRPng@x = GRPngP@k, \qquad k = \min \{k : GRPngR@k \ge x\}

    0 where no rank reaches the level. See GRPngR and GRPngP.
    """

    cutoffs = frozenset({float})
    question = "How specific is the text shown when a level of recall is reached?"

    def check(self) -> None:
        """Refuse recall level 0."""
        check_level(self.label(), self.cutoff)

    def values(self, view: View) -> Values:
        shares = unseen_share(view, self.label())
        topic = np.arange(view.n_topics)
        level = np.full(topic.size, float(self.complete().level or 1))
        rank = first_reaching(shares.recall, topic, level - SLACK)
        reached = rank <= shares.recall.length
        return shares.at(shares.precision, np.where(reached, rank, 0))
