"""The tables beside assessments: lengths, trees and texts, under the names that are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._record import record
from partwise.geometry.assessments import Assessments
from partwise.messages import Note
from partwise.tables.doc_ids import DocIds, matched
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.structure.table import Structure
    from partwise.texts.verification import Verification


@record
class KnownTables:
    """What is known of the documents, whatever is judged in them.

    Parameters
    ----------
    structure : Structure, optional
        Element trees.
    lengths : Lengths, optional
        Lengths of documents.
    checked : Verification
        The check of offsets against texts.
    lenient : bool
        Let the first of several sources win where they disagree.
    """

    structure: Structure | None
    lengths: Lengths | None
    checked: Verification
    lenient: bool

    @classmethod
    def of(
        cls,
        structure: Structure | None,
        lengths: Lengths | None,
        checked: Verification,
        doc_ids: DocIds | None,
        *,
        lenient: bool,
    ) -> KnownTables:
        """Name the documents of all tables as they are compared."""
        return cls(matched(structure, doc_ids), matched(lengths, doc_ids), checked, lenient)

    def assessments(self, qrels: Qrels, **more: Any) -> Assessments:
        """Join assessments with what is known of their documents; `more` as in `Assessments`."""
        return Assessments(
            qrels,
            lengths=self.lengths,
            structure=self.structure,
            texts=self.checked.lengths,
            lenient=self.lenient,
            **more,
        )

    @property
    def text_notes(self) -> list[Note]:
        """What was noticed of the texts."""
        return [] if self.checked.texts is None else self.checked.texts.remarks

    @property
    def length_notes(self) -> list[Note]:
        """What was noticed of the lengths."""
        if self.lengths is None:
            return []
        about = self.lengths.source or "lengths"
        return [Note.read(note).of(about) for note in self.lengths.notes]


def known_lengths(assessments: Assessments) -> Lengths:
    """Return the length of every document that any source knows."""
    sources = assessments.lengths.sources
    names = dict.fromkeys(name for source in sources for name in source.docs.tolist())
    docs = Names.of(names)
    length = assessments.lengths.of(docs)
    some = np.flatnonzero(length >= 0)
    return Lengths(docs.take(some), length[some])
