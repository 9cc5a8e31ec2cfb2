"""Structural relevance in precision, by inferred relevance."""

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
class SRP(TreeMeasure):
    r"""Relevance that returned trees inherit from their nodes and that was not seen, per rank.

    .. math:: SRP@k = \frac{1}{k} \sum_{i \le k} rel(t_i) \left(1 - p(t_i; R_{i-1})\right)

    A node is as relevant as the assessed tree that consists of it; where text
    is highlighted, a node that holds some of it is relevant (binary), by its
    number of characters (length).

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of a node.
    infer : {'mean', 'union', 'sum'}, optional
        Relevance of a tree: the mean over its nodes (default for binary and value), the
        relevant characters in their union (default for length), or the sum.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. A repeated tree gains nothing; with
    ``shared=printed`` it is paid again, as the equation literally says. A cutoff beyond the
    list divides by the cutoff.

    Examples
    --------
    e3 and e4 are assessed, the list is e1, e3, e4, and readers step from e1 to e3 with .16, to
    e4 with .11: 0, .84/2 = .42 and 1.73/3 = .5767 at ranks 1, 2, 3, as ESRP.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 12.
    """

    rel: Rel = param("binary", choices=RELS)
    infer: Infer | None = param(None, choices=("mean", "union", "sum"), without=BY_REL)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    beyond: ClassVar[str] = "[0, infinity) with rel=length, rel=value or infer=sum"
    question: ClassVar[str] = "How much relevance, inferred from nodes, does a rank bring?"

    def exceeds(self) -> bool:
        """Only the mean of binary relevance is at most 1 a tree."""
        return self.rel != "binary" or self.infer == "sum"

    def check(self) -> None:
        """Only characters have a union."""
        check_infer(self, self.rel, self.infer)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known, summed = inferred_sums(self, view)
        length = np.diff(known.scene.offsets)
        depth = length if self.depth is None else np.full(length.size, self.depth)
        last = np.maximum(known.scene.offsets[:-1] + np.minimum(length, depth) - 1, 0)
        total = np.append(summed, 0.0)[np.minimum(last, summed.size)]
        values = ratio(np.where(length > 0, total, 0.0), depth.astype(np.float64))
        return np.where(known.n_units > 0, values, np.nan)
