"""View: what a measure sees of one run."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.base import Forwarded, Memo
from partwise.geometry.retrieval import Retrieval

if TYPE_CHECKING:
    from collections.abc import Callable

    from partwise.geometry.assessments import Assessments
    from partwise.geometry.elements import Elements
    from partwise.geometry.parts import Parts
    from partwise.geometry.ranking import Ranking
    from partwise.geometry.retrieval import Documents, RankedPairs
    from partwise.messages import Notes
    from partwise.tables.lengths import Inventory, Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Order, Run
    from partwise.tables.structure.table import Structure


class View:
    """All judged topics of one run, as columns that are computed once when first asked for.

    Parameters
    ----------
    judged : Assessments
        What is relevant.
    run : Run
        What was retrieved.
    structure, inventory : tables, optional
        For measures of elements and of navigation.
    order : {'score', 'rank', 'file'}, optional
        What orders the run; default: what its format asks for.
    shared : Memo, optional
        What is kept for all runs that meet the same tables.
    step : callable, optional
        Is told how far long work is.
    """

    def __init__(
        self,
        judged: Assessments,
        run: Run,
        *,
        structure: Structure | None = None,
        inventory: Inventory | None = None,
        order: Order | None = None,
        shared: Memo | None = None,
        step: Callable[[str], None] | None = None,
    ) -> None:
        self.assessments = judged
        self.retrieved = run
        self.structure = structure if structure is not None else judged.structure
        self.inventory = inventory
        self.order = order
        self.retrieval = Retrieval(judged, run, order)
        self.shared = Memo() if shared is None else shared
        self.step = step
        self.memo = Memo()
        self.models = Memo()
        """What user models keep; apart, because `memo` keeps the nodes that refer to it."""

    @classmethod
    def of(
        cls,
        qrels: Qrels,
        run: Run,
        *,
        lengths: Lengths | None = None,
        structure: Structure | None = None,
        inventory: Inventory | None = None,
        order: Order | None = None,
    ) -> View:
        """View of a run on judgements, for trying a measure: ``measure.values(View.of(...))``.

        Parameters
        ----------
        qrels : Qrels
            The judgements; their topics are the topics of the view, in this order.
        run : Run
            The results.
        lengths : Lengths, optional
            Lengths of documents.
        structure : Structure, optional
            Element trees.
        inventory : Inventory, optional
            All parts that could have been retrieved.
        order : {'score', 'rank', 'file'}, optional
            Column that ranks the run. Default: what the run's format asks for.

        Returns
        -------
        View
            One value per judged topic comes out of ``measure.values(view)``.

        Examples
        --------
        >>> import partwise as pw
        >>> qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[30])
        >>> run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[0], end=[20], score=[1.0])
        >>> pw.parse("CharR").values(pw.View.of(qrels, run)).tolist()
        [0.5]
        """
        from partwise.geometry.assessments import Assessments

        judged = Assessments(qrels, lengths=lengths, structure=structure)
        return cls(judged, run, structure=structure, inventory=inventory, order=order)

    @property
    def reads_from_the_beginning(self) -> bool:
        """Whether a measure reads documents without retrieved text from their first character."""
        return ("way", "natural") in self.memo or ("way", "worst") in self.memo

    n_topics: Forwarded[int] = Forwarded("assessments")
    """How many topics are judged."""
    notes: Forwarded[Notes] = Forwarded("retrieval")
    """What was noticed so far."""
    run: Forwarded[Run] = Forwarded("retrieval")
    """The run."""
    ranking: Forwarded[Ranking] = Forwarded("retrieval")
    """Rows of the judged topics in final order."""
    rows: Forwarded[Ints] = Forwarded("retrieval")
    """Row of the run of each result."""
    documents: Forwarded[Documents] = Forwarded("retrieval")
    """One row per retrieved document."""
    n_documents: Forwarded[Ints] = Forwarded("retrieval")
    """Documents retrieved for each topic, judged or not."""
    judged_documents: Forwarded[RankedPairs] = Forwarded("retrieval")
    """Retrieved documents that were judged."""
    relevant_documents: Forwarded[RankedPairs] = Forwarded("retrieval")
    """Retrieved documents that are relevant."""

    @cached_property
    def present(self) -> Flags:
        """Judged topics that the run answered, be it with nothing: bool[n_topics]."""
        code = self.retrieved.topics.codes_in(self.assessments.topics)
        answered = np.zeros(self.n_topics, np.bool_)
        answered[code[code >= 0]] = True
        return answered

    def relevant_from(self, rel: float | None) -> tuple[RankedPairs, Ints]:
        """Return retrieved documents of a grade of at least `rel`, and how many exist by topic."""
        return self.retrieval.relevant_from(rel), self.assessments.n_relevant_from(rel)

    @cached_property
    def parts(self) -> Parts:
        """One row per part."""
        from partwise.geometry.parts import parts

        return parts(self.retrieval)

    @cached_property
    def elements(self) -> Elements:
        """Results as elements of the trees, beside the assessed elements."""
        from partwise.geometry.elements import Elements

        return Elements(self.retrieval)
