"""Assessments: judged documents, lengths and tables joined for all measures."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingAssessmentError, MissingLengthError, TableError
from partwise.geometry.base import Forwarded
from partwise.kernels.ragged import distinct, offsets_from_owners, owners, ranges, segment_count
from partwise.messages import Notes
from partwise.tables.columns import ABSENT, first, freeze
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels

if TYPE_CHECKING:
    from partwise.geometry.assessed_elements import AssessedElements
    from partwise.geometry.highlights import Copies, Highlights
    from partwise.geometry.resolution import Trees
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.lengths import Lengths
    from partwise.tables.names import Names
    from partwise.tables.structure.table import Structure


@record
class JudgedDocuments:
    """All judged (topic, document) pairs, by topic and then document code."""

    qrels: Qrels
    """The rows behind the pairs."""
    key: Ints
    """Ascending: topic x number of documents + document."""
    order: Ints
    head: Ints
    """Rows sorted by pair, and where each pair begins among them."""

    @classmethod
    def of(cls, qrels: Qrels) -> JudgedDocuments:
        """Gather the rows of each pair. O(rows log rows)."""
        key = qrels.topic * np.int64(len(qrels.docs)) + qrels.doc
        order = np.argsort(key, kind="stable")
        ranged = key[order]
        opens = np.ones(key.size, bool)
        np.not_equal(ranged[1:], ranged[:-1], out=opens[1:])
        head = np.flatnonzero(opens)
        return cls(qrels, ranged[head], order, head)

    def __len__(self) -> int:
        return self.key.size

    @cached_property
    def topic(self) -> Ints:
        """Topic of each pair."""
        return self.key // max(1, len(self.qrels.docs))

    @cached_property
    def doc(self) -> Ints:
        """Document of each pair, a code of the assessments."""
        return self.key - self.topic * len(self.qrels.docs)

    @cached_property
    def offsets(self) -> Ints:
        """Pairs of each topic."""
        return offsets_from_owners(self.topic, len(self.qrels.topics))

    @cached_property
    def of_row(self) -> Ints:
        """Pair of each row of the assessments."""
        pair = np.empty(len(self.qrels), np.int64)
        pair[self.order] = np.repeat(
            np.arange(len(self)), np.diff(np.append(self.head, len(self.qrels)))
        )
        return pair

    def find(self, topic: NDArray[np.integer], doc: NDArray[np.integer]) -> Ints:
        """Pair of each topic and document, -1 where it is not judged. O(log pairs) each."""
        pair = np.full(topic.size, ABSENT, np.int64)
        if not len(self):
            return pair
        in_qrels = np.flatnonzero(doc >= 0)  # few of a run's documents are judged for any topic
        key = topic[in_qrels] * np.int64(len(self.qrels.docs))
        key += doc[in_qrels]
        index = np.searchsorted(self.key, key)
        index[index == len(self)] = 0
        index[self.key[index] != key] = ABSENT
        pair[in_qrels] = index
        return pair

    # -- what the rows say -----------------------------------------------------------------

    @cached_property
    def _named(self) -> Flags:
        """Rows that name an element or a tree."""
        named: Flags = (self.qrels.element >= 0) | (self.qrels.tree >= 0)
        return named

    @cached_property
    def graded_element(self) -> Flags:
        """Rows that grade an element or tree: no highlights."""
        q = self.qrels
        graded: Flags = ~(np.isnan(q.grade) & np.isnan(q.e) & np.isnan(q.s))
        return self._named & graded

    @cached_property
    def row_grade(self) -> Reals:
        """Grade of each row; a place without a grade counts 1, (e, s) counts 1 if both are > 0."""
        q = self.qrels
        absent = np.isnan(q.grade)
        if not absent.any():
            return q.grade
        bare = absent & np.isnan(q.e) & (q.start < 0) & ~self._named
        if (row := first(bare)) is not None:
            problem = f"document {q.docs[q.doc[row]]} has neither a grade nor a span or element"
            raise RowsError(q.source, [(row, problem)])
        derived = np.where(np.isnan(q.e), 1.0, (q.e > 0) & ~(q.s <= 0))
        return np.where(absent, derived, q.grade)

    @cached_property
    def highlighted(self) -> Flags:
        """Rows that make text relevant: spans, ungraded elements, whole documents."""
        return (self.row_grade > 0) & ~self.graded_element

    @cached_property
    def whole(self) -> Flags:
        """Pairs whose whole document was judged relevant."""
        whole = np.zeros(len(self), bool)
        rows = self.highlighted & (self.qrels.start < 0) & ~self._named
        whole[self.of_row[rows]] = True
        return whole

    @cached_property
    def by_element(self) -> Flags:
        """Pairs with an element judged relevant."""
        by_element = np.zeros(len(self), bool)
        by_element[self.of_row[self.graded_element & (self.row_grade > 0)]] = True
        return by_element

    @cached_property
    def placed(self) -> bool:
        """True if any row has a place."""
        has_place = (self.qrels.start >= 0).any() or self._named.any()
        return self.qrels.holds("places", has_place)

    @cached_property
    def grade(self) -> Reals:
        """Greatest grade of each pair's rows."""
        if not len(self):
            return np.empty(0)
        grade: Reals = np.maximum.reduceat(self.row_grade[self.order], self.head)
        return grade

    @cached_property
    def bep(self) -> Ints:
        """Best entry point of each pair, -1 where nobody gave one."""
        q = self.qrels
        bep = np.full(len(self), ABSENT, np.int64)
        rows = np.flatnonzero(q.bep >= 0)
        bep[self.of_row[rows]] = q.bep[rows]
        if (index := first(bep[self.of_row[rows]] != q.bep[rows])) is not None:
            row = int(rows[index])
            both = f"{q.bep[row]} and {bep[self.of_row[row]]}"
            name = q.docs[q.doc[row]]
            problem = f"document {name} has two best entry points, {both}"
            raise RowsError(q.source, [(row, problem)])
        return bep


