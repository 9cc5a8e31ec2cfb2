"""Presets by name, and the preset that fits judgements."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from partwise.errors import UnknownNameError
from partwise.evaluation.preset import Entry, Preset, inex_preset
from partwise.evaluation.quirks import Quirks
from partwise.evaluation.tool_presets import (
    BIOASQ,
    CHROMA,
    GENOMICS2007,
    KILT,
    LEGALBENCH,
    chroma_at,
)
from partwise.kernels.text.near import near
from partwise.tables.qrels import Qrels

TREC_ENTRIES = (
    Entry("map", "AP"),
    Entry("Rprec", "Rprec"),
    Entry("recip_rank", "RR"),
    Entry("P_5", "P@5"),
    Entry("P_10", "P@10"),
    Entry("P_100", "P@100"),
    Entry("recall_100", "R@100"),
    Entry("recall_1000", "R@1000"),
    Entry("ndcg_cut_10", "nDCG@10"),
    Entry("ndcg", "nDCG"),
)

TREC = Preset(
    "trec",
    "documents against graded documents; the default for them; undefined topics count 0",
    tool="trec_eval 9 and 10",
    own=lambda _: TREC_ENTRIES,
    settings=lambda _: {"undefined": "zero"},
)


RAG = Preset(
    "rag",
    "chunks and passages against highlighted spans; the default for them",
    beside=(
        "CharR(budget=4000)",
        "CharR@5",
        "CharP@5",
        "CharIoU@5",
        "CharOverlap@5",
        "Hit@5",
        "PartRR",
        "CharAP",
    ),
)


IN_CONTEXT = Preset(
    "in-context",
    "how well documents are ranked and their relevant text is shown, with and without weights",
    beside=(
        "gP@1",
        "gP@2",
        "gP@5",
        "gP@10",
        "gR@10",
        "gRw@10",
        "AgP",
        "AgPw",
        "AgPw(variant=interpolated)",
        "AP",
    ),
)


EFFORT = Preset(
    "effort",
    "expected reading effort in focused retrieval, each also for readers of whole documents",
    beside=(
        "AgP(F(beta=0.25))",
        "AgP(F(beta=0.25, order=document))",
        "AgP(aveChP)",
        "AgP(aveChP(order=document))",
        "AgP(T2IF)",
        "AgP(T2IF(order=document))",
        "AgP(T2IF(n=2000))",
        "AgP(T2IF(n=2000, order=document))",
        "ANCE",
        "ANCE(LE(order=document))",
        "ANCE(LE(screen=2000))",
        "ANCE(LE(screen=2000, order=document))",
    ),
)


NAVIGATION = Preset(
    "navigation",
    "elements or trees with a single grade, near misses counted; the default for them",
    beside=("GR@5", "GR@10", "EPRUM(r=1)", "AEPRUM", "ESRP@10", "ESRR@10", "Overlap@20"),
)


XCG = Preset(
    "xcg",
    "elements against graded elements; the default for them",
    beside=("nxCG@10", "nxCG@50", "AnxCG@50", "gr@50", "Aep", "iAep", "Q", "Overlap@20"),
)


_FIXED = ("Aep({}interpolation=inex2005)", "iAep({}interpolation=inex2005)")


def _own(quirks: Quirks) -> list[Entry]:
    printed = "literal" in quirks
    alone, further = ("(norm=literal)", "norm=literal, ") if printed else ("", "")
    names = [f"nxCG{alone}@{k}" for k in (10, 25, 50)]
    names += [f"AnxCG{alone}@1500", *(name.format(further) for name in _FIXED)]
    names += [f"Q{alone}", f"Rmeasure{alone}"]
    return [Entry(label, name) for label, name in zip(_labels(), names, strict=True)]


def _labels() -> list[str]:
    fixed = [name.format("") for name in _FIXED]
    return ["nxCG@10", "nxCG@25", "nxCG@50", "AnxCG@1500", *fixed, "Q", "Rmeasure"]


INEX2005 = Preset(
    "inex2005",
    "the XCG measures with the paper's equations as printed (norm=literal) and its "
    "interpolation; the campaign's own program is not available for comparison",
    tool="equations of the XCG paper",
    own=_own,
    quirks={"literal": "norm=bounded: no value above 1"},
    notes=("inex2005: the campaign's own program is not available for comparison",),
)


FOCUSED_ENTRIES = (
    Entry("iP[0.00]", "iP@0.0"),
    Entry("iP[0.01]", "iP@0.01"),
    Entry("iP[0.05]", "iP@0.05"),
    Entry("iP[0.10]", "iP@0.1"),
    Entry("MAiP", "AiP"),
)

INEX2007_FOCUSED = inex_preset(
    "inex2007-focused", "the focused task of INEX 2007", "focused", "-f", lambda _: FOCUSED_ENTRIES
)


CUTOFFS = (1, 2, 3, 5, 10, 25, 50)


def in_context(gain: str) -> Iterator[Entry]:
    """Yield the values of an in-context task."""
    yield Entry("MAgP", f"AgP({gain})")
    for k in CUTOFFS:
        yield Entry(f"gP[{k}]", f"gP({gain})@{k}")
        yield Entry(f"gR[{k}]", f"gR@{k}")


INEX2008_RIC = inex_preset(
    "inex2008-ric",
    "the relevant-in-context task of INEX 2008",
    "relevant-in-context",
    "-r",
    lambda _: tuple(in_context("F(beta=0.25)")),
)


INEX_BIC = inex_preset(
    "inex-bic",
    "the best-in-context task of INEX",
    "best-in-context",
    "-b",
    lambda _: tuple(in_context("BEP(n=500)")),
)


_LISTED = (
    *(RAG, TREC, XCG, NAVIGATION, INEX2005, INEX2007_FOCUSED, INEX2008_RIC, INEX_BIC, EFFORT),
    *(IN_CONTEXT, GENOMICS2007, CHROMA, KILT, LEGALBENCH, *BIOASQ),
)
PRESETS: dict[str, Preset] = {each.name: each for each in _LISTED}


def preset(name: str) -> Preset:
    """Return a preset, or raise UnknownNameError with the names there are."""
    base, sign, cutoff = name.partition("@")
    if sign and base == CHROMA.name:
        return chroma_at(cutoff)
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
