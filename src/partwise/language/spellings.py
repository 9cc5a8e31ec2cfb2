"""Names that other tools give to measures, and words that are no measure.

Spellings are read as ours and printed as ours; an exact name of ours wins.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from partwise.errors import UnknownNameError
from partwise.language.measure import Measure
from partwise.language.registry import load_plugins, measure_names, same_class
from partwise.language.tokens import Argument, Call


class Spelling(NamedTuple):
    """What another tool's name means here."""

    name: str
    """Our name."""
    cutoff: str | None = None
    """The cutoff that stands in the name: ``P_10``."""
    arguments: tuple[tuple[str, str], ...] = ()
    """Names and values of parameters that the name implies."""
    of: str = ""
    """The measure inside: ``gm_map`` is ``GM(AP)``."""


SPELLINGS = {
    "map": Spelling("AP"),
    "gm_map": Spelling("GM", of="AP"),
    "GMAP": Spelling("GM", of="AP"),
    "gm_bpref": Spelling("GM", of="Bpref"),
    "recip_rank": Spelling("RR"),
    "set_P": Spelling("P"),
    "set_recall": Spelling("R"),
    "set_F": Spelling("SetF"),
    "num_ret": Spelling("NumRet"),
    "num_rel": Spelling("NumRel"),
    "num_rel_ret": Spelling("NumRelRet"),
    "SetP": Spelling("P"),
    "SetR": Spelling("R"),
    "F": Spelling("SetF"),
    "f1": Spelling("SetF"),
    "mrr": Spelling("RR"),
    "precision": Spelling("P"),
    "recall": Spelling("R"),
    "hits": Spelling("NumRelRet"),
    "hit_rate": Spelling("Hit"),
    "ndcg": Spelling("nDCG"),
    "ndcg_burges": Spelling("nDCG", arguments=(("gains", "exp"),)),
    "r-precision": Spelling("Rprec"),
}
"""Names of trec_eval, ir_measures, ranx and the RAG frameworks."""

_CUT = {"P": "P", "recall": "R", "map_cut": "AP", "ndcg_cut": "nDCG", "success": "Hit"}
"""Names of trec_eval that a rank follows: ``P_10``, ``ndcg_cut.10``."""
_CUT_NAME = r"(\w+?)[_.](\d+)"
_LEVEL_NAME = r"iprec_at_recall_(\d\.\d+)"
_LEVEL_OF_RELEVANCE = r"(?s)(?P<measure>.*[\w)\]])-l(?P<rel>\d+)\s*"
"""A measure of ranx with the lowest relevant grade behind it: ``hits@10-l2``."""

_DCG = {"log2": "linear", "exp-log2": "exp"}
"""The parameter dcg of ir_measures' nDCG, and our gains."""

_HINTS = {
    "iR": "use CharR{cutoff}",
    "HiXEval": "a family: CharP, CharR, iP, AiP; preset inex2007-focused",
    "CG": "use EHits{cutoff}",
    "E[Hits]": "use EHits{cutoff}",
    "E[Misses]": "use EMisses{cutoff}",
    "E[Near-misses]": "use ENearMisses{cutoff}",
    "E[Recall-base]": "use ERecallBase{cutoff}",
    "MASRP": "use ASRP",
    "SR": "use SRP{cutoff}, which is SR divided by the rank",
    "AgP'": "use AgPw{cutoff}",
    "MAgP'": "use AgPw{cutoff}",
    "gR'": "use gRw{cutoff}",
    "Q-measure": "use Q{cutoff}",
    "R-measure": "use Rmeasure",
    "inex-eval": "use APrecall{cutoff}",
    "ChPR": "use ChP inside a measure: AgP(ChP(n=600))",
    "T2If": "use T2IF inside a measure: AgP(T2IF(n=300))",
}
"""What to use in place of words of the literature that are no measure."""

_NEAREST = {
    "infAP": "AP, Bpref",
    "11pt_avg": "IPrec@0.0..1.0, AP",
    "set_map": "SetF, AP",
    "relative_P": "P, Rprec",
    "alpha_nDCG": "nDCG",
    "alpha_DCG": "nDCG",
    "SDCG": "nDCG",
    "INST": "RBP, RR",
    "BPM": "RBP, P",
    "Compat": "RBP, nDCG",
    "NRBP": "RBP",
    "ERR_IA": "ERR",
    "nERR_IA": "ERR",
    "AP_IA": "AP",
    "P_IA": "P",
    "Accuracy": "Bpref, P",
    "utility": "P, NumRelRet",
}
"""Measures of other tools that have no counterpart, and what comes nearest."""
_GRADED_RBP = r"rbp\.(\d+)"
"""The name of rank-biased precision in ranx, which weighs by the grade."""

_ON_SPANS = {"R": "CharR", "P": "CharP", "RR": "PartRR", "AP": "CharAP"}
"""Document measures, and what measures parts against spans."""


def ours(name: str) -> Spelling | None:
    """Return what another tool's name means; None where it needs no change."""
    if name in measure_names() or (load_plugins() and name in measure_names()):
        return None
    if name in SPELLINGS:
        return SPELLINGS[name]
    cut = re.fullmatch(_CUT_NAME, name)
    if cut and cut[1] in _CUT:
        return Spelling(_CUT[cut[1]], cut[2])
    level = re.fullmatch(_LEVEL_NAME, name)
    if level:
        return Spelling("IPrec", level[1])
    folded = name.casefold()
    meant = [Spelling(other) for other in measure_names() if other.casefold() == folded]
    meant += [SPELLINGS[other] for other in SPELLINGS if other.casefold() == folded]
    return meant[0] if meant and same_class([one.name for one in meant]) else None


def without_level(text: str) -> tuple[str, int | None]:
    """Split the level of relevance off a measure as ranx writes it: ``hits@10-l2``."""
    found = re.fullmatch(_LEVEL_OF_RELEVANCE, text)
    return (text, None) if found is None else (found["measure"], int(found["rel"]))


def translated(name: str, arguments: tuple[Argument, ...]) -> tuple[str, tuple[Argument, ...]]:
    """Turn arguments of ir_measures that we do not have into ours."""
    given = {key: (value, column) for key, value, column in arguments}
    if name == "NumRet" and "rel" in given:  # 1 is what counts without a level, too
        kept = tuple(one for one in arguments if one[:2] != ("rel", 1))
        return "NumRelRet", kept
    if name == "nDCG" and "dcg" in given:
        value, column = given["dcg"]
        value = value.name if isinstance(value, Call) else value
        if value in _DCG:
            rest = tuple(one for one in arguments if one[0] != "dcg")
            return name, (*rest, ("gains", _DCG[value], column))
    return name, arguments


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
    said = ""
    if name in _NEAREST:
        said = f"partwise has no {name}. Nearest: {_NEAREST[name]}"
    elif graded := re.fullmatch(_GRADED_RBP, name):
        nearest = f"RBP(p={float('0.' + graded[1])!r})"
        said = f"partwise has no {name}: ranx weighs by the grade. Nearest: {nearest}"
    if said:
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
