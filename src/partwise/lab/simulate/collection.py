"""What simulated runs are made from: documents, relevant text, judged elements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
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
        """What the assessments say about elements."""
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
