"""Summary at the top of the HTML page."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from partwise.messages import plural
from partwise.report.findings import PRIMARY, Findings
from partwise.report.page_sections import (
    Piece,
    Sentence,
    after,
    change,
    percent,
    sentence,
    two_digits,
    value,
)
from partwise.report.tables import p_value

HALF_A_POINT = 0.005
"""Minimum difference in recall that is mentioned."""


@dataclass(frozen=True)
class Summary:
    """The sentences of the first screen; an empty one is left out."""

    eyebrow: str
    verdict: Sentence
    lead: Sentence
    agree: Sentence = field(default_factory=list)
    cross: Sentence = field(default_factory=list)
    waste: Sentence = field(default_factory=list)


def summary(findings: Findings) -> Summary:
    """Return the sentences of the first screen."""
    writer = _SummaryWriter(findings)
    return Summary(
        writer.eyebrow(),
        writer.verdict(),
        writer.lead(),
        writer.agree(),
        writer.cross(),
        writer.waste(),
    )


class _SummaryWriter:
    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.measure = findings.measures[PRIMARY]
        self.order = findings.verdict.order
        self.best = self.order[0]
        self.n_topics = len(findings.results.topics)

    # -- pieces ----------------------------------------------------------------------------

    def run(self, number: int) -> Piece:
        return Piece(self.findings.results.runs[number], "run", number)

    def mean(self, run: int) -> str:
        number = float(self.findings.means[run, PRIMARY])
        return "nothing" if math.isnan(number) else value(number, is_share=self.measure.is_share)

    def change(self, number: float) -> str:
        return change(number, is_share=self.measure.in_points)

    # -- sentences -------------------------------------------------------------------------

    def eyebrow(self) -> str:
        about = self.measure.phrase.about if self.measure.phrase else self.measure.name
        runs = plural(len(self.order), "run")
        return f"{plural(self.n_topics, 'topic')} · {runs} · {about}"

    def verdict(self) -> Sentence:
        writers = {
            "single": self._alone,
            "equal": self._equal,
            "decided": self._decided,
            "undecided": self._undecided,
        }
        return writers[self.findings.verdict.state]()

    def _alone(self) -> Sentence:
        phrase = self.measure.phrase
        says = phrase.says if phrase else f"reaches {{v}} by {self.measure.name}"
        return sentence(self.run(self.best), f" {says.replace('{v}', self.mean(self.best))}.")

    def _equal(self) -> Sentence:
        if len(self.order) > 2:
            return sentence(f"All {len(self.order)} runs are equal on every topic.")
        first, second = map(self.run, self.order)
        return sentence(first, " and ", second, " are equal on every topic.")

    def _decided(self) -> Sentence:
        end = " and all others." if len(self.order) > 2 else "."
        return sentence(self.run(self.best), " is better than ", self.run(self.order[1]), end)

    def _undecided(self) -> Sentence:
        tied, worse = self.findings.verdict.tied, self.findings.verdict.worse
        with_whom = self.run(tied[0]) if len(tied) == 1 else f"{len(tied)} other runs"
        pieces: list[str | Piece] = [
            self.run(self.best),
            " and ",
            with_whom,
            " cannot be told apart",
        ]
        if len(worse) == 1:
            pieces += ["; ", self.run(worse[0]), " is worse"]
        elif worse:
            pieces.append(f"; {len(worse)} runs are worse")
        return sentence(*pieces, ".")

    def lead(self) -> Sentence:
        if self.n_topics == 1:
            return sentence("One topic: nothing can be said about other topics.")
        if len(self.order) < 2:
            return self._lead_of_one()
        second = self.order[1]
        pair = self.findings.pairs.of(second, self.best, PRIMARY) if self.findings.pairs else {}
        phrase = self.measure.phrase
        start: tuple[str | Piece, ...]
        if phrase is not None:
            where = (f"{phrase.where} ",) if phrase.where else ()
            start = (*where, self.run(self.best), f" {phrase.verb} ")
            after = f" {phrase.what}, "
        else:
            start = ("By ", Piece(self.measure.name, "code"), " ", self.run(self.best), " has ")
            after = ", "
        pieces = [
            *start,
            Piece(self.mean(self.best), "strong"),
            after,
            self.run(second),
            f" {self.mean(second)}",
        ]
        if math.isnan(pair["difference"]):
            return sentence(*pieces, ".")
        points = " points" if self.measure.in_points else ""
        pieces += [": ", Piece(f"{self.change(pair['difference'])}{points}", "strong"), ", "]
        if not math.isnan(pair["low"]):
            ends = f"{self.change(pair['low'])} to {self.change(pair['high'])}"
            pieces.append(f"{self._confidence} interval {ends}, ")
        won, tied, lost = pair["wins"], pair["ties"], pair["losses"]
        pieces.append(f"better on {plural(won, 'topic')}, equal on {tied:,}, worse on {lost:,}.")
        low, high = self.measure.bounds
        if self.findings.verdict.state == "undecided" and pair["detectable"] <= high - low:
            detectable = self.change(pair["detectable"]).lstrip("+")
            pieces.append(f" These topics would have shown a difference of {detectable}{points}.")
        return sentence(*pieces, self._disagreement(pair))

    def _disagreement(self, pair: dict[str, Any]) -> str:
        """Return a sentence if test and interval disagree about significance, else nothing."""
        tests, settings = self.findings.pairs, self.findings.choices.tests
        if tests is None or math.isnan(pair["low"]):
            return ""
        p = tests.p(pair)
        without_zero = pair["low"] > 0 or pair["high"] < 0
        if (p <= settings.alpha) == without_zero:
            return ""
        does, verdict = ("leaves out", "not ") if without_zero else ("includes", "")
        return (
            f" The interval {does} 0, but the test decides: p = {p_value(p)}"
            f"{after(tests.correction)}, {verdict}significant at {settings.alpha:g}."
        )

    def _lead_of_one(self) -> Sentence:
        low, high = self.findings.intervals[self.best, PRIMARY].tolist()
        end = "Add a second run to compare."
        if math.isnan(low):
            return sentence(end)
        if self.measure.is_share:
            ends = f"{100 * low:.1f} to {percent(high)}"
        else:
            ends = f"{value(low, is_share=False)} to {value(high, is_share=False)}"
        topics = plural(self.n_topics, "topic")
        return sentence(f"{self._confidence} interval {ends} over {topics}. {end}")

    @property
    def _confidence(self) -> str:
        return f"{100 * self.findings.choices.tests.confidence:g} %"

    def agree(self) -> Sentence:
        """Return a sentence on the measures that put another run first."""
        means, results = self.findings.means, self.findings.results
        if len(self.order) < 2 or len(results.measures) < 2:
            return []
        others: dict[int, list[str]] = {}
        for index, name in enumerate(measure.name for measure in self.findings.measures):
            first = self.findings.best_first(index)[0]
            if means[first, index] != means[self.best, index] and not math.isnan(
                means[first, index]
            ):
                others.setdefault(first, []).append(name)
        total = len(results.measures)
        if not others:
            return sentence(f"All {total} measures put ", self.run(self.best), " first.")
        count = sum(map(len, others.values()))
        verb = "puts" if count == 1 else "put"
        pieces: list[str | Piece] = [f"{count} of {total} measures {verb} another run first: "]
        for run, names in others.items():
            pieces += [self.run(run), " by "]
            for name in names:
                pieces += [Piece(name, "code"), ", "]
            pieces[-1] = "; "
        pieces[-1] = "."
        return sentence(*pieces)

    def cross(self) -> Sentence:
        """Return a sentence on the crossing of the curves of the two best runs.

        Empty where they cross more than once, or where a third run is ahead.
        """
        curve = self.findings.curve
        if curve is None or len(self.order) < 2:
            return []
        first, second = self.order[:2]
        budgets = curve["budget"]
        gap = np.array(curve["recall"][first]) - np.array(curve["recall"][second])
        clear = np.flatnonzero(np.abs(gap) >= HALF_A_POINT)
        if not clear.size:
            return sentence("At no budget do the two best runs differ by half a point.")
        sign = np.sign(gap[clear])
        turns = np.flatnonzero(sign[1:] != sign[:-1])
        if not turns.size:
            ahead = first if sign[0] > 0 else second
            span = f"{budgets[0]:,} to {budgets[-1]:,} characters"
            if not _leads(curve, ahead, slice(None)):
                return []
            return sentence(self.run(ahead), f" is ahead at every budget from {span}.")
        low, high = int(clear[turns[-1]]), int(clear[turns[-1] + 1])
        crossing = _crossing(budgets, gap.tolist(), low, high)
        before, after = (first, second) if gap[low] > 0 else (second, first)
        side = int(np.searchsorted(budgets, crossing))
        leading = _leads(curve, before, slice(side)) and _leads(curve, after, slice(side, None))
        if turns.size > 1 or not leading:
            return []
        rounded = two_digits(crossing)
        return sentence(
            f"It depends on the budget: up to about {rounded:,} characters ",
            self.run(before),
            " is ahead, beyond it ",
            self.run(after),
            ".",
        )

    def waste(self) -> Sentence:
        """Return a sentence on the characters of the best run's budget by kind."""
        spent = self.findings.spent
        if spent is None:
            return []
        total = [sum(kinds.values()) for kinds in spent]
        if not total[self.best]:
            return []
        repeated = [kinds["repeated"] / max(n, 1) for kinds, n in zip(spent, total, strict=True)]
        new = spent[self.best]["new"] / total[self.best]
        pieces: list[str | Piece] = [
            f"Of {self.findings.material.budget:,} characters read, ",
            self.run(self.best),
            f" spends {percent(new)} on new relevant text and "
            f"{percent(repeated[self.best])} on text already read",
        ]
        worst = max(range(len(repeated)), key=lambda run: repeated[run])
        if repeated[worst] > repeated[self.best]:
            pieces += ["; ", self.run(worst), f" re-reads {percent(repeated[worst])}"]
        return sentence(*pieces, ".")


def _leads(curve: dict[str, Any], run: int, budgets: slice) -> bool:
    """Return True if no other run is ahead of `run` by half a point at the given budgets."""
    recall = np.array(curve["recall"])[:, budgets]
    return not (recall - recall[run] >= HALF_A_POINT).any()


def _crossing(budgets: list[int], gap: list[float], low: int, high: int) -> float:
    """Return the budget at which a difference changes sign, interpolated on a log scale."""
    for index in range(low, high):
        if gap[index] * gap[index + 1] <= 0 and gap[index] != gap[index + 1]:
            share = gap[index] / (gap[index] - gap[index + 1])
            start, end = math.log(budgets[index]), math.log(budgets[index + 1])
            return math.exp(start + share * (end - start))
    return float(budgets[high])
