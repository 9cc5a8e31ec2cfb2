"""``navigation``: elements or trees with a single grade, near misses counted."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Preset

PRESET = Preset(
    "navigation",
    "elements or trees with a single grade, near misses counted; the default for them",
    beside=("GR@5", "GR@10", "EPRUM(r=1)", "AEPRUM", "ESRP@10", "ESRR@10", "Overlap@20"),
)
