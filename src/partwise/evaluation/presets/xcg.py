"""``xcg``: elements against elements graded by exhaustivity and specificity."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Preset

PRESET = Preset(
    "xcg",
    "elements against graded elements; the default for them",
    beside=("nxCG@10", "nxCG@50", "AnxCG@50", "gr@50", "Aep", "iAep", "Q", "Overlap@20"),
)
