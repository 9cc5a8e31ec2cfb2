"""Agreement of assessors, at four levels: documents, elements, characters, exact spans."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import UsageError
from partwise.evaluation.checks import only_assessor
from partwise.geometry.assessments import Assessments
from partwise.kernels.intervals import covered_before
from partwise.kernels.ragged import distinct
from partwise.messages import plural, texts_of
from partwise.statistics.agreement import Ratings, alpha, jaccard, kappa
from partwise.tables.constructors import Shown
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.results import or_none
from partwise.tables.structure.table import Structure

COEFFICIENTS = ("jaccard", "kappa", "alpha")


@dataclass(frozen=True)
class Level:
    """Agreement at one level; of elements also by tag.

    ``topics`` and ``pairs`` count topics with at least two assessors who judged a common document,
    and their pairs of assessors. ``undefined`` counts what the means leave out: pairs
    of Jaccard and kappa, topics of alpha.
    """

    level: str
    topics: int
    pairs: int
    jaccard: float
    kappa: float
    alpha: float
    undefined: dict[str, int]
    tag: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the JSON output."""
        saved = {"level": self.level} | ({} if self.tag is None else {"tag": self.tag})
        saved |= {"topics": self.topics, "pairs": self.pairs}  # type: ignore[dict-item]
        saved |= {name: or_none(getattr(self, name)) for name in COEFFICIENTS}  # type: ignore[misc]
        return {**saved, "undefined": self.undefined}


@dataclass(frozen=True, eq=False)
class Agreement(Shown):
    """Agreement of assessors of the same topics."""

    levels: tuple[Level, ...]
    """Documents, elements and their tags, characters, exact spans."""
    assessors: tuple[str, ...]
    """Their names."""
    notes: tuple[str, ...]
    """Notes for readers."""

    def __repr__(self) -> str:
        topics = plural(max((level.topics for level in self.levels), default=0), "topic")
        return f"Agreement({plural(len(self.assessors), 'assessor')}, {topics})"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        levels = [level.to_dict() for level in self.levels]
        return {
            "levels": levels,
            "assessors": list(self.assessors),
            "notes": texts_of(self.notes),
        }

    def to_json(self) -> str:
        """Return everything as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode()


def agreement(
    qrels: Qrels, *, structure: Structure | None = None, lengths: Lengths | None = None
) -> Agreement:
    """Compare the assessors of each topic, pair by pair.

    Parameters
    ----------
    qrels : Qrels
        Assessments with the column ``assessor``.
    structure : Structure, optional
        For agreement on elements.
    lengths : Lengths, optional
        For kappa and alpha of characters: text that nobody marked is agreed on, too.
    """
    names = qrels.assessors.tolist()
    if len(names) < 2:
        raise UsageError("agreement needs at least two assessors (column assessor)")
    judged = [_Assessor(only_assessor(qrels, name), structure, lengths) for name in names]
    topics = [_Topic(topic, judged) for topic in qrels.topics.tolist()]
    shared = [topic for topic in topics if topic.docs]
    if not shared:
        raise UsageError("no document is judged by two assessors for the same topic")
    levels = [_level("documents", [topic.documents() for topic in shared])]
    notes: list[str] = []
    alone = len(topics) - len(shared)
    if alone:
        notes.append(f"{plural(alone, 'topic')} without a document that two assessors judged")
    if any(one.grades_elements for one in judged):
        notes.append("these assessments grade elements; only agreement on documents is known")
        return Agreement(tuple(levels), tuple(names), tuple(notes))
    if structure is not None:
        found = [topic.elements(structure) for topic in shared]
        levels.append(_level("elements", [ratings for ratings, _ in found]))
        tags = sorted({tag for _, tag_of in found for tag in tag_of.tolist()})
        for tag in tags:
            mine = [ratings.take(tag_of == tag) for ratings, tag_of in found]
            levels.append(_level("elements", mine, tag))
    characters = [topic.characters() for topic in shared]
    levels.append(_level("characters", characters))
    unknown = sum(not ratings.complete for ratings in characters)
    if unknown:
        notes.append(
            f"{plural(unknown, 'topic')} with documents of unknown length: kappa and alpha of "
            "characters are undefined there. Use --lengths FILE"
        )
    levels.append(_level("exact", [topic.exact() for topic in shared]))
    notes += [note for level in levels if level.tag is None for note in _left_out(level)]
    return Agreement(tuple(levels), tuple(names), tuple(notes))


def _left_out(level: Level) -> list[str]:
    """Return a note on pairs or topics without a value, where others have one."""
    counted = {"jaccard": "pair", "kappa": "pair", "alpha": "topic"}
    among = {"pair": level.pairs, "topic": level.topics}
    some = [
        f"{key} of {level.undefined[key]:,} of {plural(among[noun], noun)}"
        for key, noun in counted.items()
        if 0 < level.undefined[key] < among[noun]
    ]
    return [f"{level.level}: {', '.join(some)} undefined, left out of the mean"] if some else []


class _Assessor:
    """Judgements of one assessor, by topic and document."""

    def __init__(self, qrels: Qrels, structure: Structure | None, lengths: Lengths | None) -> None:
        known = Assessments(qrels, lengths=lengths, structure=structure)
        pairs = known.judged_documents
        relevant = known.relevant
        self.grades_elements = bool(pairs.graded_element.any())
        spans = None if self.grades_elements else known.known_highlights
        docs, topics = qrels.docs.tolist(), qrels.topics.tolist()
        length = known.length
        self.found: dict[str, dict[str, _Judgement]] = {}
        for pair, (topic, doc) in enumerate(
            zip(pairs.topic.tolist(), pairs.doc.tolist(), strict=True)
        ):
            none = np.empty(0, np.int64)
            start, end, endless = none, none, False
            if spans is not None:
                own = slice(spans.offsets[pair], spans.offsets[pair + 1])
                start, end, endless = spans.start[own], spans.end[own], bool(spans.endless[pair])
            said = _Judgement(bool(relevant[pair]), start, end, endless, int(length[pair]))
            self.found.setdefault(topics[topic], {})[docs[doc]] = said


@dataclass(frozen=True)
class _Judgement:
    """One assessor on one document: relevant spans, and how long the document is (-1 unknown)."""

    relevant: bool
    start: Ints
    end: Ints
    endless: bool
    length: int


class _Topic:
    """The documents of a topic that at least two assessors judged."""

    def __init__(self, topic: str, assessors: list[_Assessor]) -> None:
        mine = [one.found.get(topic, {}) for one in assessors]
        docs = dict.fromkeys(doc for one in mine for doc in one)
        self.docs = [doc for doc in docs if sum(doc in one for one in mine) > 1]
        self._mine = [one for one in mine if any(doc in one for doc in self.docs)]

    def documents(self) -> Ratings:
        """Return who found which document relevant."""
        said = [[_flag(one, doc) for one in self._mine] for doc in self.docs]
        return Ratings(np.array(said, np.int8), np.ones(len(said), np.int64))

    def elements(self, structure: Structure) -> tuple[Ratings, NDArray[Any]]:
        """Return who found relevant text in which element, and the elements' tags."""
        tables, tags = [], []
        for doc, said in self._judgements():
            code = structure.docs.index.get(doc)
            if code is None:
                continue
            rows = slice(structure.offsets[code], structure.offsets[code + 1])
            start, end = structure.start[rows], structure.end[rows]
            held = [_holds(one, start, end) for one in said]
            tables.append(np.stack(held, axis=1))
            tags.append(np.array(structure.tags.tolist(), object)[structure.tag[rows]])
        if not tables:
            return Ratings(np.empty((0, len(self._mine)), np.int8), _NONE), np.empty(0, object)
        table = np.concatenate(tables)
        return Ratings(table, np.ones(len(table), np.int64)), np.concatenate(tags)

    def characters(self) -> Ratings:
        """Return who marked which stretch of text; stretches weigh their characters."""
        tables, weights, complete = [], [], True
        for _, said in self._judgements():
            known = [one for one in said if one is not None]
            if any(one.endless for one in known):
                complete = False
                continue
            length = max(one.length for one in known)
            border = distinct(np.concatenate([c for one in known for c in (one.start, one.end)]))
            complete &= length >= 0
            border = distinct(np.concatenate(([0], border, [length] if length >= 0 else [])))
            start, end = border[:-1].astype(np.int64), border[1:].astype(np.int64)
            tables.append(np.stack([_holds(one, start, end) for one in said], axis=1))
            weights.append(end - start)
        if not tables:
            return Ratings(np.empty((0, len(self._mine)), np.int8), _NONE, complete=complete)
        return Ratings(np.concatenate(tables), np.concatenate(weights), complete=complete)

    def exact(self) -> Ratings:
        """Return who marked which span; spans that nobody marked cannot be counted."""
        rows: list[list[int]] = []
        for _, said in self._judgements():
            spans = [
                None if one is None else {*zip(one.start.tolist(), one.end.tolist(), strict=True)}
                for one in said
            ]
            every = sorted(set().union(*(one for one in spans if one is not None)))
            rows += [[-1 if one is None else int(s in one) for one in spans] for s in every]
        table = np.array(rows, np.int8).reshape(-1, len(self._mine))
        return Ratings(table, np.ones(len(table), np.int64), complete=False)

    def _judgements(self) -> Iterator[tuple[str, list[_Judgement | None]]]:
        for doc in self.docs:
            yield doc, [one.get(doc) for one in self._mine]


