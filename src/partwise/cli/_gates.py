"""Thresholds that a run must reach: ``--fail-under 'AP=0.3'``."""

from __future__ import annotations

import math
from dataclasses import dataclass

from partwise.errors import UsageError, quote
from partwise.evaluation.plan import BudgetUnit, resolve, under_rules
from partwise.evaluation.presets.named import has_label
from partwise.language.component import Measure
from partwise.tables.results import Results


@dataclass(frozen=True)
class Gate:
    """A measure and the mean that each run must reach."""

    measure: Measure | None
    threshold: float
    label: str | None = None
    """The name that a preset's tool gives the value."""


def parse_gates(
    words: tuple[str, ...],
    *,
    nav: str | None = None,
    preset: str | None = None,
    budget_unit: BudgetUnit | None = None,
) -> list[Gate]:
    """Read ``MEASURE=x`` or, with a preset, ``LABEL=x``, split at the last equals sign."""
    labels = has_label(preset)
    gates = []
    for word in words:
        text, sign, number = word.rpartition("=")
        try:
            threshold = float(number)
        except ValueError:
            threshold = math.nan
        if not sign or math.isnan(threshold):
            raise UsageError(f"--fail-under {quote(word)}: expected MEASURE=number")
        if labels(text):
            gates.append(Gate(None, threshold, text))
        else:
            found = resolve([text], nav=nav, budget_unit=budget_unit)
            gates += [Gate(measure, threshold) for measure in found]
    return gates


def _spelled(gate: Gate, results: Results) -> str:
    """Return the name of a gate's measure as the options of the results spell it."""
    return "" if gate.measure is None else repr(under_rules(gate.measure, results.options))


def failures(results: Results, gates: list[Gate]) -> list[str]:
    """Say which runs miss which thresholds."""
    lines = []
    for gate in gates:
        name = gate.label or _spelled(gate, results)
        lower = results.better_of(name) == "lower"
        for run in results.runs:
            mean = results.mean(run, name)
            if math.isnan(mean):
                lines.append(f"failed: {run}: {name} is undefined")
            elif (mean > gate.threshold) if lower else (mean < gate.threshold):
                sign = ">" if lower else "<"
                lines.append(f"failed: {run}: {name} {mean:.4f} {sign} {gate.threshold:g}")
    return lines
