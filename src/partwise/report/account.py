"""Account of characters: what a run showed, lines of text, and phrases about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import PartwiseError
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.plan import parse
from partwise.evaluation.presets import default_preset
from partwise.kernels.intervals import inside
from partwise.kernels.ragged import (
    count_before,
    distinct,
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    ranges,
    rank_in_segment,
)
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.measure import Measure
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.geometry.parts import Parts


# Reading the parts of a topic in rank order, each character is exactly one of: *repeated*, read
# before in this topic; *new*, relevant and met for the first time; *padding*, not relevant, in a
# part that holds relevant text; *irrelevant*, in a part that holds none. A part in which a budget
# ends is judged as far as it was read.

KINDS = ("new", "repeated", "padding", "irrelevant")
"""Kinds of characters; numbers in stretches are indices into this tuple."""

NEW, REPEATED, PADDING, IRRELEVANT = range(4)

REQUESTER = "the report"
"""Name of the report in messages about missing lengths."""


def kinds_of(parts: Parts) -> Ints:
    """Characters of each part by kind, ``[part, kind]``. O(n log n)."""
    size, seen = parts.size(REQUESTER), parts.seen(REQUESTER)
    fresh_irrelevant = seen.fresh - seen.fresh_relevant
    holds = seen.relevant > 0
    columns = (
        seen.fresh_relevant,
        size - seen.fresh,
        np.where(holds, fresh_irrelevant, 0),
        np.where(holds, 0, fresh_irrelevant),
    )
    return np.stack(columns, axis=1)


def spent(parts: Parts, budget: int, counted: Flags) -> dict[str, int]:
    """Characters of a budget by kind, summed over the topics that count.

    The kinds and ``unspent`` add up to the budget times the topics.
    """
    read = parts.within(budget, "characters", REQUESTER)
    rows = counted[owners(read.offsets)]
    total = dict(zip(KINDS, kinds_of(read)[rows].sum(axis=0).tolist(), strict=True))
    unspent = budget * int(counted.sum()) - sum(total.values())
    return total | {"unspent": unspent}


@dataclass(frozen=True, eq=False)
class Finds:
    """Relevant text in the order in which a run shows it, each stretch where it is first read.

    Parameters
    ----------
    offsets : ndarray of int64
        CSR offsets of the stretches of each topic.
    position : ndarray of int64
        Characters of the topic that are read before the stretch.
    rank : ndarray of int64
        Rank of the part that shows it.
    length : ndarray of int64
        Its characters.
    relevant : ndarray of int64
        Relevant characters of each topic.
    """

    offsets: Ints
    position: Ints
    rank: Ints
    length: Ints
    relevant: Ints

    def recall_within(self, budget: int) -> Reals:
        """Return the recall of relevant text within `budget` characters: float64[topic].

        Equal to ``CharR(budget=N)`` to the last bit; NaN for a topic without relevant text.
        """
        end, gained = self._up_to(self.position, budget)
        last = np.maximum(end - 1, 0)
        past = (
            (self.position + self.length)[last] - budget
            if self.position.size
            else np.zeros(end.size)
        )
        cut_off = np.where(end > self.offsets[:-1], np.maximum(past, 0), 0)
        return self._share(gained - cut_off)

    def recall_at(self, k: int) -> Reals:
        """Return the share of the relevant text in the first `k` parts: ``CharR@k``."""
        return self._share(self._up_to(self.rank, k + 1)[1])

    def _up_to(self, key: Ints, limit: int) -> tuple[Ints, Ints]:
        """End of each topic's stretches whose key is below a limit, and their characters."""
        wide = max(int(key.max(initial=0)), limit) + 1
        topics = np.arange(self.offsets.size - 1)
        ordered = owners(self.offsets) * wide + key
        end = np.searchsorted(ordered, topics * wide + limit, "left")
        before = count_before(self.length)
        return end, before[end] - before[self.offsets[:-1]]

    def _share(self, gained: Ints) -> Reals:
        return nan_where_zero(ratio(gained, self.relevant), self.relevant)


