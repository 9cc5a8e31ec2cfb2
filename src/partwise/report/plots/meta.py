"""Plots of what the lab finds: agreement of measures, reliability, fidelity."""

from __future__ import annotations

from collections.abc import Callable

from partwise.lab.correlate import correlate
from partwise.lab.fidelity import fidelity
from partwise.lab.reliability.data import Reliability
from partwise.lab.reliability.estimate import reliability
from partwise.lab.reliability.variants import (
    Variants,
    assessor_slots,
    assessor_variants,
    topic_variants,
)
from partwise.messages import plural
from partwise.report.charts import lab
from partwise.report.charts.style import Frame, Spec
from partwise.report.plots.source import Source, Wishes


def tau(source: Source, wishes: Wishes) -> Spec:
    """Draw the agreement of measures about the order of the runs."""
    found = correlate(source.results, seed=wishes.seed)
    source.said.extend(found.notes)
    told = f"Kendall's tau over {plural(len(found.runs), 'run')}; bold: p < 0.05"
    return _framed(lab.heat(found), wishes, "Agreement of measures", told)


def insertions(source: Source, wishes: Wishes) -> Spec:
    """Draw means against the number of inserted non-relevant results."""
    found = fidelity(source.assessments(), source.measures, seed=wishes.seed, **source.options)
    source.said.extend(found.notes)
    told = f"mean over {plural(len(found.results.topics), 'topic')}"
    title = "The ideal run with non-relevant results inserted"
    return _framed(lab.insertions(found), wishes, title, told)


def swaps(source: Source, wishes: Wishes) -> Spec:
    """Draw swap rates against the number of topics."""
    told = "share of topic sets that swap two runs; bins of the difference; dashed: fitted"
    return _reliability(source, wishes, lab.swaps, "Swap rate by number of topics", told)


def spread(source: Source, wishes: Wishes) -> Spec:
    """Draw the mean of each run with its least and greatest value over the variants."""
    told = "dot: mean; bar: least to greatest over {variants}"
    return _reliability(source, wishes, lab.spread, "Spread of the runs", told)


def taus(source: Source, wishes: Wishes) -> Spec:
    """Draw the tau of each measure with its least and greatest value over the variants."""
    told = "dot: mean tau with the official ranking; bar: least to greatest over {variants}"
    return _reliability(source, wishes, lab.taus, "How stably each measure ranks the runs", told)


def _reliability(
    source: Source, wishes: Wishes, chart: Callable[[Reliability], Spec], title: str, told: str
) -> Spec:
    found = reliability(_variants(source, wishes), seed=wishes.seed)
    source.said.extend(found.notes)
    words = told.format(variants=plural(found.variants, "variant"))
    return _framed(chart(found), wishes, title, words)


def _variants(source: Source, wishes: Wishes) -> Variants:
    """Take one assessor a topic where topics have several, else resample the topics."""
    if source.runs is not None:
        qrels, runs = source.tables()
        if (assessor_slots(qrels)[1] > 1).any():
            options = dict(source.options)
            return assessor_variants(qrels, runs, source.measures, seed=wishes.seed, **options)
    return topic_variants(source.results, seed=wishes.seed)


def _framed(spec: Spec, wishes: Wishes, title: str, subtitle: str) -> Spec:
    return Frame(wishes.title or title, subtitle, theme=wishes.theme).around(spec)
