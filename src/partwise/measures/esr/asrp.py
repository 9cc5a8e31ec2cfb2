"""Average structural relevance in precision, by inferred relevance."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.expectations import ratio
from partwise.navigation.inferred import BY_REL, Infer, check_infer, inferred_sums
from partwise.navigation.targets import RELS, Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class ASRP(TreeMeasure):
    r"""Mean of SRP over all ranks of the list.

    .. math:: ASRP = \frac{1}{o} \sum_{k=1}^{o} SRP@k

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of a node.
    infer : {'mean', 'union', 'sum'}, optional
        Relevance of a tree, as in SRP.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of SRP: (0 + .42 + .5767) / 3 = .3322.

    References
    ----------
    Ali, Consens and Lalmas (2012), section 6.1.
    """

    rel: Rel = param("binary", choices=RELS)
    infer: Infer | None = param(None, choices=("mean", "union", "sum"), without=BY_REL)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    beyond: ClassVar[str] = "[0, infinity) with rel=length, rel=value or infer=sum"
    question: ClassVar[str] = "How much relevance, inferred from nodes, do ranks bring on average?"

    def exceeds(self) -> bool:
        """Only the mean of binary relevance is at most 1 a tree."""
        return self.rel != "binary" or self.infer == "sum"

    def check(self) -> None:
        """Only characters have a union."""
        check_infer(self, self.rel, self.infer)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known, summed = inferred_sums(self, view)
        scene = known.scene
        rank = np.arange(summed.size) - scene.offsets[scene.topic] + 1
        length, each = np.diff(scene.offsets), summed / rank
        if self.depth is not None:
            length, each = np.minimum(length, self.depth), np.where(rank <= self.depth, each, 0.0)
        total = np.bincount(scene.topic, weights=each, minlength=scene.n_topics)
        values = ratio(total.astype(np.float64), length.astype(np.float64))
        return np.where(known.n_units > 0, values, np.nan)
