"""``kilt``: retrieval of provenance, as KILT's own program counts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import FormatError, UsageError
from partwise.evaluation.presets.preset import Entry, Preset
from partwise.messages import list_some

if TYPE_CHECKING:
    from partwise.evaluation.quirks import Quirks
    from partwise.language.measure import Measure
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

CUTOFFS = (1, 5, 10, 20)
KEYS = {
    "wikipedia_id": "doc",
    "wikipedia_id,start_paragraph_id,end_paragraph_id": "paragraph",
}
"""What identifies a provenance, and the parameter of the measures that says so."""


def by_paragraph(keys: str | None) -> Callable[[Measure], Measure]:
    """Return what tells measures of alternatives which ids to compare."""
    if keys is not None and keys not in KEYS:
        raise UsageError(f"kilt keys must be {' or '.join(KEYS)}, not {keys!r}")
    if KEYS.get(keys or "") != "paragraph":
        return lambda measure: measure

    def keyed(measure: Measure) -> Measure:
        field = measure.fields.get("by")
        takes = field is not None and "paragraph" in field.choices
        return measure.replace(by="paragraph") if takes else measure

    return keyed


def _own() -> list[Entry]:
    found = [Entry("Rprec", "AltRprec")]
    for k in CUTOFFS:
        found.append(Entry(f"precision@{k}", f"AltP@{k}"))
        if k > 1:
            found.append(Entry(f"recall@{k}", f"AltR@{k}"))
            found.append(Entry(f"success_rate@{k}", f"AltHit@{k}"))
    return found


def _check(run: Run, qrels: Qrels) -> None:
    """Refuse a run that does not answer every question (E37)."""
    known = run.topics.index
    missing = [topic for topic in qrels.topics.tolist() if topic not in known]
    if missing:
        problem = f"no guess for {len(missing):,} of {len(qrels.topics):,} questions"
        named = f"{problem} ({list_some(missing, 3)}); KILT wants one for each"
        raise FormatError(run.source or run.name, None, named)


def _prepare(qrels: Qrels) -> Qrels:
    """Let every document be one place, so that measures of evidence find documents."""
    zero = np.zeros(len(qrels), np.int64)
    return replace(qrels, start=zero, end=zero + 1)


def _arrange(run: Run, _: Qrels, __: Quirks) -> Run:
    zero = np.zeros(len(run), np.int64)
    return replace(run, start=zero, end=zero + 1)


PRESET = Preset(
    "kilt",
    "pages that a system names as provenance, against alternatives of pages",
    beside=("Complete@5", "GroupR@5", "R@5"),
    tool="KILT eval_retrieval.py 2664322",
    own=lambda _: tuple(_own()),
    prepare=_prepare,
    arrange=_arrange,
    check=_check,
    notes=("kilt: measures of generated text (answers in context, entities) are not computed",),
)
