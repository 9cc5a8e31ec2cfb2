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
"""Differences below this are not worth a word."""


@dataclass(frozen=True)
class Summary:
    """The sentences of the first screen; an empty one is left out."""

    eyebrow: str
    verdict: Sentence
    lead: Sentence
    agree: Sentence = field(default_factory=list)
    cross: Sentence = field(default_factory=list)
    waste: Sentence = field(default_factory=list)


def summary(found: Findings) -> Summary:
    """Say what the page shows."""
    words = _Words(found)
    return Summary(
        words.eyebrow(),
        words.verdict(),
        words.lead(),
        words.agree(),
        words.cross(),
        words.waste(),
    )


class _Words:
    def __init__(self, found: Findings) -> None:
        self.found = found
        self.measure = found.measures[PRIMARY]
        self.order = found.verdict.order
        self.best = self.order[0]
        self.n_topics = len(found.results.topics)

    # -- pieces ----------------------------------------------------------------------------

    def run(self, number: int) -> Piece:
        return Piece(self.found.results.runs[number], "run", number)

    def mean(self, run: int) -> str:
        number = float(self.found.means[run, PRIMARY])
        return "nothing" if math.isnan(number) else value(number, is_share=self.measure.is_share)

    def change(self, number: float) -> str:
        return change(number, is_share=self.measure.in_points)

    # -- sentences -------------------------------------------------------------------------

    def eyebrow(self) -> str:
        about = self.measure.phrase.about if self.measure.phrase else self.measure.name
        runs = plural(len(self.order), "run")
        return f"{plural(self.n_topics, 'topic')} · {runs} · {about}"

    def verdict(self) -> Sentence:
        said = {
            "single": self._alone,
            "equal": self._equal,
            "decided": self._decided,
            "undecided": self._undecided,
        }
        return said[self.found.verdict.state]()

    def _alone(self) -> Sentence:
        phrase = self.measure.phrase
        says = phrase.says if phrase else f"reaches {{v}} by {self.measure.name}"
        return sentence(self.run(self.best), f" {says.replace('{v}', self.mean(self.best))}.")

    def _equal(self) -> Sentence:
        if len(self.order) > 2:
            return sentence(f"All {len(self.order)} runs are equal on every topic.")
        one, two = map(self.run, self.order)
        return sentence(one, " and ", two, " are equal on every topic.")

    def _decided(self) -> Sentence:
        end = " and all others." if len(self.order) > 2 else "."
        return sentence(self.run(self.best), " is better than ", self.run(self.order[1]), end)

    def _undecided(self) -> Sentence:
        tied, worse = self.found.verdict.tied, self.found.verdict.worse
        with_whom = self.run(tied[0]) if len(tied) == 1 else f"{len(tied)} other runs"
        said: list[str | Piece] = [self.run(self.best), " and ", with_whom, " cannot be told apart"]
        if len(worse) == 1:
            said += ["; ", self.run(worse[0]), " is worse"]
        elif worse:
            said.append(f"; {len(worse)} runs are worse")
        return sentence(*said, ".")

    def lead(self) -> Sentence:
        if self.n_topics == 1:
            return sentence("One topic: nothing can be said about other topics.")
        if len(self.order) < 2:
            return self._lead_of_one()
        second = self.order[1]
        pair = self.found.pairs.of(second, self.best, PRIMARY) if self.found.pairs else {}
        phrase = self.measure.phrase
        start: tuple[str | Piece, ...]
        if phrase is not None:
            where = (f"{phrase.where} ",) if phrase.where else ()
            start = (*where, self.run(self.best), f" {phrase.verb} ")
            after = f" {phrase.what}, "
        else:
            start = ("By ", Piece(self.measure.name, "code"), " ", self.run(self.best), " has ")
            after = ", "
        said = [
            *start,
            Piece(self.mean(self.best), "strong"),
            after,
            self.run(second),
            f" {self.mean(second)}",
        ]
        if math.isnan(pair["difference"]):
            return sentence(*said, ".")
        points = " points" if self.measure.in_points else ""
        said += [": ", Piece(f"{self.change(pair['difference'])}{points}", "strong"), ", "]
        if not math.isnan(pair["low"]):
            ends = f"{self.change(pair['low'])} to {self.change(pair['high'])}"
            said.append(f"{self._confidence} interval {ends}, ")
        won, tied, lost = pair["wins"], pair["ties"], pair["losses"]
        said.append(f"better on {plural(won, 'topic')}, equal on {tied:,}, worse on {lost:,}.")
        low, high = self.measure.bounds
        if self.found.verdict.state == "undecided" and pair["detectable"] <= high - low:
            shown = self.change(pair["detectable"]).lstrip("+")
            said.append(f" These topics would have shown a difference of {shown}{points}.")
        return sentence(*said, self._disagreement(pair))

    def _disagreement(self, pair: dict[str, Any]) -> str:
        """Say so where test and interval point in different directions: a reader sees both."""
        tests, settings = self.found.pairs, self.found.choices.tests
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
        low, high = self.found.intervals[self.best, PRIMARY].tolist()
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
        return f"{100 * self.found.choices.tests.confidence:g} %"

    def agree(self) -> Sentence:
        """Say how many measures put another run first, and which."""
        means, results = self.found.means, self.found.results
        if len(self.order) < 2 or len(results.measures) < 2:
            return []
        others: dict[int, list[str]] = {}
        for at, name in enumerate(one.name for one in self.found.measures):
            first = self.found.best_first(at)[0]
            if means[first, at] != means[self.best, at] and not math.isnan(means[first, at]):
                others.setdefault(first, []).append(name)
        total = len(results.measures)
        if not others:
            return sentence(f"All {total} measures put ", self.run(self.best), " first.")
        count = sum(map(len, others.values()))
        verb = "puts" if count == 1 else "put"
        said: list[str | Piece] = [f"{count} of {total} measures {verb} another run first: "]
        for run, names in others.items():
            said += [self.run(run), " by "]
            for name in names:
                said += [Piece(name, "code"), ", "]
            said[-1] = "; "
        said[-1] = "."
        return sentence(*said)

    def cross(self) -> Sentence:
        """Say whether the two best runs change places as more is read.

        Nothing is said where they do so more than once, or where another run is ahead of the
        one that would be named.
        """
        curve = self.found.curve
        if curve is None or len(self.order) < 2:
            return []
        one, two = self.order[:2]
        budgets = curve["budget"]
        gap = np.array(curve["recall"][one]) - np.array(curve["recall"][two])
        clear = np.flatnonzero(np.abs(gap) >= HALF_A_POINT)
        if not clear.size:
            return sentence("At no budget do the two best runs differ by half a point.")
        sign = np.sign(gap[clear])
        turns = np.flatnonzero(sign[1:] != sign[:-1])
        if not turns.size:
            ahead = one if sign[0] > 0 else two
            span = f"{budgets[0]:,} to {budgets[-1]:,} characters"
            if not _leads(curve, ahead, slice(None)):
                return []
            return sentence(self.run(ahead), f" is ahead at every budget from {span}.")
        low, high = int(clear[turns[-1]]), int(clear[turns[-1] + 1])
        crossing = _crossing(budgets, gap.tolist(), low, high)
        before, after = (one, two) if gap[low] > 0 else (two, one)
        side = int(np.searchsorted(budgets, crossing))
        leading = _leads(curve, before, slice(side)) and _leads(curve, after, slice(side, None))
        if turns.size > 1 or not leading:
            return []
        at = two_digits(crossing)
        return sentence(
            f"It depends on the budget: up to about {at:,} characters ",
            self.run(before),
            " is ahead, beyond it ",
            self.run(after),
            ".",
        )

    def waste(self) -> Sentence:
        """Say what the best run spends the budget on."""
        spent = self.found.spent
        if spent is None:
            return []
        total = [sum(kinds.values()) for kinds in spent]
        if not total[self.best]:
            return []
        again = [kinds["repeated"] / max(n, 1) for kinds, n in zip(spent, total, strict=True)]
        new = spent[self.best]["new"] / total[self.best]
        said: list[str | Piece] = [
            f"Of {self.found.material.budget:,} characters read, ",
            self.run(self.best),
            f" spends {percent(new)} on new relevant text and "
            f"{percent(again[self.best])} on text already read",
        ]
        worst = max(range(len(again)), key=lambda run: again[run])
        if again[worst] > again[self.best]:
            said += ["; ", self.run(worst), f" re-reads {percent(again[worst])}"]
        return sentence(*said, ".")


def _leads(curve: dict[str, Any], run: int, budgets: slice) -> bool:
    """Tell whether no run is ahead of one by half a point at some budgets."""
    recall = np.array(curve["recall"])[:, budgets]
    return not (recall - recall[run] >= HALF_A_POINT).any()


def _crossing(budgets: list[int], gap: list[float], low: int, high: int) -> float:
    """Return where a difference changes sign between two points, on the scale of the curve."""
    for at in range(low, high):
        if gap[at] * gap[at + 1] <= 0 and gap[at] != gap[at + 1]:
            share = gap[at] / (gap[at] - gap[at + 1])
            one, two = math.log(budgets[at]), math.log(budgets[at + 1])
            return math.exp(one + share * (two - one))
    return float(budgets[high])
