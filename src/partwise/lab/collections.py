"""Judged parts and elements from which runs are simulated, and non-relevant parts to insert."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.errors import UsageError
from partwise.gains.quantisations import default_quant, other_scale, quantisation
from partwise.geometry.assessed_elements import AssessedElements
from partwise.geometry.assessments import Assessments
from partwise.geometry.resolution import Trees
from partwise.kernels.ragged import (
    AlignedColumns,
    distinct,
    offsets_from_lengths,
    owners,
    ranges,
    rank_in_segment,
)
from partwise.kernels.trees import Forest, at_or_above, best_on_paths, find, forest
from partwise.tables.columns import ABSENT
from partwise.tables.lengths import Lengths
from partwise.tables.names import EMPTY, Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

GUESSED = 1_000
"""Characters of a non-relevant document whose length nobody knows."""


@dataclass(frozen=True, eq=False)
class Parts(AlignedColumns):
    """Ranked parts of many topics; topics ascend."""

    topic: Ints
    doc: Ints
    """Number of the document in the `Collection`."""
    start: Ints
    end: Ints
    """-1, as the start, for a whole document."""
    node: Ints
    """Row of the element in the structure, -1 for a passage."""


class Collection:
    """Everything that is known of a set of assessed documents.

    Parameters
    ----------
    qrels : Qrels
        The assessments.
    structure, lengths : tables, optional
        Element trees and lengths of the documents.
    invented : int
        Documents that exist nowhere, to be inserted where real ones run out.
    """

    def __init__(
        self,
        qrels: Qrels,
        structure: Structure | None = None,
        lengths: Lengths | None = None,
        *,
        invented: int = 0,
    ) -> None:
        self.qrels = qrels
        self.structure = structure
        self.judged = Assessments(qrels, lengths=lengths, structure=structure)
        known = [qrels.docs, *(t.docs for t in (structure, lengths) if t is not None)]
        real = list(dict.fromkeys(name for docs in known for name in docs))
        self.n_real = len(real)
        prefix = "nonrelevant"
        while any(name.startswith(prefix) for name in real):
            prefix = "_" + prefix
        self.docs = Names.of([*real, *(f"{prefix}-{i + 1}" for i in range(max(1, invented)))])

    @cached_property
    def trees(self) -> Trees | None:
        """Geometry of the structure, if there is one."""
        return None if self.structure is None else Trees(self.structure)

    @cached_property
    def elements(self) -> AssessedElements:
        """Judgements of elements."""
        return AssessedElements(self.judged.tables)

    @cached_property
    def length(self) -> Ints:
        """Length of each document, -1 where it is not known."""
        return self.judged.lengths.of(self.docs)

    @cached_property
    def in_structure(self) -> Ints:
        """Code of each document in the structure, -1 where it is not there."""
        if self.trees is None:
            return np.full(len(self.docs), ABSENT, np.int64)
        return self.trees.documents(self.docs)

    @cached_property
    def from_structure(self) -> Ints:
        """Number of each document of the structure."""
        docs = EMPTY if self.structure is None else self.structure.docs
        index = self.docs.index
        return np.fromiter((index[name] for name in docs), np.int64, len(docs))

    @cached_property
    def relevant(self) -> Ints:
        """Relevant pairs: by topic, most relevant text first, then by document id."""
        pairs = np.flatnonzero(self.judged.relevant)
        name = self.qrels.docs.ranks()[self.judged.judged_documents.doc[pairs]]
        size = self.judged.entry_highlights.size[pairs]
        return pairs[np.lexsort((name, -size, self.judged.judged_documents.topic[pairs]))]

    @property
    def topics(self) -> Ints:
        """Topics with a relevant document."""
        return distinct(self.judged.judged_documents.topic[np.flatnonzero(self.judged.relevant)])

    def random(self, topic: int, seed: int) -> np.random.Generator:
        """Return a generator of its own for a topic, whatever other topics there are."""
        name = self.qrels.topics[topic]
        return np.random.default_rng((seed, crc32(name.encode("utf-8", "surrogatepass"))))

    def nonrelevant(self, topic: int, random: np.random.Generator) -> Ints:
        """Return the real documents that hold nothing relevant to a topic, in random order."""
        pairs = self.judged.judged_documents
        mine = slice(pairs.offsets[topic], pairs.offsets[topic + 1])
        free = np.ones(self.n_real, np.bool_)
        free[pairs.doc[mine][self.judged.relevant[mine]]] = False
        free &= self.length[: self.n_real] != 0
        return random.permutation(np.flatnonzero(free))

    def whole(self, doc: Ints) -> Ints:
        """Return the length of documents, a guess where nobody knows it."""
        return np.where(self.length[doc] >= 0, self.length[doc], GUESSED)

    def run(self, name: str, parts: Parts) -> Run:
        """Return ranked parts as a run; scores fall by one from part to part."""
        order = np.argsort(parts.topic, kind="stable")
        parts = parts.take(order)
        offsets = np.searchsorted(parts.topic, np.arange(len(self.qrels.topics) + 1))
        count = np.diff(offsets)
        rank = rank_in_segment(offsets)
        used, doc = np.unique(parts.doc, return_inverse=True)
        elements, element = self._paths(parts.node)
        topics, topic = np.unique(parts.topic, return_inverse=True)
        return Run(
            name=name,
            topics=self.qrels.topics.take(topics),
            topic=topic.astype(np.int32),
            docs=self.docs.take(used),
            doc=doc.astype(np.int32),
            start=parts.start.copy(),
            end=parts.end.copy(),
            elements=elements,
            element=element,
            rank=rank,
            score=(count[owners(offsets)] - rank + 1).astype(np.float64),
        )

    def _paths(self, node: Ints) -> tuple[Names, NDArray[np.int32]]:
        if self.trees is None or not (node >= 0).any():
            return EMPTY, np.full(node.size, ABSENT, np.int32)
        rows, code = np.unique(node[node >= 0], return_inverse=True)
        paths = self.trees.paths(rows)
        index = {path: at for at, path in enumerate(dict.fromkeys(paths))}
        of_row = np.fromiter((index[path] for path in paths), np.int32, len(paths))
        element = np.full(node.size, ABSENT, np.int32)
        element[node >= 0] = of_row[code]
        return Names.of(index), element


def expanded(parts: Parts, offsets: Ints, items: Ints) -> Parts:
    """Return the parts of items, item after item in the given order."""
    rows, _ = ranges(offsets[items], offsets[items + 1])
    return parts.take(rows)


def segments(owner: Ints, n: int) -> Ints:
    """Return offsets of `n` items when each part knows its item (ascending)."""
    return offsets_from_lengths(np.bincount(owner, minlength=n))


# References
# ----------
# Kazai and Lalmas (2006), section 6.1.1 and table I.


@dataclass(frozen=True, eq=False)
class Valued:
    """Elements of all topics with their values.

    Parameters
    ----------
    forest : Forest
        Judged elements and their ancestors; a segment is a topic.
    value : ndarray of float64
        Quantised value of each.
    relevant : ndarray of bool
        Whether it is relevant.
    quant : str
        The quantisation.
    """

    forest: Forest
    value: Reals
    relevant: NDArray[np.bool_]
    quant: str


def valued(collection: Collection, quant: str | None = None) -> Valued:
    """Return the value of every element that is relevant, or lies above one."""
    known, structure = collection.elements, collection.structure
    if structure is None:
        raise UsageError("runs of elements need the element trees. Use --structure FILE")
    name = quant or default_quant(known.scale, has_e=known.has_e, on_grades="sog")
    chosen = quantisation(name)
    if chosen.scale != known.scale:
        raise other_scale(chosen, known.scale, f"quant={name}", has_e=known.has_e)
    topic, node = known.touched if known.highlighted else (known.elements.topic, known.node)
    within = forest(
        topic, node, parent=structure.parent, depth=structure.depth, last=structure.last
    )
    e, s = np.zeros(within.size), np.zeros(within.size)
    if not known.highlighted:
        at = find(within, known.elements.topic, known.node, len(structure))
        e[at], s[at] = known.elements.e, known.elements.s
    else:
        if known.has_e:
            at = find(within, known.elements.topic, known.node, len(structure))
            e[at[at >= 0]] = known.elements.e[at >= 0]
        size = structure.size[within.node]
        held = known.highlighted_in(within.segment, within.node)
        np.divide(held, size, out=s, where=size > 0)
    return Valued(within, chosen.values(e, s), chosen.relevant(e, s), name)


def ideal_order(found: Valued) -> Ints:
    """Return the ideal elements: best first, equal ones in document order."""
    ideal = best_on_paths(found.forest, found.value, found.relevant)
    return _sorted(found, ideal, -found.value[ideal])


def full_order(found: Valued) -> Ints:
    """Return all elements of value: best first, equal ones in document order."""
    every = np.flatnonzero(found.value > 0)
    return _sorted(found, every, -found.value[every])


def leaf_order(found: Valued) -> Ints:
    """Return the relevant elements without relevant ones inside.

    Best first; of equal ones those of the better ideal element, then document order.
    """
    ideal = best_on_paths(found.forest, found.value, found.relevant)
    holds = np.zeros(found.forest.size, np.bool_)
    for level in reversed(found.forest.levels[1:]):
        inner = level[found.relevant[level] | holds[level]]
        holds[found.forest.parent[inner]] = True
    leaves = np.flatnonzero(found.relevant & ~holds)
    holder = at_or_above(found.forest, ideal)[leaves]
    worth = np.append(found.value[ideal], 0.0)[holder]
    return _sorted(found, leaves, -worth, -found.value[leaves])


def reversed_order(found: Valued, order: Ints) -> Ints:
    """Return the same elements, worst first."""
    back = order[::-1]
    return back[np.argsort(found.forest.segment[back], kind="stable")]


def element_parts(collection: Collection, topic: Ints, node: Ints) -> Parts:
    """Return elements as parts."""
    structure = collection.structure
    if structure is None:
        raise UsageError("runs of elements need the element trees. Use --structure FILE")
    doc = collection.from_structure[structure.doc[node]]
    return Parts(topic, doc, structure.start[node], structure.end[node], node)


def parts_of(collection: Collection, found: Valued, order: Ints) -> Parts:
    """Return elements of the forest as parts."""
    return element_parts(collection, found.forest.segment[order], found.forest.node[order])


def _sorted(found: Valued, at: Ints, *keys: Reals) -> Ints:
    """Sort positions by topic, then by the last key given first, then in document order."""
    return at[np.lexsort((at, *keys, found.forest.segment[at]))]


# References
# ----------
# Kazai and Lalmas (2006), section 6.1.2 and figure 6.

COUNTS = (1, 2, 3, 4, 5, 10, 50, 100, 500, 1000)
"""Numbers of results that the paper inserts."""

PLACES = {"between": "between ranks 1 and 2", "before": "before rank 1"}
"""Positions at which results are inserted."""


def nonrelevant_passages(collection: Collection, base: Parts, count: int) -> Parts:
    """Return `count` passages of invented documents per topic of a ranking.

    They are as long as the topic's median part, so that a non-relevant result
    costs as much to read as a relevant one.
    """
    topics = distinct(base.topic)
    size = base.end - base.start
    usual = [max(1, int(np.median(size[base.topic == topic]))) for topic in topics.tolist()]
    topic = np.repeat(topics, count)
    doc = collection.n_real + np.tile(np.arange(count), topics.size)
    nothing = np.full(topic.size, ABSENT, np.int64)
    return Parts(topic, doc, np.zeros(topic.size, np.int64), np.repeat(usual, count), nothing)


def nonrelevant_elements(
    collection: Collection, base: Parts, count: int, seed: int
) -> tuple[Parts, bool]:
    """Return `count` elements per topic from documents that hold nothing relevant to it.

    Elements without children, in random order; where there are not enough of
    them they come again. The second value says whether any did. A topic to which every
    document of the structure is relevant gets passages of invented documents.
    """
    structure = collection.structure
    if structure is None:
        raise UsageError("elements need the element trees. Use --structure FILE")
    leaves = np.flatnonzero((structure.last == np.arange(len(structure))) & (structure.size > 0))
    of_leaf = collection.from_structure[structure.doc[leaves]]
    made, again = [], False
    for topic in distinct(base.topic).tolist():
        random = collection.random(topic, seed)
        free = np.isin(of_leaf, collection.nonrelevant(topic, random))
        drawn = random.permutation(leaves[free])
        if drawn.size:
            again |= drawn.size < count
            made.append(element_parts(collection, np.full(count, topic), np.resize(drawn, count)))
        else:
            mine = base.take(np.flatnonzero(base.topic == topic))
            made.append(nonrelevant_passages(collection, mine, count))
    return reduce(Parts.joined, made), again


def inserted(base: Parts, extra: Parts, count: int, where: str, *, by_document: bool) -> Parts:
    """Return a ranking with the first `count` extra parts of each topic put into it.

    Parameters
    ----------
    base, extra : Parts
        The ranking, and what is inserted, both topic by topic in order.
    count : int
        How many per topic.
    where : {'between', 'before'}
        After the first result, or before it.
    by_document : bool
        A result is a document with all its parts, not a single part.
    """
    rank = _rank(base, by_document=by_document)
    few = _rank(extra, by_document=False) < count
    chosen = extra.take(np.flatnonzero(few))
    shift = 0.5 if where == "between" else -0.5
    key = np.concatenate((rank.astype(np.float64), np.full(chosen.topic.size, shift)))
    both = base.joined(chosen)
    return both.take(np.lexsort((np.arange(key.size), key, both.topic)))


def _rank(parts: Parts, *, by_document: bool) -> Ints:
    """Place of each part, or of its document, within its topic from 0."""
    heads = np.searchsorted(parts.topic, parts.topic)
    if not by_document:
        return np.arange(parts.topic.size) - heads
    opens = np.ones(parts.topic.size, np.bool_)
    opens[1:] = (parts.doc[1:] != parts.doc[:-1]) | (parts.topic[1:] != parts.topic[:-1])
    number = np.cumsum(opens)
    return number - number[heads]


def random_parts(collection: Collection, depth: int, seed: int) -> Parts:
    """Return up to `depth` random parts per topic, each once: elements, or else passages.

    Documents are drawn from all whose length is known, relevant or not.
    """
    topics = collection.topics
    if collection.structure is not None:
        rows = np.flatnonzero(collection.structure.size > 0)
        size = min(depth, rows.size)
        node = [collection.random(t, seed).choice(rows, size, replace=False) for t in topics]
        return element_parts(collection, np.repeat(topics, size), np.concatenate(node))
    spans = collection.judged.highlights("simulate")
    reach = np.maximum(collection.length, 0)
    of_span = collection.judged.judged_documents.doc[owners(spans.offsets)]
    np.maximum.at(reach, of_span, spans.end)
    usual = int(np.median(spans.end - spans.start)) if spans.start.size else 1
    drawn = [_passages(reach, usual, depth, collection.random(t, seed)) for t in topics]
    doc, begin = np.concatenate(drawn, axis=1)
    topic = np.repeat(topics, [one.shape[1] for one in drawn])
    end = np.minimum(begin + usual, reach[doc])
    return Parts(topic, doc, begin, end, np.full(topic.size, ABSENT, np.int64))


def _passages(reach: Ints, size: int, depth: int, random: np.random.Generator) -> Ints:
    """Draw documents and starts of passages, ``[2, passage]``, each once, until all are drawn."""
    docs = np.flatnonzero(reach > 0)
    room = np.maximum(reach - size, 0) + 1
    depth = min(depth, int(room[docs].sum()))
    found: dict[tuple[int, int], None] = {}
    while len(found) < depth:
        doc = random.choice(docs, depth)
        start = random.integers(0, room[doc])
        found |= dict.fromkeys(zip(doc.tolist(), start.tolist(), strict=True))
    return np.array(list(found)[:depth], np.int64).reshape(-1, 2).T
