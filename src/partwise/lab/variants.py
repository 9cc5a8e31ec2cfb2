"""Variants of assessments: other assessors, sampled judgements, sampled topics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Step
from partwise.errors import ParameterError, UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.resources import carried
from partwise.geometry.assessments import Assessments
from partwise.kernels.ragged import distinct
from partwise.messages import plural
from partwise.statistics.differences import Floats
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run
from partwise.work.engines.base import Engine, Serial, engine

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def spread(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    step: Step | None = None,
    what: str = "working",
) -> list[Answer]:
    """Return ``[function(task) for task in tasks]``, over `jobs` processes.

    A task carries its own seed, so an answer does not depend on who computes it or when.
    """
    if jobs < 1:
        raise ParameterError("lab", "jobs", jobs, "at least 1")
    tell = step or (lambda _: None)
    workers: Engine = Serial() if min(jobs, len(tasks)) < 2 else engine("processes", jobs)
    answers: dict[int, Answer] = {}
    tell(what)
    for number, answer in workers.completed(function, [(task,) for task in tasks]):
        answers[number] = answer
        tell(what)
    return [answers[number] for number in range(len(tasks))]


# A variant is a list of (topic, slot) pairs: which topics are averaged, and
# under which of several assessments of that topic. Every topic is evaluated
# once per slot; all variants are then read from one block of values.

Official = Literal["union", "first"]

LIMIT = 1_000
"""Combinations of assessors that are all looked at; of more, this many are drawn."""

_CELLS = 4_000_000
"""Values gathered at once."""

_ROW_COLUMNS = (
    "topic", "doc", "start", "end", "element", "tree", "grade", "e", "s", "bep", "length",
    "assessor",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Variants:
    """Alternative assessments of the same runs and topics."""

    official: Results
    """Values under the official assessments."""
    values: Floats
    """``[slot, run, measure, topic]``: values under each alternative assessment of a topic;
    NaN = undefined or no such slot."""
    topic: Ints
    slot: Ints
    """``[variant, n]``, as `topic`: what each variant averages."""
    notes: tuple[str, ...] = ()
    """Origin of the variants."""
    same: NDArray[np.bool_] | None = None
    """``[variant]``: those that are the official assessments themselves; none by default."""

    def __len__(self) -> int:
        return len(self.topic)

    @property
    def others(self) -> NDArray[np.bool_]:
        """Variants that are not the official assessments themselves."""
        return np.ones(len(self), np.bool_) if self.same is None else ~self.same

    def means(self, measure: int) -> Floats:
        """Means of one measure, ``[variant, run]``; NaN where no topic is defined."""
        block = self.values[:, :, measure]
        n_runs = block.shape[1]
        step = max(1, _CELLS // max(1, n_runs * self.topic.shape[1]))
        out = np.full((len(self), n_runs), np.nan)
        for first in range(0, len(self), step):
            some = slice(first, first + step)
            chosen = block[self.slot[some], :, self.topic[some]]  # [variant, n, run]
            defined = (~np.isnan(chosen)).sum(axis=1)
            total = np.where(np.isnan(chosen), 0.0, chosen).sum(axis=1)
            np.divide(total, defined, out=out[some], where=defined > 0)
        return out


def topic_variants(results: Results, *, count: int = LIMIT, seed: int = 0) -> Variants:
    """Resample the topics with replacement (bootstrap)."""
    _check_count(count)
    n = len(results.topics)
    topic = np.random.default_rng(seed).integers(0, n, (count, n))
    note = f"variants: {plural(count, 'bootstrap sample')} of {plural(n, 'topic')}"
    return Variants(results, results.table[None], topic, np.zeros_like(topic), (note,))


def assessor_variants(
    qrels: Qrels,
    runs: Iterable[Run],
    measures: Sequence[Any] | None = None,
    *,
    official: Official = "union",
    only_several: bool = False,
    limit: int = LIMIT,
    seed: int = 0,
    step: Step | None = None,
    **options: Any,
) -> Variants:
    """Take one assessor per topic, in all combinations or a random sample of them.

    Parameters
    ----------
    qrels : Qrels
        Assessments with the column ``assessor``.
    runs : iterable of Run
        What is evaluated.
    measures : sequence, optional
        As in `evaluate`.
    official : {'union', 'first'}
        The official assessments: those of all assessors together, as `evaluate` takes
        them, or those of each topic's first assessor, as in Kazai and Lalmas (2006).
    only_several : bool
        Keep only the topics with more than one assessor. Their variants are independent, so
        the error rate is an upper bound; with all topics it is a lower bound.
    limit : int
        Combinations looked at; beyond that a random sample of this size is drawn.
    seed : int
        Seed of the sample.
    options
        Passed to `evaluate`: structure, lengths, undefined and so on.

    Notes
    -----
    Cost: one evaluation of all topics, and one of the topics with k assessors for each k > 1,
    however many variants there are.

    References
    ----------
    Voorhees (2000), Variations in relevance judgments. Kazai and Lalmas (2006), section 6.2.1.
    """
    _check_count(limit)
    listed = list(runs)
    slot, n_slots = assessor_slots(qrels)
    several = n_slots > 1
    if not several.any():
        raise UsageError(
            "no topic has more than one assessor; use resampled topics or assessments instead"
        )
    options["lengths"] = known_lengths(qrels, options.get("lengths"), options.get("structure"))
    say = step or (lambda _: None)
    say("official assessments")
    union = evaluate(qrels, listed, measures, **options)
    measures, options = carried(qrels, measures, options)
    values = np.full((int(n_slots.max()), *union.table.shape), np.nan)
    notes = union.notes
    for at in range(values.shape[0]):
        say(f"assessor {at + 1}")
        part, codes = rows_of(qrels, slot == at)
        found = evaluate(part, listed, measures, **options)
        values[at][:, :, codes] = found.table
        if at == 0 and official == "first":
            notes = found.notes
    topics = np.flatnonzero(several) if only_several else np.arange(n_slots.size)
    chosen, sampled = _combinations(np.maximum(n_slots[topics], 1), limit, seed)
    base = union if official == "union" else replace(union, table=values[0], notes=notes)
    same = (chosen == 0).all(axis=1) if official == "first" else None
    if only_several:
        base = _only(base, topics)
        values = values[:, :, :, topics]
    kind = "a random sample of the" if sampled else "all"
    note = (
        f"variants: {len(chosen)}, {kind} combinations of assessors; "
        f"{int(several.sum()):,} of {plural(n_slots.size, 'topic')} with more than one"
    )
    place = np.broadcast_to(np.arange(topics.size), chosen.shape)
    return Variants(base, values, place, chosen, (note,), same)


def assessment_variants(
    qrels: Qrels,
    runs: Iterable[Run],
    measures: Sequence[Any] | None = None,
    *,
    count: int = 100,
    keep: float = 0.8,
    seed: int = 0,
    jobs: int = 1,
    step: Step | None = None,
    **options: Any,
) -> Variants:
    """Keep each row of the assessments with probability `keep`, `count` times.

    Costs `count` evaluations, which `jobs` processes may share.
    """
    _check_count(count)
    if not 0 < keep < 1:
        raise ParameterError("reliability", "keep", keep, "between 0 and 1")
    listed = list(runs)
    options["lengths"] = known_lengths(qrels, options.get("lengths"), options.get("structure"))
    official = evaluate(qrels, listed, measures, **options)
    measures, options = carried(qrels, measures, options)
    tasks = [
        (
            qrels,
            np.random.default_rng((seed, at)).random(len(qrels)) < keep,
            listed,
            measures,
            options,
        )
        for at in range(count)
    ]
    values = np.stack(spread(_evaluated, tasks, jobs=jobs, step=step, what="resampled assessments"))
    slot = np.repeat(np.arange(count)[:, None], len(official.topics), axis=1)
    topic = np.broadcast_to(np.arange(len(official.topics)), slot.shape)
    note = f"variants: {count}, each keeps a judgement with probability {keep:g}"
    return Variants(official, values, topic, slot, (note,))


def _evaluated(task: tuple[Qrels, NDArray[np.bool_], list[Run], Any, dict[str, Any]]) -> Floats:
    qrels, kept, runs, measures, options = task
    part = replace(qrels, **_kept_rows(qrels, kept))
    return evaluate(part, runs, measures, **options).table


def assessor_slots(qrels: Qrels) -> tuple[Ints, Ints]:
    """Return the number of each row's assessor within its topic, and assessors per topic.

    Assessors are numbered in the order in which they first appear in the assessments.
    """
    key = qrels.topic.astype(np.int64) * (len(qrels.assessors) + 1) + qrels.assessor + 1
    keys, of_row = np.unique(key, return_inverse=True)
    topic = keys // (len(qrels.assessors) + 1)
    count = np.bincount(topic, minlength=len(qrels.topics))
    first = np.cumsum(count) - count
    slot = np.arange(keys.size) - first[topic]
    return slot[of_row].astype(np.int64), count.astype(np.int64)


def rows_of(qrels: Qrels, kept: NDArray[np.bool_]) -> tuple[Qrels, Ints]:
    """Return some rows with only the topics they judge, and the codes of these topics."""
    codes = distinct(qrels.topic[kept]).astype(np.int64)
    rows = _kept_rows(qrels, kept)
    rows["topic"] = np.searchsorted(codes, rows["topic"]).astype(np.int32)
    return replace(qrels, topics=qrels.topics.take(codes), **rows), codes


def _kept_rows(qrels: Qrels, kept: NDArray[np.bool_]) -> dict[str, Any]:
    rows: dict[str, Any] = {name: getattr(qrels, name)[kept] for name in _ROW_COLUMNS}
    rows["extra"] = {name: np.asarray(column)[kept] for name, column in qrels.extra.items()}
    return rows


def known_lengths(qrels: Qrels, lengths: Lengths | None, structure: Any) -> Lengths | None:
    """Return every known length as a table, so that a part of the assessments loses none."""
    known = Assessments(qrels, lengths=lengths, structure=structure, lenient=True).lengths
    names = list(dict.fromkeys([*qrels.docs, *(lengths.docs if lengths is not None else ())]))
    docs = Names.of(names)
    length = known.of(docs)
    there = np.flatnonzero(length >= 0)
    return Lengths(docs.take(there), length[there]) if there.size else None


def _combinations(n_slots: Ints, limit: int, seed: int) -> tuple[Ints, bool]:
    """Slots of each topic, ``[variant, topic]``; whether they are only a sample."""
    total = math.prod(n_slots.tolist())
    if total <= limit:
        before = np.cumprod(np.concatenate(([1], n_slots[:-1])))
        return (np.arange(total)[:, None] // before) % n_slots, False
    random = np.random.default_rng(seed)
    return random.integers(0, n_slots, (limit, n_slots.size)), True


def _only(results: Results, topics: Ints) -> Results:
    return replace(
        results,
        topics=tuple(results.topics[t] for t in topics.tolist()),
        table=results.table[:, :, topics],
        present=results.present[:, topics],
    )


def _check_count(count: int) -> None:
    if count < 1:
        raise ParameterError("reliability", "variants", count, "at least 1")
