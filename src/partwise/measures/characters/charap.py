"""Character average precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class CharAP(Measure):
    r"""Character average precision: PASSAGE2 of the TREC Genomics track.

    .. math:: CharAP = \frac{1}{T_{rel}} \sum_{c} \frac{hits(c)}{read(c)}

    The characters of the parts are walked in rank order, each part from start to end.
    c runs over the relevant characters met for the first time; each adds 1 to hits and
    to read. A relevant character seen before is skipped; any other adds 1 to read each time.

    Notes
    -----
    ``@k`` walks the first k parts only. Computed in closed form per stretch, never
    character by character. NaN for a topic without relevant text.

    References
    ----------
    Hersh, Cohen, Ruslen and Roberts (2007), TREC 2007 Genomics track overview.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights", "lengths of whole documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "focused"
    question: ClassVar[str] = "How soon does a reader of the list meet each relevant character?"
    undefined: ClassVar[str] = "no relevant text"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        n_characters = view.assessments.n_characters(self.label())
        walked = view.parts.walk(self.label(), self.depth)
        return nan_where_zero(ratio(walked, n_characters), n_characters)
