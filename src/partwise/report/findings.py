"""Findings of a report: runs, values, certainty and topics."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise._version import __version__
from partwise.errors import UnknownNameError
from partwise.kernels.text.near import near
from partwise.losses.breakdown import LOST
from partwise.messages import Note, texts_of
from partwise.report.account import most_changed, sampled, spent
from partwise.report.certainty import (
    Measured,
    TestKey,
    Tests,
    Verdict,
    against,
    best_first,
    corrected,
    measured,
    pairs,
    verdict,
)
from partwise.report.material import Average, Material, averaging, curve
from partwise.statistics.compare import NO_VALUE
from partwise.statistics.differences import difference
from partwise.statistics.paired_tests import Settings
from partwise.tables.aggregates import ON_LOGARITHMS
from partwise.tables.results import Results

PRIMARY = 0
"""Index of the primary measure, which decides: the first."""

LOOK = 10
"""Topics to look at first."""


@dataclass(frozen=True)
class Choices:
    """Options of a page, as in `report`."""

    baseline: str | None = None
    """Run that others are compared with; default: the first."""
    title: str | None = None
    """Title of the page."""
    sample: int = 2000
    """Maximum number of topics in the page."""
    tests: Settings = field(default_factory=Settings)
    """Parameters of the tests."""
    command: str = ""
    """The command that makes the page again."""


@dataclass(frozen=True, eq=False)
class TopicGroup:
    """Topics that share a value of an attribute, intervals of their means, and the tests."""

    attribute: str
    value: str
    topics: Flags
    ends: Reals
    tests: Tests | None


class Findings:
    """Statistics of the material, computed when first used and cached."""

    def __init__(self, material: Material, choices: Choices) -> None:
        self.material, self.choices = material, choices
        self.results: Results = material.results
        self.measures = material.measures
        names = self.results.runs
        baseline = choices.baseline
        if baseline is not None and baseline not in names:
            raise UnknownNameError("run", baseline, near(baseline, names), available=names[:10])
        self.baseline = 0 if baseline is None else names.index(baseline)

    # -- tests -----------------------------------------------------------------------------

    @cached_property
    def means(self) -> Reals:
        """Means, ``[run, measure]``."""
        return self.results.mean_table

    @cached_property
    def order(self) -> list[int]:
        """Runs by the primary measure, best first."""
        return self.best_first(PRIMARY)

    def best_first(self, measure: int) -> list[int]:
        """Return the runs by a measure, best first."""
        return best_first(self.means[:, measure], self.results.better[measure])

    @cached_property
    def _test_keys(self) -> tuple[list[TestKey], list[TestKey]]:
        """Pairs of runs on the primary measure, and everything against the baseline."""
        return pairs(self.order, PRIMARY), against(self.results, self.baseline)

    @cached_property
    def _measured(self) -> Measured:
        all_topics = np.ones(len(self.results.topics), np.bool_)
        extra_keys, keys = self._test_keys
        return measured(self.results, keys, self.choices.tests, all_topics, extra_keys=extra_keys)

    @property
    def intervals(self) -> Reals:
        """Bootstrap intervals of the means, ``[run, measure, end]``."""
        return self._measured.ends

    @cached_property
    def pairs(self) -> Tests | None:
        """Tests between runs on the primary measure."""
        return corrected(self.results, self._test_keys[0], self.choices.tests, [self._measured])[0]

    @cached_property
    def comparisons(self) -> Tests | None:
        """All measures of all runs against the baseline."""
        return corrected(self.results, self._test_keys[1], self.choices.tests, [self._measured])[0]

    @cached_property
    def verdict(self) -> Verdict:
        """Verdict of the tests on the primary measure."""
        alpha = self.choices.tests.alpha
        return verdict(self.results, PRIMARY, self.order, self.pairs, alpha)

    @cached_property
    def attributes(self) -> dict[str, list[str]]:
        """Attributes that make groups, topic by topic."""
        return self.material.topics.groups(self.results.topics)

    @cached_property
    def groups(self) -> list[TopicGroup]:
        """Groups of topics with the same tests, corrected over all groups together."""
        named = [
            (name, value, np.array([(text or NO_VALUE) == value for text in values], np.bool_))
            for name, values in self.attributes.items()
            for value in dict.fromkeys(text or NO_VALUE for text in values)
        ]
        keys, tests = self._test_keys[1], self.choices.tests
        group_statistics = [measured(self.results, keys, tests, topics) for _, _, topics in named]
        group_tests = corrected(self.results, keys, tests, group_statistics)
        return [
            TopicGroup(*names, statistics.ends, test)
            for names, statistics, test in zip(named, group_statistics, group_tests, strict=True)
        ]

    @property
    def counterpart(self) -> int:
        """Run compared with the baseline: the best other run."""
        return next((run for run in self.order if run != self.baseline), self.baseline)

    # -- topics ----------------------------------------------------------------------------

    @cached_property
    def change(self) -> Reals:
        """Difference of the primary measure, `counterpart` minus baseline: float64[topic]."""
        values = self.results.table[:, PRIMARY]
        return difference(values[self.counterpart], values[self.baseline])

    @cached_property
    def page_topics(self) -> Ints:
        """Indices of the topics in the page: int64."""
        return np.flatnonzero(sampled(self.change, self.choices.sample, self.choices.tests.seed))

    @property
    def look(self) -> list[int]:
        """Topics to look at first: gains, then losses, largest first; of one run the lowest."""
        if len(self.results.runs) < 2:
            values = self.results.table[0, PRIMARY]
            worst = -values if self.measures[PRIMARY].better == "lower" else values
            order = np.argsort(worst, kind="stable")
            return [t for t in order.tolist() if not np.isnan(worst[t])][:LOOK]
        rows = most_changed(self.change, LOOK).tolist()
        sign = -1 if self.measures[PRIMARY].better == "lower" else 1
        return sorted(rows, key=lambda t: sign * self.change[t] < 0)

    # -- reading ---------------------------------------------------------------------------

    @cached_property
    def _averages(self) -> list[Average]:
        undefined = str(self.results.options.get("undefined", "skip"))
        return [averaging(counted, undefined) for counted in self.material.averaged]

    @cached_property
    def curve(self) -> dict[str, Any] | None:
        """Mean recall of each run within budgets and at ranks."""
        if not self.material.accounts or self.material.lines.levels is not None:
            return None
        measure_budgets = [m.budget for m in self.measures if m.budget is not None]
        return curve(
            self.material.accounts, self._averages, [self.material.budget, *measure_budgets]
        )

    @cached_property
    def spent(self) -> list[dict[str, int]] | None:
        """Characters of the budget by kind, a dict per run."""
        if not self.material.accounts or self.material.lines.levels is not None:
            return None
        both = zip(self.material.accounts, self.material.averaged, strict=True)
        budget = self.material.budget
        return [spent(account.parts, budget, counted) for account, counted in both]

    @cached_property
    def losses(self) -> list[dict[str, Any]] | None:
        """Relevant text shown and lost by cause, per run: ``mean`` shares, ``total`` characters."""
        losses = self.material.losses
        if losses is None:
            return None
        keys = ("shown", *(f"lost.{key}" for key in LOST))
        return [
            {
                side: {key.removeprefix("lost."): amounts[key] for key in keys}
                for side, amounts in (("mean", run.mean), ("total", run.total))
            }
            for run in losses.runs
        ]

    # -- the page's data -------------------------------------------------------------------

    @property
    def notes(self) -> list[str]:
        """Notes, the sampling of topics first."""
        total, n_kept = len(self.results.topics), self.page_topics.size
        notes = [*self.material.notes]
        if n_kept < total:
            sentence = (
                f"{n_kept:,} of {total:,} topics are in this page: the "
                f"{min(200, n_kept):,} most changed and a random sample"
            )
            notes.insert(0, Note(sentence))
        if self.results.rescaled and len(self.results.runs) > 1:
            notes.append(Note(ON_LOGARITHMS, measures=self.results.rescaled))
        return notes

    def without_folders(self, text: str) -> str:
        """Return a note that names files, and no folder: a page is the same wherever it is made."""
        for file in self._files:
            text = text.replace(file, PurePath(file).name)
        return text

    @cached_property
    def _files(self) -> list[str]:
        """Files with their folders as notes may name them, the longest first."""
        texts, topics = self.material.texts, self.material.topics
        named = [entry["file"] for entry in self.results.inputs]
        named += [None if texts is None else texts.source, topics.source]
        paths = {os.fspath(name) for name in named if name}
        return sorted((name for name in paths if PurePath(name).name != name), key=len)[::-1]


SCHEMA = "partwise.report/1"


def core(findings: Findings) -> dict[str, Any]:
    """Return the page's data, `partwise.report/1`."""
    page_topics, names = findings.page_topics, findings.results.topics
    topics = [names[t] for t in page_topics.tolist()]
    topic_texts = findings.material.topics
    return {
        "schema": SCHEMA,
        "partwise": __version__,
        "title": findings.choices.title,
        "baseline": findings.baseline,
        "primary": PRIMARY,
        "budget": findings.material.budget,
        "runs": [{"name": name} for name in findings.results.runs],
        "measures": [
            {
                "name": m.name,
                "better": m.better,
                "bounds": [_finite(end) for end in m.bounds],
                "says": None if m.phrase is None else m.phrase.says,
            }
            for m in findings.measures
        ],
        "topics": {
            "total": len(names),
            "id": topics,
            "text": topic_texts.texts(topics),
            "attributes": {
                name: [values[t] for t in page_topics.tolist()]
                for name, values in findings.attributes.items()
            },
        },
        "values": nulls(findings.results.table[:, :, page_topics]),
        "means": nulls(findings.means),
        "intervals": [[_interval(ends) for ends in row] for row in findings.intervals.tolist()],
        "pairs": [] if findings.pairs is None else findings.pairs.to_list(),
        "comparisons": [] if findings.comparisons is None else findings.comparisons.to_list(),
        "curve": findings.curve,
        "spent": findings.spent,
        "losses": findings.losses,
        **{
            name: None if line_set is None else line_set.to_dict()
            for name, line_set in vars(findings.material.lines).items()
        },
        "notes": [findings.without_folders(text) for text in texts_of(findings.notes)],
        "command": findings.choices.command,
    }


def nulls(values: NDArray[Any]) -> Any:
    """Return nested lists, None where a value is undefined."""
    listed = values.astype(object)
    listed[np.isnan(values)] = None
    return listed.tolist()


def _finite(number: float) -> float | None:
    return number if np.isfinite(number) else None


def _interval(ends: list[float]) -> list[float] | None:
    return None if np.isnan(ends[0]) else ends
