"""View: what a measure sees of one run."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import UsageError
from partwise.geometry.documents import Documents, Found, documents, found, found_in_place
from partwise.geometry.elements.results import Elements
from partwise.geometry.parts import Parts, parts
from partwise.geometry.ranking import Ranking, listing
from partwise.kernels.ragged import offsets_from_lengths
from partwise.messages import Notes
from partwise.tables.ranked_run import RankedRun
from partwise.tables.run_order import DISAGREEMENT, order_keys

if TYPE_CHECKING:
    from partwise.geometry.assessments.joined import Assessments
    from partwise.tables.lengths import Inventory
    from partwise.tables.ranked_run import AnyRun
    from partwise.tables.run import Order, Run
    from partwise.tables.structure.table import Structure

T = TypeVar("T")


class View:
    """All judged topics of one run, as columns that are computed once when first asked for.

    Parameters
    ----------
    judged : Assessments
        What is relevant.
    run : Run or RankedRun
        What was retrieved; of a ranked run only documents.
    structure, inventory : tables, optional
        For measures of elements and of navigation.
    order : {'score', 'rank', 'file'}, optional
        What orders the run; default: what its format asks for.
    """

    def __init__(
        self,
        judged: Assessments,
        run: AnyRun,
        *,
        structure: Structure | None = None,
        inventory: Inventory | None = None,
        order: Order | None = None,
    ) -> None:
        self.assessments = judged
        self.retrieved = run
        self.structure = structure if structure is not None else judged.structure
        self.inventory = inventory
        self.order = order
        self.notes = Notes()
        self._memo: dict[Hashable, Any] = {}

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under this key before, or make it."""
        if key not in self._memo:
            self._memo[key] = make()
        made: T = self._memo[key]
        return made

    @property
    def reads_from_the_beginning(self) -> bool:
        """Whether a measure reads documents without retrieved text from their first character."""
        return ("way", "natural") in self._memo or ("way", "worst") in self._memo

    # -- the run ---------------------------------------------------------------------------

    @property
    def run(self) -> Run:
        """The run with its parts; a ranked run has none."""
        if isinstance(self.retrieved, RankedRun):
            raise UsageError(f"{self.retrieved.name} was read as lists of documents, without parts")
        return self.retrieved

    @property
    def n_topics(self) -> int:
        """How many topics are judged."""
        return self.assessments.n_topics

    @cached_property
    def listing(self) -> Ranking:
        """Rows of the judged topics in final order."""
        listed = listing(self.retrieved, self.assessments, self.order)
        self.notes.add(DISAGREEMENT, n=listed.n_disagree)
        return listed

    @cached_property
    def present(self) -> Flags:
        """Whether the run answered each judged topic, be it with nothing."""
        code = self.retrieved.topics.codes_in(self.assessments.topics)
        there = np.zeros(self.n_topics, bool)
        there[code[code >= 0]] = True
        return there

    @cached_property
    def rows(self) -> Ints:
        """Row of the run at each place."""
        listed = self.listing
        if listed.rows is not None:
            return listed.rows
        offsets = offsets_from_lengths(listed.length)
        return np.arange(offsets[-1]) + np.repeat(listed.begin - offsets[:-1], listed.length)

    @cached_property
    def shares_rank(self) -> Flags:
        """Whether each result shares the rank of the one before: only a convention parts them."""
        listed = self.listing
        if listed.rows is None:
            return listed.tied[self.rows]
        tied = listed.tied.copy()
        for key in order_keys(self.run, self.order)[1:]:  # a rank that breaks the tie
            tied[1:] &= key[listed.rows[1:]] == key[listed.rows[:-1]]
        return tied

    def document_name(self, row: int) -> str:
        """Name of the document of a row of the run."""
        run = self.retrieved
        code = int(run.doc[row])
        return run.docs[code] if code < len(run.docs) else "(unjudged)"

    # -- documents -------------------------------------------------------------------------

    @cached_property
    def documents(self) -> Documents:
        """One row per retrieved document."""
        return documents(self.retrieved, self.listing, self.rows)

    @cached_property
    def judged_documents(self) -> Found:
        """Retrieved documents that were judged."""
        if self.listing.in_place:
            return found_in_place(self.retrieved, self.assessments, self.listing)
        return found(self.retrieved, self.assessments, self.documents)

    @cached_property
    def relevant_documents(self) -> Found:
        """Retrieved documents that are relevant."""
        return self.judged_documents.where(self.assessments.relevant[self.judged_documents.pair])

    @cached_property
    def hit_document(self) -> Ints:
        """Row of `documents` of each hit."""
        return (
            self.documents.offsets[:-1][self.relevant_documents.topic]
            + self.relevant_documents.rank
            - 1
        )

    @cached_property
    def pair_of_document(self) -> Ints:
        """Judged pair of each retrieved document, -1 where it was not judged."""
        pair = np.full(self.documents.doc.size, -1, np.int64)
        seen = self.judged_documents
        pair[self.documents.offsets[:-1][seen.topic] + seen.rank - 1] = seen.pair
        return pair

    @cached_property
    def relevant_document(self) -> Flags:
        """Whether each retrieved document is relevant."""
        relevant = np.zeros(self.documents.doc.size, bool)
        relevant[self.hit_document] = True
        return relevant

    # -- characters ------------------------------------------------------------------------

    @cached_property
    def parts(self) -> Parts:
        """One row per part."""
        return parts(self)

    def spans_of(self, pair: Ints) -> tuple[Ints, Ints, Ints]:
        """Start, end and owner (position in `pair`) of the highlights of judged pairs."""
        spans = self.assessments.entry_highlights
        first, until = spans.offsets[pair], spans.offsets[pair + 1]
        offsets = offsets_from_lengths(until - first)
        owner = np.repeat(np.arange(pair.size), until - first)
        at = np.arange(offsets[-1]) + (first - offsets[:-1])[owner]
        return spans.start[at], spans.end[at], owner

    # -- elements --------------------------------------------------------------------------

    @cached_property
    def elements(self) -> Elements:
        """Results as elements of the trees, beside the assessed elements."""
        return Elements(self)
