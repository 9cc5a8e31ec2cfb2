"""Names that other tools give to measures, and words that are no measure.

Spellings are read as ours and printed as ours; an exact name of ours wins.
"""

from __future__ import annotations

import re

from partwise.errors import UnknownNameError
from partwise.language.component import Measure
from partwise.language.registry import load_plugins, measure_names, same_class

SPELLINGS = {
    "map": "AP",
    "recip_rank": "RR",
    "mrr": "RR",
    "precision": "P",
    "recall": "R",
    "hit_rate": "Hit",
    "ndcg": "nDCG",
    "r-precision": "Rprec",
}
"""Names of trec_eval, ir_measures, ranx and the RAG frameworks."""

_CUT = {"P": "P", "recall": "R", "map_cut": "AP", "ndcg_cut": "nDCG", "success": "Hit"}
"""Names of trec_eval that a rank follows: ``P_10``, ``ndcg_cut.10``."""
_CUT_NAME = re.compile(r"(\w+?)[_.](\d+)")
_LEVEL_NAME = re.compile(r"iprec_at_recall_(\d\.\d+)")

_HINTS = {
    "iR": "use CharR{cutoff}",
    "HiXEval": "a family: CharP, CharR, iP, AiP",
    "CG": "use EHits{cutoff}",
    "E[Hits]": "use EHits{cutoff}",
    "MASRP": "use ASRP",
    "ERR": "the ERR of PRUM is GR: use GR{cutoff}",
}
"""What to use in place of words of the literature that are no measure."""

_NEAREST = {
    "infAP": "AP",
    "set_map": "AP",
    "relative_P": "P",
    "alpha_nDCG": "nDCG",
    "SDCG": "nDCG",
    "INST": "nDCG, RR",
    "BPM": "P, RR",
    "Compat": "nDCG",
    "Accuracy": "P",
    "utility": "P",
    "rbp": "nDCG, RR",
}
"""Measures of other tools that have no counterpart, and what comes nearest."""

_ON_SPANS = {"R": "CharR", "P": "CharP", "RR": "PartRR"}
"""Document measures, and what measures parts against spans."""


def ours(name: str) -> tuple[str, str | None] | None:
    """Return our name and the cutoff in another tool's name; None where it needs no change."""
    if name in measure_names() or (load_plugins() and name in measure_names()):
        return None
    if name in SPELLINGS:
        return SPELLINGS[name], None
    cut = _CUT_NAME.fullmatch(name)
    if cut and cut[1] in _CUT:
        return _CUT[cut[1]], cut[2]
    level = _LEVEL_NAME.fullmatch(name)
    if level:
        return "IPrec", level[1]
    folded = name.casefold()
    meant = [other for other in measure_names() if other.casefold() == folded]
    meant += [SPELLINGS[other] for other in SPELLINGS if other.casefold() == folded]
    return (meant[0], None) if meant and same_class(meant) else None


def hint_for(text: str) -> None:
    """Refuse words of the literature that are no measure, with what to use."""
    name, at, cutoff = text.strip().partition("@")
    name = name.partition("(")[0].strip()
    column = text.find(name)
    if name in measure_names():
        return
    if name in _HINTS:
        said = f'there is no measure "{name}"; {_HINTS[name].format(cutoff=at + cutoff)}'
        raise UnknownNameError("measure", name, text=text, column=column, said=said)
    bare = re.sub(r"\.\d+$", "", name)
    if bare in _NEAREST:
        said = f"partwise has no {name}. Nearest: {_NEAREST[bare]}"
        raise UnknownNameError("measure", name, text=text, column=column, said=said)


def span_notes(measures: list[Measure]) -> list[str]:
    """Offer measures of parts for document measures that may have been meant for spans."""
    notes = []
    for measure in measures:
        name = _ON_SPANS.get(measure.label())
        told = measure.written is not None or measure.label() == "RR"
        if name is None or name not in measure_names() or not told:
            continue
        read = "" if measure.written is None else f"{measure.written} is read as "
        cutoff = "" if measure.cutoff is None else f"@{measure.cutoff}"
        notes.append(f"{read}{measure!r}, which counts documents; for spans use {name}{cutoff}")
    return notes