DIFFER = "{n:document length} {n:differs|differ} between sources; the first was taken"


class Source(NamedTuple):
    """Source of document lengths; -1 = unknown."""

    label: str
    docs: Names
    length: Ints


class DocumentLengths:
    """Lengths of documents: the length table, the texts, the structure's roots, the assessments.

    The first source that knows a document wins. Sources that disagree are an
    error, with `lenient` a note.
    """

    def __init__(
        self,
        qrels: Qrels,
        lengths: Lengths | None,
        structure: Structure | None,
        *,
        texts: Lengths | None = None,
        lenient: bool,
        notes: Notes,
    ) -> None:
        self.sources: list[Source] = []
        if lengths is not None:
            self.sources.append(Source("the lengths", lengths.docs, lengths.length))
        if texts is not None:
            self.sources.append(Source("the texts", texts.docs, texts.length))
        if structure is not None:
            self.sources.append(Source("the structure", structure.docs, structure.length))
        n_differ = 0
        if (qrels.length >= 0).any():
            judged, n_differ = _from_assessments(qrels, lenient=lenient)
            self.sources.append(Source("the assessments", qrels.docs, judged))
        for better, second in combinations(self.sources, 2):
            n_differ += _compare(better, second, qrels, lenient=lenient)
        notes.warn(DIFFER, n=n_differ)

    def of(self, docs: Names) -> Ints:
        """Length of each document, -1 where no source knows it."""
        length = np.full(len(docs), ABSENT, np.int64)
        for source in self.sources:
            source_length = source.length
            if source.docs is not docs:
                source_length = np.append(source.length, ABSENT)[docs.codes_in(source.docs)]
            np.copyto(length, source_length, where=length < 0)
        return length


