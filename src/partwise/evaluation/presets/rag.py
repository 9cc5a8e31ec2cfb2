"""``rag``: chunks and passages against highlighted spans."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Preset

PRESET = Preset(
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
