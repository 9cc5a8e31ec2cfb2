"""Character average precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.characters._base import CharacterMeasure


@register()
class CharAP(CharacterMeasure):
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

    knows_copies = True
    question = "How soon does a reader of the list meet each relevant character?"

    def values(self, view: View) -> Values:
        n_characters = view.assessments.n_characters(self.label())
        walked = view.parts.walk(self.label(), self.depth)
        return nan_where_zero(ratio(walked, n_characters), n_characters)