_NONE = np.empty(0, np.int64)


def _flag(one: dict[str, _Judgement], doc: str) -> int:
    return int(one[doc].relevant) if doc in one else -1


def _holds(one: _Judgement | None, start: Ints, end: Ints) -> NDArray[np.int8]:
    """1 or 0 for places with and without relevant text; -1 where the document was not judged."""
    if one is None:
        return np.full(start.size, -1, np.int8)
    if one.endless:
        return (start < end).astype(np.int8)
    inside = covered_before(end, one.start, one.end) - covered_before(start, one.start, one.end)
    holds: Flags = inside > 0
    return holds.astype(np.int8)


def _level(name: str, topics: list[Ratings], tag: str | None = None) -> Level:
    """Average over the pairs of each topic, then over topics; undefined ones are counted."""
    means: dict[str, list[float]] = {key: [] for key in COEFFICIENTS}
    undefined = dict.fromkeys(COEFFICIENTS, 0)
    n_pairs = n_topics = 0
    for ratings in topics:
        pairs = [*combinations(range(ratings.labels.shape[1]), 2)]
        pairs = [pair for pair in pairs if ratings.both(*pair).any()]
        n_topics += bool(pairs)
        n_pairs += len(pairs)
        found = {
            "jaccard": [jaccard(ratings, *pair) for pair in pairs],
            "kappa": [kappa(ratings, *pair) for pair in pairs],
            "alpha": [alpha(ratings)] if pairs else [],
        }
        for key, values in found.items():
            defined = [value for value in values if not math.isnan(value)]
            undefined[key] += len(values) - len(defined)
            if defined:
                means[key].append(math.fsum(defined) / len(defined))
    mean = {k: math.fsum(v) / len(v) if v else math.nan for k, v in means.items()}
    return Level(name, n_topics, n_pairs, **mean, undefined=undefined, tag=tag)
