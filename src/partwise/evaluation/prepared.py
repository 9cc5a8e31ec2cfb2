"""Judgements and the tables beside them, ready to meet runs.

`Prepared` names documents and elements of all tables alike and lets offsets fit the texts; its
`view` joins a run with the judgements. `SomeTopics` takes the judgements of some topics out of it,
for a group of the run.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import FormatError, quote
from partwise.evaluation.checks import check_offsets, named_elements
from partwise.evaluation.equivalent import copies_note, texts_of_rows, without_unknown
from partwise.evaluation.lines import line_of
from partwise.evaluation.notes import weighs
from partwise.evaluation.options import Collection
from partwise.files.options import Reading
from partwise.geometry.assessed_elements import AssessedElements
from partwise.geometry.assessments import Assessments
from partwise.geometry.base import Memo
from partwise.geometry.element_names import spelt_apart, with_elements
from partwise.geometry.view import View
from partwise.kernels.ragged import offsets_from_lengths, ranges
from partwise.messages import Note
from partwise.tables.doc_ids import matched
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.rows import taken_rows
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from collections.abc import Iterable

    from partwise._typing import Ints, Step
    from partwise.evaluation.plan import Plan
    from partwise.language.measure import Measure
    from partwise.tables.lengths import Inventory
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Order, Run
    from partwise.tables.structure.table import Structure


class Prepared:
    """Judgements and what stands beside them, ready to meet runs.

    Parameters
    ----------
    qrels : Qrels
        The judgements, as they were read.
    tables : Collection, optional
        Element trees and lengths of documents, as they were read.
    reading : Reading, optional
        How ids of documents are compared, and whether the first of several sources wins where
        they disagree (`lenient`).
    checked : Verification, optional
        The documents' texts, if there are any.
    equivalent : str, optional
        Column whose value rows of one text share; ``text``: rows with the same text.
    clip : bool
        Truncate parts and judged spans at the end of their document.
    """

    step: Step | None = None
    """Called with a line of text about work that takes long."""

    def __init__(
        self,
        qrels: Qrels,
        tables: Collection | None = None,
        reading: Reading | None = None,
        *,
        checked: Verification | None = None,
        equivalent: str | None = None,
        clip: bool = True,
    ) -> None:
        tables, reading = tables or Collection(), reading or Reading()
        self._checked = checked = checked or Verification(None)
        self._lenient, self._shared = reading.lenient, Memo()
        self.doc_ids = reading.doc_ids
        self.structure: Structure | None = matched(tables.structure, self.doc_ids)
        self.lengths: Lengths | None = matched(tables.lengths, self.doc_ids)
        self.qrels = checked.of(self._with_elements(matched(qrels, self.doc_ids)))
        self._copies: Ints | None = None
        if equivalent is not None:
            notes = without_unknown(self.qrels.notes, equivalent)
            self.qrels = replace(self.qrels, notes=notes)
            self._copies = texts_of_rows(self.qrels, equivalent, checked.texts, self.structure)
        self.assessments = Assessments(
            self.qrels,
            lengths=self.lengths,
            structure=self.structure,
            texts=checked.lengths,
            lenient=reading.lenient,
            doc_ids=reading.doc_ids,
            clip=clip,
            equivalent=self._copies,
        )
        self.notes: list[Note] = text_notes(checked)
        """What was noticed of texts, lengths and copies."""
        if equivalent is not None:
            self.notes.append(copies_note(self.assessments.copies, equivalent))
        self.notes += length_notes(self.lengths)

    def _with_elements(self, table: Qrels) -> Qrels:
        return named_elements(table, self.structure, lenient=self._lenient)

    def fitted(self, inventory: Inventory) -> tuple[Inventory, list[Note]]:
        """Return an inventory whose documents and elements are named alike, and its notes."""
        fitting = self._checked.of(matched(inventory, self.doc_ids, merging=True))
        fitting, notes = with_elements(fitting, self.structure, lenient=self._lenient)
        about = fitting.source or "inventory"
        return fitting, [Note.read(note).of(about) for note in (*fitting.notes, *notes)]

    @property
    def files(self) -> list[tuple[str, str | None]]:
        """Role and file of each table, the judgements first."""
        tables = {"qrels": self.qrels, "structure": self.structure, "lengths": self.lengths}
        return [(role, None if table is None else table.source) for role, table in tables.items()]

    def view(self, run: Run, order: Order | None, inventory: Inventory | None = None) -> View:
        """Join a run with the tables, and with the inventory of its own."""
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
            step=self.step,
        )
        if self.structure is None:
            view.notes.extend(spelt_apart(run, self.qrels))
        return view

    def of_rows(self, qrels: Qrels, lengths: Lengths, rows: Ints) -> Prepared:
        """Return the same tables with some rows of the judgements, and all lengths.

        `rows` are the positions of those of `qrels` among all.
        """
        tables, judged = copy(self), self.assessments
        tables.qrels, tables._shared = qrels, Memo()
        tables.assessments = Assessments(
            qrels,
            lengths=lengths,
            structure=self.structure,
            lenient=self._lenient,
            doc_ids=judged.doc_ids,
            clip=judged.clip,
            equivalent=None if self._copies is None else self._copies[rows],
        )
        return tables


def text_notes(checked: Verification) -> list[Note]:
    """Return what was noticed of texts."""
    return [] if checked.texts is None else checked.texts.remarks


def length_notes(lengths: Lengths | None) -> list[Note]:
    """Return what was noticed of lengths."""
    if lengths is None:
        return []
    return [Note.read(note).of(lengths.source or "lengths") for note in lengths.notes]


def known_lengths(assessments: Assessments) -> Lengths:
    """Return the length of every document that any source knows."""
    sources = assessments.lengths.sources
    docs = Names.of(dict.fromkeys(name for source in sources for name in source.docs.tolist()))
    length = assessments.lengths.of(docs)
    rows = np.flatnonzero(length >= 0)
    return Lengths(docs.take(rows), length[rows])


# -- some topics -----------------------------------------------------------------------------------


class SomeTopics:
    """Judgements of some topics, with what only those of all topics can tell.

    Parameters
    ----------
    tables : Prepared
        All judgements.
    """

    def __init__(self, tables: Prepared) -> None:
        qrels = tables.qrels
        self._tables = tables
        self._lengths = known_lengths(tables.assessments)
        self._qrels = replace(
            qrels,
            length=np.full(len(qrels), -1, np.int64),
            whole_table=facts_of_assessments(tables.assessments),
        )
        self._order = np.argsort(qrels.topic, kind="stable")
        count = np.bincount(qrels.topic, minlength=len(qrels.topics))
        self._offsets = offsets_from_lengths(count)

    def tables(self, codes: Ints) -> Prepared:
        """Return the tables with the judgements of some topics, given in ascending order."""
        first, last = self._offsets[codes], self._offsets[codes + 1]
        rows = np.sort(self._order[ranges(first, last)[0]])
        chosen = taken_rows(self._qrels, rows)
        topic = np.searchsorted(codes, chosen.topic).astype(np.int32)
        qrels = replace(chosen, topics=self._qrels.topics.take(codes), topic=topic)
        return self._tables.of_rows(qrels, self._lengths, rows)


def facts_of_assessments(judged: Assessments) -> dict[str, bool]:
    """Return facts of all rows, under the names by which `Qrels.holds` is asked."""
    q, pairs = judged.qrels, judged.judged_documents
    elements = AssessedElements(judged.tables)
    rows = elements.rows
    e, s = elements.qrels.e[rows], elements.qrels.s[rows]
    highlighted, graded = pairs.highlighted, pairs.graded_element
    unplaced = highlighted & (q.start < 0)
    named = (q.element >= 0) | (q.tree >= 0)
    marked = ~np.isnan(q.grade) | ~np.isnan(q.e) | ~np.isnan(q.s)
    facts = {
        "spans": (q.start >= 0).any(),
        "elements": (q.element >= 0).any(),
        "named": named.any(),
        "places": (q.start >= 0).any() or named.any(),
        "grades": (~np.isnan(q.grade)).any(),
        "weights": weighs(q),
        "highlights": highlighted.any(),
        "highlighted elements": (unplaced & (q.element >= 0)).any(),
        "highlighted trees": (unplaced & (q.tree >= 0)).any(),
        "graded elements": graded.any(),
        "graded places": (named & marked).any(),
        "places with e": (named & ~np.isnan(q.e)).any(),
        "pairs": rows.size,
        "e": (~np.isnan(e)).any(),
        "s": (~np.isnan(s)).any(),
        "fractions": (np.modf(s)[0] > 0).any(),
    }
    return {name: bool(holds) for name, holds in facts.items()}


# -- runs as rules and tools take them -------------------------------------------------------------

_JOINED = {("legalbench", "legalbench-results")}
"""Formats of judgements and runs that number the same questions apart."""


def joined_topics(run: Run, qrels: Qrels) -> Run:
    """Return the run with its topics numbered as in the judgements, joined by their text.

    A question that the judgements do not have becomes a topic of its own. Where both files hold
    the same questions in the same order nothing has to be joined, even where texts repeat.

    Raises
    ------
    FormatError
        For a question whose text stands twice in one of the files.
    """
    if (qrels.format, run.format) not in _JOINED or run.source is None or qrels.source is None:
        return run
    questions, judged = _questions(run), _questions(qrels)
    if list(questions.values()) == list(judged.values()):
        return run
    topics = _by_text(judged, qrels.source)
    texts = {topic: text for text, topic in _by_text(questions, run.source).items()}
    names = [texts[topic] for topic in run.topics.tolist()]
    return replace(run, topics=Names.of([topics.get(text, text) for text in names]))


def _questions(table: Run | Qrels) -> dict[str, str]:
    """Return the text of each topic of a file."""
    from partwise.files.registry import format_named
    from partwise.files.source import Source

    reader = format_named(table.format or "").load()
    questions: dict[str, str] = reader.read_topics(Source(table.source or "", lenient=True))
    return questions


def _by_text(questions: dict[str, str], file: str) -> dict[str, str]:
    topics: dict[str, str] = {}
    for topic, text in questions.items():
        if text in topics:
            problem = f"query {quote(text)} occurs twice ({topics[text]} and {topic})"
            hint = "Its results cannot be joined by text; use tests in the order of the results"
            raise FormatError(file, None, problem, hint)
        topics[text] = topic
    return topics


def arranged(run: Run, qrels: Qrels, structure: Structure | None, planned: Plan) -> Run:
    """Return the run as the tool of a preset, or the program of a convention, takes it.

    Raises
    ------
    FormatError
        A run that they refuse.
    """
    rules = planned.rules
    if rules is None:
        return run
    if rules.check is not None:
        rules.check(run, qrels)
    if rules.arrange is not None:
        run = rules.arrange(run, qrels, planned.quirks)
    if "refuse" in planned.quirks:
        _check_inex_run(run, structure, rules.task or _task(planned.measures))
    return run


def _task(measures: Iterable[Measure]) -> str:
    """Name the task to which measures belong."""
    from partwise.gains.documents import BEP

    measures = list(measures)
    if any(isinstance(getattr(measure, "gain", None), BEP) for measure in measures):
        return "best-in-context"
    in_context = any(measure.family == "in context" for measure in measures)
    return "relevant-in-context" if in_context else "focused"


def _check_inex_run(run: Run, structure: Structure | None, task: str) -> None:
    """Raise an error for what inex_eval refuses, and for overlap that escapes it."""
    from partwise.evaluation.tasks import check_task

    unplaced = np.flatnonzero(run.start < 0)
    hint = "inex_eval refuses such runs. Use --quirks off, or those to keep without refuse"
    if unplaced.size:
        row = int(unplaced[0])
        problem = "a result without offset and length (8 columns)"
        raise FormatError(run.source or run.name, line_of(run, row), problem, hint)
    for name in [task] if task != "best-in-context" else ["relevant-in-context", task]:
        check_task(run, structure, name, partial(line_of, run), order="file", hint=hint)
