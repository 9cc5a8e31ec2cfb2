"""``inex2007-focused``: the focused task of INEX 2007."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Entry, inex_preset

ENTRIES = (
    Entry("iP[0.00]", "iP@0.0"),
    Entry("iP[0.01]", "iP@0.01"),
    Entry("iP[0.05]", "iP@0.05"),
    Entry("iP[0.10]", "iP@0.1"),
    Entry("MAiP", "AiP"),
)

PRESET = inex_preset(
    "inex2007-focused", "the focused task of INEX 2007", "focused", "-f", lambda _: ENTRIES
)
