"""Where to work first: one sentence on the largest loss of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partwise.losses.culprits import LOST
from partwise.spelling import spelt

if TYPE_CHECKING:
    from partwise.losses.table import RunLosses

_ADVICE = {
    "no_document": "is in documents that are not in the inventory: index them",
    "no_part": "lies in no part of the inventory: let the chunker keep all text",
    "limit": "is more than the limit lets anybody show: read more",
    "cutting": "is out of reach of any choice of these parts: try another chunking",
    "candidates": "was in the inventory and not among the candidates: work on the first stage",
    "ranking": "was among the candidates and ranked too low: work on the ranking",
}
_RANKING = (
    "was in the inventory and ranked too low: work on the ranking "
    "(use --candidates to tell the first stage from the ranking)"
)


def advice(run: RunLosses) -> str:
    """Say what most of the missing text is lost to, and what to do about it."""
    mean = run.mean
    if run.other_parts:
        return "most of its parts are not in the inventory: no advice; is it from another chunking?"
    if mean["shown"] is None:
        return "no topic has relevant text"
    shares = {key: mean[f"lost.{key}"] or 0.0 for key in LOST}
    worst = max(shares, key=lambda key: shares[key])
    if not shares[worst]:
        return "all relevant text is shown"
    what = _ADVICE[worst]
    if worst == "ranking" and not run.has_candidates:
        what = spelt(_RANKING)
    return f"{100 * shares[worst] / sum(shares.values()):.0f} % of what is missing {what}"
