"""Non-relevant results put into a ranking.

References
----------
Kazai and Lalmas (2006), section 6.1.2 and figure 6.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError
from partwise.kernels.ragged import distinct, owners
from partwise.lab.simulate.collection import Collection, Parts
from partwise.lab.simulate.elements import element_parts
from partwise.tables.columns import ABSENT

COUNTS = (1, 2, 3, 4, 5, 10, 50, 100, 500, 1000)
"""How many results the paper inserts."""

PLACES = {"between": "between ranks 1 and 2", "before": "before rank 1"}
"""Where results are inserted."""


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
