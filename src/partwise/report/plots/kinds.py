"""The kinds of plots, and what each needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from partwise.errors import UsageError
from partwise.kernels.text.near import near

_BUDGET, _VALUES, _LINES, _META = "budget", "values", "lines", "meta"


@dataclass(frozen=True)
class Kind:
    """A kind of plot.

    Parameters
    ----------
    home : str
        Module beside this one that draws it.
    about : str
        What it shows.
    needs : str
        What must be given.
    """

    home: str
    about: str
    needs: str

    def draw(self, name: str) -> Callable[[Any, Any], dict[str, Any]]:
        """Return the function that draws it; its module is imported now."""
        module = import_module(f"partwise.report.plots.{self.home}")
        drawn: Callable[[Any, Any], dict[str, Any]]
        drawn = module.LINES[name].draw if self.home == _LINES else getattr(module, name)
        return drawn


_SPANS = "assessments with spans, runs"
_ELEMENTS = "assessed elements (or spans and --structure), runs"
KINDS = {
    "budget": Kind(_BUDGET, "relevant text found by characters read", _SPANS),
    "recall": Kind(_BUDGET, "relevant text found by parts read", _SPANS),
    "spent": Kind(_BUDGET, "what the characters of the budget were", _SPANS),
    "losses": Kind(_BUDGET, "who lost the relevant text", f"{_SPANS}, --inventory"),
    "means": Kind(_VALUES, "means with intervals, a panel a measure", "runs or results"),
    "differences": Kind(_VALUES, "differences to the baseline by topic", "2 runs or results"),
    "scatter": Kind(_VALUES, "each run against the baseline, a dot a topic", "2 runs or results"),
    "xcg": Kind(_LINES, "xCG by rank, with the ideal", _ELEMENTS),
    "nxcg": Kind(_LINES, "nxCG by rank", _ELEMENTS),
    "epgr": Kind(_LINES, "effort-precision by gain-recall", _ELEMENTS),
    "igp": Kind(_LINES, "interpolated gP at 11 recall points", _SPANS),
    "gprecision": Kind(_LINES, "gP by rank of documents", _SPANS),
    "iprecision": Kind(_LINES, "iP at 101 recall levels", _SPANS),
    "effort": Kind(_LINES, "NCE or CE by rank; lower is better", f"{_SPANS}, lengths"),
    "prum": Kind(_LINES, "EPRUM or PRUM by recall", "assessments, runs; PRUM: --inventory"),
    "tau": Kind(_META, "agreement of measures about the runs", "2 measures, 3 runs or results"),
    "taus": Kind(_META, "how stably each measure ranks the runs", "3 runs or results"),
    "swaps": Kind(_META, "swap rate by number of topics", "3 runs or results, many topics"),
    "insertions": Kind(_META, "the ideal run with results inserted", "assessments only"),
    "spread": Kind(_META, "least and greatest mean of each run", "runs or results"),
}


def kind_of(name: str) -> Kind:
    """Return a kind, or refuse its name with the list of all."""
    if name not in KINDS:
        close = near(name, KINDS)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        raise UsageError(f"there is no kind of plot {name!r}.{hint} Kinds: {', '.join(KINDS)}")
    return KINDS[name]


def listing() -> str:
    """Return all kinds with what they show and need."""
    wide = max(map(len, KINDS))
    shown = max(len(kind.about) for kind in KINDS.values())
    lines = (f"{name:<{wide}}  {kind.about:<{shown}}  {kind.needs}" for name, kind in KINDS.items())
    return "\n".join(lines) + "\n"
