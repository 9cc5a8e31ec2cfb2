"""``inex-bic``: the best-in-context task of INEX."""

from __future__ import annotations

from partwise.evaluation.presets.inex2008_ric import in_context
from partwise.evaluation.presets.preset import inex_preset

PRESET = inex_preset(
    "inex-bic",
    "the best-in-context task of INEX",
    "best-in-context",
    "-b",
    lambda _: tuple(in_context("BEP(n=500)")),
)
