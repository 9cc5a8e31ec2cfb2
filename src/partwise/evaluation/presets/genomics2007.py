"""``genomics2007``: the four measures of the TREC 2007 Genomics track."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from partwise.evaluation.presets.preset import Entry, Preset
from partwise.evaluation.quirks import Quirks
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import order_keys


def _own(quirks: Quirks) -> list[Entry]:
    gold = "" if "first-gold" in quirks else "gold=all"
    repeats = "" if "repeats" in quirks else "repeats=free"
    both = ", ".join(filter(None, (gold, repeats)))
    return [
        Entry("DOCUMENT", "AP"),
        Entry("PASSAGE", f"PassageAP({both})" if both else "PassageAP"),
        Entry("PASSAGE2", "CharAP"),
        Entry("ASPECT", f"AspectAP({gold})" if gold else "AspectAP"),
    ]


def _arrange(run: Run, _: Qrels, __: Quirks) -> Run:
    """Rank the passages as the program does: by rank, then PMID as text, offset and length."""
    keys = order_keys(run, "rank" if run.rank is not None else None)
    ties = (run.end, run.start, run.docs.ranks()[run.doc]) if keys else ()
    order = np.lexsort((*ties, *keys[::-1])) if keys else np.arange(len(run))
    rank = np.empty(len(run), np.int64)
    rank[order] = np.arange(1, len(run) + 1)
    return replace(run, rank=rank)


PRESET = Preset(
    "genomics2007",
    "documents, passages and aspects of the TREC 2007 Genomics track",
    beside=("CharR@5", "CharP@5", "AgP", "PartRR"),
    tool="trecgen2007_score.py",
    own=_own,
    quirks={
        "first-gold": "all gold passages that a passage meets count",
        "repeats": "characters seen before are not credited again in PASSAGE",
    },
    settings=lambda _: {"order": "rank"},
    arrange=_arrange,
)
