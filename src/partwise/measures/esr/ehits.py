"""Expected hits."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import TOLERANCE, CountMeasure
from partwise.navigation.expectations import Expected


@register()
class EHits(CountMeasure):
    r"""Expected relevance of the assessed trees that the list returns before they were seen.

    .. math::

        Hits = \sum_{a \in A \cap R} rel(a) \left(1 - p(a; R_{rank(a)-1})\right), \qquad
        p(a; R) = 1 - \prod_{t \in R} (1 - \tilde p(a; t))

    A hit is an exact match; :math:`\tilde p(a; t)` is the share of a seen by
    navigating from t.

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree: 1, its relevant characters, or the judged value.
    nav : Navigation, optional
        User model. Default: ``Depth()`` on elements, ``Window()`` on passages.
    normalise : {'cap', 'row', 'none'}, optional
        How steps come from a model that gives reach: ``cap`` divides a row by its sum only
        where that exceeds 1 (default on elements); ``row`` always (default of ``Hierarchy``
        on elements); ``none`` leaves reach unchanged (default on passages).
    shared : {'seen', 'nodes', 'printed'}, default seen
        Nodes that two trees share count as seen; ``nodes`` works node by node; ``printed`` is
        equation 4 as printed, which drops them.
    ideals : {'auto', 'elements'}, default auto
        Which trees are assessed: judged elements or trees, the derived ideal elements where
        (e, s) are given, else highlighted text; ``elements`` derives elements from it.
    units : {'judged', 'inventory'}, optional
        ``inventory``: every part of the inventory that holds highlighted text is assessed; the
        default where text is highlighted and there is an inventory, because no chunk equals a
        highlighted span. ``judged``: the highlighted spans themselves.
    hits : {'exact', 'certain'}, optional
        A tree is a hit at the rank that returns it; with ``certain`` also at the first rank
        after which it has surely been seen, the default for highlighted spans without an
        inventory.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run.

    Examples
    --------
    e3 and e4 are assessed, the list is e1, e3, e4, and readers step from e1 to e3 with .16, to
    e4 with .11: hits are 0, .84 and .84 + .89 = 1.73 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equations 4, 5 and 8.
    """

    tolerance: float = TOLERANCE

    question = "How much relevance does the list return that was not seen before?"

    def value_of(self, known: Expected) -> Values:
        return self.at_cutoff(known, known.hits)