def _from_assessments(qrels: Qrels, *, lenient: bool) -> tuple[Ints, int]:
    """Length of each assessed document, and how many are told two."""
    length = np.full(len(qrels.docs), ABSENT, np.int64)
    rows = np.flatnonzero(qrels.length >= 0)[::-1]
    length[qrels.doc[rows]] = qrels.length[rows]  # backwards: the first row writes last
    rows = rows[::-1]
    differ = qrels.length[rows] != length[qrels.doc[rows]]
    if not lenient and (index := first(differ)) is not None:
        row = int(rows[index])
        name, first_length = qrels.docs[qrels.doc[row]], length[qrels.doc[row]]
        problem = f"document {name} is {qrels.length[row]} long here, {first_length} before"
        raise RowsError(qrels.source, [(row, problem)])
    return length, distinct(qrels.doc[rows[differ]]).size


def _compare(better: Source, second: Source, qrels: Qrels, *, lenient: bool) -> int:
    """Count the documents for which two sources tell different lengths."""
    first_length = np.append(better.length, ABSENT)[second.docs.codes_in(better.docs)]
    differ = (first_length >= 0) & (second.length >= 0) & (first_length != second.length)
    if not lenient and (code := first(differ)) is not None:
        problem = (
            f"document {second.docs[code]} is {first_length[code]} long in {better.label}, "
            f"{second.length[code]} in {second.label}"
        )
        row = (
            first((qrels.doc == code) & (qrels.length >= 0)) if second.docs is qrels.docs else None
        )
        raise (
            TableError(None, problem) if row is None else RowsError(qrels.source, [(row, problem)])
        )
    return int(differ.sum())


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
            from partwise.geometry.spans import with_entry_points

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
        from partwise.geometry.resolution import Trees

        return Trees(self.structure)

    @cached_property
    def judged_documents(self) -> JudgedDocuments:
        """The judged (topic, document) pairs."""
        return JudgedDocuments.of(self.qrels)

    @cached_property
    def lengths(self) -> DocumentLengths:
        """Lengths of documents from every source."""
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


class Assessments:
    """Judgements as measures use them, computed when first used and cached.

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
        Reduction of document names; files that models read later follow it.
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
        """Number of judged topics."""
        return len(self.qrels.topics)

    @cached_property
    def elements(self) -> AssessedElements:
        """Assessed elements."""
        from partwise.geometry.assessed_elements import AssessedElements

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
        """True if every highlighted row can be placed in its document."""
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
        """True if no row has a place, as in TREC qrels."""
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
        from partwise.geometry.highlights import highlights

        return highlights(self.tables, self.notes, clip=self.clip)

    @cached_property
    def entry_highlights(self) -> Highlights:
        """Highlights as far as they are known; a document's end may be missing."""
        self.check_no_graded_elements()
        return self.known_highlights

    def check_no_graded_elements(self) -> None:
        """Raise MissingAssessmentError if elements are graded where highlights are needed."""
        from partwise.geometry.highlights import check_no_graded_elements

        check_no_graded_elements(self.judged_documents)

    def spans_of(self, pair: Ints) -> tuple[Ints, Ints, Ints]:
        """Start, end and owner (position in `pair`) of the highlights of judged pairs."""
        spans = self.entry_highlights
        index, offsets = ranges(spans.offsets[pair], spans.offsets[pair + 1])
        return spans.start[index], spans.end[index], owners(offsets)

    def highlights(self, measure: str) -> Highlights:
        """All highlighted text; an error names the `measure` that needs it."""
        self.n_relevant_in(np.arange(len(self.judged_documents)), measure)
        return self.entry_highlights

    @cached_property
    def copies(self) -> Copies:
        """Rows that hold the same text; none unless somebody names them."""
        from partwise.geometry.highlights import OPTION, copies, no_copies

        if self._equivalent is None:
            return no_copies(self.n_topics)
        from partwise.geometry.relevant_text import GoldLine

        return copies(GoldLine(self, OPTION), self._equivalent)

    def n_relevant_in(self, pairs: NDArray[np.integer], measure: str) -> Ints:
        """Relevant characters of some pairs; an error names the `measure` that needs them."""
        spans = self.entry_highlights
        if self._endless is not None and (index := first(spans.endless[pairs])) is not None:
            raise MissingLengthError(None, self.document(int(pairs[index])), measure)
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
        if (index := first(length == ABSENT)) is not None:
            raise MissingLengthError(None, self.document(int(pairs[index])), measure)
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
