"""Curves of graded assessments, which highlight no text: precision at recall, cumulated gain."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.presets.named import default_preset
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run

RESULTS = 50
"""Results over which gain is cumulated."""


@dataclass(frozen=True)
class Lines:
    """A line per run."""

    x: list[float]
    """Ranks or recall levels."""
    y: list[list[float | None]]
    """Mean of each run at each; None where it is undefined."""
    axis: str
    """What x is."""

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the page's data."""
        return asdict(self)


@dataclass(frozen=True)
class GradedLines:
    """The curves that assessments allow; None where they do not."""

    levels: Lines | None = None
    """Interpolated precision at 11 recall levels, of graded documents."""
    gain: Lines | None = None
    """Normalised cumulated gain after so many results, of graded elements."""
    effort: Lines | None = None
    """Effort-precision at levels of gain-recall, of graded elements."""


def graded_lines(qrels: Qrels, runs: list[Run], **further: Any) -> GradedLines:
    """Evaluate the curves of graded assessments; `further` are options of `evaluate`."""
    kind = default_preset(qrels)
    rules = further.get("rules")
    if rules is not None and rules.equivalent is not None:
        return GradedLines()
    if kind == "trec":
        levels = evaluate(qrels, runs, "IPrec@0.0..1.0", **further)
        return GradedLines(_lines(levels, np.arange(11) / 10, "recall"))
    if kind == "xcg":
        gain = evaluate(qrels, runs, f"nxCG@1..{RESULTS}", **further)
        effort = evaluate(qrels, runs, "ep@0.1..1.0", **further)
        return GradedLines(
            gain=_lines(gain, np.arange(1, RESULTS + 1), "results read"),
            effort=_lines(effort, np.arange(1, 11) / 10, "gain-recall"),
        )
    return GradedLines()


def uncounted(qrels: Qrels, equivalent: str | None) -> list[Note]:
    """Say which curves are left out because they would count copies of a text several times."""
    curves = {"trec": "precision at recall", "xcg": "gain and effort"}.get(default_preset(qrels))
    if equivalent is None or curves is None:
        return []
    words = "no curve of {curves}: it would count copies of a text several times ({option})"
    return [Note(words, curves=curves, option=spelt(f"--equivalent {equivalent}"))]


def _lines(results: Results, x: np.ndarray[Any, Any], axis: str) -> Lines:
    y = [[None if np.isnan(mean) else mean for mean in run] for run in results.mean_table.tolist()]
    return Lines(x.tolist(), y, axis)
