"""Facts and notes of runs: counts that groups of topics add up, sentences made of the sums.

`RunFacts` holds what is known of a run as a whole; `joined_notes` adds the notes of groups. The
functions below them say what the facts mean: for places, order and topics of a run, and for values
that are undefined or out of range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.language.measure import Measure
from partwise.language.parser import span_notes
from partwise.messages import Count, Level, Note, Notes, list_some, plural
from partwise.spelling import is_on_command_line, spelt
from partwise.tables.part_ids import IDS_HINT
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import TABLES, rising

if TYPE_CHECKING:
    from partwise._typing import Reals
    from partwise.geometry.view import View
    from partwise.tables.aggregates import Label
    from partwise.tables.names import Names
    from partwise.tables.run import Order


SLACK = 1e-9
"""How far rounding may carry a value beyond the range of its measure."""

# -- facts of a run --------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunFacts:
    """Facts of a run.

    Parameters
    ----------
    name, source, format, missing
        As those of `Run`.
    rows : int
        All rows.
    documents : bool
        Whether every row is a whole document.
    text : bool
        Whether there is a column of texts.
    rises, falls : bool
        Whether scores rise, and fall, from line to line of a topic.
    topics, ignored, answered : tuple of str
        Its topics in order of appearance, those that nobody judged, and those that it answered
        with nothing.
    """

    name: str
    source: str | None
    format: str | None
    missing: str
    rows: int
    documents: bool
    text: bool
    rises: bool
    falls: bool
    topics: tuple[str, ...]
    ignored: tuple[str, ...]
    answered: tuple[str, ...]

    @classmethod
    def of(cls, run: Run, judged: Names, order: Order | None) -> RunFacts:
        """Gather the facts of a run."""
        rises = falls = False
        if run.format in TABLES:
            rises, falls = rising(run, order)
        topics = run.topics.tolist()
        codes = judged.index
        return cls(
            run.name,
            run.source,
            run.format,
            run.missing,
            len(run),
            run.holds_documents,
            "text" in run.extra,
            rises,
            falls,
            tuple(topics),
            tuple(topic for topic in topics if topic not in codes),
            tuple(run.answered),
        )

    def in_order(self, topics: Sequence[str]) -> RunFacts:
        """Return the same facts with the topics in another order."""
        rank = {topic: position for position, topic in enumerate(topics)}

        def ordered(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(sorted(names, key=rank.__getitem__))

        return replace(
            self,
            topics=ordered(self.topics),
            ignored=ordered(self.ignored),
            answered=ordered(self.answered),
        )

    @classmethod
    def joined(cls, several: Sequence[RunFacts]) -> RunFacts:
        """Return the facts of a run that was read in pieces of whole topics."""
        first, *others = several
        if all(facts is first or facts == first for facts in others):
            return first

        def united(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
            return tuple(dict.fromkeys(topic for topics in lists for topic in topics))

        return replace(
            first,
            rows=sum(facts.rows for facts in several),
            documents=all(facts.documents for facts in several),
            text=any(facts.text for facts in several),
            rises=any(facts.rises for facts in several)
            and not any(facts.falls for facts in several),
            falls=any(facts.falls for facts in several),
            topics=united(facts.topics for facts in several),
            ignored=united(facts.ignored for facts in several),
            answered=united(facts.answered for facts in several),
        )


# -- notes of groups -------------------------------------------------------------------------------

Key = tuple[object, ...]


def joined_notes(lists: Sequence[Sequence[Note]], order: Mapping[str, int]) -> list[Note]:
    """Join the notes of several parts of the topics.

    Notes of one kind become one: counts are added, names of topics stand in the `order` of the
    assessments, other names in the order in which they come. A note stands after the one that
    it followed; those of count 0 only tell where.
    """
    of_kind: dict[Key, list[Note]] = {}
    places: list[Key] = []
    for notes in lists:
        keys = _keys(notes)
        position = next((places.index(key) for key in keys if key in of_kind), len(places))
        for key, note in zip(keys, notes, strict=True):
            if key in of_kind:
                of_kind[key].append(note)
                position = places.index(key) + 1
            else:
                of_kind[key] = [note]
                places.insert(position, key)
                position += 1
    return [_sum(of_kind[key], order) for key in places]


def without_empty(notes: Sequence[Note]) -> list[Note]:
    """Return the notes that are not about nothing, or about some topics but said of all.

    What is said only if it holds in every topic counts those where it does, `n`, of `every` one.
    """
    return [
        note
        for note in notes
        if note.facts.get("n") != Count(0, 0)
        and note.facts.get("every") in (None, note.facts.get("n"))
    ]


def _keys(notes: Sequence[Note]) -> list[Key]:
    """Return what tells notes of one list apart: their kind, and which of its kind each is."""
    met: Counter[Key] = Counter()
    keys = []
    for note in notes:
        kind = _kind(note)
        keys.append((*kind, met[kind]))
        met[kind] += 1
    return keys


def _kind(note: Note) -> Key:
    fixed = tuple((name, v) for name, v in note.facts.items() if isinstance(v, str))
    return (note.level, note.template, note.subject, note.subjects, fixed)


def _sum(notes: Sequence[Note], order: Mapping[str, int]) -> Note:
    """Return one note for several of a kind."""
    first = notes[0]
    if first.whole or len(notes) == 1:
        return first
    facts: dict[str, Any] = {}
    for name, value in first.facts.items():
        values = [note.facts[name] for note in notes]
        if isinstance(value, Count):
            facts[name] = Count(sum(v.low for v in values), sum(v.high for v in values))
        elif isinstance(value, tuple):
            names = dict.fromkeys(chain.from_iterable(values))
            in_order = sorted(names, key=lambda name: order.get(name, 0))
            facts[name] = tuple(in_order if name == "topics" else names)
        else:
            facts[name] = value
    return first.with_facts(facts)


# -- sentences -------------------------------------------------------------------------------------


def document_notes(qrels: Qrels, measures: list[Measure]) -> list[str]:
    """Offer measures of parts for document measures whose names mean parts elsewhere."""
    return span_notes(measures) if qrels.holds("spans", (qrels.start >= 0).any()) else []


def weight_notes(qrels: Qrels, measures: list[Measure]) -> list[Note]:
    """Name the measures that take no notice of the weights in the assessments."""
    blind = [repr(measure) for measure in measures if not measure.weighs]
    if not blind or not qrels.holds("weights", weighs(qrels)):
        return []
    about = "weights are weights of groups in GroupR; {named} {n:ignores|ignore} them"
    names = list_some(blind, 3)
    return [Note(about, n=len(blind), named=names, subject=qrels.source or "assessments")]


def weighs(qrels: Qrels) -> bool:
    """Return True if any row has a weight other than 1."""
    column = qrels.extra.get("weight")
    return column is not None and not all(_is_one(weight) for weight in set(column.tolist()))


def _is_one(weight: object) -> bool:
    return weight is None or weight == "" or str(weight) in ("nan", "1", "1.0")


def input_notes(view: View, measures: list[Measure], topics: str) -> list[str]:
    """Return what is to be known of a run before its values: places, order, lines, topics."""
    run, qrels = view.retrieved, view.assessments.qrels
    facts = RunFacts.of(run, qrels.topics, view.order)
    read = reader_notes(run)
    return notes_before(facts, qrels, measures, read=read, present=view.present, topics=topics)


def notes_before(
    run: RunFacts,
    qrels: Qrels,
    measures: list[Measure],
    *,
    read: Sequence[str],
    present: NDArray[np.bool_],
    topics: str,
) -> list[str]:
    """Do the same of a run that is not there any more, of which `read` is what its reader said."""
    return [
        *place_notes(run, qrels, measures),
        *order_notes(run),
        *read,
        *topic_notes(run, qrels, present, topics),
    ]


def reader_notes(run: Run) -> list[str]:
    """Return what the reader noticed, with the run's name where the file's is not there."""
    source = run.source or run.name
    return [text if text.startswith(source) else Note.read(text).of(run.name) for text in run.notes]


def place_notes(run: RunFacts, qrels: Qrels, measures: list[Measure]) -> list[Note]:
    """Note that a run has no column for a place, which is doubtful against spans."""
    if run.missing == "document" or not run.rows or not run.documents:
        return []
    judged = _judged_places(qrels)
    needed = [measure.needs for measure in measures]
    if judged and any(needs is None or not needs <= {"documents"} for needs in needed):
        located = " (partwise locate turns the column text into places)"
        end = located if run.text else f"; {spelt(IDS_HINT)}"
        text = (
            "no column for a place (start, end, length, element or tree), so every row counts "
            f"as a whole document; the assessments are {judged}{end}"
        )
        return [Note(text, subject=run.name, level="warning")]
    level: Level = "note" if run.format in TABLES else "detail"
    text = "no column for a place; rows are whole documents"
    return [Note(text, subject=run.name, level=level)]


def _judged_places(qrels: Qrels) -> str:
    if qrels.holds("spans", (qrels.start >= 0).any()):
        return "spans"
    named = (qrels.element >= 0).any() or (qrels.tree >= 0).any()
    return "elements" if qrels.holds("named", named) else ""


def order_notes(run: RunFacts) -> list[Note]:
    """Warn of a doubtful order of a run: nothing to order, distances for scores."""
    if not run.rows:
        return [Note("no results", subject=run.name, level="warning")]
    if not run.rises or run.falls:
        return []
    text = (
        "in every topic the scores rise from line to line. Are they distances? "
        "Name the column distance, or use --order file"
    )
    return [Note(text, subject=run.name, level="warning")]


def topic_notes(run: RunFacts, qrels: Qrels, present: NDArray[np.bool_], topics: str) -> list[Note]:
    """List the topics that only the run or only the judgements have."""
    notes = Notes()
    extra = list(run.ignored)
    template = "{n:topic} without assessments ignored ({topics})"
    notes.add(template, n=len(extra), topics=extra)
    nothing = [topic for topic in run.answered if topic not in extra] if run.rows else []
    notes.add("{n:topic} answered with nothing ({topics})", n=len(nothing), topics=nothing)
    missing = [qrels.topics[int(code)] for code in np.flatnonzero(~present)]
    how = "counted as empty" if topics == "all" else "left out (--topics common)"
    template = f"{{n:judged topic}} without results ({{topics}}), {how}"
    notes.add(template, n=len(missing), topics=missing)
    return notes.of(run.name)


def undefined_notes(
    measures: list[Measure],
    undefined: NDArray[np.int64],
    n_topics: int,
    policy: str,
    labels: Sequence[Label | None] = (),
) -> Notes:
    """Count the topics that were left out of each mean; measures with one count share a note.

    A value is called as its column is: by its label where it has one.
    """
    counts: dict[tuple[int, str], list[str]] = {}
    named = labels or [None] * len(measures)
    for measure, count, label in zip(measures, undefined.tolist(), named, strict=True):
        if count:
            name = repr(measure) if label is None else label.name
            counts.setdefault((count, measure.undefined), []).append(name)
    how = {"policy": policy, "spelling": is_on_command_line()}
    return Notes(
        _undefined(count, n_topics, reason, tuple(names), **how)
        for (count, reason), names in counts.items()
    )


@lru_cache(64)
def _undefined(
    count: int, every: int, reason: str, names: tuple[str, ...], *, policy: str, spelling: bool
) -> Note:
    """Note it for measures of one count, made once: run after run has the same."""
    del spelling  # options are spelled otherwise on the command line
    many, how = "{n} of {all:topic}", "left out of the mean"
    if policy != "skip":
        how = "counted (--undefined zero)"
    elif count == every:
        many, how = "all {n:topic}", "no mean"
    template = f"{{measures}}: undefined for {many} ({reason}); {how}"
    return Note(template, n=count, all=every, measures=names)


def outside_notes(run: str, table: Reals, labels: Sequence[Label | None]) -> list[Note]:
    """Warn of a tool's values that leave [0, 1]: its quirks let them."""
    pairs = [(label.name, values) for label, values in zip(labels, table, strict=False) if label]
    out = [(name, int(((values < 0) | (values > 1 + SLACK)).sum())) for name, values in pairs]
    listed = ", ".join(f"{name} ({plural(n, 'topic')})" for name, n in out if n)
    template = "values outside [0, 1], as the tool gives them: {said}"
    return [Note(template, said=listed, subject=run, level="warning")] if listed else []