class Account:
    """Characters that a reader of one run reads, by kind.

    Parameters
    ----------
    parts : Parts
        Its ranked parts, all of known length.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.relevant = parts.retrieval.assessments.n_characters(REQUESTER)
        self.size = parts.size(REQUESTER)

    @property
    def read_before(self) -> Ints:
        """Characters of the topic that are read before each part: int64[part]."""
        before = count_before(self.size)
        offsets = self.parts.offsets
        return before[:-1] - np.repeat(before[offsets[:-1]], np.diff(offsets))

    @property
    def length(self) -> Ints:
        """Characters of all parts of each topic."""
        before = count_before(self.size)
        total: Ints = np.diff(before[self.parts.offsets])
        return total

    def finds(self) -> Finds:
        """Return the relevant text that the run shows. O((parts + spans) log)."""
        parts, cover = self.parts, self.parts.cover
        part, piece, length = parts.met
        topic = owners(parts.offsets)[part]
        return Finds(
            offsets_from_owners(topic, parts.offsets.size - 1),
            self.read_before[part] + piece - cover.border[cover.low[part]],
            rank_in_segment(parts.offsets)[part],
            length,
            self.relevant,
        )

    def stretches(self, rows: Ints) -> tuple[Ints, Ints, Ints]:
        """Kind and length of the stretches of the given parts, and their CSR offsets."""
        cover = self.parts.cover
        spans, (_, piece, new) = self.parts.spans, self.parts.met
        order = np.argsort(piece)
        met = piece[order], (piece + new)[order]
        border = distinct(np.concatenate((cover.border, *spans, *met)))
        low = np.searchsorted(border, cover.border[cover.low[rows]])
        high = np.searchsorted(border, cover.border[cover.high[rows]])
        cell, offsets = ranges(low, high)
        part = np.repeat(rows, np.diff(offsets))
        owner = cover.owner[np.searchsorted(cover.border, border, "right") - 1][cell]
        holds = self.parts.seen(REQUESTER).relevant[part] > 0
        rest = np.where(holds, PADDING, IRRELEVANT)
        copied = np.where(inside(border, *spans)[cell], REPEATED, rest)
        fresh = np.where(inside(border, *met)[cell], NEW, copied)
        kind = np.where(owner == part, fresh, REPEATED)
        opens = np.ones(cell.size, np.bool_)
        opens[1:] = (kind[1:] != kind[:-1]) | (part[1:] != part[:-1])
        length = (border[1:] - border[:-1])[cell] if cell.size else cell
        first_cells = np.flatnonzero(opens)
        total = np.add.reduceat(length, first_cells) if first_cells.size else length
        owned = np.repeat(np.arange(rows.size), np.diff(offsets))[first_cells]
        return (
            kind[first_cells],
            total,
            offsets_from_lengths(np.bincount(owned, minlength=rows.size)),
        )


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
    """Title of the x axis."""

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the page's data."""
        return asdict(self)


@dataclass(frozen=True)
class GradedLines:
    """The curves that assessments allow; None where they do not."""

    levels: Lines | None = None
    """Interpolated precision at 11 recall levels, of graded documents."""
    gain: Lines | None = None
    """Normalised cumulated gain by number of results, of graded elements."""
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
    """Return a note on curves left out because they would count copies of a text several times."""
    curves = {"trec": "precision at recall", "xcg": "gain and effort"}.get(default_preset(qrels))
    if equivalent is None or curves is None:
        return []
    template = "no curve of {curves}: it would count copies of a text several times ({option})"
    return [Note(template, curves=curves, option=spelt(f"--equivalent {equivalent}"))]


def _lines(results: Results, x: np.ndarray[Any, Any], axis: str) -> Lines:
    y = [[None if np.isnan(mean) else mean for mean in run] for run in results.mean_table.tolist()]
    return Lines(x.tolist(), y, axis)


@dataclass(frozen=True)
class Phrase:
    """A measure in words.

    Parameters
    ----------
    where : str
        Where the reader looks, ``Within 4,000 characters``; empty: everywhere.
    verb, what : str
        Around the value: ``finds`` 84.4 % ``of the relevant text``.
    noun : str
        What the value is a share of: ``relevant text found``.
    """

    where: str
    verb: str
    what: str
    noun: str

    @property
    def says(self) -> str:
        """The phrase with ``{v}`` for the value."""
        return f"{self.verb} {{v}} {self.what}{self._where}"

    @property
    def about(self) -> str:
        """Subject of a page, such as ``relevant text found in the first 5 parts``."""
        return f"{self.noun}{self._where}"

    @property
    def _where(self) -> str:
        return f" {self.where[0].lower()}{self.where[1:]}" if self.where else ""


