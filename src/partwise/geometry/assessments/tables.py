"""The tables that know of the assessments, and what follows from them alone."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.geometry.assessments.judged_documents import JudgedDocuments
from partwise.kernels.ragged import distinct
from partwise.messages import Notes

if TYPE_CHECKING:
    from partwise.geometry.assessments.lengths import DocumentLengths
    from partwise.geometry.resolve.trees import Trees
    from partwise.tables.lengths import Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.structure.table import Structure


class JudgedTables:
    """Assessments beside lengths and structure, for all who join them.

    Joined assessments and assessed elements share one: neither refers to the other in a
    cycle that only the collector would free.

    Parameters
    ----------
    qrels : Qrels
        The rows.
    lengths, texts : Lengths, optional
        Lengths of documents, and of their texts.
    structure : Structure, optional
        Element trees.
    lenient : bool
        Let the first of several sources win where they disagree.
    """

    def __init__(
        self,
        qrels: Qrels,
        lengths: Lengths | None,
        texts: Lengths | None,
        structure: Structure | None,
        *,
        lenient: bool,
    ) -> None:
        if structure is not None:
            from partwise.geometry.resolve.spans import with_entry_points

            qrels = with_entry_points(qrels, structure)
        self.qrels = qrels
        self.structure = structure
        self.lenient = lenient
        self.notes = Notes()
        self._lengths = lengths
        self._texts = texts

    @cached_property
    def trees(self) -> Trees | None:
        """Geometry of the element trees, if there are any."""
        if self.structure is None:
            return None
        from partwise.geometry.resolve.trees import Trees

        return Trees(self.structure)

    @cached_property
    def judged_documents(self) -> JudgedDocuments:
        """The judged (topic, document) pairs."""
        return JudgedDocuments.of(self.qrels)

    @cached_property
    def lengths(self) -> DocumentLengths:
        """Lengths of documents from every source."""
        from partwise.geometry.assessments.lengths import DocumentLengths

        return DocumentLengths(
            self.qrels,
            self._lengths,
            self.structure,
            texts=self._texts,
            lenient=self.lenient,
            notes=self.notes,
        )

    @cached_property
    def length(self) -> Ints:
        """Length of each pair's document, -1 where it is not known."""
        pairs = self.judged_documents
        docs = distinct(pairs.doc)
        length: Ints = self.lengths.of(self.qrels.docs.take(docs))[np.searchsorted(docs, pairs.doc)]
        return length

    def document(self, pair: int) -> str:
        """Name of a pair's document."""
        return self.qrels.docs[int(self.judged_documents.doc[pair])]
