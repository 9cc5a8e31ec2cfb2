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
from partwise.losses.culprits import LOST
from partwise.messages import Note, texts_of
from partwise.report.account import most_changed, sampled, spent
from partwise.report.certainty import (
    Asked,
    Measured,
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
"""The measure that decides is the first one."""

LOOK = 10
"""Topics to look at first."""


@dataclass(frozen=True)
class Choices:
    """What a user chose for a page."""

    baseline: str | None = None
    """Run that others are compared with; default: the first."""
    title: str | None = None
    """Title of the page."""
    sample: int = 2000
    """Most topics in the page."""
    tests: Settings = field(default_factory=Settings)
    """How differences are tested."""
    command: str = ""
    """The command that makes the page again."""


@dataclass(frozen=True, eq=False)
class Group:
    """Topics that share a value of an attribute, intervals of their means, and the tests."""

    attribute: str
    value: str
    topics: Flags
    ends: Reals
    tests: Tests | None


class Findings:
    """What is to be said of the material."""

    def __init__(self, material: Material, choices: Choices) -> None:
        self.material, self.choices = material, choices
        self.results: Results = material.results
        self.measures = material.measures
        names = self.results.runs
        wanted = choices.baseline
        if wanted is not None and wanted not in names:
            raise UnknownNameError("run", wanted, near(wanted, names), available=names[:10])
        self.baseline = 0 if wanted is None else names.index(wanted)

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
    def _asked(self) -> tuple[list[Asked], list[Asked]]:
        """Pairs of runs on the primary measure, and everything against the baseline."""
        return pairs(self.order, PRIMARY), against(self.results, self.baseline)

    @cached_property
    def _measured(self) -> Measured:
        every = np.ones(len(self.results.topics), np.bool_)
        beside, asked = self._asked
        return measured(self.results, asked, self.choices.tests, every, beside=beside)

    @property
    def intervals(self) -> Reals:
        """Bootstrap intervals of the means, ``[run, measure, end]``."""
        return self._measured.ends

    @cached_property
    def pairs(self) -> Tests | None:
        """Tests between runs on the primary measure."""
        return corrected(self.results, self._asked[0], self.choices.tests, [self._measured])[0]

    @cached_property
    def comparisons(self) -> Tests | None:
        """All measures of all runs against the baseline."""
        return corrected(self.results, self._asked[1], self.choices.tests, [self._measured])[0]

    @cached_property
    def verdict(self) -> Verdict:
        """What the tests decide."""
        alpha = self.choices.tests.alpha
        return verdict(self.results, PRIMARY, self.order, self.pairs, alpha)

    @cached_property
    def attributes(self) -> dict[str, list[str]]:
        """Attributes that make groups, topic by topic."""
        return self.material.topics.groups(self.results.topics)

    @cached_property
    def groups(self) -> list[Group]:
        """Groups of topics with the same tests, corrected over all groups together."""
        named = [
            (name, shown, np.array([(text or NO_VALUE) == shown for text in told], np.bool_))
            for name, told in self.attributes.items()
            for shown in dict.fromkeys(text or NO_VALUE for text in told)
        ]
        asked, tests = self._asked[1], self.choices.tests
        found = [measured(self.results, asked, tests, topics) for _, _, topics in named]
        made = corrected(self.results, asked, tests, found)
        return [
            Group(*one, told.ends, test) for one, told, test in zip(named, found, made, strict=True)
        ]

    @property
    def other(self) -> int:
        """The run that the baseline is shown beside: the best, or the second best."""
        return next((run for run in self.order if run != self.baseline), self.baseline)

    # -- topics ----------------------------------------------------------------------------

    @cached_property
    def change(self) -> Reals:
        """Change of the primary measure from the baseline to the other run, topic by topic."""
        values = self.results.table[:, PRIMARY]
        return difference(values[self.other], values[self.baseline])

    @cached_property
    def kept(self) -> Ints:
        """Topics that are in the page."""
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
        asked = [m.budget for m in self.measures if m.budget is not None]
        return curve(self.material.accounts, self._averages, [self.material.budget, *asked])

    @cached_property
    def spent(self) -> list[dict[str, int]] | None:
        """What the characters of the budget were, run by run."""
        if not self.material.accounts or self.material.lines.levels is not None:
            return None
        both = zip(self.material.accounts, self.material.averaged, strict=True)
        budget = self.material.budget
        return [spent(account.parts, budget, counted) for account, counted in both]

    @cached_property
    def losses(self) -> list[dict[str, Any]] | None:
        """What each run shows and loses, and to whom: shares of the relevant text, characters."""
        found = self.material.losses
        if found is None:
            return None
        keys = ("shown", *(f"lost.{key}" for key in LOST))
        return [
            {
                side: {key.removeprefix("lost."): amounts[key] for key in keys}
                for side, amounts in (("mean", run.mean), ("total", run.total))
            }
            for run in found.runs
        ]

    # -- the page's data -------------------------------------------------------------------

    @property
    def notes(self) -> list[str]:
        """Notes, the sampling of topics first."""
        total, kept = len(self.results.topics), self.kept.size
        notes = [*self.material.notes]
        if kept < total:
            words = (
                f"{kept:,} of {total:,} topics are in this page: the "
                f"{min(200, kept):,} most changed and a random sample"
            )
            notes.insert(0, Note(words))
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
        found = {os.fspath(name) for name in named if name}
        return sorted((name for name in found if PurePath(name).name != name), key=len)[::-1]


SCHEMA = "partwise.report/1"


def core(found: Findings) -> dict[str, Any]:
    """Return the page's data, `partwise.report/1`."""
    kept, names = found.kept, found.results.topics
    topics = [names[t] for t in kept.tolist()]
    known = found.material.topics
    return {
        "schema": SCHEMA,
        "partwise": __version__,
        "title": found.choices.title,
        "baseline": found.baseline,
        "primary": PRIMARY,
        "budget": found.material.budget,
        "runs": [{"name": name} for name in found.results.runs],
        "measures": [
            {
                "name": m.name,
                "better": m.better,
                "bounds": [_finite(end) for end in m.bounds],
                "says": None if m.phrase is None else m.phrase.says,
            }
            for m in found.measures
        ],
        "topics": {
            "total": len(names),
            "id": topics,
            "text": known.texts(topics),
            "attributes": {
                name: [told[t] for t in kept.tolist()] for name, told in found.attributes.items()
            },
        },
        "values": nulls(found.results.table[:, :, kept]),
        "means": nulls(found.means),
        "intervals": [[_interval(ends) for ends in row] for row in found.intervals.tolist()],
        "pairs": [] if found.pairs is None else found.pairs.to_list(),
        "comparisons": [] if found.comparisons is None else found.comparisons.to_list(),
        "curve": found.curve,
        "spent": found.spent,
        "losses": found.losses,
        **{
            name: None if one is None else one.to_dict()
            for name, one in vars(found.material.lines).items()
        },
        "notes": [found.without_folders(text) for text in texts_of(found.notes)],
        "command": found.choices.command,
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
