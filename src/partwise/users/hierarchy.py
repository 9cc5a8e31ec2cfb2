"""Readers who move up and down the element tree."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from partwise._typing import Ints, Reals
from partwise.geometry.nodes import Nodes
from partwise.kernels.ragged import count_before, offsets_from_lengths, owners, segment_sum
from partwise.language.component import param, register
from partwise.users.base import Navigation, Normalise
from partwise.users.extents import UNITS, Unit, extents, shared


@register()
class Hierarchy(Navigation):
    r"""From an element to one around or inside it, the less likely the more they differ in size.

    .. math::

        P(x \to y) = \frac{\min(|x|, |y|)}{\max(|x|, |y|)}
        \quad \text{if one lies in the other, else } 0

    For passages: shared characters over the longer length, which is the same
    number where one lies in the other (partial overlap is our extension).

    Notes
    -----
    The default of PRUM, EPRUM and GR on elements. On chunks it misleads: it
    divides by the chunk, so it is a precision inside a recall. Elements of size
    0 are neither left nor reached.

    Examples
    --------
    A section of 60 words holds a subsection of 40, which holds a paragraph of
    10. From the section the paragraph is reached with 10/60, from the
    subsection with 10/40; both together show it with 1 - (5/6)(3/4) = 0.375.

    >>> import partwise as pw
    >>> structure = pw.Structure.from_columns(
    ...     doc=["x"] * 3,
    ...     parent=[None, 0, 1],
    ...     path=["/s[1]", "/s[1]/ss[1]", "/s[1]/ss[1]/p[1]"],
    ...     start=[0, 20, 50],
    ...     end=[60, 60, 60],
    ... )
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t"], doc=["x"], element=["/s[1]/ss[1]/p[1]"], grade=[1]
    ... )
    >>> run = pw.Run.from_columns(
    ...     topic=["t"] * 2, doc=["x"] * 2, element=["/s[1]", "/s[1]/ss[1]"], rank=[1, 2]
    ... )
    >>> measures = ["GR(nav=Hierarchy)@1", "GR(nav=Hierarchy)@2"]
    >>> pw.evaluate(qrels, run, measures, structure=structure).table[0, :, 0].round(4).tolist()
    [0.1667, 0.375]

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), equation 9.
    """

    unit: Unit = param(
        "chars",
        choices=UNITS,
        about="How lengths are counted; words need word positions in the structure.",
    )

    normalise: ClassVar[Normalise] = "row"  # Ali et al. (2012), Table 5

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Shared length over the longer one."""
        low, high = extents(x, self.unit, "Hierarchy")
        other_low, other_high = extents(y, self.unit, "Hierarchy")
        both = shared(low, high, other_low, other_high)
        longer = np.maximum(high - low, other_high - other_low)
        share: Reals = both / np.maximum(longer, 1)
        return share

    def row_sum(self, x: Nodes) -> Reals | None:
        """Sizes of descendants by one prefix sum; ancestors one by one. O(nodes + rows x depth)."""
        trees, structure = x.space.trees, x.space.structure
        if trees is None or structure is None or (x.row < 0).any():
            return None
        extents(x, self.unit, "Hierarchy")
        size, before = x.space.memo(("hierarchy", self.unit), lambda: self._sizes(x))
        own = size[x.row]
        inside = before[structure.last[x.row] + 1] - before[x.row + 1]
        chain, offsets = trees.ancestors(x.row)
        around = np.ones(chain.size, np.bool_)
        around[offsets[:-1]] = False  # the first of each chain is the row itself
        share = own[owners(offsets)[around]] / np.maximum(size[chain[around]], 1)
        above = segment_sum(share, offsets_from_lengths(np.diff(offsets) - 1))
        whole: Reals = above + inside / np.maximum(own, 1)
        return whole

    def _sizes(self, x: Nodes) -> tuple[Ints, Ints]:
        structure = x.space.structure
        if structure is None:
            return np.empty(0, np.int64), np.zeros(1, np.int64)
        size = structure.size
        if self.unit == "words" and structure.wstart is not None and structure.wend is not None:
            size = structure.wend - structure.wstart
        return size, count_before(size)
