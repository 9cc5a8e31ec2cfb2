"""Character recall."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.characters._base import SizeMeasure
from partwise.messages import Note


@register()
class CharR(SizeMeasure):
    r"""Character recall of the first k parts; of the whole run without a cutoff.

    .. math::

        CharR@k = \frac{1}{T_{rel}} \sum_{i \le k} rsize(p_i), \qquad
        rsize(p) = rel(p) - (1 - tolerance) \cdot rov(p)

    rel(p) counts the relevant characters of a part, rov(p) those of them that lie in
    any higher-ranked part; :math:`T_{rel}` is the topic's relevant text.

    Notes
    -----
    At most 1 with tolerance 0, where it is the recall of the union; repeated text may
    push it above 1 with a greater tolerance. NaN for a topic without relevant text.

    References
    ----------
    HiXEval: Pehcevski and Thom (2005); Ali, Consens and Lalmas, Extended Structural
    Relevance Framework, section 6.2, equations 15 and 17.
    """

    beyond = "above 1 possible with tolerance > 0"
    needs = frozenset({"highlights"})
    knows_copies = True
    question = "How much of the relevant text do I get (for N characters)?"

    def exceeds(self) -> bool:
        """Repeated text counts again where it is tolerated."""
        return self.tolerance > 0

    def values(self, view: View) -> Values:
        gained = self.gained(self.parts_read(view))
        n_characters = view.assessments.n_characters(self.label())
        return nan_where_zero(ratio(gained, n_characters), n_characters)

    def ceiling(self) -> Callable[[View], Values] | None:
        """Known where text already seen earns nothing."""
        return None if self.tolerance else self._ceiling

    def _ceiling(self, view: View) -> Values:
        from partwise.geometry.ceilings import BOUNDED, Limit, ceiling
        from partwise.geometry.offered import offered  # few commands ask for what was possible

        name, limit = self.label(), Limit(self.depth, self.budget, self.unit)
        held = offered(view, name, self.unit).held
        shown = self.gained(self.parts_read(view)).astype(np.int64)
        best = ceiling(held, limit, shown)
        if n := int((best.low < best.high).sum()):
            note = Note(BOUNDED, n=n, all=view.n_topics, within=limit.words)
            view.notes.extend([note.of(view.run.name)])
        n_characters = view.assessments.n_characters(name)
        return nan_where_zero(ratio(best.low, n_characters), n_characters)
