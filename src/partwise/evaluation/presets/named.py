"""Named sets of measures, and which one fits assessments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from partwise.errors import UnknownNameError, near
from partwise.tables.qrels import Qrels


@dataclass(frozen=True)
class Preset:
    """A named set of measures.

    Parameters
    ----------
    measures : tuple of str
        In the order in which they are printed.
    about : str
        What the set is for.
    undefined : {'skip', 'zero'}
        What happens to topics without anything relevant.
    """

    measures: tuple[str, ...]
    about: str
    undefined: str = "skip"


PRESETS: dict[str, Preset] = {
    "rag": Preset(
        (
            "CharR(budget=4000)",
            "CharR@5",
            "CharP@5",
            "CharIoU@5",
            "CharOverlap@5",
            "Hit@5",
            "PartRR",
            "CharAP",
        ),
        "chunks and passages against highlighted spans; the default for them",
    ),
    "trec": Preset(
        ("AP", "Rprec", "RR", "P@5", "P@10", "P@100", "R@100", "R@1000", "nDCG@10", "nDCG"),
        "documents against graded documents; the default for them; undefined topics count 0",
        undefined="zero",
    ),
    "xcg": Preset(
        ("nxCG@10", "nxCG@50", "AnxCG@50", "gr@50", "Aep", "iAep", "Q", "Overlap@20"),
        "elements against graded elements; the default for them",
    ),
    "navigation": Preset(
        ("GR@5", "GR@10", "EPRUM(r=1)", "AEPRUM", "ESRP@10", "ESRR@10", "Overlap@20"),
        "elements or trees with a single grade, near misses counted; the default for them",
    ),
    "inex2005": Preset(
        (
            "nxCG@10",
            "nxCG@25",
            "nxCG@50",
            "AnxCG@1500",
            "Aep(interpolation=inex2005)",
            "iAep(interpolation=inex2005)",
            "Q",
            "Rmeasure",
        ),
        "the XCG measures as INEX 2005 reported them, with its interpolation",
    ),
    "inex2007-focused": Preset(
        ("iP@0.0", "iP@0.01", "iP@0.05", "iP@0.1", "AiP"),
        "the focused task of INEX 2007",
    ),
    "inex2008-ric": Preset(
        ("AgP(F(beta=0.25))", *(f"gP(F(beta=0.25))@{k}" for k in (5, 10, 25, 50))),
        "the relevant-in-context task of INEX 2008",
    ),
}


def preset(name: str) -> Preset:
    """Return a preset, or raise UnknownNameError with the names there are."""
    if name not in PRESETS:
        raise UnknownNameError("preset", name, near(name, PRESETS), available=tuple(PRESETS))
    return PRESETS[name]


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
