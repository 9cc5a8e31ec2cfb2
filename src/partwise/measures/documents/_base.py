"""What all measures of document retrieval share: their facts."""

from __future__ import annotations

from typing import ClassVar

from partwise.language.component import Measure


class DocumentMeasure(Measure):
    """A measure that sees only which documents came at which rank."""

    bounds = (0.0, 1.0)
    needs = frozenset({"documents"})
    cutoffs = frozenset({int})
    counts: ClassVar[str] = "documents"
    family = "documents"
    undefined = "no relevant document"
