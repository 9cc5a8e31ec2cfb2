"""Tables that have met: documents and elements named alike, offsets that fit the texts."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from partwise.evaluation.checks import check_offsets, named_elements
from partwise.evaluation.equivalent import copies_note, texts_of_rows, without_unknown
from partwise.evaluation.joined_topics import joined_topics
from partwise.evaluation.known_tables import KnownTables
from partwise.geometry.assessments import Assessments
from partwise.geometry.element_names import spelt_apart, with_elements
from partwise.geometry.memo import Memo
from partwise.geometry.view import View
from partwise.messages import Note
from partwise.tables.doc_ids import DocIds, matched

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.engines.base import Step
    from partwise.tables.lengths import Inventory, Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Order, Run
    from partwise.tables.structure.table import Structure
    from partwise.texts.verification import Verification


class Prepared:
    """Assessments and what stands beside them, ready to meet runs.

    Parameters
    ----------
    qrels, structure, lengths : tables
        As they were read.
    checked : Verification
        The documents' texts, if there are any.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How names of documents are compared.
    lenient : bool
        Let the first of several sources win where they disagree.
    clip : bool
        Truncate parts and judged spans at the end of their document.
    equivalent : str, optional
        Column whose value rows of one text share; ``text``: rows with the same text.
    step : callable, optional
        Is told how far long work is.
    """

    def __init__(
        self,
        qrels: Qrels,
        *,
        structure: Structure | None,
        lengths: Lengths | None,
        checked: Verification,
        doc_ids: DocIds | None,
        lenient: bool,
        clip: bool = True,
        equivalent: str | None = None,
        step: Step | None = None,
    ) -> None:
        self._checked, self._lenient = checked, lenient
        self._step = step
        self.doc_ids = doc_ids
        self._shared = Memo()
        known = KnownTables.of(structure, lengths, checked, doc_ids, lenient=lenient)
        self.structure, self.lengths = known.structure, known.lengths
        qrels = named_elements(matched(qrels, doc_ids), self.structure, lenient=lenient)
        self.qrels = checked.of(qrels)
        if equivalent is not None:
            kept = without_unknown(self.qrels.notes, equivalent)
            self.qrels = replace(self.qrels, notes=kept)
        self._copies = None if equivalent is None else self._texts_of_rows(equivalent)
        self.assessments = known.assessments(
            self.qrels, doc_ids=doc_ids, clip=clip, equivalent=self._copies
        )
        self.notes: list[Note] = known.text_notes
        """What was noticed of texts, lengths and copies."""
        if equivalent is not None:
            self.notes.append(copies_note(self.assessments.copies, equivalent))
        self.notes += known.length_notes

    def of_rows(self, qrels: Qrels, lengths: Lengths, rows: Ints) -> Prepared:
        """Return the same tables with some rows of the assessments, and all lengths.

        `rows` are the places of those of `qrels` among all.
        """
        some, known = copy(self), self.assessments
        some.qrels, some._shared = qrels, Memo()
        some.assessments = Assessments(
            qrels,
            lengths=lengths,
            structure=self.structure,
            lenient=self._lenient,
            doc_ids=known.doc_ids,
            clip=known.clip,
            equivalent=None if self._copies is None else self._copies[rows],
        )
        return some

    def _texts_of_rows(self, column: str) -> Ints:
        return texts_of_rows(self.qrels, column, self._checked.texts, self.structure)

    def fitted(self, inventory: Inventory) -> tuple[Inventory, list[Note]]:
        """Return an inventory whose documents and elements are named alike, and its notes."""
        found = self._checked.of(matched(inventory, self.doc_ids, merging=True))
        found, said = with_elements(found, self.structure, lenient=self._lenient)
        about = found.source or "inventory"
        return found, [Note.read(note).of(about) for note in (*found.notes, *said)]

    @property
    def files(self) -> list[tuple[str, str | None]]:
        """Role and file of each table, the assessments first."""
        tables = {
            "qrels": self.qrels,
            "structure": self.structure,
            "lengths": self.lengths,
        }
        return [(role, None if table is None else table.source) for role, table in tables.items()]

    def view(self, run: Run, order: Order | None, inventory: Inventory | None = None) -> View:
        """Let a run meet the tables, and the inventory that is its own."""
        run = joined_topics(run, self.qrels)
        check_offsets(run, self.assessments)
        run = self._checked.of(matched(run, self.doc_ids, merging=True))
        run = named_elements(run, self.structure, lenient=self._lenient)
        view = View(
            self.assessments,
            run,
            structure=self.structure,
            inventory=inventory,
            order=order,
            shared=self._shared,
            step=self._step,
        )
        if self.structure is None:
            view.notes.extend(spelt_apart(run, self.qrels))
        return view
