"""What runs show and lose, as a Vega-Lite specification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from partwise.losses.culprits import LOST
from partwise.report.charts.drawing import SCHEMA
from partwise.report.losses import culprit_words, words_of

if TYPE_CHECKING:
    from partwise.losses.table import Losses

_BAR = 26
"""Height of a run."""

_COLOURS = ("#1b6ca8", "#9e9e9e", "#6d4c41", "#c9c9c9", "#e07b00", "#8e5ea2", "#c62828")
"""Of what is shown and of each culprit, in their order."""


def shares(found: Losses) -> dict[str, Any]:
    """Return a bar for each run: the share of the relevant text shown, and lost to each culprit."""
    words = ["shown", *(culprit_words(key, found.limit) for key in LOST)]
    keys = ["shown", *(f"lost.{key}" for key in LOST)]
    rows = [
        {"run": run.run, "what": what, "order": at, "share": run.mean[key]}
        for run in found.runs
        for at, (what, key) in enumerate(zip(words, keys, strict=True))
        if run.mean[key]
    ]
    names = [run.run for run in found.runs]
    colour: dict[str, Any] = {"field": "what", "type": "nominal", "title": None, "sort": words}
    colour |= {"scale": {"domain": words, "range": list(_COLOURS)}}
    axis: dict[str, Any] = {"format": ".0%"}
    share: dict[str, Any] = {"field": "share", "type": "quantitative", "axis": axis}
    share |= {"title": "relevant text, mean over topics", "scale": {"domain": [0, 1]}}
    return {
        "$schema": SCHEMA,
        "title": f"first {words_of(found.limit)}: shown, and who lost the rest",
        "data": {"values": rows},
        "width": 480,
        "height": {"step": _BAR},
        "mark": "bar",
        "encoding": {
            "x": share,
            "y": {"field": "run", "type": "nominal", "title": None, "sort": names},
            "color": colour,
            "order": {"field": "order", "type": "quantitative"},
        },
    }
