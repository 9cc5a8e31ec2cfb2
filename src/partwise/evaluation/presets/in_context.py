"""``in-context``: documents in context, by relevant text and by its amount."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Preset

PRESET = Preset(
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
