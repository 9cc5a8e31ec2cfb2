"""Character precision of all chunks that concern the relevant text."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.touched import touched
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.characters._base import CharacterMeasure


@register()
class CharOmega(CharacterMeasure):
    r"""Precision of a perfect retrieval of chunks: Chroma's precision omega.

    .. math:: CharOmega = \frac{|U \cap rel|}{|U \cup rel|}

    U is the union of all parts of the inventory, in documents with relevant text, that meet or
    touch it.

    Notes
    -----
    Judges the chunking, not the run: every run has the same value. Needs the inventory; without
    one it is undefined, and a note says so. NaN for a topic without relevant text.

    References
    ----------
    Smith and Troynikov (2024), Evaluating Chunking Strategies for Retrieval (Chroma).
    """

    touch: bool = param(
        True, about="Whether a part that only touches relevant text counts, as the tool has it."
    )

    needs = frozenset({"highlights", "inventory"})
    cutoffs = frozenset()
    question = "How precise could any retrieval of these chunks be?"
    undefined = "no relevant text, or no inventory: use --inventory FILE"

    def values(self, view: View) -> Values:
        n_characters = view.assessments.n_characters(self.label())
        if view.inventory is None:
            return np.full(view.n_topics, np.nan)
        shown, both = touched(view, self.label(), touching=self.touch).characters()
        return nan_where_zero(ratio(both, shown + n_characters - both), n_characters)
