"""``effort``: expected reading effort, beside the same for whole documents."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Preset

PRESET = Preset(
    "effort",
    "expected reading effort in focused retrieval, each also for readers of whole documents",
    beside=(
        "AgP(F(beta=0.25))",
        "AgP(F(beta=0.25, order=document))",
        "AgP(aveChP)",
        "AgP(aveChP(order=document))",
        "AgP(T2IF)",
        "AgP(T2IF(order=document))",
        "AgP(T2IF(n=2000))",
        "AgP(T2IF(n=2000, order=document))",
        "ANCE",
        "ANCE(LE(order=document))",
        "ANCE(LE(screen=2000))",
        "ANCE(LE(screen=2000, order=document))",
    ),
)
