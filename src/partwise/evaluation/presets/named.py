"""All presets by name, and which one fits assessments."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise.errors import UnknownNameError
from partwise.evaluation.presets import (
    bioasq,
    chroma,
    effort,
    genomics2007,
    in_context,
    inex2005,
    inex2007_focused,
    inex2008_ric,
    inex_bic,
    kilt,
    legalbench,
    navigation,
    rag,
    trec,
    xcg,
)
from partwise.evaluation.presets.preset import Preset
from partwise.kernels.text.near import near
from partwise.tables.qrels import Qrels

_LISTED = [
    each.PRESET
    for each in (
        rag,
        trec,
        xcg,
        navigation,
        inex2005,
        inex2007_focused,
        inex2008_ric,
        inex_bic,
        effort,
        in_context,
        genomics2007,
        chroma,
        kilt,
        legalbench,
    )
]
PRESETS: dict[str, Preset] = {each.name: each for each in (*_LISTED, *bioasq.PRESETS)}


def preset(name: str) -> Preset:
    """Return a preset, or raise UnknownNameError with the names there are."""
    base, sign, cutoff = name.partition("@")
    if sign and base == chroma.PRESET.name:
        return chroma.at(cutoff)
    if name not in PRESETS:
        raise UnknownNameError("preset", name, near(name, PRESETS), available=tuple(PRESETS))
    return PRESETS[name]


def has_label(name: str | None) -> Callable[[str], bool]:
    """Return what tells whether a word is a label of a preset; labels of tags end with one."""
    labels = set[str]() if name is None else {entry.label for entry in preset(name).entries}
    return lambda word: word in labels or word.rpartition("|")[2] in labels


def default_preset(qrels: Qrels) -> str:
    """Name the preset for these assessments.

    Highlighted spans: ``rag``. Elements with (e, s): ``xcg``; elements or trees with a single
    grade, which XCG cannot value: ``navigation``. Graded documents: ``trec``.
    """
    placed = (qrels.element >= 0) | (qrels.tree >= 0)
    graded = ~np.isnan(qrels.grade) | ~np.isnan(qrels.e) | ~np.isnan(qrels.s)
    if qrels.holds("spans", (qrels.start >= 0).any()):
        return "rag"
    if qrels.holds("graded places", (placed & graded).any()):
        paired = qrels.holds("places with e", (placed & ~np.isnan(qrels.e)).any())
        return "xcg" if paired else "navigation"
    return "rag" if qrels.holds("named", placed.any()) else "trec"
