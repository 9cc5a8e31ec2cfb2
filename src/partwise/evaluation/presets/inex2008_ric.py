"""``inex2008-ric``: the relevant-in-context task of INEX 2008."""

from __future__ import annotations

from collections.abc import Iterator

from partwise.evaluation.presets.preset import Entry, inex_preset

CUTOFFS = (1, 2, 3, 5, 10, 25, 50)


def in_context(gain: str) -> Iterator[Entry]:
    """Yield the values of an in-context task."""
    yield Entry("MAgP", f"AgP({gain})")
    for k in CUTOFFS:
        yield Entry(f"gP[{k}]", f"gP({gain})@{k}")
        yield Entry(f"gR[{k}]", f"gR@{k}")


PRESET = inex_preset(
    "inex2008-ric",
    "the relevant-in-context task of INEX 2008",
    "relevant-in-context",
    "-r",
    lambda _: tuple(in_context("F(beta=0.25)")),
)
