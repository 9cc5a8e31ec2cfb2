"""Assessments: what is relevant, joined from all tables that know."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.assessments.tables import JudgedTables
from partwise.geometry.forwarded import Forwarded
from partwise.kernels.ragged import owners, ranges, segment_count
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT, freeze

if TYPE_CHECKING:
    from partwise.geometry.assessments.elements import AssessedElements
    from partwise.geometry.assessments.highlights import Highlights
    from partwise.geometry.assessments.judged_documents import JudgedDocuments
    from partwise.geometry.assessments.lengths import DocumentLengths
    from partwise.geometry.copies import Copies
    from partwise.geometry.resolve.trees import Trees
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.lengths import Lengths
    from partwise.tables.names import Names
    from partwise.tables.qrels import Qrels
    from partwise.tables.structure.table import Structure


class Assessments:
    """What a measure may know of the judgements, computed when first asked for.

    Parameters
    ----------
    qrels : Qrels
        The rows.
    lengths : Lengths, optional
        Lengths of documents; they win over the structure's and the assessments' own.
    structure : Structure, optional
        Element trees, for extents of elements and lengths.
    texts : Lengths, optional
        Lengths of the texts of documents, after `lengths` and before the structure's.
    lenient : bool
        Let the first of several sources win where they disagree.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How the names of documents were reduced; files that models read later follow it.
    clip : bool
        Truncate parts and judged spans at the end of their document.
    equivalent : ndarray of int64, optional
        Text of each row, -1 for none: rows of a topic with the same text are copies.
    """

    def __init__(
        self,
        qrels: Qrels,
        *,
        lengths: Lengths | None = None,
        structure: Structure | None = None,
        texts: Lengths | None = None,
        lenient: bool = False,
        doc_ids: DocIds | None = None,
        clip: bool = True,
        equivalent: Ints | None = None,
    ) -> None:
        self.tables = JudgedTables(qrels, lengths, texts, structure, lenient=lenient)
        self.qrels = self.tables.qrels
        self.structure = structure
        self.lenient = lenient
        self.doc_ids = doc_ids
        self.clip = clip
        self._equivalent = equivalent
        self.notes = self.tables.notes

    topics: Forwarded[Names] = Forwarded("qrels")
    """The judged topics: all topics of the assessments."""
    trees: Forwarded[Trees | None] = Forwarded("tables")
    """Geometry of the element trees, if there are any."""
    judged_documents: Forwarded[JudgedDocuments] = Forwarded("tables")
    """The judged (topic, document) pairs."""
    lengths: Forwarded[DocumentLengths] = Forwarded("tables")
    """Lengths of documents from every source."""
    length: Forwarded[Ints] = Forwarded("tables")
    """Length of each pair's document, -1 where it is not known."""

    @cached_property
    def n_topics(self) -> int:
        """How many topics are judged."""
        return len(self.qrels.topics)

    @cached_property
    def elements(self) -> AssessedElements:
        """What the assessments say about elements."""
        from partwise.geometry.assessments.elements import AssessedElements

        return AssessedElements(self.tables)

    # -- documents -------------------------------------------------------------------------

    @cached_property
    def relevant(self) -> Flags:
        """Pairs whose document is relevant."""
        pairs = self.judged_documents
        if not pairs.placed or not self._resolvable:
            return pairs.grade > 0
        return pairs.whole | pairs.by_element | (self.known_highlights.size > 0)

    @property
    def _resolvable(self) -> bool:
        """Whether every highlighted row can be placed in its document."""
        q = self.qrels
        unplaced = self.judged_documents.highlighted & (q.start < 0)
        elements = q.holds("highlighted elements", (unplaced & (q.element >= 0)).any())
        trees = q.holds("highlighted trees", (unplaced & (q.tree >= 0)).any())
        return not trees and not (elements and self.structure is None)

    @cached_property
    def n_relevant(self) -> Ints:
        """Relevant documents of each topic."""
        return segment_count(self.relevant, self.judged_documents.offsets)

    def relevant_from(self, rel: float | None) -> Flags:
        """Pairs whose document is relevant, with a grade of at least `rel` where one is given."""
        return (
            self.relevant if rel is None else self.relevant & (self.judged_documents.grade >= rel)
        )

    def n_relevant_from(self, rel: float | None) -> Ints:
        """Documents of each topic that are relevant with a grade of at least `rel`."""
        if rel is None:
            return self.n_relevant
        return segment_count(self.relevant_from(rel), self.judged_documents.offsets)

    @property
    def grades_documents_only(self) -> bool:
        """Whether no row has a place, as in TREC qrels."""
        return not self.judged_documents.placed

    def grade(self) -> Reals:
        """Grade of each pair; MissingAssessmentError where no row has one."""
        q = self.qrels
        if len(q) and not q.holds("grades", (~np.isnan(q.grade)).any()):
            raise MissingAssessmentError("gain=given needs grades", "these assessments have none")
        return self.judged_documents.grade

    # -- characters ------------------------------------------------------------------------

    @cached_property
    def known_highlights(self) -> Highlights:
        """Highlighted text, whatever else the assessments grade."""
        from partwise.geometry.assessments.highlights import highlights

        return highlights(self.tables, self.notes, clip=self.clip)

    @cached_property
    def entry_highlights(self) -> Highlights:
        """Highlights as far as they are known; a document's end may be missing."""
        self.refuse_graded_elements()
        return self.known_highlights

    def refuse_graded_elements(self) -> None:
        """Refuse assessments that grade elements where highlighted text is needed."""
        from partwise.geometry.assessments.highlights import refuse_graded_elements

        refuse_graded_elements(self.judged_documents)

    def spans_of(self, pair: Ints) -> tuple[Ints, Ints, Ints]:
        """Start, end and owner (position in `pair`) of the highlights of judged pairs."""
        spans = self.entry_highlights
        at, offsets = ranges(spans.offsets[pair], spans.offsets[pair + 1])
        return spans.start[at], spans.end[at], owners(offsets)

    def highlights(self, measure: str) -> Highlights:
        """All highlighted text; an error names the `measure` that needs it."""
        self.n_relevant_in(np.arange(len(self.judged_documents)), measure)
        return self.entry_highlights

    @cached_property
    def copies(self) -> Copies:
        """Rows that hold the same text; none unless somebody names them."""
        from partwise.geometry.copies import OPTION, copies, no_copies

        if self._equivalent is None:
            return no_copies(self.n_topics)
        from partwise.geometry.gold_line import GoldLine

        return copies(GoldLine(self, OPTION), self._equivalent)

    def n_relevant_in(self, pairs: NDArray[np.integer], measure: str) -> Ints:
        """Relevant characters of some pairs; an error names the `measure` that needs them."""
        spans = self.entry_highlights
        if self._endless is not None and (at := first(spans.endless[pairs])) is not None:
            raise MissingLengthError(None, self.document(int(pairs[at])), measure)
        size: Ints = spans.size[pairs]
        return size

    def n_characters(self, measure: str) -> Ints:
        """Relevant characters of each topic; those of copies count once."""
        if self._endless is not None:
            raise MissingLengthError(None, self.document(self._endless), measure)
        return self._n_characters

    @cached_property
    def _endless(self) -> int | None:
        """First pair whose relevant text ends nobody knows where."""
        return first(self.entry_highlights.endless)

    @cached_property
    def _n_characters(self) -> Ints:
        size = segment_count(self.entry_highlights.size, self.judged_documents.offsets)
        return freeze(size - self.copies.repeated)

    def need_lengths(self, pairs: NDArray[np.integer], measure: str) -> Ints:
        """Lengths of pairs' documents; MissingLengthError where one is not known."""
        length: Ints = self.length[pairs]
        if (at := first(length == ABSENT)) is not None:
            raise MissingLengthError(None, self.document(int(pairs[at])), measure)
        return length

    def entry_points(self) -> Ints:
        """Best entry point of each pair; the first relevant character stands in."""
        bep = self.judged_documents.bep
        missing = (bep < 0) & self.relevant
        self.notes.add(
            "{n:relevant document} {n:has|have} no best entry point; the first relevant "
            "character stands in",
            n=missing.sum(),
        )
        points: Ints = np.where(bep < 0, self.entry_highlights.first, bep)
        return points

    def document(self, pair: int) -> str:
        """Name of a pair's document."""
        return self.tables.document(pair)