def _where(measure: Any) -> str:
    """Return the depth of a measure in words, or nothing."""
    budget = getattr(measure, "budget", None)
    if budget is not None:
        return f"Within {budget:,} {measure.unit}"
    if measure.by_topic:
        return "In as many parts as concern the answer"
    if measure.depth is not None:
        return f"In the first {measure.depth:,} parts" if measure.depth > 1 else "In the first part"
    return ""


def _recall(measure: Any) -> Phrase | None:
    if measure.tolerance:
        return None
    return Phrase(_where(measure), "finds", "of the relevant text", "relevant text found")


def _precision(measure: Any) -> Phrase | None:
    if measure.tolerance or measure.repeats == "free":
        return None
    return Phrase(_where(measure), "shows", "relevant text", "share of relevant text")


def _hit(measure: Any) -> Phrase:
    return Phrase(_where(measure), "has a hit for", "of the topics", "topics with a hit")


_PHRASES: dict[str, Callable[[Any], Phrase | None]] = {
    "CharR": _recall,
    "CharP": _precision,
    "Hit": _hit,
}


_ANY = (float("-inf"), float("inf"))


@dataclass(frozen=True)
class Described:
    """A measure of the results."""

    name: str
    """Its spelling, or what a tool calls the value."""
    better: str
    """Its direction."""
    bounds: tuple[float, float]
    """Its range."""
    phrase: Phrase | None
    """Phrase for a value, if there is one."""
    budget: int | None = None
    """Characters that it lets a reader read."""
    in_points: bool = False
    """True if differences are percentage points; False for differences of logarithms."""

    @property
    def is_share(self) -> bool:
        """True if values lie between 0 and 1, which are printed in per cent."""
        return self.bounds == (0.0, 1.0)


def described(name: str, better: str) -> Described:
    """Describe a measure by its spelling; one that cannot be parsed has no bounds."""
    try:
        measure: Measure = parse(name)
    except PartwiseError:
        return Described(name, better, _ANY, None)
    make = _PHRASES.get(type(measure).__name__)
    budget = getattr(measure, "budget", None)
    characters = getattr(measure, "unit", "") == "characters"
    bounds = _ANY if measure.bounds is None else measure.bounds
    return Described(
        name,
        better,
        (float(bounds[0]), float(bounds[1])),
        None if make is None else make(measure),
        budget if characters else None,
        in_points=(float(bounds[0]), float(bounds[1])) == (0.0, 1.0),
    )


def measures_of(results: Results) -> tuple[Described, ...]:
    """Describe the measures of results, under the names that a tool gives their values."""
    labels = results.labels or (None,) * len(results.measures)
    columns = zip(results.measures, results.better, labels, strict=True)
    descriptions = []
    for measure, better, label in columns:
        description = described(measure, better)
        plain = measure not in results.rescaled
        name = measure if label is None else label.name
        descriptions.append(
            replace(description, name=name, in_points=description.in_points and plain)
        )
    return tuple(descriptions)


def most_changed(change: Reals, count: int) -> Ints:
    """Return the topics with the largest absolute change, equal ones in order of the topics."""
    size = np.abs(np.nan_to_num(change))
    order = np.argsort(-size, kind="stable")
    return order[size[order] > 0][:count]


def sampled(change: Reals, maximum: int, seed: int, *, changed: int = 200) -> Flags:
    """Return a mask of the topics of a page: the most changed, and a random sample of others."""
    n = change.size
    chosen = np.zeros(n, np.bool_)
    if n <= maximum:
        return ~chosen
    chosen[most_changed(change, min(changed, maximum))] = True
    others = np.flatnonzero(~chosen)
    random = np.random.default_rng((seed, n))
    chosen[random.choice(others, maximum - int(chosen.sum()), replace=False)] = True
    return chosen
