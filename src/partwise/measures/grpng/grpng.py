"""Precision of unseen text at a recall level."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError
from partwise.gains.cumulated_gain import SLACK
from partwise.gains.unseen_share import unseen_share
from partwise.kernels.curves import first_reaching
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class GRPng(Measure):
    r"""Precision of unseen text where its recall reaches a level.

    .. math:: GRPng@x = GRPngP@k, \qquad k = \min \{k : GRPngR@k \ge x\}

    0 where no rank reaches the level. See GRPngR and GRPngP.

    Notes
    -----
    NaN for a topic in which no assessed element has e > 0. Elements that were
    not judged count with e = s = 0, but what they show is seen. Needs grades;
    highlighted spans have none. No quantisation, no interpolation.

    References
    ----------
    Gövert, Kazai, Fuhr and Lalmas (2003); Piwowarski, Gallinari and Dupret
    (2007), appendix C.2.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"elements", "structure"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({float})
    cutoff_required: ClassVar[bool] = True
    family: ClassVar[str] = "elements"
    question: ClassVar[str] = "How specific is the text shown when a level of recall is reached?"
    undefined: ClassVar[str] = "no assessed element with e > 0"

    def check(self) -> None:
        """Refuse recall level 0, which is reached before the first rank."""
        if self.cutoff is not None and not self.cutoff > 0:
            expected = "a recall level above 0.0 and at most 1.0"
            raise ParameterError(self.label(), "cutoff", self.cutoff, expected)

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per topic."""
        shares = unseen_share(view, self.label())
        topic = np.arange(view.n_topics)
        level = np.full(topic.size, float(self.complete().level or 1))
        rank = first_reaching(shares.recall, topic, level - SLACK)
        reached = rank <= shares.recall.length
        return shares.at(shares.precision, np.where(reached, rank, 0))
