"""Precision of parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.geometry.evidence import evidence
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, param, register
from partwise.measures.parts.least import EXPECTED, ONE_CHARACTER, Least, exact, least

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class PartP(Measure):
    r"""Share of the first k parts that are hits; of all parts without a cutoff.

    .. math:: PartP@k = \frac{|\{ i \le k : p_i \text{ is a hit} \}|}{k}

    A part is a hit if it alone shows enough of some relevant span, as in ``Hit``. A
    part at the place of a higher-ranked one is no further hit.

    Parameters
    ----------
    min : int or float, default 1
        How much of a span is enough: characters, or with a decimal point a share.

    Notes
    -----
    Divided by k also when fewer parts were retrieved; without a cutoff by the number of
    parts. NaN for a topic without relevant spans; 0 for an empty run.

    References
    ----------
    Cleverdon, Mills and Keen (1966), of parts in place of documents.
    """

    min: Least = param(ONE_CHARACTER, kind=object, check=least, words=EXPECTED)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "parts"
    question: ClassVar[str] = "What share of the first k parts holds evidence?"
    undefined: ClassVar[str] = "no relevant span"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known, parts = evidence(view, self.label()), view.parts
        hits = known.hits(exact(self.min), self.label(), self.depth) & ~parts.same_place
        found = segment_count(hits, parts.offsets, self.depth)
        n_parts = np.diff(parts.offsets) if self.depth is None else np.array(self.depth)
        return nan_where_zero(ratio(found, n_parts), known.n_units)
