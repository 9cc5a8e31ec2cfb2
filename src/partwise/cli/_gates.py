"""Thresholds that a run must reach: ``--fail-under 'AP=0.3'``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from partwise._record import record
from partwise.cli._process import GATE_FAILED
from partwise.errors import UsageError, quote
from partwise.evaluation.options import BudgetUnit
from partwise.evaluation.plan import resolve, under_rules
from partwise.language.measure import Measure
from partwise.tables.results import Results

if TYPE_CHECKING:
    from partwise.cli._output import Output


@record
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
    if not words:
        return []
    from partwise.evaluation.presets import has_label

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


def show(
    results: Results,
    words: tuple[str, ...],
    out: Output,
    *,
    per_topic: bool,
) -> int:
    """Write results that were evaluated elsewhere; return the exit code."""
    get = results.options.get
    gates = parse_gates(words, **{name: get(name) for name in ("nav", "preset", "budget_unit")})
    return emitted(results, gates, out, per_topic=per_topic)


def emitted(results: Results, gates: list[Gate], out: Output, *, per_topic: bool) -> int:
    """Write results, and say which runs miss which thresholds; return the exit code."""
    import click

    from partwise.report.results import results_document

    failed = failures(results, gates)  # first: a measure that is not there leaves no file
    out.emit(results_document(results, per_topic=per_topic))
    for line in failed:
        click.echo(line, err=True)
    return GATE_FAILED if failed else 0


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
