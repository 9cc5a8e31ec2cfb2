"""Which measures fit which assessments."""

from __future__ import annotations

import numpy as np

from partwise.tables.qrels import Qrels


def default_preset(qrels: Qrels) -> str:
    """Name the preset for these assessments.

    Highlighted spans: ``rag``. Elements with (e, s): ``xcg``; elements or trees with a single
    grade, which XCG cannot value: ``navigation``. Graded documents: ``trec``.
    """
    placed = (qrels.element >= 0) | (qrels.tree >= 0)
    graded = ~np.isnan(qrels.grade) | ~np.isnan(qrels.e) | ~np.isnan(qrels.s)
    if (qrels.start >= 0).any():
        return "rag"
    if (placed & graded).any():
        return "xcg" if (placed & ~np.isnan(qrels.e)).any() else "navigation"
    return "rag" if placed.any() else "trec"
